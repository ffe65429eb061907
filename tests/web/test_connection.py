"""Connections: handshakes, stalled requests, and clients that break the protocol."""

import base64
import hashlib
import http.client
import re
import select
import socket
import struct
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress

import pytest

from headway.web.frames import BINARY, CLOSE, PING, PONG, TEXT
from headway.web.limits import Limits
from tests.patience import PATIENCE, wait_until
from tests.served import Served, serving


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(Limits(message_rate=10**9, message_burst=10**9, unsent_bytes=1000, ping_interval=10**6)) as it:
        yield it


@pytest.fixture(scope="module")
def hasty() -> Iterator[Served]:
    with serving(Limits(request_timeout=2)) as it:
        yield it


KEY = base64.b64encode(bytes(16)).decode()
RIGHT = {
    "Host": "x",
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": KEY,
}


class Raw:
    """A connection by hand."""

    def __init__(self, served: Served, path: str, changed: Mapping[str, str | None] = {}, pieces: int = 1) -> None:
        self.socket = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
        headers = {**RIGHT, **changed}
        lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
        request = "\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode("latin-1")
        for index in range(pieces):
            self.socket.send(request[index * len(request) // pieces : (index + 1) * len(request) // pieces])
            time.sleep(0.05 if pieces > 1 else 0)
        self.unread = b""
        self.answer = self._read_until(b"\r\n\r\n").decode()

    def _read_until(self, end: bytes) -> bytes:
        while end not in self.unread:
            piece = self.socket.recv(4096)
            assert piece, "the connection has ended"
            self.unread += piece
        found, _, self.unread = self.unread.partition(end)
        return found

    def send(self, opcode: int, content: bytes, first: int = 0x80, is_masked: bool = True) -> None:
        self.socket.send(
            bytes([first | opcode, (0x80 if is_masked else 0) | len(content)]) + bytes(4) * is_masked + content
        )

    def take(self, *opcodes: int) -> bytes:
        """What the next frame of these kinds says."""
        while True:
            while len(self.unread) < 2 or len(self.unread) < self._length()[1]:
                piece = self.socket.recv(4096)
                assert piece, "the connection has ended"
                self.unread += piece
            start, end = self._length()
            opcode, content, self.unread = self.unread[0] & 0x0F, self.unread[start:end], self.unread[end:]
            if opcode in opcodes:
                return content

    def _length(self) -> tuple[int, int]:
        short = self.unread[1]
        return (2, 2 + short) if short < 126 else (4, 4 + int.from_bytes(self.unread[2:4]))

    def ends(self) -> bool:
        """Does the other end close the connection?"""
        with suppress(ConnectionError):
            while self.socket.recv(4096):
                pass
        return True


@pytest.fixture
def path(served: Served) -> str:
    return f"/ws/{served.make('cross-over')[0]}"


@pytest.mark.parametrize("pieces", [1, 3])
def test_the_handshake_is_answered_even_when_it_comes_in_pieces(served: Served, path: str, pieces: int) -> None:
    raw = Raw(served, path, pieces=pieces)
    wanted = base64.b64encode(hashlib.sha1(f"{KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()).decode()
    assert raw.answer.startswith("HTTP/1.1 101 ")
    assert f"sec-websocket-accept: {wanted}" in raw.answer
    raw.send(TEXT, b'{"type":"hello"}')
    assert b'"welcome"' in raw.take(TEXT)


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Sec-WebSocket-Version": "8"}, 426),
        ({"Sec-WebSocket-Key": "short"}, 400),
        ({"Sec-WebSocket-Key": None}, 400),
        ({"Upgrade": "h2c"}, 404),
        ({"Upgrade": None, "Connection": None}, 404),
        ({"Connection": "close"}, 404),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://\xff"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://elsewhere.example"}, 403),
    ],
)
@pytest.mark.parametrize("pieces", [1, 2])
def test_a_wrong_handshake_is_refused(
    served: Served, path: str, changed: dict[str, str | None], status: int, pieces: int
) -> None:
    raw = Raw(served, path, changed, pieces)
    assert raw.answer.startswith(f"HTTP/1.1 {status} ")
    assert raw.ends()


def test_a_socket_that_leads_nowhere_is_refused(served: Served) -> None:
    assert Raw(served, "/elsewhere").answer.startswith("HTTP/1.1 404 ")


@pytest.mark.parametrize("asked", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET /ws/x HTTP/1.1\r\nHost"])
def test_one_who_never_ends_a_request_is_let_go(hasty: Served, asked: bytes) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(asked)
        assert slow.recv(1000) == b""
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")  # and one who does may begin another
        assert b" 200 OK" in slow.recv(1000)
        slow.sendall(asked)
        while slow.recv(1000):
            pass


def test_one_who_asks_again_and_again_is_not_let_go(hasty: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", hasty.port, timeout=PATIENCE)
    connection.connect()
    mine = connection.sock.getsockname()
    for _ in range(30):
        connection.request("GET", "/healthz")
        assert connection.getresponse().read()
        time.sleep(0.1)
    assert connection.sock.getsockname() == mine
    connection.close()


def test_what_looks_like_a_handshake_inside_a_request_is_none(served: Served, path: str) -> None:
    handshake = "\r\n".join([f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in RIGHT.items()), "", ""])
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw:
        raw.sendall(f"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: {len(handshake)}\r\n\r\n".encode())
        time.sleep(0.2)
        raw.sendall(handshake.encode())
        assert b" 422 " in raw.recv(1000)


def test_a_name_with_a_space_is_no_way_around_the_origin(served: Served, path: str) -> None:
    for pieces in (1, 2):
        raw = Raw(served, path, {"Origin ": "http://elsewhere.example"}, pieces)
        assert not raw.answer.startswith("HTTP/1.1 101 ")
    assert not Raw(served, path, {"Origin": "null", "Host": ""}).answer.startswith("HTTP/1.1 101 ")


def test_a_head_without_an_end_is_refused(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw, suppress(ConnectionError):
        raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        for _ in range(1000):
            raw.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
        assert b" 431 " in raw.recv(1000)


def test_a_request_without_a_version_is_refused(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw:
        raw.sendall(b"GET /ws/x\r\n\r\n")
        assert b" 101 " not in raw.recv(1000)


def test_one_who_sends_a_body_byte_by_byte_has_no_more_time_for_it(hasty: Served) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
        with suppress(ConnectionError):
            while not select.select([slow], [], [], 0.1)[0]:
                slow.sendall(b" ")
        assert b" 408 " in slow.recv(1000)


def test_one_who_never_ends_a_body_is_let_go(hasty: Served) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        assert b" 408 " in slow.recv(1000)


def test_of_two_requests_in_one_piece_only_the_first_counts(served: Served, path: str) -> None:
    raw = Raw(served, path, {"Sec-WebSocket-Key": f"{KEY}\r\n\r\nGET /ws/elsewhere HTTP/1.1"})
    raw.send(TEXT, b'{"type":"hello"}')
    assert b'"welcome"' in raw.take(TEXT)


@pytest.mark.parametrize(
    ("opcode", "content", "first", "is_masked", "code"),
    [
        (TEXT, b"x", 0x80, False, 1002),
        (TEXT, b"x", 0xC0, True, 1002),
        (3, b"x", 0x80, True, 1002),
        (PING, b"x", 0, True, 1002),
        (0, b"x", 0x80, True, 1002),
        (TEXT, b"\xff", 0x80, True, 1007),
        (CLOSE, b"\x03\xe7", 0x80, True, 1002),
        (BINARY, b"x", 0x80, True, 1008),
        (CLOSE, b"\x03\xe8", 0x80, True, 1000),
        (CLOSE, b"", 0x80, True, 1000),
    ],
)
def test_each_way_to_break_the_protocol_has_its_code(
    served: Served, path: str, opcode: int, content: bytes, first: int, is_masked: bool, code: int
) -> None:
    raw = Raw(served, path)
    raw.send(opcode, content, first, is_masked)
    assert int.from_bytes(raw.take(CLOSE)[:2]) == code
    raw.send(CLOSE, struct.pack("!H", code))
    assert raw.ends()


def test_pings_are_answered_and_pieces_put_together(served: Served, path: str) -> None:
    raw = Raw(served, path)
    raw.send(TEXT, b'{"type":', first=0)
    raw.send(PING, b"are you there?")
    assert raw.take(PONG) == b"are you there?"
    raw.send(0, b'"hello"}')
    assert b'"welcome"' in raw.take(TEXT)


@pytest.mark.parametrize(("opcode", "first"), [(PING, 0x80), (0, 0)])
def test_a_flood_of_pings_or_of_pieces_is_ended(opcode: int, first: int) -> None:
    with serving(Limits()) as served:
        raw = Raw(served, f"/ws/{served.make('cross-over')[0]}")
        raw.send(TEXT, b"", first=0)
        with suppress(ConnectionError):
            for _ in range(200):
                raw.send(opcode, b"", first)
        assert int.from_bytes(raw.take(CLOSE)[:2]) == 1008


def test_one_who_answers_no_ping_is_let_go_and_one_who_does_is_not() -> None:
    with serving(Limits(ping_interval=2)) as served:
        path = f"/ws/{served.make('cross-over')[0]}"
        dead, alive = Raw(served, path), Raw(served, path)
        for raw in (dead, alive):
            raw.send(TEXT, b'{"type":"hello"}')
        for _ in range(3):
            alive.take(PING)
            alive.send(PONG, b"")
        assert dead.ends()
        alive.send(TEXT, b'{"type":"ping"}')
        while b'"pong"' not in alive.take(TEXT):
            pass


def test_one_who_never_reads_is_let_go() -> None:
    noisy = Limits(message_rate=10**9, message_burst=10**9, unsent_bytes=1000, ping_interval=10**6)
    with serving(noisy) as served:
        deaf = Raw(served, f"/ws/{served.make('cross-over')[0]}")
        deaf.send(TEXT, b'{"type":"hello"}')
        nonsense = bytes([0x81, 0x80 | 15]) + bytes(4) + b'{"type":"what"}'  # answered at some length
        with suppress(ConnectionError):
            for _ in range(60):
                deaf.socket.sendall(nonsense * 1000)
        wait_until(lambda: connections(served) == 0)


def connections(served: Served) -> float:
    found = re.search(r"^headway_sockets (\S+)", served.get("/metrics"), re.MULTILINE)
    assert found is not None
    return float(found[1])
