"""The solver, against itself, by other programs and by brute force."""
