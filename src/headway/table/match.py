"""A match: several games, the first to win a number of them, with the start alternating."""

from dataclasses import dataclass, replace

from headway.rulekit import P1, P2
from headway.table.table import SEATS


@dataclass(frozen=True)
class Match:
    """The results so far of a match to `goal` wins; a single game is a match to one."""

    goal: int
    first: int = P1
    results: tuple[str, ...] = ()

    @property
    def score(self) -> tuple[int, int]:
        return self.results.count(SEATS[P1]), self.results.count(SEATS[P2])

    @property
    def opener(self) -> int:
        """Who moves first in the next game."""
        return self.first if len(self.results) % 2 == 0 else 1 - self.first

    @property
    def champion(self) -> int | None:
        """Who has won the match, if anybody has."""
        return next((seat for seat in (P1, P2) if self.score[seat] >= self.goal), None)

    def add(self, result: str) -> "Match":
        """The match after one more game; a draw or an unfinished game scores for nobody."""
        return replace(self, results=(*self.results, result))
