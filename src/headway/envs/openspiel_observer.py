"""What a player of one of Headway's games sees, as OpenSpiel asks for it: in words, and as a tensor."""

from typing import Any

import numpy as np
import pyspiel

from headway.bound import A_SEAT
from headway.envs.setup import Setup
from headway.errors import BadArgument, expected
from headway.rulekit import P1, P2, SPECTATOR

ONE_PLAYER = pyspiel.PrivateInfoType.SINGLE_PLAYER
DEFAULT_OBSERVATION = pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=ONE_PLAYER)


class Observer:
    """What a player sees, as OpenSpiel asks for it; with perfect recall, all that the player has seen so far.

    Without private information it is what a spectator sees, and the same for both players. With that of all players it
    is everything, secrets included: not for a learner.
    """

    def __init__(self, setup: Setup, wanted: Any) -> None:
        if not wanted.public_info:
            raise BadArgument("Observations have public information here: what is private is not split off.")
        self.setup, self.has_recall, self.private = setup, wanted.perfect_recall, wanted.private_info
        sizes = () if self.has_recall else setup.sizes
        self.tensor = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes)
        self.starts = ends - sizes
        self.dict = {
            f"number {index}": self.tensor[end - size : end]
            for index, (size, end) in enumerate(zip(sizes, ends, strict=True))
        }

    def set_from(self, state: Any, player: int) -> None:
        """Set the tensor: for each number of the observation a row of zeros with a one at its value.

        The first number is the seat. Of an observation that is not one player's, its row has no one.
        """
        viewer = self._viewer(state, player)
        self.tensor.fill(0)
        if not self.has_recall:
            ones = self.starts + self.setup.observe(state.state, viewer)
            self.tensor[ones if self.private == ONE_PLAYER else ones[1:]] = 1

    def string_from(self, state: Any, player: int) -> str:
        """What the player sees now; with perfect recall, the seat and the moves as it has come to know them."""
        viewer = self._viewer(state, player)
        if not self.has_recall:
            return str(self.setup.game.view(state.state, viewer))
        seat = f"P{player + 1}, " if self.private == ONE_PLAYER else ""
        return f"{seat}P{self.setup.first + 1} first: {', '.join(state.table.log(viewer))}"

    def _viewer(self, state: Any, player: int) -> int:
        """Who sees what is asked for."""
        if player not in (P1, P2):
            raise expected(A_SEAT, player)
        if self.private == pyspiel.PrivateInfoType.NONE:
            return SPECTATOR
        if self.private == ONE_PLAYER:
            return player
        return next(seat for seat in (P1, P2) if self.setup.game.view(state.state, seat) == state.state)
