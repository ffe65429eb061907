"""HTTP connections: handshakes, in whatever pieces they come, requests that stall or are not valid, and pipelines."""

import base64
import hashlib
import select
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.frames import Opcode

from headway.web.limits import Limits
from tests.patience import PATIENCE, wait_until
from tests.served import Served, serving
from tests.web.transport.raw import KEY, RIGHT, Raw, answers, handshake, kept_alive, statuses


@pytest.fixture(scope="module")
def hasty() -> Iterator[Served]:
    with serving(Limits(request_timeout=1)) as it:
        yield it


@pytest.mark.parametrize("pieces", [1, 3])
def test_the_handshake_is_answered_even_when_it_comes_in_pieces(served: Served, path: str, pieces: int) -> None:
    raw = Raw(served, path, pieces=pieces)
    wanted = base64.b64encode(hashlib.sha1(f"{KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()).decode()
    assert raw.answer.startswith("HTTP/1.1 101 ")
    assert f"Sec-WebSocket-Accept: {wanted}" in raw.answer
    raw.send(Opcode.TEXT, b'{"type":"hello"}')
    assert b'"welcome"' in raw.take(Opcode.TEXT)


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Sec-WebSocket-Version": "8"}, 426),
        ({"Sec-WebSocket-Key": "short"}, 400),
        ({"Sec-WebSocket-Key": None}, 400),
        ({"Upgrade": "h2c"}, 404),
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


@pytest.mark.parametrize("pieces", [1, 2])
def test_a_request_that_is_not_a_handshake_is_answered_normally(served: Served, path: str, pieces: int) -> None:
    raw = Raw(served, path, {"Upgrade": None, "Connection": None}, pieces)
    assert raw.answer.startswith("HTTP/1.1 404 ")
    raw.socket.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")  # it is kept open
    raw.read_until(b"HTTP/1.1 200 ")
    assert raw.ends()


def test_a_websocket_is_opened_by_get_and_http_1_1(served: Served, path: str) -> None:
    request = handshake(path)
    assert statuses(answers(served, request.replace(b"GET", b"POST", 1))) == [400]
    assert statuses(answers(served, request.replace(b"HTTP/1.1", b"HTTP/1.0"))) == [400]


def test_a_socket_that_leads_nowhere_is_refused(served: Served) -> None:
    assert Raw(served, "/elsewhere").answer.startswith("HTTP/1.1 404 ")


@pytest.mark.parametrize("asked", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"GET /ws/x HTTP/1.1\r\nHost"])
def test_a_client_that_never_ends_a_request_is_disconnected(hasty: Served, asked: bytes) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(asked)
        assert slow.recv(1000) == b""
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")  # and one who does may begin another
        assert b" 200 OK" in slow.recv(1000)
        slow.sendall(asked)
        while slow.recv(1000):
            pass


def test_a_client_that_keeps_sending_requests_stays_connected(hasty: Served) -> None:
    wait_until(lambda: is_kept_while_it_asks(hasty))


def is_kept_while_it_asks(hasty: Served) -> bool:
    """Ask for longer than one request may take; False if this machine was too busy for asking in time."""
    begun = asked = time.monotonic()
    try:
        with kept_alive(hasty) as connection:
            while asked - begun < 3:
                connection.request("GET", "/healthz")
                assert connection.getresponse().read()
                asked = time.monotonic()
                time.sleep(0.1)
    except ConnectionError:
        if time.monotonic() - asked < 1:
            raise
        return False
    return True


def test_what_looks_like_a_handshake_inside_a_request_is_none(served: Served, path: str) -> None:
    handshake = "\r\n".join([f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in RIGHT.items()), "", ""])
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw:
        head = f"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(handshake)}\r\n\r\n"
        raw.sendall(head.encode())
        time.sleep(0.2)
        raw.sendall(handshake.encode())
        assert b" 422 " in raw.recv(1000)


def test_a_header_name_with_a_space_does_not_bypass_the_origin_check(served: Served, path: str) -> None:
    for pieces in (1, 2):
        raw = Raw(served, path, {"Origin ": "http://elsewhere.example"}, pieces)
        assert not raw.answer.startswith("HTTP/1.1 101 ")
    assert not Raw(served, path, {"Origin": "null", "Host": ""}).answer.startswith("HTTP/1.1 101 ")


def test_a_head_without_an_end_is_refused(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw, suppress(ConnectionError):
        raw.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        for _ in range(1000):
            raw.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
        assert b" 431 " in raw.recv(1000)


def test_a_request_without_a_version_is_refused(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw:
        raw.sendall(b"GET /ws/x\r\n\r\n")
        assert b" 101 " not in raw.recv(1000)


def test_a_body_sent_byte_by_byte_has_the_same_deadline(hasty: Served) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
        with suppress(ConnectionError):
            while not select.select([slow], [], [], 0.1)[0]:
                slow.sendall(b" ")
        assert b" 408 " in slow.recv(1000)


def test_a_client_that_never_ends_a_body_is_disconnected(hasty: Served) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert b" 408 " in slow.recv(1000)


def test_of_two_requests_in_one_piece_only_the_first_counts(served: Served, path: str) -> None:
    raw = Raw(served, path, {"Sec-WebSocket-Key": f"{KEY}\r\n\r\nGET /ws/elsewhere HTTP/1.1"})
    raw.send(Opcode.TEXT, b'{"type":"hello"}')
    assert b'"welcome"' in raw.take(Opcode.TEXT)
