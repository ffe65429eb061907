"""Two games that others have solved, as games of another package: Chutes and Ladders, and Pig."""
