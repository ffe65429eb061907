"""What is said to be known of a game's rules."""

import pytest

from headway.analysis.known import what_is_known
from headway.catalogue import find
from headway.solver import solve

# who wins is what independent programs find (tests/solver), or follows from the rules at once
KNOWN = [
    ("cross-over", "The player who moves first wins with best play, in 7 moves of both sides."),
    ("race-to-the-center", "The player who moves second wins with best play, in 6 moves of both sides."),
    ("capture-the-flag", "With best play the game can go on for ever."),
    ("number-race", "The player who moves first wins 53.8 % of the games."),
]


@pytest.mark.parametrize(("name", "known"), KNOWN)
def test_what_is_proved_is_said_in_a_sentence(name: str, known: str) -> None:
    assert what_is_known(solve(find(name))) == known
