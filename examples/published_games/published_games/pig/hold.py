"""Policies that hold once the turn total is large enough."""

from collections.abc import Mapping
from fractions import Fraction

from headway import Game
from headway.policies import Policy

CERTAIN = Fraction(1)


class HoldAt(Policy):
    """Hold as soon as the turn total is that many points, or enough to win; roll before.

    >>> import headway
    >>> twenty = HoldAt(headway.load("pig", goal=10), 20)
    >>> twenty
    <Policy for pig: goal=10: hold at 20>
    """

    def __init__(self, game: Game, points: int) -> None:
        super().__init__(game, f"hold at {points}")
        self.points = points
        self._roll, self._hold = (game.tokens[token] for token in ("roll", "hold"))

    def odds(self, seen: tuple[int | tuple[int, ...], ...]) -> Mapping[int, Fraction]:
        """The one move that the policy makes."""
        _, total, _, _ = seen
        may_hold = self._hold in self.game.moves_at(seen)
        must_hold = self._roll not in self.game.moves_at(seen)
        assert isinstance(total, int)
        return {self._hold if must_hold or (may_hold and total >= self.points) else self._roll: CERTAIN}
