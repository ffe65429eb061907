"""What a game's `rules.py` may import: the names of those who act, and the one helper that tuples need.

Everything here exists twice in spirit: run by Python at the table, and compiled by Numba (`headway.compiled`
holds the compiled twin of `put`).
"""

P1 = 0
P2 = 1
CHANCE = 2
OVER = 3

SPECTATOR = -1
"""The seat of somebody who only looks on: `view` shows them what both players may know."""


def put(items: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """`items` with one entry replaced."""
    return (*items[:index], value, *items[index + 1 :])
