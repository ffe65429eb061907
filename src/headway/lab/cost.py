"""About how long a variant takes, and how much memory: what decides the order, and is told before any work."""

from headway.game import Game
from headway.lab.variant_list import Variants
from headway.solver.size import state_count

SECONDS = 0.01
"""What any variant takes."""
SECONDS_PER_WORK, GROWTH = 2e-8, 1.42
"""Measured for games with loops: what a variant takes grows faster than its states times its moves."""
BYTES_PER_STATE, BYTES_PER_MOVE = 250, 30
MOST_LOOKED_AT = 1_000
"""Of more variants, so many are looked at to tell about how long all take."""
LONGEST = 1e9
"""Seconds that are as good as for ever: larger variants are refused, and take no time."""


def seconds_of(game: Game) -> float:
    """About how many seconds a variant takes on one core."""
    work = float(min(state_count(game), 10**18)) * len(game.all_moves)
    return float(min(SECONDS + SECONDS_PER_WORK * work**GROWTH, LONGEST))


def bytes_of(game: Game) -> int:
    """About how many bytes a variant takes at most."""
    return state_count(game) * (BYTES_PER_STATE + BYTES_PER_MOVE * len(game.all_moves))


def seconds_of_all(variants: Variants) -> float:
    """About how many seconds all variants take on one core, by some of them."""
    apart = max(1, len(variants) // MOST_LOOKED_AT)
    some = range(0, len(variants), apart)
    return sum(seconds_of(variants[number].game) for number in some) * len(variants) / len(some)
