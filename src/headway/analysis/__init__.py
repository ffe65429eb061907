"""What the truth says of a game: the review of one that was played, the audit of its rule book, simulation, export."""
