"""`headway position`, and the commands that take a position text: `play --position`, `replay` and `review`."""

import json
from pathlib import Path

import pytest

from headway.catalogue import find
from headway.table.table import Table
from tests.conftest import Headway, entries

AFTER_TWO = Table(find("cross-over")).play("3").play("2")
WON = AFTER_TWO.play("1").play("1").play("2").play("1").play("3")


def test_a_text_shows_the_board_the_moves_and_what_is_known(headway: Headway) -> None:
    told = headway("position", AFTER_TWO.text)
    assert told.status == 0
    assert told.out.startswith("Cross Over\n")
    assert "\nPlayer 1                   P1\n" in told.out
    assert (
        "\n2 moves: 3, 2.\nPlayer 1 wins with best play, in 5 moves of both sides.\nThe chance that Player 1 wins"
        in told.out
    )
    assert "\n  1      100.00 %, wins in 5 moves of both sides\n" in told.out
    assert headway("position", f"https://example.org/p#{AFTER_TWO.text}").out == told.out


def test_a_game_that_is_over_has_its_closing_words(headway: Headway) -> None:
    game = WON.game
    assert headway("position", WON.text).out.endswith(f"{game.words.closing(game.rules, WON.state)}\n")


def test_other_rules_are_named_and_a_game_that_cannot_be_solved_is_shown_without_values(headway: Headway) -> None:
    huge = Table(find("capture-the-flag").variant({"length": 1000, "soldiers": 9}), first=1)
    told = headway("position", huge.text).out
    assert told.startswith("Capture the Flag, length=1000, soldiers=9\n")
    assert "No move has been made.\nThere is no hint, because the game is not solved." in told
    plain = json.loads(headway("position", huge.text, "--json").out)
    assert (plain["first"], plain["to_move"], "value" in plain) == ("P2", "P2", False)
    assert len(plain["moves"]) == 18


def test_a_text_as_json(headway: Headway) -> None:
    told = json.loads(headway("position", AFTER_TWO.text, "--json").out)
    assert told["text"] == AFTER_TWO.text
    assert (told["game"], told["rules"]) == ("cross-over", {"length": 9, "longest_step": 3})
    assert (told["first"], told["to_move"], told["history"]) == ("P1", "P1", ["3", "2"])
    assert told["positions"] == {"p1": [4], "p2": [7]}
    hint = json.loads(headway("hint", "cross-over", "--moves", "3, 2", "--json").out)
    assert {name: told[name] for name in hint} == hint


def test_the_text_of_a_game_with_moves(headway: Headway) -> None:
    assert headway("position", "cross-over", "--moves", "3, 2").out == f"{AFTER_TWO.text}\n"
    other = Table(find("cross-over").variant({"length": 12}), first=1).play("1")
    given = ["cross-over", "--rule", "length=12", "--first", "p2", "--moves", "1"]
    assert headway("position", *given).out == f"{other.text}\n"
    assert json.loads(headway("position", *given, "--json").out) == {"texts": [other.text]}


def test_the_texts_of_a_record(headway: Headway, tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    headway("play", "cross-over", "--match", 2, "--record", record, typed=entries(3, 2, "resign", 3, "quit"))
    first = AFTER_TWO
    second = Table(find("cross-over"), first=1).play("3")
    assert headway("position", record).out == f"{first.text}\n{second.text}\n"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("nowhere.jsonl", '"nowhere.jsonl" is not a file, not a game, and not the text of a position.'),
        (AFTER_TWO.text[:-1], "This text is damaged: a character is wrong, missing, added or swapped"),
        ("#", "There is nothing to read; expected the text of a position."),
    ],
)
def test_what_cannot_be_read_is_one_line(headway: Headway, source: str, sentence: str) -> None:
    told = headway("position", source)
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(f"headway: {sentence}")
    assert told.err.count("\n") == 1


def test_play_goes_on_from_a_text_and_its_record_has_all_moves(headway: Headway, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    told = headway("play", "--position", AFTER_TWO.text, "--record", record, typed=entries(1, 1, 2, 1, 3))
    assert told.status == 0
    assert "Player 2 moves to position 7." in told.out
    assert "Player 1 wins" in told.out
    assert headway("position", record).out == f"{WON.text}\n"


def test_play_goes_on_behind_dice_and_secrets(headway: Headway) -> None:
    race = Table(find("number-race")).play("roll").play("6")
    assert "Player 2" in headway("play", "--position", race.text, "--seed", 1, "--p1", "random", "--p2", "random").out
    pursuit = Table(find("predictive-pursuit")).play("1").play("2")
    told = headway("play", "--position", pursuit.text, typed=entries("quit"))
    assert "The game is saved." in told.out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--position", WON.text], "The game in this text is over; see it again with: headway replay "),
        (["--position", "1bZK"], "This text is damaged:"),
        (["cross-over", "--position", WON.text], "--position has its own game, rules and first mover;"),
        (["--position", WON.text, "--first", "p1"], "--position has its own game, rules and first mover;"),
        ([], "Missing argument 'GAME': name a game to play, or go on from a text with --position."),
    ],
)
def test_play_refuses_a_position_in_one_line(headway: Headway, args: list[str], sentence: str) -> None:
    told = headway("play", *args)
    assert told.status == 2
    assert sentence in told.err
    assert told.err.count("\n") == 1


def test_replay_and_review_take_a_text(headway: Headway) -> None:
    moves = ", ".join(WON.history)
    assert headway("replay", WON.text).out == headway("replay", "cross-over", "--moves", moves).out
    told = json.loads(headway("review", WON.text, "--json").out)
    assert (told["winner"], [ply["move"] for ply in told["plies"]]) == ("P1", list(WON.history))
    assert "\nPlayer 1 wins. Player 1 is past Player 2's start at 9.\n" in headway("review", WON.text).out
    for command in ("replay", "review"):
        assert "This text is damaged" in headway(command, AFTER_TWO.text[:-1]).err
