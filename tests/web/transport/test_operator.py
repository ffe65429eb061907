"""What clients do costs the server little memory, and prints nothing to its operator."""

import os
import random
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.patience import wait_until
from tests.served import Served
from tests.web.transport.raw import answers, deaf_socket, handshake, statuses

STATM = Path(f"/proc/{os.getpid()}/statm")


@pytest.fixture
def errors(tmp_path: Path) -> Path:
    return tmp_path / "stderr"


@pytest.fixture
def watched(tmp_path: Path, errors: Path) -> Iterator[Served]:
    """A server whose error output is kept."""
    with errors.open("w") as stderr:
        served = Served(f"sqlite:///{tmp_path}/tables.sqlite3", stderr=stderr)
        yield served
        served.stop()


def resident(served: Served) -> float:
    """The memory of a server, in MB."""
    assert served.process is not None
    pages = int(Path(f"/proc/{served.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 10**6


def peak(served: Served) -> float:
    """The most memory that a server needs while it answers some requests."""
    found = 0.0
    for _ in range(20):
        assert served.get("/healthz")["status"] == "ok"
        found = max(found, resident(served))
    return found


@pytest.mark.skipif(not STATM.exists(), reason="the memory of a process is read from /proc")
def test_requests_that_are_never_read_take_little_memory(watched: Served, errors: Path) -> None:
    assert statuses(answers(watched, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")) == [200]
    before = peak(watched)
    flood = memoryview(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 7000)  # 250 KB
    clients = []
    for _ in range(20):
        client = deaf_socket(watched)
        client.setblocking(False)
        clients.append(client)
    unsent = dict.fromkeys(clients, flood)
    for _ in range(10):
        for client in clients:
            with suppress(BlockingIOError):
                unsent[client] = unsent[client][client.send(unsent[client]) :]
        time.sleep(0.05)
    assert peak(watched) - before < 60
    for client in clients:
        client.close()
    assert peak(watched) - before < 60
    assert errors.read_text() == ""


def test_nothing_that_clients_do_is_printed(watched: Served, errors: Path) -> None:
    table, keys = watched.make("cross-over")
    get = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
    upgrade = handshake(f"/ws/{table}")
    hello = b'{"type":"hello"}'
    sit = bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello
    h2c = b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"
    post = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
    slow = b'{"game": "predictive-pursuit", "rules": {"length": 50, "longest_step": 9, "overshoot": "stops"}}'
    solve = b"POST /api/variants/known HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    solve += b"Content-Length: %d\r\n\r\n" % len(slow) + slow
    beginnings = [
        *[b"", b"\0" * 1000, b"\x16\x03\x01\x02\x00\x01", get, get * 100, h2c, post, post + b"{" * 50],
        *[get + upgrade, upgrade, upgrade + sit, upgrade + b"\xff" * 1000, upgrade + sit * 500, get[:20], b"\r\n" * 99],
        *[get.replace(b"localhost", b"elsewhere.example"), b"GET " + b"/" * 100_000, post + b"{" * 100_000],
        solve,  # the client leaves while its game is being solved
    ]
    rng = random.Random(1)
    for _ in range(8):
        for beginning in beginnings:
            with socket.create_connection(("127.0.0.1", watched.port)) as client, suppress(ConnectionError):
                client.sendall(beginning)
                time.sleep(rng.choice([0, 0, 0.01]))
                if rng.random() < 0.5:  # end with a reset
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    one, other = watched.sit(table, keys[0]), watched.sit(table, keys[1])
    assert one.play("3")["now"]["ply"] == 1
    assert other.until(1)["ply"] == 1
    assert errors.read_text() == ""


def test_a_server_stops_quietly_while_clients_stay_connected(watched: Served, errors: Path) -> None:
    assert watched.process is not None
    table, keys = watched.make("cross-over")
    player = watched.sit(table, keys[0])
    clients = []
    for beginning in (
        handshake(f"/ws/{table}"),
        b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000,
        b"GET /",
    ):
        client = deaf_socket(watched)
        client.sendall(beginning)
        clients.append(client)
    assert player.play("3")["now"]["ply"] == 1
    watched.process.terminate()
    wait_until(lambda: watched.process is not None and watched.process.poll() is not None)
    assert errors.read_text() == ""
    for client in clients:
        client.close()
