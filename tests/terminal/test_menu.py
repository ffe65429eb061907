"""`headway` without a command: the menu before and after a game."""

import json
from pathlib import Path

import pytest

from headway.catalogue import find, names
from headway.table.outcome import Result
from headway.table.record import read
from tests.conftest import Headway, entries
from tools.terminal import Terminal

GAMES = names()
CROSS_OVER = GAMES.index("cross-over") + 1
RACE = GAMES.index("race-to-the-center") + 1
FRIEND = 2
AGAIN, REVIEW, ANOTHER, QUIT = 1, 2, 3, 4
WON_BY_P1 = (2, 1, 2, 2, 1)  # a game of Race to the Center


def test_the_games_are_listed_with_what_they_are(headway: Headway) -> None:
    told = " ".join(headway(typed="q\n").out.split())
    for name in GAMES:
        assert find(name).title in told
        assert find(name).words.SUMMARY in told


@pytest.mark.parametrize("typed", ["", "q\n", "QUIT\n", "\nexit\n", "\n\nq\n"])
def test_the_menu_can_be_left_at_every_question(headway: Headway, typed: str) -> None:
    told = headway(typed=typed)
    assert (told.status, told.err) == (0, "")
    assert "Welcome" not in told.out


def test_enter_alone_starts_a_game_against_the_computer(headway: Headway, state_home: Path) -> None:
    told = headway(typed=entries("", "", "")).out
    assert f"Welcome to {find(GAMES[0]).title}!" in told
    (journal,) = state_home.glob("*.jsonl")
    assert json.loads(journal.read_text().splitlines()[0])["players"] == ["human", "3"]


@pytest.mark.parametrize(
    ("answers", "game", "players"),
    [
        ((CROSS_OVER, 1, 7), "cross-over", ["human", "7"]),
        ((CROSS_OVER, "computer", ""), "cross-over", ["human", "3"]),
        ((CROSS_OVER, 2), "cross-over", ["human", "human"]),
        (("Cross Over", "friend"), "cross-over", ["human", "human"]),
        (("over", "the comp", "perfect"), "cross-over", ["human", "perfect"]),
        (("predictive-pursuit", 1, "READER"), "predictive-pursuit", ["human", "reader"]),
        (("number-race", "the comp"), "number-race", ["human", "random"]),  # there is nothing to decide, so no level
    ],
)
def test_game_opponent_and_level_are_chosen(
    headway: Headway, state_home: Path, answers: tuple[object, ...], game: str, players: list[str]
) -> None:
    headway(typed=entries(*answers))
    (journal,) = state_home.glob("*.jsonl")
    header = json.loads(journal.read_text().splitlines()[0])
    assert (header["game"], header["players"]) == (game, players)


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        (entries("nonsense"), 'There is no game "nonsense".'),
        (entries("nonsense"), "Please enter a number from 1 to 5."),
        (entries("cros over"), "Did you mean Cross Over?"),
        (entries("race"), 'There is no game "race".'),  # two titles have a word that begins so
        (entries(99), 'There is no game "99". Please enter a number from 1 to 5.'),
        (entries(1, 3), "Please enter 1 or 2."),
        (entries(1, "nobody"), "Please enter 1 or 2."),
        (entries(1, 1, 10), "Please enter a level from 1 to 9, random, or perfect."),
        (entries(1, 1, "reader"), "Please enter a level from 1 to 9, random, or perfect."),  # there are no secrets
        (entries(1, 1, "\u0663"), "Please enter a level from 1 to 9, random, or perfect."),
        (b"\xff\xfe\n", "That line is not text that can be read (UTF-8)."),
        (b"x" * 5000 + b"\n", "That line is too long"),
    ],
)
def test_what_is_mistyped_is_asked_again(headway: Headway, typed: str | bytes, complaint: str) -> None:
    told = headway(typed=typed)
    assert told.status == 0
    assert complaint in " ".join(told.out.split())
    assert told.out.endswith("? \nThe input has ended.\n")  # it was asked again, and nothing more was typed


def test_what_is_mistyped_names_no_option_of_the_command_line(headway: Headway) -> None:
    told = headway(typed=entries("nonsense", 99)).out
    assert not any(name in told for name in GAMES)


def test_a_level_that_a_game_does_not_have_is_not_its_default(headway: Headway) -> None:
    pursuit = GAMES.index("predictive-pursuit") + 1
    told = headway(typed=entries(pursuit, 1, "reader", "resign", "another", CROSS_OVER, 1, "")).out
    assert "perfect: never errs, reader: learns your habits; Enter for 3)? reader\n" in told
    assert "perfect: never errs; Enter for perfect)? \n" in told


def test_after_a_game_there_is_another_the_review_and_the_end(headway: Headway, state_home: Path) -> None:
    first = (RACE, FRIEND, *WON_BY_P1)
    typed = entries(*first, "what", REVIEW, AGAIN, *WON_BY_P1, "another", CROSS_OVER, "", 3, "resign", "q")
    told = headway(typed=typed)
    assert (told.status, told.err) == (0, "")
    assert told.out.count("What next (1 to 4; Enter for 1)?") == 5
    assert "Race to the Center: the chance that Player 1 wins, after each move\n" in told.out
    assert "This time Player 2 moves first.\n" in told.out
    records = [read(path).table for path in sorted(state_home.glob("*.jsonl"))]
    assert [(table.game.name, table.first, table.result) for table in records] == [
        ("race-to-the-center", 0, Result.P1),
        ("race-to-the-center", 1, Result.P2),
        ("cross-over", 0, Result.P1),
    ]
    assert "Against whom (1 or 2; Enter for 2)? " in told.out  # what was chosen last is the default


def test_a_game_that_is_left_ends_the_menu_too(headway: Headway) -> None:
    told = headway(typed=entries(CROSS_OVER, FRIEND, 3, "quit", 1)).out
    assert told.endswith("The game is saved. Go on with: headway resume\n")


def test_a_command_asks_nothing_after_the_game(headway: Headway) -> None:
    told = headway("play", "race-to-the-center", typed=entries(*WON_BY_P1, REVIEW))
    assert told.out.endswith("wins the game!\n")


@pytest.mark.parametrize(
    ("answers", "prompt"),
    [
        ((), "q to quit)? "),
        (("",), "Against whom (1 or 2; Enter for 1)? "),
        (("", ""), "Which level (1: easy, 9: hard, perfect: never errs; Enter for 3)? "),
        ((CROSS_OVER, FRIEND), "Player 1: "),
        ((RACE, FRIEND, *WON_BY_P1), "What next (1 to 4; Enter for 1)? "),
    ],
)
@pytest.mark.parametrize(
    ("key", "status", "line"), [("\x03", 130, "Interrupted."), ("\x04", 0, "The input has ended.")]
)
def test_ctrl_c_and_ctrl_d_end_the_program_at_every_question(
    answers: tuple[object, ...], prompt: str, key: str, status: int, line: str
) -> None:
    terminal = Terminal()
    terminal.answer("? ", *answers)
    terminal.wait_for(prompt, at_the_end=True)
    terminal.type(key)
    assert terminal.wait() == status
    assert "Traceback" not in terminal.text
    assert terminal.screen.splitlines().count(line) == 1
