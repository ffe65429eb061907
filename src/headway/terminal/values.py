"""Values as people read them, for `solve`, `hint` and `review`."""

from headway.rulekit import P1
from headway.solver import Value


def chance_of(seat: int, value: Value) -> float:
    """The chance that a seat wins, from the value: the chance that Player 1 wins."""
    return float(value if seat == P1 else 1 - value)


def in_percent(chance: float, is_endless: bool) -> str:
    """A chance to win in eight columns: "100.00 %"; endless play has no chance of its own and is called by its name."""
    return " endless" if is_endless else f"{100 * chance:6.2f} %"
