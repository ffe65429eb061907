"""New connections: a request for a WebSocket in one piece needs no HTTP connection; all else does."""

import pytest

from headway.web.transport.new_connection import websocket_request
from tests.web.transport.raw import handshake

WHOLE = handshake("/ws/x?y", "X-Other: z")


def test_a_whole_request_for_a_websocket_is_read() -> None:
    request = websocket_request(WHOLE)
    assert request is not None
    assert request.target == b"/ws/x?y"
    assert (b"x-other", b"z") in request.headers
    assert len(request.headers) == WHOLE.count(b": ")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        WHOLE[:-1],
        WHOLE + b"x",
        WHOLE + WHOLE,
        WHOLE.replace(b"GET", b"POST"),
        WHOLE.replace(b"HTTP/1.1", b"HTTP/1.0"),
        WHOLE.replace(b"Host", b"Other"),
        WHOLE.replace(b"X-Other", b"Host"),
        WHOLE.replace(b"X-Other: z", b"Origin: a\r\nOrigin: b"),
        WHOLE.replace(b"X-Other", b"X Other"),
        WHOLE.replace(b"z", b"\0"),
        WHOLE.replace(b"X-Other: z", b"no colon"),
        WHOLE.replace(b"\r\nX-Other", b"\nX-Other"),
        WHOLE.replace(b"Upgrade: websocket", b"Upgrade: h2c"),
        WHOLE.replace(b"Connection: Upgrade", b"Connection: keep-alive"),
        WHOLE.replace(b"X-Other: z", b"X-Other: " + b"z" * 70_000),
    ],
)
def test_all_else_is_left_to_the_http_connection(data: bytes) -> None:
    assert websocket_request(data) is None
