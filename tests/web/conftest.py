"""The servers that the tests share: one of Headway, and one of PostgreSQL."""

import os
import random
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from headway.web.limits import Limits
from tests.patience import PATIENCE
from tests.served import PATIENT, Served, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`headway serve` on SQLite; every test makes tables of its own."""
    served = Served(f"sqlite:///{tmp_path_factory.mktemp('web')}/tables.sqlite3", env={**os.environ, **PATIENT})
    yield served
    served.stop()


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A server in this process that does not limit the rate of messages, and sends no pings."""
    with serving(Limits(message_rate=10**9, message_burst=10**9, unsent_bytes=1000, ping_interval=10**6)) as it:
        yield it


@pytest.fixture
def path(served: Served) -> str:
    """The path of the WebSocket of a new table."""
    return f"/ws/{served.make('cross-over')[0]}"


@pytest.fixture(scope="module")
def postgres(new_postgres: Callable[[], str]) -> str:
    """The URL of an empty PostgreSQL database, shared by the tests of a module."""
    return new_postgres()


@pytest.fixture(scope="session")
def new_postgres(postgres_server: str) -> Callable[[], str]:
    """Creates an empty PostgreSQL database, and gives its URL."""
    import psycopg

    def create() -> str:
        name = f"headway_{random.randrange(10**9)}"
        with psycopg.connect(f"{postgres_server}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"{postgres_server}/{name}"

    return create


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own, with its data in a temporary folder."""
    initdb, pg_ctl = _postgres_tool("initdb"), _postgres_tool("pg_ctl")
    if initdb is None or pg_ctl is None:
        pytest.skip("no PostgreSQL server is installed here")
    folder = Path("/tmp") / f"headway-pg-{random.randrange(10**9)}"  # a folder that the user postgres may enter
    folder.mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    data = folder / "data"
    _as_postgres(initdb, "-D", str(data), "-A", "trust", "-U", "headway", "--no-sync", cwd=folder)
    port = _start_postgres(pg_ctl, folder)
    try:
        yield f"postgresql://headway@127.0.0.1:{port}"
    finally:
        _as_postgres(pg_ctl, "-D", str(data), "-m", "immediate", "stop", cwd=folder)
        shutil.rmtree(folder, ignore_errors=True)


def _start_postgres(pg_ctl: str, folder: Path) -> int:
    """Start the server of a folder, and give its port; another program may take a free one before it does."""
    for attempt in range(5):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port: int = free.getsockname()[1]
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=on -c max_connections=60"
        start = [pg_ctl, "-D", str(folder / "data"), "-o", options, "-w", "-t", str(PATIENCE)]
        try:
            _as_postgres(*start, "-l", str(folder / "log"), "start", cwd=folder)
            break
        except subprocess.CalledProcessError:
            if attempt == 4:
                raise
    return port


def _as_postgres(*command: str, cwd: Path) -> None:
    """Run a PostgreSQL tool, as the user postgres if we are root: it refuses to run as root."""
    user = "postgres" if os.geteuid() == 0 else None
    subprocess.run(command, check=True, cwd=cwd, user=user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _postgres_tool(name: str) -> str | None:
    """The path of a PostgreSQL tool; Debian does not put them into PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(found[-1]) if found else None)
