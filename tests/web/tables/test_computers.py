"""Computer players at the tables."""

import asyncio
import json
import time
from typing import Any, NamedTuple

import pytest

from headway.catalogue import find
from headway.errors import HeadwayError
from headway.players.opponents import DEFAULT_LEVEL
from headway.table.decide import begin
from headway.web.limits import Limits
from headway.web.storage.chairs import Chairs
from headway.web.tables.computers import Computers
from headway.web.tables.live_table import LiveTable
from tests.served import Served, serving


def test_a_computer_plays_and_can_take_a_seat_that_waits(server: Served) -> None:
    table, keys = server.make("cross-over", opponent="perfect", first="P2")
    one = server.sit(table, keys[0])
    one.until(1)
    assert one.legal
    table, keys = server.make("race-to-the-center")
    one = server.sit(table, keys[0])
    one.play("1")
    one.send(type="computer", player="perfect")
    one.until(2)
    assert one.now["players"] == ["human", "perfect"]
    late = server.sit(table, keys[1])
    late.send(type="return")
    late.receive("news")
    assert late.now["players"] == ["human", "human"]
    one.send(type="computer", player="3", id=7)
    assert one.receive("error")["error"] == "seat-taken"
    late.close()
    one.send(type="computer", player="3", id=8)  # a reload must not cost a seat
    assert one.receive("error")["error"] == "seat-taken"


SEARCHES = "So the computer does not play perfectly: it searches 20,000 states ahead of each move."


def test_a_game_too_large_to_solve_is_searched_and_that_is_said(server: Served) -> None:
    table, keys = server.make("capture-the-flag", rules={"length": 60}, opponent="perfect")
    one = server.sit(table, keys[0])
    assert "notice" not in one.welcome  # the computer has not had to think yet
    assert one.welcome["players_text"] == "You are Player 1; Player 2 is the computer, perfect."
    one.play("S1 1")
    told = one.receive("notice")["message"]
    assert told.startswith("Capture the Flag has up to ")
    assert told.endswith(SEARCHES)
    one.until(2)
    spectator = server.sit(table, None)
    assert spectator.welcome["notice"] == told
    assert spectator.welcome["players_text"] == "You are watching; Player 2 is the computer, perfect."
    one.send(type="offer", what="draw")
    while one.now["offers"] != {"draw": "P1"}:
        one.receive("news")
    while one.now["offers"]:  # it does not know the value, and declines
        one.receive("news")
    one.play(one.legal[0])
    one.until(4)
    assert sum('"type":"notice"' in text for text in one.received) == 1
    one.send(type="resign")
    while one.now["result"] is None:
        one.receive("news")
    assert server.refused(f"/api/tables/{table}/review") == (409, "too-large")


def test_a_game_that_takes_too_long_to_solve_is_searched() -> None:
    with serving(Limits(solve_timeout=0.1, computer_delay=0)) as served:
        rules = {"length": 25, "longest_step": 9, "overshoot": "stops"}  # solving it takes most of a minute
        table, keys = served.make("predictive-pursuit", rules=rules, opponent="5", first="P2")
        one = served.sit(table, keys[0])
        one.until(1)
        told = next(json.loads(text) for text in one.received if '"type":"notice"' in text)
        assert (
            told["message"]
            == f"Predictive Pursuit could not be solved within 0.1 seconds under these rules. {SEARCHES}"
        )
        one.play("1")
        one.play("1")
        one.until(4)  # it guesses as well


def test_a_search_that_takes_too_long_ends_in_a_random_move() -> None:
    with serving(Limits(search_timeout=0.001, computer_delay=0)) as served:
        table, keys = served.make("capture-the-flag", rules={"length": 60}, opponent="perfect", first="P2")
        one = served.sit(table, keys[0])
        assert one.until(1)["to_move"] == "P1"


def test_a_computer_whose_moves_are_all_forced_needs_no_solution() -> None:
    with serving(Limits(computer_delay=0)) as served:
        table, keys = served.make("number-race", rules={"length": 1000}, opponent="perfect")
        one = served.sit(table, keys[0])
        one.play("roll")
        assert one.until(4)["to_move"] == "P1"
        assert not any('"type":"notice"' in text for text in one.received)


def test_while_a_computer_thinks_the_others_play_on() -> None:
    """The queue of searches is bounded, and the event loop is free meanwhile."""
    with serving(Limits(computer_delay=0)) as served:
        thinking = []
        for _ in range(4):
            table, keys = served.make("capture-the-flag", rules={"length": 60}, opponent="perfect", first="P2")
            thinking.append(served.sit(table, keys[0]))
        table, keys = served.make("cross-over")
        one = served.sit(table, keys[0])
        assert one.play("3")["now"]["ply"] == 1
        for client in thinking:
            client.until(1)


def test_what_a_computer_says_of_its_play_is_forgotten_when_it_leaves(server: Served) -> None:
    table, keys = server.make("capture-the-flag", rules={"length": 60})
    one = server.sit(table, keys[0])
    one.send(type="computer", player="9")
    assert one.receive("news")["players_text"] == "You are Player 1; Player 2 is the computer, level 9."
    one.play("S1 1")
    one.receive("notice")
    one.until(2)
    other = server.sit(table, keys[1])
    assert other.welcome["notice"].endswith(SEARCHES)
    other.send(type="return")
    assert other.receive("news")["players_text"] == "You are Player 2."
    assert "notice" not in server.sit(table, None).welcome


def test_the_computers_are_described_as_the_terminal_names_them(server: Served) -> None:
    computers = server.get("/api/computers")
    assert [computer["name"] for computer in computers] == server.get("/api/opponents")
    described = {computer["name"]: (computer["title"], computer["note"]) for computer in computers}
    assert described["1"] == ("level 1", "easy")
    assert described["5"] == ("level 5", None)
    assert described["perfect"] == ("perfect", "never errs")
    assert [computer["name"] for computer in computers if computer["is_default"]] == [DEFAULT_LEVEL]
    offered = {game["name"]: game["computers"] for game in server.get("/api/games")}
    assert offered["number-race"] == ["random"]  # nothing can be decided
    assert "reader" not in offered["cross-over"]  # there are no secrets to learn
    assert "reader" in offered["predictive-pursuit"]


def test_sitting_down_again_while_the_computer_hesitates(server: Served) -> None:
    table, keys = server.make("cross-over")
    one = server.sit(table, keys[0])
    one.send(type="computer", player="random")
    one.receive("news")
    one.play("3")
    other = server.sit(table, keys[1])
    other.send(type="return")
    while other.now["players"] != ["human", "human"]:
        other.receive("news")
    time.sleep(1)
    assert other.play(other.legal[0])["now"]["ply"] == 2


def test_computers_pause_when_no_client_is_connected(server: Served) -> None:
    table, keys = server.make("capture-the-flag", opponent="perfect")
    other = server.sit(table, keys[1])  # the chair that the computer plays for
    other.send(type="computer", player="perfect")
    assert other.receive("error")["error"] == "seat-taken"  # one player must remain a person


def test_a_person_whose_seat_a_computer_plays_takes_it_back_first(server: Served) -> None:
    table, keys = server.make("cross-over")
    one = server.sit(table, keys[0])
    one.send(type="computer", player="human", id=1)
    assert one.receive("error")["error"] == "unknown-player"
    one.send(type="computer", player="random", id=2)
    one.receive("news")
    other = server.sit(table, keys[1])
    other.send(type="resign", id=3)
    assert other.receive("error")["error"] == "seat-taken"
    other.send(type="return")
    other.send(type="resign", id=4)
    while other.now["result"] is None:
        other.receive("news")
    assert other.now["reason"] == "resigned"


class Visitor(NamedTuple):
    """Whom a computer at a table thinks for."""

    chair: int = 1
    address: str = ""


def test_a_computer_does_not_forfeit_for_an_error_of_the_server() -> None:
    """As in the terminal (tests/players/test_conduct.py)."""

    class Broken:
        async def advice(self, *args: object) -> None:
            raise HeadwayError("No strategy was found.")

    async def commit(*args: object) -> bool:
        pytest.fail("the computer did something")

    strategies: Any = Broken()
    visitor: Any = Visitor()
    live = LiveTable("table", Chairs({}, {}), begin(find("cross-over"), players=("5", "human")).after, 1)
    live.participants.add(visitor)
    with pytest.raises(HeadwayError, match="No strategy was found"):
        asyncio.run(Computers(commit, strategies, 0).play(live))
    assert live.match.table.result is None
