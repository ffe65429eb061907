"""The results of many games, counted."""

from collections.abc import Callable, Generator
from typing import NamedTuple

from headway.table.decide import PROGRAMS_LIMIT

LIMIT = PROGRAMS_LIMIT
"""How many plies a simulated game may last; after them it is unfinished."""


class Tally(NamedTuple):
    """Counts over some games: wins of each side, games not over within the limit, plies in all, and drawn games."""

    p1: int = 0
    p2: int = 0
    unfinished: int = 0
    plies: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.p1 + self.p2 + self.drawn + self.unfinished

    def plus(self, other: "Tally") -> "Tally":
        """The sum of two tallies."""
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


Playout = Callable[[int, int], Tally]
"""Plays a number of games with the random numbers of a seed."""
Tallies = Generator[Tally, None, None]
"""The tally so far, from time to time and at the end; closing it ends the games."""
