"""What a game's `rules.py` may import: the names of those who act, and a function that replaces an entry of a tuple.

Python runs these at the table; Numba compiles them (`headway.compiled` has the compiled version of `put`).
"""

P1 = 0
P2 = 1
CHANCE = 2
OVER = 3

SPECTATOR = -1
"""A viewer who does not play: `view` shows what both players may know."""


def put(items: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """`items` with one entry replaced."""
    return (*items[:index], value, *items[index + 1 :])
