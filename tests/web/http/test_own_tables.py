"""The tables at which a client has a seat."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from headway.catalogue import find
from headway.rulekit import P1, P2
from headway.table.decide import begin, resolve
from headway.table.events import Proposal
from headway.table.intents import Offer, Resign
from headway.table.match import Match, MatchGame
from headway.web.http.own_tables import MAX_FINISHED, MAX_TABLES, _shown
from headway.web.http.page_routes import PAGES
from headway.web.tables.views import overview
from tests.served import Served

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"
ADA, BEN = "a-key-of-ada-012345", "a-key-of-ben-012345"


def test_each_player_reads_whose_turn_it_is_and_how_the_games_ended(server: Served) -> None:
    table, (own, invitation) = server.make("cross-over")
    one, other = server.sit(table, own, ADA), server.sit(table, invitation, BEN)
    other.send(type="name", name="Ben")
    other.receive("news")
    one.play("3")

    def seen(key: str) -> dict[str, object]:
        [shown] = server.post("/api/own-tables", {"seats": [{"table": table, "key": key}]})
        return dict(shown)

    facts = {"table": table, "title": "Cross Over", "is_over": False, "finished": []}
    assert seen(ADA) == {**facts, "you": "P1", "opponent": "Ben", "status": "Ben is to move.", "is_your_turn": False}
    told = {"opponent": "Player 1", "status": "Your turn: choose a move."}
    assert seen(BEN) == {**facts, **told, "you": "P2", "is_your_turn": True}
    one.send(type="resign")
    one.receive("news")
    while one.now["result"] is None:
        one.receive("news")
    one.send(type="offer", what="rematch")
    other.until(1)
    while "rematch" not in other.now["offers"]:
        other.receive("news")
    assert seen(BEN)["is_over"]
    other.send(type="accept", what="rematch")
    assert other.receive("welcome")["you"] == "P1"
    assert seen(ADA)["finished"] == [{"number": 1, "opponent": "Ben", "status": "Ben wins. You resigned."}]
    finished = [{"number": 1, "opponent": "Player 1", "status": "You win. Player 1 resigned."}]
    assert (seen(BEN)["you"], seen(BEN)["finished"]) == ("P1", finished)


def test_the_level_of_a_computer_is_told(server: Served) -> None:
    table, (own, _) = server.make("cross-over", opponent="3")
    server.sit(table, own, ADA)
    [shown] = server.post("/api/own-tables", {"seats": [{"table": table, "key": ADA}]})
    assert shown["opponent"] == "the computer, level 3"


def test_own_tables_are_listed_without_using_a_token_and_without_others_tables(server: Served) -> None:
    table, (_, invitation) = server.make("cross-over")
    seats = [
        {"table": table, "token": invitation, "key": ADA},
        {"table": "nothing-here", "key": ADA},
        {"table": table},
    ]
    assert server.post("/api/own-tables", {"seats": seats}) == []
    assert server.sit(table, None).welcome["present"]["taken"] == [False, False]
    assert server.sit(table, invitation, BEN).welcome["you"] == "P2"


def test_a_table_that_is_listed_twice_is_shown_once(server: Served) -> None:
    table, (own, invitation) = server.make("cross-over")
    server.sit(table, own, ADA)
    seats = [{"table": table, "token": invitation}, {"table": table, "key": ADA}, {"table": table, "token": own}]
    assert [shown["you"] for shown in server.post("/api/own-tables", {"seats": [*seats, *seats]})] == ["P1"]


class CountedGames(tuple[MatchGame, ...]):
    """The games of a match, which counts how many of them are read or copied."""

    read = 0

    def __iter__(self) -> Iterator[MatchGame]:
        for played in super().__iter__():
            self.read += 1
            yield played

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        self.read += len(found) if isinstance(index, slice) else 1
        return found


def after_games(count: int) -> Match:
    """A table at which a number of games were resigned, by each seat in turn."""
    match = begin(find("cross-over")).after
    for number in range(count):
        match = resolve(match, P1 if number % 2 else P2, Resign()).after
        if number < count - 1:
            match = resolve(match, P1, Offer(Proposal.REMATCH, is_agreed=True)).after
    return match


def test_of_many_games_the_last_are_listed_and_each_is_read_once_or_twice() -> None:
    match = after_games(500)
    games = CountedGames(match.games)
    match = replace(match, games=games)
    shown = _shown(match, chair=0)["finished"]
    assert [game["number"] for game in shown] == list(range(501 - MAX_FINISHED, 501))
    # the seats swap after every match, so one player wins all of them
    assert {game["status"] for game in shown} == {"You win. Player 1 resigned.", "You win. Player 2 resigned."}
    assert [game["result"] for game in overview(match)] == ["P1", "P2"] * 250
    assert games.read < 5 * 500


@pytest.mark.parametrize(
    "body", [{}, {"seats": "x"}, {"seats": [{}]}, {"seats": [{"table": "a"}] * (MAX_TABLES + 1)}, []]
)
def test_a_request_for_anything_else_is_refused(body: object, server: Served) -> None:
    assert server.refused("/api/own-tables", body) == (422, "bad-request")


def test_the_page_asks_for_as_many_tables_as_the_server_allows_and_the_protocol_says_so() -> None:
    own_tables = next(line for line in PROTOCOL.read_text("utf-8").splitlines() if "/api/own-tables" in line)
    assert re.findall(r"(?:at most|the last) (\d+)", own_tables) == [str(MAX_TABLES), str(MAX_FINISHED)]
    assert re.findall(r"_TABLES = (\d+);", (PAGES / "storage.js").read_text("utf-8")) == [str(MAX_TABLES)]
