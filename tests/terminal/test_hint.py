"""`headway hint`, and `hint` during play."""

import json
import re
from functools import partial
from pathlib import Path

import pytest

from headway.players.preparation import Preparation
from tests.conftest import Headway, entries
from tests.patience import PATIENCE


def test_hint_as_json(headway: Headway) -> None:
    told = json.loads(headway("hint", "cross-over", "--json").out)
    assert [(move["move"], move["value"], move["plies"]) for move in told["moves"]] == [
        ("1", 0.0, 7),
        ("2", 0.0, 5),
        ("3", 1.0, 6),
    ]
    assert told["to_move"] == "P1"
    assert all("odds" not in move for move in told["moves"])  # there is nothing to mix
    secret = json.loads(headway("hint", "predictive-pursuit", "--rule", "overshoot=stops", "--json").out)
    assert sum(move["odds"] for move in secret["moves"]) == pytest.approx(1)


def test_a_hint_for_the_guesser_does_not_know_the_secret(headway: Headway) -> None:
    told = {secret: headway("hint", "predictive-pursuit", "--moves", secret, "--json").out for secret in "12"}
    assert told["1"] == told["2"]
    stops = [headway("hint", "predictive-pursuit", "--rule", "overshoot=stops", "--moves", s).out for s in "12"]
    assert stops[0] == stops[1]
    assert re.search(r"^  1 +\d\d\.\d\d %, to be chosen \d\d\.\d\d % of the time$", stops[0], re.MULTILINE)


def test_a_guess_that_is_forced_has_a_hint(headway: Headway) -> None:
    for moves in ("", "1"):  # the only step is guessed again and again
        told = json.loads(
            headway("hint", "predictive-pursuit", "--rule", "longest_step=1", "--moves", moves, "--json").out
        )
        assert [(move["move"], move["value"]) for move in told["moves"]] == [("1", 0.5)]


def test_a_hint_for_a_game_that_is_over_is_empty(headway: Headway) -> None:
    over = "3, 2, 1, 1, 2, 1, 3"
    assert headway("hint", "cross-over", "--moves", over).out == "The game is over.\n"
    told = json.loads(headway("hint", "cross-over", "--moves", over, "--json").out)
    assert (told["to_move"], told["value"], told["moves"]) == (None, 1.0, [])


def test_a_hint_before_the_die_tells_every_face(headway: Headway) -> None:
    told = json.loads(headway("hint", "number-race", "--moves", "roll", "--json").out)
    assert [move["move"] for move in told["moves"]] == ["1", "2", "3", "4", "5", "6"]


def test_where_there_is_only_one_move_the_hint_says_so(headway: Headway) -> None:
    assert (
        "There is only one move. The chance that Player 1 wins after it:\n  roll " in headway("hint", "number-race").out
    )
    assert "only one move" not in headway("hint", "number-race", "--moves", "roll").out  # the die has six faces
    assert "only one move" not in headway("hint", "cross-over").out


def test_a_hint_where_the_game_cannot_be_solved_says_why(headway: Headway, monkeypatch: pytest.MonkeyPatch) -> None:
    huge = ["--rule", "length=1000", "--rule", "soldiers=9"]
    monkeypatch.setattr("headway.terminal.play.Preparation", partial(Preparation, PATIENCE))  # not because of the time
    told = headway("play", "capture-the-flag", *huge, typed=entries("hint", "S1 1")).out
    assert "There is no hint, because the game is not solved. Capture the Flag has up to about 10^54 states" in told
    assert "Player 1 moves S1 forward 1 position to position 1." in told  # and the game goes on
    monkeypatch.setattr("headway.solver.process.SolverProcess.solution", out_of_time)
    forced = headway("play", "number-race", "--rule", "length=1000", typed=entries("hint")).out
    assert "There is only one move: roll.\n" in forced


def out_of_time(*_: object) -> None:
    """What solving does that takes too long."""
    raise TimeoutError


def test_hint_during_play(headway: Headway) -> None:
    told = headway("play", "cross-over", typed="hint\n3\n").out
    assert "  3      100.00 %, wins in 7 moves of both sides\n" in told
    assert "Player 1 moves to position 4." in told


def test_the_record_of_a_game_says_that_there_was_a_hint(headway: Headway, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    told = headway("play", "cross-over", "--record", record, typed=entries("hint", "hint", 3, "quit")).out
    assert "switches hints on" not in told  # the hint itself is told
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    assert lines[1:] == [{"hints": "P1"}, {"ply": 1, "by": "P1", "move": "3"}]
    unsolved = tmp_path / "unsolved.jsonl"
    huge = ["--rule", "length=1000", "--rule", "soldiers=9"]
    headway("play", "capture-the-flag", *huge, "--record", unsolved, typed=entries("hint", "quit"))
    assert "hints" not in unsolved.read_text()  # there was none


def test_what_is_certain_is_not_told_as_odds(headway: Headway) -> None:
    """One step from the goal the only step is guessed every time."""
    told = headway("hint", "predictive-pursuit", "--rule", "length=1", "--moves", "1").out
    assert told.splitlines()[1:] == ["  1       endless, always to be chosen", "  2        0.00 %, never to be chosen"]


def test_where_every_move_is_endless_that_is_said_once(headway: Headway) -> None:
    assert headway("hint", "capture-the-flag").out == "After every move, best play goes on for ever.\n"
    told = headway("hint", "predictive-pursuit").out.splitlines()
    assert told[0] == "After every move, best play goes on for ever."
    assert told[1:] == ["  1      to be chosen 50 % of the time", "  2      to be chosen 50 % of the time"]


def test_a_person_who_plays_the_computer_is_told_their_own_chance(headway: Headway) -> None:
    told = headway("play", "cross-over", "--p2", "random", typed=entries("hint", "quit")).out
    assert "The chance that you win after each move:\n  3      100.00 %, wins in 7 moves of both sides\n" in told
