"""The spaces of an environment in Gymnasium's terms."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete
from numpy.typing import NDArray

from headway.envs.setup import Setup

Observation = NDArray[np.signedinteger[Any]]
"""What a seat may know, as `Setup` describes it, in numbers of 16 bits, or of more where the game needs them."""
Mask = NDArray[np.int8]
"""For each move 1 if it is legal and 0 if it is not, as `Discrete.sample` takes it."""


class MoveSpace(Discrete):
    """The moves of a game, by their numbers. The space has them all; `sample` draws one that is legal now.

    The environment keeps `mask` up to date. Where no move is legal, any is drawn: before the first episode, after the
    end of one, and for an agent that is not to act.
    """

    mask: Mask

    def __init__(self, moves: int) -> None:
        super().__init__(moves)
        self.mask = np.zeros(moves, np.int8)

    def sample(self, mask: Mask | None = None, probability: Any = None) -> np.int64:
        """A random move: a legal one, unless another mask or the odds of all moves are given."""
        if mask is None and probability is None and self.mask.any():
            mask = self.mask
        return super().sample(mask, probability)


def observation_space(setup: Setup) -> "MultiDiscrete[Any]":
    """For each number of an observation how many values it can have; learners take them apart by themselves."""
    kind: Any = np.dtype(setup.kind)  # Gymnasium takes any kind of integer; its annotation names one
    return MultiDiscrete(np.array(setup.sizes), dtype=kind)


def action_space(setup: Setup) -> MoveSpace:
    """The moves of the game, by their numbers."""
    return MoveSpace(len(setup.game.all_moves))


def as_observation(setup: Setup, numbers: Sequence[int]) -> Observation:
    """An observation as an array."""
    return np.array(numbers, setup.kind)


def as_mask(legal: Sequence[bool]) -> Mask:
    """A mask as an array."""
    return np.array(legal, np.int8)
