"""Databases that version 0.1.0 wrote, SQLite and PostgreSQL: every table is as it was, and goes on."""

import json
import sqlite3
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest

from headway.game import Game
from headway.solver import Solution
from headway.solver.cache import solved
from tests.conftest import Headway
from tests.earlier import EXPECTED, FOLDER, as_games, assert_same_review
from tests.served import Served

LABELS = list(EXPECTED["sqlite"])
SETUP = ("game", "title", "rules", "changed", "first", "track", "goals", "has_chance", "board", "pieces")
STATE = ("ply", "to_move", "positions", "secret", "chosen", "chance")
MATCH = ("game_number", "players", "offers", "result", "reason", "match", "commitment", "seed")


class Kept:
    """A server on a database of 0.1.0, and what 0.1.0 said about its tables."""

    def __init__(self, server: Served, tables: dict[str, dict[str, Any]]) -> None:
        self.server, self.tables = server, tables


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    dump = (FOLDER / f"{request.param}.sql").read_text("utf-8")
    # a table at which nothing has happened for a month is archived; these are to count as recent
    recent = [f"UPDATE tables SET created = {time.time()}", f"UPDATE steps SET at = {time.time()}"]
    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("earlier") / "tables.sqlite3"
        database = sqlite3.connect(path)
        database.executescript(";".join([dump, *recent]))
        database.close()
        url = f"sqlite:///{path}"
    else:
        url = request.getfixturevalue("postgres")
        with psycopg.connect(url, autocommit=True) as connection:
            for statements in (dump, *recent):
                connection.execute(statements.encode())
    server = Served(url)
    yield Kept(server, EXPECTED[request.param])
    server.stop()


def test_both_databases_have_the_same_kinds_of_tables() -> None:
    assert list(EXPECTED["postgresql"]) == LABELS


@pytest.fixture(autouse=True)
def solve_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve each game once for all reviews of this module: some take seconds, and most tests review one."""
    monkeypatch.setattr("headway.terminal.review.solved", lambda game, progress: kept_solution(game))


@cache
def kept_solution(game: Game) -> Solution:
    return solved(game)


@pytest.mark.parametrize("label", LABELS)
def test_a_table_is_as_it_was_and_goes_on(label: str, kept: Kept, headway: Headway, tmp_path: Path) -> None:
    server, said = kept.server, kept.tables[label]
    address, now = f"/api/tables/{said['id']}", said["shown"]["now"]
    shown = server.get(address)
    assert fields(shown["table"], SETUP) == fields(said["shown"]["table"], SETUP)
    assert fields(shown["now"], STATE + MATCH) == fields(now, STATE + MATCH)
    path = tmp_path / "record.jsonl"
    path.write_text(server.get(f"{address}/record"), "utf-8")
    assert outlines(as_games(json.loads(headway("replay", path, "--json").out))) == recorded(said["record"])
    if now["result"] is None:
        assert server.refused(f"{address}/dice") == server.refused(f"{address}/review") == (409, "not-over")
    else:
        assert fields(server.get(f"{address}/dice"), tuple(said["dice"])) == said["dice"]
        assert headway("verify", path).status == 0
        assert_same_review(as_games(json.loads(headway("review", path, "--json").out))[-1], said["review"])
    for key, seat in zip(said["tokens"], said["seats"], strict=True):
        client = server.sit(said["id"], key)
        assert client.welcome["you"] == seat
        assert fields(client.now, STATE + MATCH) == fields(now, STATE + MATCH)
        assert client.legal == said["legal"][seat]
        client.close()
    go_on(server, label, said)


@pytest.mark.parametrize("label", [label for label in LABELS if EXPECTED["sqlite"][label]["games"]])
def test_every_finished_game_can_be_read_by_its_number(
    label: str, kept: Kept, headway: Headway, tmp_path: Path
) -> None:
    """Each answer is what 0.1.0 gave when that game had just ended."""
    server, said = kept.server, kept.tables[label]
    played = server.get(f"/api/tables/{said['id']}/games")
    ended = tuple(name for name in STATE + MATCH if name != "offers")  # a rematch may have been offered since
    for number, earlier in enumerate(said["games"], 1):
        address = f"/api/tables/{said['id']}/games/{number}"
        shown, now = server.get(address), earlier["shown"]["now"]
        assert fields(shown["table"], SETUP) == fields(earlier["shown"]["table"], SETUP)
        assert fields(shown["now"], ended) == fields(now, ended)
        assert played[number - 1] == {
            "number": number,
            "plies": now["ply"],
            "result": now["result"],
            "reason": now["reason"],
            "status": shown["status"],  # which 0.1.0 did not have
        }
        assert fields(server.get(f"{address}/dice"), tuple(earlier["dice"])) == earlier["dice"]
        path = tmp_path / f"{number}.jsonl"
        path.write_text(server.get(f"{address}/record"), "utf-8")
        assert outlines(as_games(json.loads(headway("replay", path, "--json").out))) == recorded(earlier["record"])[-1:]
        assert headway("verify", path).status == 0
        # by the command, since a server gives up solving after a while, which may not do on a busy machine
        assert_same_review(as_games(json.loads(headway("review", path, "--json").out))[-1], earlier["review"])


def fields(shown: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Those fields of an answer; there may be others, and the texts among them may change."""
    return {name: shown.get(name) for name in names}


def recorded(text: str) -> list[tuple[list[tuple[str, str]], str | None]]:
    """The moves and the winner of each game in a record that a server of 0.1.0 gave out; it has no takebacks."""
    games: list[tuple[list[tuple[str, str]], str | None]] = []
    for line in map(json.loads, text.splitlines()):
        if "headway" in line:
            games.append(([], None))
        elif "move" in line:
            games[-1][0].append((line["by"], line["move"]))
        elif line["result"] in ("P1", "P2"):
            games[-1] = games[-1][0], line["result"]
    return games


def outlines(games: list[dict[str, Any]]) -> list[tuple[list[tuple[str, str]], str | None]]:
    """The moves and the winner of each game that was replayed."""
    return [([(ply["by"], ply["move"]) for ply in game["plies"]], game["winner"]) for game in games]


# -- what is to be done next at a table


def go_on(server: Served, label: str, said: dict[str, Any]) -> None:
    """Go on at a table with the keys that 0.1.0 gave out."""
    now = said["shown"]["now"]
    if now["offers"]:
        accept(server, said)
    elif now["to_move"] is not None:
        after = play(server, said)["now"]
        assert after["ply"] > now["ply"]
        if label == "a secret is open":  # Player 1, at position 2, had chosen 2, and the guess is 1
            assert after["positions"] == [[4], [0]]
    elif now["match"]["over"]:
        rematch(server, said)
    else:
        one, other = (server.sit(said["id"], key) for key in said["tokens"])
        one.send(type="next")
        for client in (one, other):
            assert client.receive("welcome")["now"]["game_number"] == now["game_number"] + 1


def play(server: Served, said: dict[str, Any]) -> dict[str, Any]:
    """Let the person who is to move make the first of the legal moves: what they hear."""
    chair = said["seats"].index(said["shown"]["now"]["to_move"])
    mover = server.sit(said["id"], said["tokens"][chair])
    return mover.play(mover.legal[0])


def accept(server: Served, said: dict[str, Any]) -> None:
    """Let the other side accept what was offered before the server ended."""
    now = said["shown"]["now"]
    [(what, by)] = now["offers"].items()
    other = server.sit(said["id"], said["tokens"][1 - said["seats"].index(by)])
    other.send(type="accept", what=what)
    after = other.receive("news", "welcome")["now"]
    assert after["offers"] == {}
    if what == "draw":
        assert (after["result"], after["reason"]) == ("draw", "draw")
    elif what == "takeback":
        assert (after["ply"], after["to_move"]) == (now["ply"] - 1, by)
    else:
        assert (after["game_number"], after["result"]) == (now["game_number"] + 1, None)


def rematch(server: Served, said: dict[str, Any]) -> None:
    """Begin another match, with the seats swapped; a computer agrees at once."""
    one, other = (server.sit(said["id"], key) for key in said["tokens"])
    one.send(type="offer", what="rematch")
    if said["shown"]["now"]["players"] == ["human", "human"]:
        while not other.now["offers"]:
            other.receive("news")
        other.send(type="accept", what="rematch")
    assert one.receive("welcome")["you"] == said["seats"][1]
    assert other.receive("welcome")["you"] == said["seats"][0]
    assert one.now["game_number"] == said["shown"]["now"]["game_number"] + 1
