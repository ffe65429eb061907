"""A database that cannot be used: operator and players are told, and nothing is acknowledged that is not kept."""

import json
import resource
import shutil
import sqlite3
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from headway.web.storage.database_file import GONE
from headway.web.storage.health import DAMAGED, DISK_FULL, NOT_WRITABLE, problem_of
from headway.web.storage.store import Store
from tests.conftest import Headway
from tests.patience import wait_until
from tests.served import Client, Served


class Watched:
    """A server, its database file and its log."""

    def __init__(self, folder: Path) -> None:
        self.path, self.log = folder / "tables.sqlite3", folder / "log"
        self.server = Served(f"sqlite:///{self.path}", stderr=self.log.open("w"))

    def health(self) -> tuple[int, str]:
        """The status of /healthz, and its message if it has one."""
        try:
            with urllib.request.urlopen(f"{self.server.url}/healthz") as answer:
                return answer.status, ""
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())["message"]

    def lines(self) -> list[str]:
        return self.log.read_text().splitlines()

    def player(self) -> Client:
        table, keys = self.server.make("cross-over", rules={"length": 100})
        return self.server.sit(table, keys[0])

    def plies(self, path: Path) -> int:
        """How many moves a file of that name holds, opened as any program would."""
        with closing(sqlite3.connect(path)) as database:
            return sum("move" in text for (text,) in database.execute("SELECT events FROM steps"))


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    made = Watched(tmp_path)
    yield made
    made.server.stop()


def test_a_file_that_is_deleted_is_noticed_and_nothing_is_acknowledged(watched: Watched) -> None:
    one = watched.player()
    assert one.play("1")["type"] == "news"
    assert watched.health() == (200, "")
    watched.path.unlink()
    one.send(type="offer", what="draw", id=1)
    refused = one.receive("error")
    assert (refused["error"], refused["message"]) == ("no-database", GONE)
    assert watched.health() == (503, GONE)
    assert watched.server.refused("/api/tables", {"game": "cross-over"}) == (503, "no-database")
    assert watched.server.refused("/api/tables/unknown") == (503, "no-database")
    assert not watched.path.exists()  # no empty file takes its place
    assert len(watched.lines()) == 1
    assert GONE in watched.lines()[0]


def test_a_file_that_comes_back_is_used_again(watched: Watched) -> None:
    one = watched.player()
    away = watched.path.with_name("away")
    watched.path.rename(away)
    refused = one.play("1")
    assert (refused["error"], refused["message"]) == ("no-database", GONE)
    away.rename(watched.path)
    wait_until(lambda: watched.health() == (200, ""))
    assert one.play("1")["now"]["ply"] == 1
    assert watched.plies(watched.path) == 1
    assert [line.partition(" (")[0] for line in watched.lines()] == [GONE, "The database can be used again."]


def test_another_file_of_that_name_is_not_taken_for_the_database(watched: Watched, tmp_path: Path) -> None:
    one = watched.player()
    assert one.play("1")["type"] == "news"
    with closing(sqlite3.connect(watched.path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(watched.path, tmp_path / "copy")
    (tmp_path / "copy").replace(watched.path)
    one.send(type="resign", id=1)
    assert one.receive("error")["message"] == GONE
    assert watched.health() == (503, GONE)
    watched.server.kill()
    for rest in ("-wal", "-shm"):
        watched.path.with_name(f"{watched.path.name}{rest}").unlink(missing_ok=True)
    watched.server.start()
    assert watched.health() == (200, "")
    assert watched.server.sit(one.table, one.token).now["ply"] == 1


def test_a_write_ahead_log_that_is_deleted_is_noticed(watched: Watched) -> None:
    one = watched.player()
    one.play("1")
    watched.path.with_name(f"{watched.path.name}-wal").unlink()
    one.send(type="resign", id=1)
    assert one.receive("error")["message"] == GONE
    assert watched.health() == (503, GONE)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits the files of another process")
def test_a_disk_that_takes_no_more_is_noticed_until_it_does(watched: Watched) -> None:
    """The server may not make any file larger, as on a full disk."""
    assert sys.platform == "linux"
    log = watched.path.with_name(f"{watched.path.name}-wal")
    while not log.exists() or log.stat().st_size < 100_000:  # more than the index of the log needs
        one = watched.player()
    other = sqlite3.connect(watched.path)  # as long as it is open, the log is not emptied
    other.execute("SELECT count(*) FROM steps").fetchall()
    assert watched.server.process is not None
    pid = watched.server.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))
    refused = one.play("1")
    assert (refused["error"], refused["message"]) == ("no-database", NOT_WRITABLE)
    assert watched.health() == (503, NOT_WRITABLE)
    assert one.play("1")["error"] == "no-database"
    assert watched.plies(watched.path) == 0
    assert len(watched.lines()) == 1
    resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
    wait_until(lambda: watched.health() == (200, ""))
    assert one.play("1")["now"]["ply"] == 1
    assert watched.plies(watched.path) == 1
    assert len(watched.lines()) == 2
    other.close()


def test_what_the_database_says_is_told_in_our_words(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "full.sqlite3")
    database.execute("CREATE TABLE texts (text)")
    database.execute("PRAGMA max_page_count = 3")
    with pytest.raises(sqlite3.OperationalError) as full:
        database.execute("INSERT INTO texts VALUES (?)", ["x" * 100_000])
    assert problem_of(full.value) == DISK_FULL
    (tmp_path / "damaged.sqlite3").write_bytes(b"no database" * 1000)
    with pytest.raises(sqlite3.DatabaseError) as damaged:
        sqlite3.connect(tmp_path / "damaged.sqlite3").execute("SELECT * FROM texts")
    assert problem_of(damaged.value) == DAMAGED


def refused_at_start(headway: Headway, path: Path) -> str:
    refused = headway("serve", "--no-browser", "--port", 0, "--db", f"sqlite:///{path}")
    assert refused.status == 2
    assert len(refused.err.strip().splitlines()) == 1
    assert str(path) in refused.err
    assert refused.err.endswith("Move the file away, or choose another: --db sqlite:///FILE\n")
    assert not path.with_name(f"{path.name}.lock").exists()
    return refused.err


def test_a_database_of_another_version_is_refused_at_the_start(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    Store(f"sqlite:///{path}").upgrade()
    with closing(sqlite3.connect(path)) as database:
        version = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
        assert "9999" in refused_at_start(headway, path)
        database.execute("UPDATE alembic_version SET version_num = ?", [version])
        database.execute("ALTER TABLE steps RENAME COLUMN events TO entries")
        database.commit()
        told = refused_at_start(headway, path)
        assert "its table steps lacks events and also has entries" in told
