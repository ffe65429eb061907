"""A damaged row: its table is refused in a sentence, the operator finds the reason, and the other tables go on."""

import sqlite3
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from headway.web.limits import Limits
from headway.web.tables.hub import Hub
from tests.served import Served, serving

DAMAGES = {
    "not JSON": ("UPDATE steps SET events = '[{' WHERE table_id = ? AND number = 2", "step 2: JSONDecodeError"),
    "no event": ("UPDATE steps SET events = '[{\"dance\": 1}]' WHERE table_id = ? AND number = 2", "step 2: BadRecord"),
    "an illegal move": (
        "UPDATE steps SET events = replace(events, '\"3\"', '\"9\"') WHERE table_id = ? AND number = 2",
        "step 2: ",
    ),
    "a missing step": (
        "DELETE FROM steps WHERE table_id = ? AND number = 2",
        "step 2 is missing",
    ),
    "no step": ("DELETE FROM steps WHERE table_id = ?", "no game begins"),
    "not UTF-8": (
        "UPDATE steps SET events = CAST(x'5bff5d' AS TEXT) WHERE table_id = ? AND number = 2",
        "step 2: JSONDecodeError",
    ),
    "no text": ("UPDATE steps SET events = 7 WHERE table_id = ? AND number = 2", "step 2: TypeError"),
}


class Damaged:
    """A server on a database that was damaged while it was down: for each damage, a table with it and a whole one."""

    def __init__(self, folder: Path) -> None:
        path, self.log = folder / "tables.sqlite3", folder / "log"
        with serving(Limits(), f"sqlite:///{path}") as before:
            self.tables = {damage: (before.make("cross-over"), before.make("cross-over")) for damage in DAMAGES}
            for (table, keys), (whole, other_keys) in self.tables.values():
                before.sit(table, keys[0]).play("3")
                before.sit(table, keys[1]).play("2")
                before.sit(whole, other_keys[0]).play("3")
        with sqlite3.connect(path) as database:
            for damage, (statement, _) in DAMAGES.items():
                assert database.execute(statement, [self.tables[damage][0][0]]).rowcount > 0
        self.server = Served(f"sqlite:///{path}", stderr=self.log.open("w"))


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Damaged]:
    it = Damaged(tmp_path_factory.mktemp("damaged"))
    yield it
    it.server.stop()


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_refused_and_the_others_go_on(damage: str, damaged: Damaged) -> None:
    server, (_, reason) = damaged.server, DAMAGES[damage]
    (table, keys), (whole, other_keys) = damaged.tables[damage]
    client = server.sit(table, keys[0])
    assert client.welcome["error"] == "damaged-table"
    with pytest.raises(ConnectionClosed):
        client.receive("nothing")
    for address in ("", "/record", "/games", "/dice"):
        assert server.refused(f"/api/tables/{table}{address}") == (500, "damaged-table")
    lines = damaged.log.read_text().splitlines()
    (told,) = (line for line in lines if table in line)
    assert told.startswith(f"Table {table} is damaged in the database: {reason}")
    assert all(line.startswith("Table ") for line in lines)  # nothing else is logged
    assert server.sit(whole, other_keys[1]).play("2")["now"]["ply"] == 2
    with urllib.request.urlopen(f"{server.url}/healthz") as answer:
        assert answer.status == 200


def test_a_mistake_of_ours_is_told_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def find(hub: Hub, table_id: str) -> None:
        raise ZeroDivisionError("a mistake")

    with serving(Limits()) as served:
        monkeypatch.setattr(Hub, "find", find)
        assert served.refused("/api/tables/any") == (500, "server-error")
        client = served.sit("any", None)
        assert client.welcome["error"] == "server-error"
        with pytest.raises(ConnectionClosed) as closed:
            client.receive("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011
    assert "ZeroDivisionError: a mistake" in caplog.text
