"""`review` and `replay` without a file: the last game that was kept, saying which."""

import json
from pathlib import Path

import pytest

from tests.conftest import Headway, entries
from tools.terminal import Terminal

WON_BY_P1 = (2, 1, 2, 2, 1)  # a game of Race to the Center


@pytest.fixture
def kept(headway: Headway, state_home: Path) -> Path:
    """The record of the last of two games."""
    headway("play", "cross-over", typed=entries(3))
    headway("play", "race-to-the-center", typed=entries(*WON_BY_P1))
    return max(state_home.glob("*.jsonl"))


@pytest.mark.parametrize("command", ["review", "replay"])
def test_the_last_game_is_taken_and_named(command: str, kept: Path, headway: Headway) -> None:
    told = headway(command)
    assert (told.status, told.out) == (0, headway(command, kept).out)
    who = "Player 1 (a person) and Player 2 (a person)"
    assert told.err == f"The last game kept: Race to the Center, {who}, 5 moves played, in {kept}\n\n"
    assert headway(command, kept).err == ""


@pytest.mark.parametrize("command", ["review", "replay"])
def test_programs_read_the_last_game_too(command: str, kept: Path, headway: Headway) -> None:
    assert json.loads(headway(command, "--json").out)["winner"] == "P1"


def test_a_game_recorded_elsewhere_is_kept_as_well(kept: Path, headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "my game.jsonl"
    headway("play", "cross-over", "--p2", "5", "--record", path, typed=entries("resign"))
    told = headway("review")
    assert told.err == (
        "The last game kept: Cross Over, Player 1 (a person) and Player 2 (the computer, level 5), 0 moves played, "
        f"in '{path}'\n\n"
    )
    assert "The turning point was the resignation." in told.out


@pytest.mark.parametrize("command", ["review", "replay"])
def test_without_a_game_there_is_one_clear_line(command: str, headway: Headway) -> None:
    told = headway(command)
    assert (told.status, told.out) == (2, "")
    assert told.err == "headway: No game has been kept yet. Name the file of a record, or play a game first.\n"


def test_verify_needs_the_record_of_a_server(headway: Headway, kept: Path) -> None:
    told = headway("verify")
    assert (told.status, told.out, told.err.count("\n")) == (2, "", 1)
    assert "Name the FILE of a record from a server." in told.err


def test_moves_need_a_game(headway: Headway) -> None:
    told = headway("replay", "--moves", "1")
    assert (told.status, told.out, told.err.count("\n")) == (2, "", 1)


def test_the_path_of_the_last_game_is_not_broken(kept: Path) -> None:
    terminal = Terminal("replay", columns=40)
    assert terminal.wait() == 0
    assert str(kept) in terminal.text.replace("\r\n", "\n").split("\n")
