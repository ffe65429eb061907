"""`headway solve`."""

import json

import pytest

from tests.conftest import Headway


def test_solve_as_json(headway: Headway) -> None:
    told = json.loads(headway("solve", "cross-over", "--json").out)
    assert list(told) == ["game", "rules", "first", "states", "value", "verdict", "plies", "gap", "seconds"]
    assert (told["value"], told["verdict"], told["plies"], told["states"], told["gap"]) == (1.0, "P1", 7, 144, 0.0)
    assert told["rules"] == {"length": 9, "longest_step": 3}
    other = json.loads(headway("solve", "cross-over", "--json", "--first", "p2").out)
    assert (other["first"], other["value"], other["verdict"]) == ("P2", 0.0, "P2")


def test_solve_in_words(headway: Headway) -> None:
    told = " ".join(headway("solve", "cross-over").out.split())
    assert "Player 1 wins by opening with 3, in 7 moves of both sides; every other opening loses." in told
    assert "Player 2 wins, whatever Player 1 opens with" in headway("solve", "race-to-the-center").out
    assert "Under best play the game never ends" in headway("solve", "capture-the-flag").out
    assert "Player 1 wins 53.767 % of the games." in headway("solve", "number-race").out


@pytest.mark.parametrize("first", ["p1", "p2"])
def test_openings_that_are_mixed_are_all_named(headway: Headway, first: str) -> None:
    told = headway("solve", "predictive-pursuit", "--rule", "overshoot=stops", "--first", first).out
    assert "opening with 1 or 2" in " ".join(told.split())
