"""Playing: everything that can be asked for on the way to the end of a game."""

import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from headway.catalogue import find, names
from headway.laws import TABLE_WORDS
from headway.table.events import Event
from headway.table.journal import Journal
from headway.table.match import Match
from headway.table.outcome import Result
from headway.table.record import read
from headway.terminal.table_words import TableWords
from tests.conftest import Headway, entries
from tools.terminal import Terminal


@pytest.mark.parametrize("name", names())
def test_every_game_is_played_to_its_end_by_programs(name: str, headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    told = headway("play", name, "--p1", "random", "--p2", "random", "--seed", 8, "--record", path)
    assert told.status == 0
    record = read(path)
    assert record.table.result in (Result.P1, Result.P2)
    assert headway("replay", path).out == told.out


def test_the_same_seed_gives_the_same_game(headway: Headway) -> None:
    first, second, other = (
        headway("play", "number-race", "--p1", "random", "--p2", "random", "--seed", seed).out for seed in (7, 7, 8)
    )
    assert first == second != other


def test_help_tells_the_moves_and_the_commands(headway: Headway) -> None:
    told = headway("play", "capture-the-flag", typed=entries("help")).out
    assert "You can enter S1 1, S1 2, S2 1, or S2 2." in told
    for word in ("help", "rules", "board", "hint", "undo", "draw", "resign", "quit"):
        assert f"\n  {word} " in told


def test_rules_shows_the_rule_book(headway: Headway) -> None:
    book = find("cross-over").rulebook.rstrip()
    assert book in headway("play", "cross-over", typed=entries("rules")).out
    assert headway("rules", "cross-over").out == f"{book}\n"


def test_board_shows_everything(headway: Headway) -> None:
    told = headway("play", "number-race", "--board", "4,2,6,1", "--seed", 1, typed=entries("board")).out
    assert (
        """\
Player 1    P1
Position |   0   1   2   3  [4]|
Number           4   2   6   1
Player 2    P2
The goal of both players is [4].
"""
        in told
    )


def test_a_long_board_and_a_long_track_are_folded(headway: Headway) -> None:
    told = headway("play", "cross-over", "--rule", "length=60", typed=entries("board")).out
    assert max(map(len, told.splitlines())) <= 80
    assert told.count("Position ") == 3  # 60 squares, 20 to a line


def test_undo_in_a_game_between_people(headway: Headway) -> None:
    told = headway("play", "cross-over", typed=entries(3, "undo", 2)).out
    assert "One move is taken back.\n\nPlayer 1, it's your turn." in told
    assert "Player 1 moves to position 3." in told


def test_undo_against_the_computer(headway: Headway) -> None:
    told = headway("play", "cross-over", "--p2", "random", "--seed", 1, typed=entries(3, "undo", 2)).out
    assert "2 moves are taken back." in told
    assert "Player 1 moves to position 3." in told


def test_undo_never_across_a_die(headway: Headway) -> None:
    told = headway("play", "number-race", typed=entries("", "undo")).out
    assert "A die that has been rolled stays rolled." in told


def test_undo_before_the_first_move(headway: Headway) -> None:
    assert "There is no move of yours to take back." in headway("play", "cross-over", typed=entries("undo")).out


def test_a_draw_needs_the_other_player(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    told = headway("play", "cross-over", "--record", path, typed=entries(3, "draw", "what", "no", "draw", "yes")).out
    assert "Player 2 offers a draw. Player 1, do you agree (yes or no)? what\nPlease enter yes or no.\n" in told
    assert "Player 1 does not agree to a draw. The game goes on." in told
    assert told.endswith("Both players agree: the game is a draw.\n")
    assert read(path).table.result is Result.DRAW
    assert headway("replay", path).out.endswith("Both players agree: the game is a draw.\n")


def test_the_computer_may_decline_a_draw(headway: Headway) -> None:
    told = headway("play", "cross-over", "--p2", "random", typed=entries("draw")).out
    assert "You offer a draw.\nThe computer does not agree to a draw. The game goes on.\n" in told


def test_a_draw_is_asked_about_before_a_computer_answers(state_home: Path) -> None:
    terminal = Terminal("play", "cross-over", "--p2", "random", "--plain")
    question = "Player 1, do you offer a draw, which may end the game at once (yes or no)? "
    terminal.answer("Player 1: ", "draw")
    terminal.answer(question, "no")
    terminal.answer("Player 1: ", "draw")
    terminal.answer(question, "yes")
    terminal.answer("Player 1: ", "quit")
    assert terminal.wait() == 0
    assert terminal.screen.count("You offer a draw.") == 1
    assert terminal.screen.count("The game goes on.") == 2


def test_resigning_gives_the_game_to_the_other(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    told = headway("play", "cross-over", "--record", path, typed=entries(3, "resign"))
    assert (told.status, told.out.splitlines()[-1]) == (0, "Player 2 resigns. Player 1 wins the game!")
    assert read(path).table.result is Result.P1


def test_resigning_is_asked_about_at_a_keyboard(state_home: Path) -> None:
    terminal = Terminal("play", "cross-over", "--plain")
    question = "Player 1, do you give the game up (yes or no)? "
    terminal.answer("Player 1: ", "resign")
    terminal.answer(question, "what", "no")
    terminal.answer("Player 1: ", "resign")
    assert "Please enter yes or no.\n" in terminal.screen
    assert "The game goes on.\n" in terminal.screen
    terminal.answer(question, "yes")
    assert terminal.wait() == 0
    assert terminal.screen.endswith("Player 1 resigns. Player 2 wins the game!")
    assert read(next(state_home.glob("*.jsonl"))).table.result is Result.P2


@pytest.mark.parametrize("leaving", [["quit"], ["exit"], ["draw", "quit"], []])
def test_leaving_saves(headway: Headway, leaving: list[str]) -> None:
    told = headway("play", "cross-over", typed=entries(3, *leaving))
    assert (told.status, told.out.splitlines()[-1]) == (0, "The game is saved. Go on with: headway resume")
    assert "Player 2 moves to position 7." in headway("resume", typed=entries(2)).out


def test_a_move_is_written_before_it_is_told(headway: Headway, monkeypatch: pytest.MonkeyPatch) -> None:
    told_when_written = []
    append = Journal.append

    def watched(journal: Journal, events: list[Event], after: Match) -> None:
        append(journal, events, after)
        shown: Any = sys.stdout.buffer
        told_when_written.append((after.table.ply, shown.getvalue().count(b" moves to position ")))

    monkeypatch.setattr(Journal, "append", watched)
    headway("play", "cross-over", typed=entries(3, 2))
    assert [written for written in told_when_written if written[0]] == [(1, 0), (2, 1)]


def test_every_word_of_the_table_is_reserved_by_the_laws() -> None:
    source = inspect.getsource(TableWords)
    words = set(re.findall(r'^            "([a-z?]+)": self\._', source, re.MULTILINE))
    assert {"help", "undo", "quit"} <= words == TABLE_WORDS


def test_the_limit_leaves_a_game_unfinished(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    told = headway("play", "cross-over", "--limit", 2, "--record", path, typed=entries(3, 2, 1))
    assert told.out.endswith("""\
Player 2 moves to position 7.
Player 1 is at position 4.
The limit on moves is reached. The game is unfinished.
""")
    assert told.status == 0
    assert json.loads(path.read_text().splitlines()[-1]) == {"result": "unfinished", "reason": "limit"}


def test_programs_always_have_a_limit(headway: Headway) -> None:
    endless = ("play", "cross-over", "--rule", "longest_step=1", "--p1", "random", "--p2", "random")
    assert headway(*endless).out.endswith("The limit on moves is reached. The game is unfinished.\n")
    told = headway(*endless, "--match", 3).out
    assert told.endswith("The match is unfinished: its last game did not end within the limit.\n")


@pytest.mark.parametrize(("first", "opener"), [("p1", "Player 1"), ("p2", "Player 2")])
def test_who_moves_first_can_be_chosen(headway: Headway, first: str, opener: str) -> None:
    assert f"Game Start! {opener} goes first." in headway("play", "number-race", "--first", first).out


def test_who_moves_first_can_be_left_to_chance(headway: Headway) -> None:
    told = "".join(headway("play", "number-race", "--first", "random", "--seed", seed).out for seed in range(20))
    assert "Player 1 goes first." in told
    assert "Player 2 goes first." in told


def test_a_match_shows_its_score_and_alternates_the_start(headway: Headway) -> None:
    told = headway("play", "number-race", "--match", 2, "--board", "1", "--seed", 1, typed="\n" * 200)
    assert told.status == 0
    starts = [line for line in told.out.splitlines() if line.startswith("Game Start!")]
    assert starts[:2] == ["Game Start! Player 1 goes first.", "Game Start! Player 2 goes first."]
    assert "Match score: Player 1 " in told.out
    assert "The first to win 2 games wins the match." in told.out
    assert told.out.rstrip().endswith("wins the match!")


def test_each_game_of_a_match_has_its_own_luck(headway: Headway) -> None:
    options = ["--match", 3, "--board", "1,2,3,4,5,6", "--p1", "random", "--p2", "random", "--seed", 1]
    told = headway("play", "number-race", *options).out
    rolls = [re.findall(r"rolled a (\d)", game) for game in told.split("Welcome")[1:]]
    assert len({tuple(game) for game in rolls}) > 1


def test_each_game_of_a_match_has_its_own_deal(headway: Headway) -> None:
    told = headway("play", "number-race", "--match", 3, "--p1", "random", "--p2", "random", "--seed", 1).out
    boards = [line for line in told.splitlines() if line.startswith("[")]
    assert len(boards) == len(set(boards)) >= 3


# -- a person alone against the computer


def test_the_computer_is_called_so_and_its_questions_are_not_asked(headway: Headway) -> None:
    told = headway("play", "race-to-the-center", "--p2", "perfect", typed=entries(1, 1, 1, 1, 1)).out
    assert "Player 1's turn. You are at position 0." in told
    assert "Player 2's turn" not in told  # that question is not the person's to answer
    assert "\nThe computer moves from 10 to " in told
    assert told.endswith("The computer wins. The computer reached the center first.\n")


def test_the_person_is_not_told_the_rolls_of_the_computer_as_their_own(headway: Headway) -> None:
    board = ["--board", "1,2,3,4,5,6"]
    told = headway("play", "number-race", *board, "--p2", "random", "--seed", 5, typed=entries(*[""] * 60)).out
    own, computers = told.count("You rolled a "), len(re.findall(r"\nThe die shows \d; .*the computer ", told))
    assert own >= 1
    assert computers >= 1
    assert own + computers == len(re.findall("rolled a|The die shows", told))
    assert "Player 2's Turn:" not in told
    assert re.search(r"\n(You win\. You|The computer wins\. The computer) reached position 6\.\n$", told)


def test_a_guess_of_the_computer_is_not_told_as_the_persons_own(headway: Headway) -> None:
    told = headway("play", "predictive-pursuit", "--p2", "random", "--seed", 1, typed=entries(1, 1, "resign")).out
    assert re.search(
        r"\nThe computer guessed [12](, which was correct; you stay on 0|; you had chosen 1 and move to 1)\.\n", told
    )
    assert "\nThe computer has chosen in secret.\nPlayer 1, guess Player 2's move" in told
    assert told.endswith("You resign. The computer wins the game!\n")


def test_two_people_and_two_computers_hear_the_books_words(headway: Headway) -> None:
    """Nothing of the dialogue changes unless a person plays alone."""
    for seats in ([], ["--p1", "random", "--p2", "random"]):
        told = headway("play", "cross-over", *seats, "--seed", 1, typed=entries(3, 1, "quit")).out
        assert "\nPlayer 1, it's your turn.\n" in told
        assert "\nPlayer 2, it's your turn.\n" in told
        assert "computer" not in told.lower()
