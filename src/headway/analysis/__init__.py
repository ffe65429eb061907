"""What follows from the solution of a game: reviews of played games, the audit of a rule book, simulation, export."""
