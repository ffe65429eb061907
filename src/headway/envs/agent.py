"""An agent as a policy: it is asked with observations, as environments give them, and so has an exact value."""

from collections.abc import Callable
from fractions import Fraction
from operator import index
from typing import Any

import numpy as np

from headway.envs.setup import Setup
from headway.envs.spaces import Mask, Observation, as_mask, as_observation
from headway.game import Game, State
from headway.policies.policy import BadPolicy, Odds, Policy

Choose = Callable[[Observation, Mask], Any]
"""Gives the number of a move, or the odds of all moves, for an observation and its mask."""


class AgentPolicy(Policy):
    """What an agent does wherever it is to move."""

    def __init__(self, game: Game, choose: Choose, name: str) -> None:
        super().__init__(game, name)
        self._setup, self._choose = Setup(game), choose

    def odds(self, seen: State) -> Odds:
        """The odds of the agent's moves; one move that it chooses has them all."""
        observed, mask = self._setup.observe(seen, self.game.actor(seen)), self._setup.mask(seen)
        answer = self._choose(as_observation(self._setup, observed), as_mask(mask))
        if np.ndim(answer) == 0:
            try:
                return {index(answer): Fraction(1)}
            except TypeError:
                raise BadPolicy(f"An agent gave a value of type {type(answer).__name__} instead of a move.") from None
        shares = np.asarray(answer)
        if shares.shape != (len(mask),):
            raise BadPolicy(f"An agent gave odds of the shape {shares.shape} for {len(mask)} moves.")
        return {move: share for move, share in enumerate(shares.tolist()) if share != 0}
