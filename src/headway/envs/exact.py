"""What is true of an episode: what a table is worth to a seat, and what a move gives away.

Both are chances of winning under best play, endless play counting one half: fractions where they are exact.
"""

from fractions import Fraction

from headway.api.solution import solve
from headway.game import Game
from headway.rulekit import P1
from headway.table.table import Table

Value = Fraction | float


class Exact:
    """The solution of a game, as environments ask for it. Making one solves the game; solutions are kept on disk."""

    def __init__(self, game: Game) -> None:
        self._solution = solve(game)

    def value(self, table: Table, seat: int) -> Value:
        """The chance that a seat wins from here, as far as the side to move can know."""
        of_p1 = self._solution.value(table)
        return of_p1 if seat == P1 else 1 - of_p1

    def given_away(self, table: Table) -> dict[int, Value]:
        """How much each legal move loses to the side that makes it here, compared with best play: zero or more."""
        game, best = table.game, self._solution.value(table)
        worths = {worth.move: worth.value for worth in self._solution.worths(table)}
        moves = game.moves_at(table.state)
        return {move: lost(best, worths[game.token(move)], table.actor) for move in moves}


def lost(best: Value, worth: Value, seat: int) -> Value:
    """What a seat loses by a move of some worth instead of the best one; values are the chance that P1 wins."""
    return max(best - worth if seat == P1 else worth - best, 0)
