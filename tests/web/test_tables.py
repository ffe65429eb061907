"""Tables: they are made, played to the end by two clients, left and returned to."""

import json
import random
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from headway.catalogue import find, names
from headway.table import match as match_module
from headway.table.decide import begin
from headway.table.match import fold
from headway.table.outcome import Result
from headway.table.record import read
from headway.web.limits import Limits
from headway.web.views import public
from tests.conftest import Headway
from tests.served import PATIENCE, Served, play_out, serving, wait_until


@pytest.mark.parametrize("name", names())
def test_a_game_is_played_to_its_end_by_two_who_see_the_same(name: str, server: Served, headway: Headway,
                                                              tmp_path: Path) -> None:  # fmt: skip
    table, keys = server.make(name)
    one, other, watching = server.sit(table, keys[0]), server.sit(table, keys[1]), server.sit(table, None)
    assert (one.welcome["you"], other.welcome["you"], watching.welcome["you"]) == ("P1", "P2", None)
    now = play_out(one, other, random.Random(name))
    assert now["result"] in ("P1", "P2")
    watching.until(now["ply"])
    assert watching.now == one.now == other.now
    path = tmp_path / "record.jsonl"
    path.write_text(server.get(f"/api/tables/{table}/record"))
    assert read(path).table.result == Result(now["result"])
    assert headway("verify", path).status == 0
    assert server.get(f"/api/tables/{table}/review")["winner"] == now["result"]
    for client in (one, other, watching):
        client.close()


TOLD = "Player 1 moves to position 4.\nPlayer 2 is at position 9."


def test_a_move_follows_the_rule_books_words(server: Served) -> None:
    table, keys = server.make("cross-over")
    one = server.sit(table, keys[0])
    assert one.welcome["log"][0]["text"].startswith("Welcome to Cross Over!")
    assert one.play("3")["log"] == [{"ply": 1, "by": "P1", "text": TOLD}]


def test_a_table_can_be_made_over_the_socket(server: Served) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/ws/new") as socket_:
        socket_.send(json.dumps({"game": "cross-over", "rules": {"length": 12}}))
        welcome = json.loads(socket_.recv(timeout=PATIENCE))
        assert (welcome["you"], welcome["table"]["rules"]["length"]) == ("P1", 12)
        other = server.sit(welcome["made"]["table"], welcome["made"]["tokens"][1])
        assert other.welcome["you"] == "P2"
        assert "made" not in other.welcome
    with connect(f"ws://127.0.0.1:{server.port}/ws/new") as socket_:
        socket_.send('{"game": "chess"}')
        assert json.loads(socket_.recv(timeout=PATIENCE))["error"] == "bad-message"


def test_a_seat_is_taken_up_again_where_it_was_left(server: Served) -> None:
    table, keys = server.make("cross-over")
    first = server.sit(table, keys[0])
    first.play("3")
    first.close()
    again, second_tab = server.sit(table, keys[0]), server.sit(table, keys[0])
    assert again.now == second_tab.now
    assert (again.now["ply"], again.welcome["you"], len(again.welcome["log"])) == (1, "P1", 2)


def test_a_table_that_is_idle_for_long_is_archived(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    with serving(Limits(idle_in_memory=0.2, idle_until_archived=0.2), f"sqlite:///{path}") as served:
        table, keys = served.make("cross-over")
        one = served.sit(table, keys[0])
        one.play("3")
        one.close()
        with sqlite3.connect(path) as database:
            wait_until(lambda: database.execute("SELECT archived FROM tables").fetchone()[0] is not None)
        wait_until(lambda: "headway_live_tables 0.0" in served.get("/metrics"))
        again = served.sit(table, keys[0])
        assert again.now["ply"] == 1
        again.send(type="resign")
        assert again.receive("error")["error"] == "archived"
        assert served.get(f"/api/tables/{table}")["now"]["ply"] == 1


def test_a_game_may_begin_with_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    book = find("number-race")

    def start(rules: Any, first: int) -> Any:
        state: Any = book.code.start(rules, first)
        return state._replace(rolling=1)

    begins = replace(book, code=book.code._replace(start=start))
    monkeypatch.setattr(match_module, "game_of", lambda begun: begins)
    match = fold(begin(begins, dice="5e" * 32))
    assert match.table.ply == 1
    assert public(match, 1)["chance"] is not None
