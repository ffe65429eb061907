"""The spaces of an environment in Gymnasium's terms."""

from typing import Any

import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete
from numpy.typing import NDArray

from headway.envs.setup import Setup

Observation = NDArray[np.int16]
"""What a seat may know, as `Setup` describes it. No number of a state comes near the limit of 16 bits."""


def observation_space(setup: Setup) -> MultiDiscrete:
    """For each number of an observation how many values it can have; learners take them apart by themselves."""
    kind: Any = np.int16  # Gymnasium takes any kind of integer; its annotation names one
    return MultiDiscrete(np.array(setup.sizes), dtype=kind)


def action_space(setup: Setup) -> Discrete:
    """The moves of the game, by their numbers."""
    return Discrete(len(setup.game.all_moves))
