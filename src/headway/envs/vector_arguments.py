"""What a user may pass to the vector environment. Anything else is refused in one sentence."""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from headway.envs.setup import checked_seed_from_zero
from headway.errors import BadArgument, expected

Flags = NDArray[np.bool_]


def checked_actions(actions: object, tables: int) -> NDArray[np.int64]:
    """A number for each table; whether it is that of a legal move is looked up when it is played."""
    wanted = f"an array of {tables} numbers of moves"
    try:
        given = np.asarray(actions)
    except ValueError:
        raise expected(wanted, actions) from None
    if given.dtype.kind not in "iu" or given.shape != (tables,):
        raise BadArgument(f"Expected {wanted}, not one of the shape {given.shape} and the kind {given.dtype}.")
    if given.dtype.kind == "u":  # a number beyond 63 bits would become another one
        given = np.minimum(given.astype(np.uint64), np.iinfo(np.int64).max)
    return np.array(given, np.int64)


def checked_seeds(seed: object, tables: int) -> list[int | None]:
    """The seed of each table: they are given one by one, or follow from that of the first."""
    if isinstance(seed, list | tuple):
        if len(seed) != tables:
            raise BadArgument(f"Expected a seed for each of the {tables} tables, not {len(seed)} seeds.")
        return list(map(checked_seed_from_zero, seed))
    base = checked_seed_from_zero(seed)
    return [None if base is None else base + table for table in range(tables)]


def checked_mask(options: dict[str, Any] | None, tables: int) -> Flags:
    """Which tables begin an episode: all, unless the option `reset_mask` names some."""
    unknown = [name for name in options or {} if name != "reset_mask"]
    if unknown:
        raise expected("the option reset_mask, or none", str(unknown[0]))
    if not options:
        return np.ones(tables, np.bool_)
    mask = options["reset_mask"]
    if not isinstance(mask, np.ndarray) or mask.shape != (tables,) or mask.dtype != np.bool_ or not mask.any():
        raise expected(f"a reset_mask of {tables} truth values, one of them true", mask)
    return mask.copy()


def checked_mode(value: object) -> AutoresetMode:
    """An autoreset mode, or its name in Gymnasium."""
    try:
        return AutoresetMode(value)
    except ValueError:
        names = ", ".join(f'"{mode.value}"' for mode in AutoresetMode)
        raise expected(f"one of the autoreset modes {names}", value) from None
