"""A damaged row: its table is refused in a sentence, the operator finds the reason, and the other tables go on."""

import sqlite3
import urllib.request
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


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_refused_and_the_others_go_on(damage: str, tmp_path: Path) -> None:
    path, log = tmp_path / "tables.sqlite3", tmp_path / "log"
    server = Served(f"sqlite:///{path}", stderr=log.open("w"))
    try:
        (table, keys), (whole, other_keys) = server.make("cross-over"), server.make("cross-over")
        server.sit(table, keys[0]).play("3")
        server.sit(table, keys[1]).play("2")
        server.sit(whole, other_keys[0]).play("3")
        server.kill()
        statement, reason = DAMAGES[damage]
        with sqlite3.connect(path) as database:
            assert database.execute(statement, [table]).rowcount > 0
        server.start()
        client = server.sit(table, keys[0])
        assert client.welcome["error"] == "damaged-table"
        with pytest.raises(ConnectionClosed):
            client.receive("nothing")
        for address in ("", "/record", "/games", "/dice"):
            assert server.refused(f"/api/tables/{table}{address}") == (500, "damaged-table")
        lines = log.read_text().splitlines()
        assert len(lines) == 1
        assert lines[0].startswith(f"Table {table} is damaged in the database: {reason}")
        assert server.sit(whole, other_keys[1]).play("2")["now"]["ply"] == 2
        with urllib.request.urlopen(f"{server.url}/healthz") as answer:
            assert answer.status == 200
    finally:
        server.stop()


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
