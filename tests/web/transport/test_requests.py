"""Requests: those that HTTP does not allow, pipelines, bodies without end, and clients that never read."""

import select
import socket
from contextlib import suppress

import pytest

from headway.web.limits import Limits
from tests.patience import PATIENCE
from tests.served import Served, serving
from tests.web.transport.raw import answers, deaf_socket, handshake, kept_alive, statuses

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
VARIANT = b'{"game": "cross-over"}'
POST = b"POST /api/variants HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
WHOLE = POST + b"Content-Length: %d\r\n\r\n" % len(VARIANT) + VARIANT
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(VARIANT) + VARIANT + b"\r\n0\r\n\r\n"

WRONG_HEADS = {
    "NUL": b"X-More: a\0b\r\n",
    "NUL in a name": b"X\0More: ab\r\n",
    "no colon": b"X-More\r\n",
    "bare LF": b"X-More: a\nX-Other: b\r\n",
    "bare CR": b"X-More: a\rb\r\n",
    "space before the colon": b"X-More : a\r\n",
    "folded line": b"X-More: a\r\n b\r\n",
    "two hosts": b"Host: localhost\r\n",
    "two origins": b"Origin: http://localhost\r\nOrigin: http://localhost\r\n",
}


@pytest.mark.parametrize("wrong", WRONG_HEADS.values(), ids=WRONG_HEADS.keys())
@pytest.mark.parametrize("is_websocket", [False, True])
def test_a_head_that_is_not_valid_is_refused(served: Served, path: str, wrong: bytes, is_websocket: bool) -> None:
    head = handshake(path) if is_websocket else GET
    assert statuses(answers(served, head.replace(b"\r\n\r\n", b"\r\n" + wrong + b"\r\n"))) == [400]
    assert statuses(answers(served, head.replace(b"\r\n", b"\r\n" + wrong, 1))) == [400]


def test_lines_end_with_cr_lf(served: Served, path: str) -> None:
    for head in (GET, handshake(path)):
        assert statuses(answers(served, head.replace(b"\r\n", b"\n"))) == [400]


def test_a_request_names_its_host(served: Served, path: str) -> None:
    for head in (GET, handshake(path)):
        assert statuses(answers(served, head.replace(b"Host: localhost\r\n", b""))) == [400]
    assert statuses(answers(served, b"GET /healthz HTTP/1.0\r\n\r\n")) == [200]


@pytest.mark.parametrize(("lines", "length"), [(1, 300_000), (330, 900)])
@pytest.mark.parametrize("pieces", [1, 7])
def test_a_head_of_300_kb_is_too_large(served: Served, path: str, lines: int, length: int, pieces: int) -> None:
    line = "\r\n".join(["X-More: " + "x" * length] * lines)
    for head in (handshake(path, line), GET.replace(b"\r\n\r\n", b"\r\n" + line.encode() + b"\r\n\r\n")):
        size = len(head) // pieces + 1
        parts = [head[start : start + size] for start in range(0, len(head), size)]
        assert statuses(answers(served, *parts)) == [431]


def test_another_protocol_is_not_spoken(served: Served) -> None:
    upgrade = GET.replace(b"\r\n\r\n", b"\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n")
    answer = answers(served, upgrade + GET)
    assert statuses(answer) == [200]
    assert b"connection: close\r\n" in answer.lower()


# -- several requests in one piece


def test_an_upgrade_is_answered_after_the_request_before_it(served: Served, path: str) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw:
        raw.sendall(GET + handshake(path))
        received = b""
        while b" 101 " not in received:
            received += raw.recv(65536)
    assert statuses(received) == [200, 101]


def test_requests_in_one_piece_are_answered_in_their_order(served: Served) -> None:
    unknown = GET.replace(b"healthz", b"api/unknown")
    answer = answers(served, GET + unknown + WHOLE + CHUNKED + unknown + WHOLE + LAST)
    assert statuses(answer) == [200, 404, 200, 200, 404, 200, 200]


@pytest.mark.parametrize("request_", [GET, WHOLE, CHUNKED], ids=["without a body", "with a length", "chunked"])
def test_a_request_may_be_cut_anywhere(served: Served, request_: bytes) -> None:
    data = request_ + request_ + LAST
    for cut in range(len(request_) - 5, len(request_) + 5):
        assert statuses(answers(served, data[:cut], data[cut:])) == [200, 200, 200]


# -- bodies


ENDLESS = {
    "with a length": (b"Content-Length: 100000000\r\n\r\n", b" " * 65536),
    "chunked": (b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b" " * 65536 + b"\r\n"),
}


@pytest.mark.parametrize("kind", ENDLESS)
@pytest.mark.parametrize("head", [POST, GET[:-2]], ids=["that is too long", "that is not wanted"])
def test_the_rest_of_a_body_is_not_read(served: Served, head: bytes, kind: str) -> None:
    start, piece = ENDLESS[kind]
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw:
        raw.sendall(head + start)
        with pytest.raises(ConnectionError):  # noqa: PT012 - it is not known with which piece
            for _ in range(1000):
                raw.sendall(piece)


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_body_that_is_too_long_is_told(served: Served, kind: str) -> None:
    start, piece = ENDLESS[kind]
    answer = answers(served, POST + start + piece[:20_000])
    assert statuses(answer) == [413]
    assert b"connection: close\r\n" in answer.lower()


def test_a_short_body_that_is_not_wanted_does_not_end_the_connection(served: Served) -> None:
    with kept_alive(served) as connection:
        for _ in range(5):
            connection.putrequest("POST", "/api/unknown")
            connection.putheader("Content-Length", "10000")
            connection.endheaders()
            connection.send(b" " * 5000)
            connection.send(b" " * 5000)
            answer = connection.getresponse()
            assert answer.status == 404
            assert answer.read()


# -- answers


def test_a_client_that_never_reads_an_answer_is_disconnected() -> None:
    with serving(Limits(answer_timeout=1)) as served:
        deaf = []
        for _ in range(2):
            raw = deaf_socket(served)
            raw.setblocking(False)
            with suppress(BlockingIOError):
                for _ in range(1000):
                    raw.send(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 10)
            deaf.append(raw)
        for raw in deaf:
            let_go = select.poll()
            let_go.register(raw, 0)  # errors and the end are always reported
            assert let_go.poll(PATIENCE * 1000)
            raw.close()
        assert statuses(answers(served, LAST)) == [200]
