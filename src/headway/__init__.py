"""Headway: two-player games on a line, to play and to check what is true of them."""

__version__ = "0.1.0"
