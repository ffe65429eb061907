"""Threefold repetition and endless play, from hand-made lines of play."""

import pytest

from headway.catalogue import find
from headway.table.outcome import Reason
from headway.table.repetition import ENDLESS, REPEATED, is_endless, reason_to_draw
from headway.table.table import Table
from tests.conftest import Headway


def played(table: Table, *moves: str) -> Table:
    for move in moves:
        table = table.play(move)
    return table


def test_a_position_that_comes_up_for_the_third_time_is_a_reason_to_draw() -> None:
    """In Predictive Pursuit a choice that is guessed leaves everything as it was: two of them are a round."""
    table = played(Table(find("predictive-pursuit")), *["1"] * 4)
    assert reason_to_draw(table) == ""  # for the second time
    table = played(table, "1", "1", "1")
    assert reason_to_draw(table) == ""  # the other side chooses, for the second time; a secret is open
    table = table.play("1")
    assert reason_to_draw(table) == REPEATED
    assert not is_endless(table)
    assert reason_to_draw(table.play("2")) == REPEATED  # nothing has changed but for a secret
    assert reason_to_draw(played(table, "2", "1")) == ""  # a wrong guess: the chooser has moved on
    assert reason_to_draw(table.end(Reason.AGREED)) == ""


def test_a_pursuit_that_is_locked_at_9_to_9_is_told() -> None:
    """Both are one step from the goal: who is to choose has one choice, and whoever guesses guesses it."""
    table = Table(find("predictive-pursuit"))
    for _ in range(4):
        table = played(table, "2", "1", "2", "1")
    table = played(table, "1", "2", "1", "2")
    assert table.positions == ((9,), (9,))
    for _ in range(2):
        assert reason_to_draw(table) == ""
        table = played(table, *["1"] * 4)
    assert reason_to_draw(table) == REPEATED


def test_play_that_cannot_end_is_told_when_a_state_comes_back() -> None:
    """With single steps the markers of Cross Over meet and can never pass."""
    table = Table(find("cross-over").variant({"length": 4, "longest_step": 1}))
    assert is_endless(table)
    told = []
    for _ in range(6):
        table = table.play(table.legal[0])
        told.append(reason_to_draw(table))
    assert told[:2] == ["", ""]
    assert told[-1] == ENDLESS
    assert not is_endless(Table(find("cross-over")))


def test_a_state_that_comes_back_by_the_dice_is_no_reason() -> None:
    """No 2 is ahead, so a 2 passes the turn; the next roll may be another."""
    table = Table(find("number-race").variant({"length": 4, "board": [1, 1, 1, 1]}))
    for _ in range(10):
        table = played(table, "roll", "2")
    assert table.positions == find("number-race").variant({"length": 4}).positions(table.states[0])
    assert reason_to_draw(table) == ""


def test_many_states_are_not_explored_for_ever() -> None:
    table = Table(find("cross-over").variant({"length": 1000}))
    assert not is_endless(table)


@pytest.mark.parametrize("opponent", ["human", "random"])
def test_the_terminal_tells_it_once_and_a_computer_agrees(opponent: str, headway: Headway) -> None:
    rules = ["--rule", "length=4", "--rule", "longest_step=1"]
    typed = "1\n" * 12 if opponent == "random" else "1\n" * 8
    answer = "draw\n" if opponent == "random" else "draw\nyes\n"
    players = ["--p2", "random"] if opponent == "random" else []
    told = headway("play", "predictive-pursuit", *players, *rules, typed=typed + answer).out
    assert told.count(ENDLESS) == 1
    assert "the game is a draw" in told
