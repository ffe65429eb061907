"""What came of a number of games, counted."""

from typing import NamedTuple

LIMIT = 1000
"""How many plies a game of programs gets."""


class Tally(NamedTuple):
    """What came of some games: wins of each side, games without an end within the limit, and plies in all."""

    p1: int = 0
    p2: int = 0
    unfinished: int = 0
    plies: int = 0

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.p1 + self.p2 + self.unfinished

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))
