"""What a game's `rules.py` may import: the names of those who act and of a draw, and how to replace a tuple's entry.

Python runs these at the table; Numba compiles them (`headway.compiled` has the compiled version of `put`).
"""

__all__ = ["CHANCE", "DRAW", "OVER", "P1", "P2", "SPECTATOR", "put"]

P1 = 0
P2 = 1
CHANCE = 2
OVER = 3
DRAW = 4
"""What `winner` answers for a game that neither side has won."""

SPECTATOR = -1
"""A viewer who does not play: `view` shows what both players may know."""


def put(items: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """`items` with one entry replaced.

    >>> headway.rulekit.put((1, 9), 0, 4)
    (4, 9)
    """
    return (*items[:index], value, *items[index + 1 :])
