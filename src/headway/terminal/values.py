"""Values as people read them, for `solve`, `hint` and `review`."""

from headway.rulekit import P1
from headway.solver import Value


def chance_of(seat: int, value: Value) -> float:
    """The chance that a seat wins, from the value: the chance that Player 1 wins."""
    return float(value if seat == P1 else 1 - value)
