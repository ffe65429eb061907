"""Values as people read them, for `solve`, `hint` and `review`."""

from headway.phrases import percent


def in_percent(chance: float, is_endless: bool) -> str:
    """A chance to win in eight columns: "100.00 %"; endless play has no chance of its own and is called by its name."""
    return " endless" if is_endless else percent(chance, "6.2f")
