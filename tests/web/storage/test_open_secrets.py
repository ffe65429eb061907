"""An open secret on the host's side, with real servers: the database, the log and the processes do not tell it."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from headway.web.limits import Limits
from headway.web.storage.key_file import VARIABLE
from headway.web.storage.shared_key import KEY_LOCKS
from tests.conftest import Headway
from tests.patience import wait_until
from tests.served import Client, Served, serving

GAME = "predictive-pursuit"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite3"
    create: Callable[[], str] = request.getfixturevalue("new_postgres")
    return create()


class Host:
    """A database, servers on it as processes with a log file, and servers in this process with a key file."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database, self.log = database, folder / "log"
        self.servers: list[Served] = []

    def start(self) -> Served:
        server = Served(self.database, stderr=self.log.open("a"))
        self.servers.append(server)
        return server

    @contextmanager
    def serving(self, key_file: Path) -> Iterator[Served]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(VARIABLE, str(key_file))
            with serving(Limits(), self.database) as server:
                yield server

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Carry out a statement with ? for its values."""
        if self.database.startswith("sqlite"):
            # closed at once: one that is closed at any later time could remove the log of a server
            with closing(sqlite3.connect(self.database.removeprefix("sqlite:///"))) as sqlite, sqlite:
                return sqlite.execute(statement, values).fetchall()
        with psycopg.connect(self.database) as connection:
            cursor = connection.execute(statement.replace("?", "%s").encode(), values)
            return cursor.fetchall() if cursor.description else []

    def texts(self, table: str) -> list[str]:
        """The steps of a table, as they are in the database."""
        return [text for (text,) in self.rows("SELECT events FROM steps WHERE table_id = ? ORDER BY number", table)]


@pytest.fixture
def host(database: str, tmp_path: Path) -> Iterator[Host]:
    """A host with a database of either kind; no server runs at the end."""
    it = Host(database, tmp_path)
    yield it
    for server in it.servers:
        server.stop()


def made(server: Served, **options: Any) -> tuple[str, list[str], Client, Client]:
    """A table with both players at it."""
    table, keys = server.make(GAME, **options)
    return table, keys, server.sit(table, keys[0]), server.sit(table, keys[1])


def back(server: Served, table: str, keys: list[str]) -> tuple[Client, Client]:
    """Both players, after their server was started again."""
    return server.sit(table, keys[0]), server.sit(table, keys[1])


def accepted(offering: Client, answering: Client, what: str) -> None:
    """One player offers something, and the other accepts it."""
    offering.send(type="offer", what=what)
    while what not in answering.now["offers"]:
        answering.receive("news")
    number = answering.now["number"]
    answering.send(type="accept", what=what)
    for client in (offering, answering):
        while client.now["number"] <= number:
            client.receive("news", "welcome")


def told(client: Client) -> str:
    """The newest line that the player has read."""
    text: str = json.loads(client.received[-1])["log"][-1]["text"]
    return text


def test_a_killed_server_has_kept_a_secret_that_its_database_does_not_tell(host: Host, tmp_path: Path) -> None:
    server = host.start()
    tables = [(choice, *made(server)) for choice in ("1", "2", "2")]
    for choice, _, _, one, other in tables:
        one.play(choice)
        other.until(1)
    server.kill()
    files = {path.name: path.read_bytes() for path in tmp_path.glob("tables.sqlite3*")}
    sealed = [host.texts(table)[1] for _, table, *_ in tables]
    assert not any('"move"' in text for text in sealed)
    assert len({len(text) for text in sealed}) == 1
    assert len(set(sealed)) == 3
    if host.database.startswith("sqlite"):
        kept = files["tables.sqlite3"] + files["tables.sqlite3-wal"]
        assert all(text.encode() in kept for text in sealed)
        assert b'"move"' not in kept
    server.start()
    for choice, table, keys, *_ in tables:
        one, other = back(server, table, keys)
        assert other.now["chosen"] == "P1"
        other.play("1")
        one.until(2)
        outcomes = {"1": "You guessed 1, which was correct", "2": "You guessed 1; Player 1 had chosen 2"}
        assert told(other).startswith(outcomes[choice])
        assert json.loads(host.texts(table)[2]) == [{"ply": 2, "by": "P2", "move": "1", "opens": [choice]}]


def test_a_finished_game_needs_no_key(host: Host, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """After a takeback, a resignation with an open secret and a rematch, all is read with a key that opens nothing."""
    with host.serving(tmp_path / "first.key") as server:
        table, _, one, other = made(server)
        one.play("2")
        other.until(1)
        accepted(one, other, "takeback")
        assert one.now["ply"] == 0
        assert '"opens"' not in "".join(host.texts(table))
        one.play("1")
        other.until(1)
        other.play("2")
        other.play("2")
        one.until(3)
        one.send(type="resign")
        for client in (one, other):
            while client.now["result"] is None:
                client.receive("news")
        assert json.loads(host.texts(table)[-1])[0]["opens"] == ["2", "2"]
        accepted(one, other, "rematch")
        assert one.welcome["you"] == "P1"
        other.play("1")
        one.until(1)
        other.send(type="resign")
        while one.now["result"] is None:
            one.receive("news")
        shown = "/games", "/games/1", "/games/2", "/record", "/games/1/record"
        addresses = [f"/api/tables/{table}{more}" for more in shown]
        before = [server.get(address) for address in addresses]
    moves = [line.get("move") for line in map(json.loads, before[-1].splitlines())]
    assert moves == [None, "1", "2", None]  # neither the choice that was taken back nor the one that was not answered
    with host.serving(tmp_path / "second.key") as server:
        assert [server.get(address) for address in addresses] == before
    assert caplog.messages == []


def test_another_key_refuses_only_the_tables_that_need_it(
    host: Host, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = tmp_path / "first.key", tmp_path / "second.key"
    with host.serving(first) as server:
        table, keys, one, other = made(server)
        one.play("2")
        other.until(1)
        answered, its_keys, one, other = made(server)
        one.play("2")
        other.until(1)
        other.play("1")
    assert caplog.messages == []
    with host.serving(second) as server:
        client = server.sit(table, keys[1])
        assert client.welcome["error"] == "damaged-table"
        for address in ("", "/record", "/games"):
            assert server.refused(f"/api/tables/{table}{address}") == (500, "damaged-table")
        ids = [path.read_text().split()[1] for path in (first, second)]
        reason = f"step 2: its secret is encrypted with the key {ids[0]}, and {second} holds the key {ids[1]}"
        assert caplog.messages == [f"Table {table} is damaged in the database: {reason}"]
        other = server.sit(answered, its_keys[1])
        assert other.play("1")["now"]["ply"] == 3  # a secret under the new key
        assert server.sit(answered, its_keys[0]).play("1")["now"]["ply"] == 4
        assert server.get("/healthz")["status"] == "ok"
    with host.serving(first) as server:
        assert server.sit(table, keys[1]).play("1")["now"]["ply"] == 2  # nothing was lost
        assert server.get(f"/api/tables/{answered}")["now"]["ply"] == 4


def test_a_secret_is_not_opened_at_another_table(host: Host, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """One who can write to the database cannot let the server open a secret at a table of their own."""
    with host.serving(tmp_path / "key") as server:
        (theirs, _, one, _), (own, own_keys, two, _) = made(server), made(server)
        one.play("2")
        two.play("2")
    stolen = host.texts(theirs)[1]
    host.rows("UPDATE steps SET events = ? WHERE table_id = ? AND number = 2", stolen, own)
    with host.serving(tmp_path / "key") as server:
        assert server.sit(own, own_keys[1]).welcome["error"] == "damaged-table"
        assert "step 2: its secret is damaged, or is that of another step" in caplog.text
        assert server.get(f"/api/tables/{theirs}")["now"]["chosen"] == "P1"


def test_a_secret_of_an_earlier_version_is_answered(host: Host, tmp_path: Path) -> None:
    """It is readable in the database, as it was stored."""
    with host.serving(tmp_path / "key") as server:
        table, keys, one, _ = made(server)
        one.play("2")
    plain = '[{"ply":1,"by":"P1","move":"2"}]'
    host.rows("UPDATE steps SET events = ? WHERE table_id = ? AND number = 2", plain, table)
    with host.serving(tmp_path / "key") as server:
        one, other = back(server, table, keys)
        other.play("1")
        one.until(2)
        assert told(one) == "Player 2 guessed 1; you had chosen 2 and move to 2."
        other.play("1")
    with host.serving(tmp_path / "key") as server:
        assert server.sit(table, keys[0]).play("1")["now"]["ply"] == 4


@contextmanager
def statements() -> Iterator[list[str]]:
    """Everything that is sent to a database from this process, with all values."""
    sent: list[str] = []

    def keep(connection: Any, cursor: Any, statement: str, values: Any, context: Any, many: bool) -> None:
        sent.append(f"{statement} {values}")

    sa.event.listen(sa.Engine, "before_cursor_execute", keep)
    try:
        yield sent
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", keep)


def test_what_is_sent_to_the_database_is_the_same_for_both_choices(database: str) -> None:
    """Statements, values and notifications, but for ids, times and what is encrypted; so its own log tells nothing."""
    seen = {}
    with serving(Limits(), database) as server:
        for choice in ("1", "2"):
            table, _, one, other = made(server)
            with statements() as sent:
                one.play(choice)
                other.until(1)
            # when presence is told, and when steps are read again after a notification, depends on the moment
            told = [text for text in sent if not text.startswith("SELECT steps") and "headway_presence" not in text]
            about = [text for text in told if table in text]
            assert about
            seen[choice] = [_masked(text, table) for text in about]
    assert seen["1"] == seen["2"]
    assert any("SEALED" in text for text in seen["1"])


def _masked(text: str, table: str) -> str:
    text = re.sub(r"sealed\W+[0-9a-f]{8}\.[\w=-]+", "SEALED", text.replace(table, "TABLE"))
    return re.sub(r"\d{9,}\.\d+", "TIME", text)


def test_the_log_and_the_processes_do_not_tell_the_choice(host: Host) -> None:
    """The words with which the server and the processes of its solver were started are the same for both choices."""
    seen = {}
    for choice in ("1", "2"):
        server = host.start()
        table, keys = server.make(GAME, opponent="perfect", first="P2")
        one = server.sit(table, keys[0])
        one.until(1)
        one.play("1")
        one.until(2)
        one.play(choice)
        assert server.process is not None
        seen[choice] = processes(server.process.pid), host.log.read_text()
        server.kill()
    assert seen["1"] == seen["2"]
    assert seen["1"][1] == ""
    assert len(seen["1"][0]) > 1


def processes(group: int) -> list[list[str]]:
    """The words with which each process of a group was started, without numbers."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                stat, words = (folder / "stat").read_text(), (folder / "cmdline").read_text().split("\0")
            except OSError:  # it has just ended
                continue
            if stat.rpartition(")")[2].split()[2] == str(group):
                found.append([re.sub(r"\d{2,}", "N", word) for word in words])
    return sorted(found)


def test_another_process_opens_a_secret(postgres: str, tmp_path: Path) -> None:
    """The one who chooses and the one who guesses are at two servers, which share a key file."""
    options = "--key-file", str(tmp_path / "key")
    here, there = Served(postgres, *options), Served(postgres, *options, "--workers", "2")
    try:
        table, keys = here.make(GAME)
        one, other = here.sit(table, keys[0]), there.sit(table, keys[1])
        for ply in range(0, 8, 4):
            assert one.play("2")["now"]["ply"] == ply + 1
            other.until(ply + 1)
            assert other.play("1")["now"]["ply"] == ply + 2
            assert told(other).startswith("You guessed 1; Player 1 had chosen 2")
            assert other.play("1")["now"]["ply"] == ply + 3
            one.until(ply + 3)
            assert one.play("2")["now"]["ply"] == ply + 4
            other.until(ply + 4)
        late = [there.sit(table, None) for _ in range(4)]  # at either of the workers
        assert {watching.now["ply"] for watching in late} == {8}
    finally:
        here.stop()
        there.stop()


def test_a_server_with_another_key_than_the_others_is_refused(postgres: str, headway: Headway, tmp_path: Path) -> None:
    here = Served(postgres, "--key-file", str(tmp_path / "first"))
    try:
        second = tmp_path / "second"
        refused = headway("serve", "--db", postgres, "--port", 0, "--key-file", second)
        assert refused.status == 2
        assert refused.err == (
            f"headway: Another server of this database uses another key than the one in {second}; "
            "give all of them the same key file: --key-file.\n"
        )
        again = Served(postgres, "--key-file", str(tmp_path / "first"))
        again.stop()
    finally:
        here.stop()


def test_servers_that_start_at_once_with_two_keys_log_it(new_postgres: Callable[[], str], tmp_path: Path) -> None:
    url, log = new_postgres(), tmp_path / "log"
    here = Served(url, "--key-file", str(tmp_path / "key"), stderr=log.open("w"))
    try:
        with psycopg.connect(url, autocommit=True) as other:
            lock = f"SELECT pg_advisory_lock_shared({KEY_LOCKS}, 7)"  # as a server with another key holds it
            other.execute(lock.encode())
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid()"
            )
            refusal = f"Another server of this database uses another key than the one in {tmp_path / 'key'}"
            wait_until(lambda: refusal in log.read_text())
    finally:
        here.stop()
