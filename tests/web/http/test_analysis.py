"""The routes of the analysis board: positions, what is true of them, reviews, and records. Nothing is stored."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from headway.catalogue import find
from headway.table.table import Table
from headway.web.http.page_routes import PAGES
from headway.web.limits import MAX_BODY_BYTES, MAX_RECORD_BYTES
from tests.served import Served, resigned_by_ada
from tests.table.records import text_of

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"
BOOK = Table(find("cross-over"))
AFTER_TWO = BOOK.play("3").play("2")
WON = AFTER_TWO.play("1").play("1").play("2").play("1").play("3")
LARGE = {"game": "capture-the-flag", "rules": {"length": "60", "soldiers": "4"}}


def test_a_text_and_its_game_with_moves_give_the_same_position(server: Served) -> None:
    by_text = server.post("/api/analysis", {"text": AFTER_TWO.text})
    assert by_text == server.post("/api/analysis", {"game": "cross-over", "moves": ["3", "2"]})
    assert by_text == server.post("/api/analysis", {"text": BOOK.text, "moves": ["3", "2"]})
    assert (by_text["text"], by_text["to_move"], by_text["now"]["positions"]) == (AFTER_TWO.text, "P1", [[4], [7]])
    assert [line["made"]["move"] for line in by_text["log"] if "made" in line] == ["3", "2"]
    assert [(move["move"], move["to"]) for move in by_text["moves"]] == [("1", 5), ("2", 6)]
    assert by_text["status"] == "Player 1 is to move."
    assert (by_text["start"], by_text["history"]) == (BOOK.text, ["3", "2"])
    assert by_text == server.post("/api/analysis", {"text": WON.text, "plies": 2})
    assert by_text == server.post("/api/analysis", {"text": WON.text, "plies": 1, "moves": ["2"]})
    assert server.post("/api/analysis", {"text": WON.text, "plies": 99})["text"] == WON.text
    later = server.post("/api/analysis", {"text": AFTER_TWO.text, "since_ply": 1})
    assert (later["history"], [line["made"]["move"] for line in later["log"]]) == (["2"], ["2"])
    assert {**later, "history": by_text["history"], "log": by_text["log"]} == by_text
    assert server.refused("/api/analysis", {"text": WON.text, "plies": -1})[0] == 422


def test_other_rules_and_the_first_mover_are_taken(server: Served) -> None:
    shown = server.post(
        "/api/analysis", {"game": "cross-over", "rules": {"length": "12"}, "first": "P2", "moves": ["1"]}
    )
    assert (shown["table"]["track"], shown["table"]["first"], shown["to_move"]) == ([1, 12], "P2", "P1")
    assert Table.from_text(shown["text"]).game.settings["length"] == 12


def test_chances_are_told_in_words(server: Served) -> None:
    def told(request: dict[str, object]) -> list[str]:
        return [move["told"] for move in server.post("/api/analysis/values", request)["moves"]]

    assert told({"game": "cross-over"}) == ["0 %", "0 %", "100 %"]
    assert set(told({"game": "capture-the-flag"})) == {"endless"}


def test_values_are_those_of_the_solution(server: Served) -> None:
    """Cross Over is won by the first player in seven moves with 3, and with nothing else: tests/solver."""
    told = server.post("/api/analysis/values", {"game": "cross-over"})
    worths = {move["move"]: (move["value"], move["chance"], move["note"]) for move in told["moves"]}
    assert worths == {
        "1": (0, 0, "loses in 8 moves of both sides"),
        "2": (0, 0, "loses in 6 moves of both sides"),
        "3": (1, 1, "wins in 7 moves of both sides"),
    }
    assert (told["seat"], told["value"], told["sentence"]) == (
        "P1",
        1,
        "Player 1 wins with best play, in 7 moves of both sides.",
    )
    assert told["best"]["sentence"] == "Best play was played to the end of the game."
    assert len(told["best"]["moves"]) == 7
    best = Table(find("cross-over"))
    for move in told["best"]["moves"]:
        best = best.play(move)
    assert best.result is not None
    assert best.result.winner == 0
    mistake = server.post("/api/analysis/values", {"game": "cross-over", "moves": ["1"]})
    assert (told["point"], mistake["point"]) == ({"value": 1, "endless": False}, {"value": 0, "endless": False})
    over = server.post("/api/analysis/values", {"text": WON.text})
    assert (over["moves"], over["seat"], over["best"]["moves"]) == ([], None, [])


def test_a_roll_can_be_chosen_and_best_play_stops_before_it(server: Served) -> None:
    shown = server.post("/api/analysis", {"game": "number-race", "moves": ["roll"]})
    assert (shown["to_move"], [move["move"] for move in shown["moves"]]) == ("CHANCE", list("123456"))
    told = server.post("/api/analysis/values", {"game": "number-race"})
    assert told["best"] == {"moves": ["roll"], "sentence": "The die decides what comes next: choose a roll."}
    faces = server.post("/api/analysis/values", {"game": "number-race", "moves": ["roll"]})["moves"]
    mean = sum(face["value"] for face in faces) / 6
    assert mean == pytest.approx(told["value"])  # the value is the mean over the faces


def test_both_choices_are_shown_to_the_analyst_and_mixing_has_odds(server: Served) -> None:
    game = {"game": "predictive-pursuit", "rules": {"overshoot": "stops"}}
    told = server.post("/api/analysis/values", game)
    assert sum(move["odds"] for move in told["moves"]) == pytest.approx(1)
    assert all(re.fullmatch(r"to be chosen \d+\.\d+ % of the time", move["note"]) for move in told["moves"])
    assert told["moves_sentence"] is None
    endless = server.post("/api/analysis/values", {"game": "capture-the-flag"})
    assert endless["moves_sentence"] == "After every move, best play goes on for ever."
    chosen = server.post("/api/analysis", {**game, "moves": ["1"]})
    assert chosen["now"]["chosen"] == "P1"
    assert chosen["text"] == server.post("/api/analysis", game)["text"]  # the open secret is not in it
    guessed = server.post("/api/analysis", {**game, "moves": ["1", "2"]})
    assert guessed["log"][-1]["made"]["chosen"] == "1"
    assert guessed["log"][-1]["made"]["move"] == "2"


def test_best_play_that_is_endless_says_so(server: Served) -> None:
    """One step before the goal each side has only the step 1, which is guessed every time."""
    locked = Table(find("predictive-pursuit").variant({"length": 1}))
    told = server.post("/api/analysis/values", {"text": locked.text})
    assert told["sentence"] == "With best play the game goes on for ever."
    assert told["best"]["sentence"] == "From here best play goes round for ever."
    assert told["best"]["moves"] == ["1"] * 4  # both sides choose and guess, and then the start comes back


def test_what_cannot_be_solved_says_so_and_is_shown_without_values(server: Served) -> None:
    assert server.refused("/api/analysis/values", LARGE) == (409, "too-large")
    assert server.refused("/api/analysis/review", LARGE) == (409, "too-large")
    assert len(server.post("/api/analysis", LARGE)["moves"]) == 8


@pytest.mark.parametrize(
    ("position", "refusal"),
    [
        ({"text": f"{AFTER_TWO.text}0"}, (409, "bad-position")),
        ({"game": "chess"}, (404, "unknown-game")),
        ({"game": "cross-over", "rules": {"length": "0"}}, (409, "bad-rules")),
        ({"game": "cross-over", "moves": ["9"]}, (409, "illegal-move")),
        ({"text": WON.text, "moves": ["1"]}, (409, "illegal-move")),
        ({"game": "cross-over", "moves": ["1"] * 2001}, (409, "illegal-move")),
        ({"game": "cross-over", "text": WON.text}, (422, "bad-request")),
        ({}, (422, "bad-request")),
    ],
)
@pytest.mark.parametrize("route", ["", "/values", "/review"])
def test_an_invalid_position_is_refused(
    server: Served, route: str, position: dict[str, object], refusal: tuple[int, str]
) -> None:
    assert server.refused(f"/api/analysis{route}", position) == refusal


def test_a_review_has_the_better_moves_and_the_text(server: Served) -> None:
    told = server.post("/api/analysis/review", {"game": "cross-over", "moves": ["1"]})
    assert told["plies"][0]["better"] == ["3"]
    assert told["text"] == BOOK.play("1").text
    flat = server.post("/api/analysis/review", {"text": WON.text})
    assert "The line is flat: Player 1 wins with best play, and nothing was given away." in flat["lines"]


def test_the_review_of_a_table_has_the_text_of_its_game(server: Served) -> None:
    table, (one, _) = server.make("cross-over")
    player = server.sit(table, one)
    assert server.refused(f"/api/tables/{table}/review") == (409, "not-over")
    player.send(type="resign")
    player.receive("news")
    assert server.get(f"/api/tables/{table}/review")["text"] == BOOK.text


def test_players_are_called_by_their_names(server: Served) -> None:
    named = {"text": BOOK.play("1").text, "names": ["Ada", None]}
    shown = server.post("/api/analysis", named)
    assert (shown["now"]["names"], shown["log"][-1]["text"]) == (["Ada", None], "Ada moves from 1 to 2.")
    assert server.post("/api/analysis/values", named)["sentence"].startswith("Player 2 wins with best play")
    told = server.post("/api/analysis/review", named)
    assert comments(told) == ["1. Ada: P1 to 2 let P2 reach 0; P1 to 4 won."]
    assert server.refused("/api/analysis", {**named, "names": ["", None]}) == (409, "bad-position")


def test_the_review_of_a_table_calls_its_players_by_their_names(server: Served) -> None:
    told = server.get(f"/api/tables/{resigned_by_ada(server)}/games/1/review")
    assert told["heading"] == "Cross Over: the chance that Ada wins, after each move"
    assert comments(told) == ["1. Ada: P1 to 2 let P2 reach 0; P1 to 4 won."]
    assert "Player" not in str([told["heading"], told["lines"], told["sums"], comments(told), told["chart"]])
    assert not set(comments(told)) & set(told["lines"])  # each is told once


def comments(review: dict[str, Any]) -> list[str]:
    """What is said of the mistakes of a review."""
    return [ply["text"] for ply in review["plies"] if "text" in ply]


# -- records


def test_a_record_gives_the_texts_of_its_games(server: Served) -> None:
    assert server.post("/api/records", text_of(WON)) == {
        "games": [
            {
                "text": WON.text,
                "title": "Cross Over",
                "plies": 7,
                "moves": 7,
                "result": "P1",
                "names": [None, None],
                "status": "Player 1 wins. Player 1 is past Player 2's start at 9.",
            }
        ],
        "damage": None,
    }
    damaged = server.post("/api/records", text_of(AFTER_TWO) + b'{"move": "9"}\n')
    assert (damaged["games"][0]["text"], damaged["games"][0]["result"]) == (AFTER_TWO.text, None)
    assert damaged["damage"].startswith("The record is damaged; the moves before that are shown. Line 4: ")
    assert damaged["damage"].endswith(".")


@pytest.mark.parametrize("record", [b"", b"hello", b"{}", b'{"headway": 99}', b'{"record": "\\ud800"}', b"\xff\x00"])
def test_an_invalid_record_is_refused_in_a_sentence(server: Served, record: bytes) -> None:
    assert server.refused("/api/records", record) == (409, "bad-record")


def test_a_record_may_be_as_long_as_the_server_allows_and_the_page_and_the_protocol_know_it(server: Served) -> None:
    race = Table(find("number-race").variant({"length": 1000, "board": [1] * 1000}))
    while race.ply < 400:
        race = race.play("roll").play("6")
    lines = text_of(race)
    assert MAX_BODY_BYTES < len(lines) < MAX_RECORD_BYTES
    longest = lines + b" " * (MAX_RECORD_BYTES - len(lines))
    assert server.post("/api/records", longest)["games"][0]["plies"] == 400
    assert server.refused("/api/records", longest + b" ") == (413, "bad-request")
    page = (PAGES / "record_drop.js").read_text("utf-8")
    assert f"const LARGEST = {MAX_RECORD_BYTES:_};" in page
    assert f"at most {MAX_RECORD_BYTES // 1024} KB" in PROTOCOL.read_text("utf-8")


def test_nothing_is_stored(server: Served) -> None:
    def rows() -> list[int]:
        with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as database:
            return [database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("tables", "steps")]

    before = rows()
    server.post("/api/analysis", {"text": WON.text})
    server.post("/api/analysis/values", {"text": WON.text})
    server.post("/api/records", text_of(WON))
    assert rows() == before
