"""Headway: play, solve and prove two-player games on a line."""

__version__ = "0.1.0"
