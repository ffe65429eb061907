"""Values as people read them, for `solve`, `hint` and `review`."""

from headway.phrases import percent


def in_percent(chance: float, is_endless: bool, is_drawn: bool = False) -> str:
    """A chance to win in eight columns: "100.00 %"; endless play and draws are called by their names."""
    return " endless" if is_endless else "    draw" if is_drawn else percent(chance, "6.2f")
