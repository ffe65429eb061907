"""What the tests of the web share: a PostgreSQL server."""

import os
import random
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.served import as_postgres, postgres_tool


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The address of an empty database on a PostgreSQL server that is started for the module."""
    initdb, pg_ctl = postgres_tool("initdb"), postgres_tool("pg_ctl")
    if initdb is None or pg_ctl is None:
        pytest.skip("no PostgreSQL server is installed here")
    folder = Path("/tmp") / f"headway-pg-{random.randrange(10**9)}"  # a folder that the user postgres may enter
    folder.mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    data = folder / "data"
    as_postgres(initdb, "-D", str(data), "-A", "trust", "-U", "headway", cwd=folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=on -c max_connections=60"
    as_postgres(pg_ctl, "-D", str(data), "-o", options, "-w", "-l", str(folder / "log"), "start", cwd=folder)
    try:
        yield f"postgresql://headway@127.0.0.1:{port}/postgres"
    finally:
        as_postgres(pg_ctl, "-D", str(data), "-m", "immediate", "stop", cwd=folder)
        shutil.rmtree(folder, ignore_errors=True)
