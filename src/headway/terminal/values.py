"""Values as people read them, for `solve`, `hint` and `review`."""

from headway.analysis.worths import chance_in_words


def in_percent(chance: float, is_endless: bool, is_drawn: bool = False) -> str:
    """A chance to win in eight columns: "100.00 %"; endless play and draws are called by their names."""
    return f"{chance_in_words(chance, is_endless, is_drawn, '.2f'):>8}"
