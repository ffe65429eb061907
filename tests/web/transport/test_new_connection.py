"""New connections: a request for a WebSocket in one piece needs no HTTP connection; all else does."""

import asyncio
from typing import Any, cast

import pytest
from uvicorn.server import ServerState

from headway.web.transport.new_connection import NewConnection, websocket_request
from headway.web.transport.server import server_config
from tests.web.transport.raw import handshake
from tests.web.transport.test_websocket import Host, Wire

WHOLE = handshake("/ws/x?y", "X-Other: z")


def test_a_whole_request_for_a_websocket_is_read() -> None:
    request = websocket_request(WHOLE)
    assert request is not None
    target, headers = request
    assert target == "/ws/x?y"
    assert headers["x-other"] == "z"
    assert len(headers) == WHOLE.count(b": ")


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


@pytest.mark.parametrize("first", [b"", b"GET / HTTP/1.1\r\nHost"])
def test_a_request_has_its_time_from_the_moment_at_which_the_connection_was_opened(first: bytes) -> None:
    class Closing(Wire):
        is_closed = False

        def close(self) -> None:
            self.is_closed = True

        def is_closing(self) -> bool:
            return self.is_closed

        def get_write_buffer_size(self) -> int:
            return 0

        def set_protocol(self, protocol: object) -> None:
            pass

    async def closes() -> None:
        host, wire = Host(), Closing()
        config = server_config(cast(Any, host), interface="asgi3")
        config.load()
        connection = NewConnection(config, ServerState(), {})
        connection.connection_made(wire)
        opened = asyncio.get_running_loop().time()
        if first:
            connection.data_received(first)
        [waiting] = host.connections
        waiting.check_deadline(opened + host.limits.request_timeout - 1)
        assert not wire.is_closed
        waiting.check_deadline(opened + host.limits.request_timeout + 1)
        assert wire.is_closed

    asyncio.run(closes())
