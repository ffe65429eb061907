"""Phrases that the words of every game share."""

import pytest

from headway import arena, load, simulate
from headway.errors import HeadwayError
from headway.phrases import count
from headway.rulekit import P1
from headway.table.table import Table
from tests.conftest import Headway


@pytest.mark.parametrize(
    ("number", "digits", "told"),
    [(0, "", "0 moves"), (1, "", "1 move"), (2, "", "2 moves"), (1000, "", "1000 moves"), (1000, ",", "1,000 moves")],
)
def test_one_of_a_thing_is_told_in_the_singular(number: int, digits: str, told: str) -> None:
    assert count(number, "move", digits) == told


def test_one_game_is_one_game_everywhere(headway: Headway) -> None:
    told = headway("simulate", "cross-over", "--games", 1, "--seed", 1).out
    assert told.startswith("1 game, ")
    assert "0 games did not end within the limit" in told
    game = load("cross-over")
    assert repr(simulate(game, 1, seed=1)).startswith("<Tally of 1 game of cross-over")
    assert "after 2 games" in repr(arena.play(["random", "perfect"], game, games=2))


def test_one_move_is_one_move_everywhere() -> None:
    table = Table(load("cross-over"), P1).play("3")
    with pytest.raises(HeadwayError, match=r"^Only 1 move has been made\.$"):
        table.earlier(2)
    with pytest.raises(HeadwayError, match="at most 1 move here, not 2"):
        Table.from_text(table.play("2").text, most=1)
