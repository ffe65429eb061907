"""The migration of what version 0.1.0 stored: complete or not at all, and in bounded memory."""

import json
import sqlite3
import tracemalloc
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
import pytest

from headway.errors import HeadwayError
from headway.rulekit import P1, P2
from headway.table.events import Declined, Offered, Proposal, Seated
from headway.web.storage.store import Store
from headway.web.tables.live_table import LiveTable
from tests.earlier import FOLDER

SEED = "5e" * 32
SETUP = {
    "game": "cross-over",
    "rules": {"length": 9, "longest_step": 3},
    "is_dealt": False,
    "players": ["human", "human"],
    "first": 0,
    "goal": 1,
}
COMMITMENT = sha256(bytes.fromhex(SEED)).hexdigest()
BEGIN = {"begin": "P1", "rules": SETUP["rules"], "swapped": False, "seed": SEED}
Steps = list[list[dict[str, Any]]]


class Database:
    """A database of version 0.1.0, empty at first."""

    def __init__(self, kind: str, url: str) -> None:
        self.kind, self.url = kind, url
        self.run((FOLDER / f"{kind}.sql").read_text("utf-8"), "DELETE FROM steps", "DELETE FROM tables")

    def run(self, *statements: str) -> list[Any]:
        if self.kind == "postgresql":
            with psycopg.connect(self.url, autocommit=True) as connection:
                for statement in statements:
                    cursor = connection.execute(statement.encode())
                return cursor.fetchall() if cursor.description else []
        database = sqlite3.connect(self.url.removeprefix("sqlite:///"))
        for statement in statements[:-1]:
            database.executescript(statement)
        rows = database.execute(statements[-1]).fetchall()
        database.commit()
        database.close()
        return rows

    def add(self, table_id: str, steps: Steps, setup: dict[str, Any] = SETUP) -> None:
        step = "INSERT INTO steps (table_id, number, at, entries) VALUES "
        rows = [
            f"{step}('{table_id}', {number}, 1, '{json.dumps(entries)}')" for number, entries in enumerate(steps, 1)
        ]
        table = "INSERT INTO tables (id, created, setup, chair_0, chair_1) VALUES "
        self.run(f"{table}('{table_id}', 1, '{json.dumps(setup)}', 'a', 'b')", *rows)

    def migrated(self, table_id: str) -> LiveTable:
        store = Store(self.url)
        store.upgrade()
        stored = store._read(table_id)
        assert stored is not None
        return LiveTable.from_stored(table_id, stored)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    if request.param == "sqlite":
        return Database(request.param, f"sqlite:///{tmp_path}/tables.sqlite3")
    return Database(request.param, request.getfixturevalue("new_postgres")())


def test_what_entries_left_to_be_inferred_is_in_the_events(database: Database) -> None:
    steps: Steps = [
        [BEGIN],
        [{"move": "3", "by": "P1"}],
        [{"offer": "draw", "by": "P1"}],
        [{"decline": "draw", "by": "P1"}],
        [{"offer": "draw", "by": "P2"}],
        [{"decline": "draw", "by": "P1"}],
        [{"offer": "takeback", "by": "P1"}],
        [{"undo": 1}],
        [{"move": "2", "by": "P1"}],
        [{"end": "resigned", "by": "P2"}],
        [{"offer": "rematch", "by": "P2"}],
        [{**BEGIN, "swapped": True, "seed": "07" * 32}],
        [{"sit": 0, "player": "5"}],
        [{"move": "1", "by": "P1"}],
    ]
    database.add("one", steps)
    match = database.migrated("one").match
    happened = [entry.what for entry in match.games[0].story]
    declined = [what for what in happened if isinstance(what, Declined)]
    assert declined == [Declined(Proposal.DRAW, P1, is_own=True), Declined(Proposal.DRAW, P1)]
    assert [what.by for what in happened if isinstance(what, Offered)] == [P1, P2, P1, P2]
    assert (match.games[0].table.history, match.games[0].begun.commitment) == (("2",), COMMITMENT)
    ended = match.games[0].ended
    assert ended is not None
    assert (ended.result.value, ended.reason.value, ended.seed) == ("P1", "resigned", SEED)
    # the chair that was P1 in the first game is P2 in the rematch
    assert [what for what in (entry.what for entry in match.current.story) if isinstance(what, Seated)] == [
        Seated(P2, "5")
    ]
    assert (match.players, match.table.history, match.begun.is_swapped) == (("human", "5"), ("1",), True)


def test_a_step_that_cannot_be_rewritten_leaves_everything_as_it_was(database: Database) -> None:
    database.add("good", [[BEGIN], [{"move": "3", "by": "P1"}]])
    database.add("wrong", [[BEGIN], [{"dance": 1}]])
    before = database.run("SELECT * FROM steps ORDER BY table_id, number")
    with pytest.raises(HeadwayError, match="table wrong, step 2") as refused:
        Store(database.url).upgrade()
    assert "\n" not in str(refused.value)
    assert database.run("SELECT * FROM steps ORDER BY table_id, number") == before
    assert database.run("SELECT version_num FROM alembic_version") == [("0001",)]
    assert len(database.run("SELECT setup FROM tables")) == 2
    database.run("DELETE FROM steps WHERE table_id = 'wrong'", "DELETE FROM tables WHERE id = 'wrong'")
    assert database.migrated("good").match.table.history == ("3",)


def test_memory_does_not_grow_with_the_database(tmp_path: Path) -> None:
    """The peak is that of one batch, however many steps there are."""
    few, many = (peak(tmp_path / f"{count}.sqlite3", count) for count in (3_000, 12_000))
    assert many < 1.5 * few


def peak(path: Path, count: int) -> int:
    database = Database("sqlite", f"sqlite:///{path}")
    first, second = json.dumps([BEGIN]), json.dumps([{"move": "3", "by": "P1"}])
    connection = sqlite3.connect(path)
    tables = [(f"t{number:06}", 1, json.dumps(SETUP), "a", "b") for number in range(count // 2)]
    connection.executemany("INSERT INTO tables (id, created, setup, chair_0, chair_1) VALUES (?, ?, ?, ?, ?)", tables)
    rows = [(table[0], number, 1, text) for table in tables for number, text in ((1, first), (2, second))]
    connection.executemany("INSERT INTO steps (table_id, number, at, entries) VALUES (?, ?, ?, ?)", rows)
    connection.commit()
    connection.close()
    del tables, rows
    tracemalloc.start()
    try:
        Store(database.url).upgrade()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_an_sqlite_that_is_too_old_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.34.1")
    with pytest.raises(HeadwayError) as refused:
        Store(f"sqlite:///{tmp_path}/tables.sqlite3").upgrade()
    assert str(refused.value).startswith("Serving needs SQLite 3.35 or later, and this Python has 3.34.1;")
    assert not (tmp_path / "tables.sqlite3").exists()
