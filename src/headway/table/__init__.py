"""A game being played: the table, its random numbers, its record on disk, and matches of several games."""
