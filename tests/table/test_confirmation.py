"""What a player is asked to confirm: giving up always, the offer of a draw only where a computer answers it."""

import pytest

from headway.rulekit import P1, P2
from headway.table.confirmation import questions, to_confirm
from headway.table.events import HUMAN

RESIGNATION = {"resign": "Do you give the game up?"}
DRAW = {"draw": "Do you offer a draw, which may end the game at once?"}


@pytest.mark.parametrize(
    ("players", "seat", "asked"),
    [
        ((HUMAN, HUMAN), P1, RESIGNATION),
        ((HUMAN, "5"), P1, RESIGNATION | DRAW),
        ((HUMAN, "5"), P2, RESIGNATION),
        (("random", HUMAN), P2, RESIGNATION | DRAW),
    ],
)
def test_what_may_end_the_game_at_once_is_asked_about(
    players: tuple[str, str], seat: int, asked: dict[str, str]
) -> None:
    assert questions(players, seat) == asked
    assert to_confirm(players, seat).keys() == asked.keys()
