"""A game being played: the table, its luck, its record on disk, and matches of several games."""
