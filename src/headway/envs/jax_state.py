"""A table, or a batch of them, as functions of JAX take and return it, in the shape of pgx."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jax

if TYPE_CHECKING:
    from headway.envs.jax_env import HeadwayJaxEnv


@partial(
    jax.tree_util.register_dataclass,
    data_fields=[
        "current_player",
        "observation",
        "rewards",
        "terminated",
        "truncated",
        "legal_action_mask",
        "_step_count",
        "_node",
        "_ply",
        "_seed",
    ],
    meta_fields=["_env"],
)
@dataclass(frozen=True)
class State:
    """A table, or a batch of them. The names are those of pgx; all but `_env` are arrays.

    `current_player` is the seat to move, at the end the one that moved last. `observation` is what it may know,
    `rewards` are those of P1 and P2 for the last step, and `legal_action_mask` is all true once the game has ended.
    """

    current_player: Any
    observation: Any
    rewards: Any
    terminated: Any
    truncated: Any
    legal_action_mask: Any
    _step_count: Any
    _node: Any
    _ply: Any
    _seed: Any
    _env: "HeadwayJaxEnv"

    @property
    def env_id(self) -> str:
        """The name of the environment."""
        return self._env.id

    def replace(self, **changed: Any) -> "State":
        """The state with some fields replaced."""
        return replace(self, **changed)

    def to_svg(self) -> str:
        """The board as all may see it; of a batch, the boards of the first tables, one below the other."""
        return self._env.svg(self)

    def save_svg(self, filename: str | Path) -> None:
        """Write the picture into a file."""
        Path(filename).write_text(self.to_svg(), "utf-8")

    def _repr_html_(self) -> str:
        return self.to_svg()
