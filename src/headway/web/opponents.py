"""The computers that can be asked to a table: those that need no program of the asker's."""

from headway.players import LEVELS

OPPONENTS = ("random", *map(str, LEVELS), "perfect", "reader")


def is_opponent(name: str) -> bool:
    """May a person ask for this computer?"""
    return name in OPPONENTS
