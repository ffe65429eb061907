"""`headway solve`."""

import json
from fractions import Fraction

import pytest

from headway.phrases import digits
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


def test_solve_exactly(headway: Headway) -> None:
    """A board of two squares, each with another number: every turn wins with one roll in six, so 6/11."""
    board = "solve", "number-race", "--board", "1,2", "--exact"
    assert "\nexactly      6/11\n" in headway(*board).out
    told = json.loads(headway(*board, "--json").out)
    assert told["fraction"] == "6/11"
    assert told["value"] == float(Fraction(told["fraction"]))


def test_a_long_fraction_is_told_by_its_size_and_printed_in_full_as_json(headway: Headway) -> None:
    race = "solve", "number-race", "--exact"
    fraction = Fraction(json.loads(headway(*race, "--json").out)["fraction"])
    decimals = f"{fraction.numerator * 10**30 // fraction.denominator:030}"
    terms = [len(str(term)) for term in (fraction.numerator, fraction.denominator)]
    size = f"a fraction of {terms[0]} digits over {terms[1]} digits"
    assert f"exactly      0.{decimals}..., {size}" in headway(*race).out


def test_what_has_no_exact_fraction_is_refused_in_one_line(headway: Headway) -> None:
    refused = headway("solve", "predictive-pursuit", "--exact")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.count("\n") == 1
    assert "it has choices, and chance or secrets too" in refused.err


@pytest.mark.parametrize(("base", "power", "more"), [(0, 1, 0), (7, 1, 0), (10, 600, -1), (10, 4300, 3), (7, 20000, 0)])
def test_all_digits_of_a_number_are_written(base: int, power: int, more: int) -> None:
    number = base**power + more
    written = digits(number)
    assert written.isdecimal()
    assert written == "0" or not written.startswith("0")
    value = 0
    for begin in range(0, len(written), 500):  # Python reads 4,300 digits at most at a time
        part = written[begin : begin + 500]
        value = value * 10 ** len(part) + int(part)
    assert value == number
