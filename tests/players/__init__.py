"""The players that a seat can be given to."""
