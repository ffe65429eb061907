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
from headway.table import apply as apply_module
from headway.table.decide import begin
from headway.table.outcome import Result
from headway.table.record import read
from headway.web.limits import Limits
from headway.web.tables.views import public
from tests.conftest import Headway
from tests.patience import PATIENCE, wait_until
from tests.served import Served, play_out, serving


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


def texts(message: dict[str, Any]) -> list[str]:
    return [line["text"] for line in message["log"]]


def test_each_viewer_is_told_in_the_right_person(server: Served) -> None:
    table, keys = server.make("predictive-pursuit")
    one, other, watching = server.sit(table, keys[0]), server.sit(table, keys[1]), server.sit(table, None)
    begins = [texts(client.welcome) for client in (one, other, watching)]
    assert begins == [
        ["Predictive Pursuit begins; you play P1; you move first."],
        ["Predictive Pursuit begins; you play P2; Player 1 moves first."],
        ["Predictive Pursuit begins; Player 1 moves first."],
    ]
    assert texts(one.play("1")) == ["You have chosen in secret."]
    chosen = other.receive("news")
    assert (texts(chosen), chosen["status"]) == (
        ["Player 1 has chosen in secret."],
        "Your turn: guess what Player 1 has chosen.",
    )
    assert watching.receive("news")["status"] == "Player 2 is to guess."
    assert texts(other.play("2")) == ["You guessed 2; Player 1 had chosen 1 and moves to 1."]
    guessed = one.receive("news")
    assert texts(guessed) == ["Player 2 guessed 2; you had chosen 1 and move to 1."]
    led = {"piece": "P1", "of": [0, 0], "from": 0, "to": 1}
    made = {"move": "2", "chosen": "1", "roller": None, "positions": [[1], [0]], **led}
    assert guessed["log"][0] == {
        "number": 3,
        "ply": 2,
        "move_number": 2,
        "by": "P2",
        "text": texts(guessed)[0],
        "made": made,
    }
    assert texts(watching.receive("news")) == ["Player 2 guessed 2; Player 1 had chosen 1 and moves to 1."]
    assert one.now["lines"] == 3


def test_moves_come_with_what_they_do_on_the_board(server: Served) -> None:
    table, keys = server.make("capture-the-flag", rules={"length": 4})
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    assert one.welcome["moves"][0] == {"move": "S1 1", "piece": "S1", "of": [0, 0], "from": 0, "to": 1}
    assert other.welcome["moves"] == []
    one.play("S1 2")
    news = other.receive("news")
    sent = {"piece": "S1", "of": [0, 0], "from": 2, "to": 0}
    sending = {"move": "S3 2", "piece": "S3", "of": [1, 0], "from": 4, "to": 2, "sends": [sent]}
    assert sending in news["moves"]
    assert [move["move"] for move in news["moves"]] == news["legal"]


def test_a_table_can_be_made_over_the_socket(server: Served) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/ws/new") as socket_:
        socket_.send(json.dumps({"game": "cross-over", "rules": {"length": 12}}))
        welcome = json.loads(socket_.recv(timeout=PATIENCE))
        assert (welcome["you"], welcome["table"]["rules"]["length"]) == ("P1", 12)
        other = server.sit(welcome["created"]["table"], welcome["created"]["tokens"][1])
        assert other.welcome["you"] == "P2"
        assert "created" not in other.welcome
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


def archived(path: Path) -> list[bool]:
    """Whether each table is archived."""
    with sqlite3.connect(path) as database:
        return [at is not None for (at,) in database.execute("SELECT archived FROM tables ORDER BY created")]


IDLE_SOON = Limits(idle_in_memory=0.2, idle_until_archived=0.2)


def test_a_table_that_is_idle_for_long_is_archived_until_a_player_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    with serving(IDLE_SOON, f"sqlite:///{path}") as served:
        table, keys = served.make("cross-over")
        one = served.sit(table, keys[0])
        one.play("3")
        one.close()
        wait_until(lambda: archived(path) == [True])
        wait_until(lambda: "headway_live_tables 0.0" in served.get("/metrics"))
        spectator = served.sit(table, None)
        assert spectator.now["ply"] == 1
        assert served.get(f"/api/tables/{table}")["now"]["ply"] == 1
        assert archived(path) == [True]  # it was only read
        other = served.sit(table, keys[1])
        assert other.play("2")["now"]["ply"] == 2
        wait_until(lambda: archived(path) == [False])
    with serving(Limits(), f"sqlite:///{path}") as served:
        one = served.sit(table, keys[0])
        assert one.play("1")["now"]["ply"] == 3


def test_a_computer_moves_when_its_player_comes_back_to_an_archived_table(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    with serving(Limits(computer_delay=0), f"sqlite:///{path}") as served:
        table, keys = served.make("cross-over", opponent="random", first="P2")  # no one has joined, so it waits
    with sqlite3.connect(path) as database:
        database.execute("UPDATE tables SET archived = 1")
    with serving(Limits(computer_delay=0), f"sqlite:///{path}") as served:
        spectator = served.sit(table, None)
        spectator.send(type="ping")
        spectator.receive("pong")
        assert spectator.now["ply"] == 0
        assert served.sit(table, keys[0]).until(1)["to_move"] == "P1"
        assert archived(path) == [False]


def test_a_table_is_not_archived_while_a_player_is_present(tmp_path: Path) -> None:
    """However long nothing happens: what is acknowledged is never refused after a restart."""
    path = tmp_path / "tables.sqlite3"
    with serving(IDLE_SOON, f"sqlite:///{path}") as served:
        table, keys = served.make("cross-over")
        one = served.sit(table, keys[0])
        wait_until(lambda: archived(path) == [False])
        for _ in range(2):  # when another table was archived, this one was looked at as well
            served.make("cross-over")
            wait_until(lambda: all(archived(path)[1:]))
        assert archived(path) == [False, True, True]
        assert one.play("3")["now"]["ply"] == 1
    with serving(Limits(), f"sqlite:///{path}") as served:
        assert served.sit(table, keys[1]).play("2")["now"]["ply"] == 2


def test_a_game_may_begin_with_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    book = find("number-race")

    def start(rules: Any, first: int) -> Any:
        state: Any = book.code.start(rules, first)
        return state._replace(rolling=1)

    begins = replace(book, code=book.code._replace(start=start))
    monkeypatch.setattr(apply_module, "game_of", lambda begun: begins)
    match = begin(begins, dice="5e" * 32).after
    assert match.table.ply == 1
    assert json.loads(public(match, 1))["chance"] is not None


def test_a_table_has_a_limit_of_steps_and_its_game_can_still_be_ended() -> None:
    with serving(Limits(steps_per_table=4, computer_delay=0)) as served:
        table, keys = served.make("cross-over")
        one, other = served.sit(table, keys[0]), served.sit(table, keys[1])
        for mover, waiting in ((one, other), (other, one), (one, other)):
            mover.play("1")
            waiting.until(mover.now["ply"])
        refused = other.play("1")
        assert refused["error"] == "table-too-long"
        assert "4 steps" in refused["message"]
        other.send(type="resign")
        while one.now["result"] is None:
            one.receive("news")
        one.send(type="offer", what="rematch", id=1)
        assert one.receive("error")["error"] == "table-too-long"
        table, keys = served.make("cross-over", rules={"length": 100}, opponent="random", first="P2")
        one = served.sit(table, keys[0])
        one.until(1)
        one.play("1")
        one.until(3)
        assert one.play("1")["error"] == "table-too-long"
