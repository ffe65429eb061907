"""What is true of an episode: what a table is worth to a seat, and what a move gives away.

Both are chances of winning under best play, endless play counting one half: fractions where they are exact.
"""

from fractions import Fraction

from headway.api.solution import solve
from headway.game import Game
from headway.rulekit import P1
from headway.table.table import Table


class Exact:
    """The solution of a game, as environments ask for it. Making one solves the game; solutions are kept on disk."""

    def __init__(self, game: Game) -> None:
        self._truth = solve(game)

    def value(self, table: Table, seat: int) -> Fraction | float:
        """The chance that a seat wins from here, as far as the side to move can know."""
        of_p1 = self._truth.value(table)
        return of_p1 if seat == P1 else 1 - of_p1

    def given_away(self, table: Table, move: int) -> Fraction | float:
        """How much a move loses to the side that makes it here, compared with best play: zero or more."""
        token, best = table.game.token(move), self._truth.value(table)
        (worth,) = (worth.value for worth in self._truth.worths(table) if worth.move == token)
        lost = best - worth if table.actor == P1 else worth - best
        return max(lost, 0 * lost)
