"""Protocol dispatch: each new connection becomes a WebSocket or an HTTP connection, and stalled ones are closed."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from headway.web.transport.connection import WEBSOCKET_PATH, Connection, ConnectionHost, HasDeadline

MAX_HEAD_BYTES = 262_144
HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class ProtocolDispatch(asyncio.Protocol):
    """A connection before its first bytes, which decide whether it becomes a `Connection` or an `HttpConnection`."""

    def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        self._uvicorn = {"config": config, "server_state": server_state, "app_state": app_state}
        self._host: ConnectionHost = config.loaded_app
        self._deadline: float | None = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._host.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._host.connections.discard(self)

    def data_received(self, data: bytes) -> None:
        self._host.connections.discard(self)
        kind = Connection if _is_websocket_request(data) else HttpConnection
        protocol = kind(**self._uvicorn)
        protocol.connection_made(self._transport)
        self._transport.set_protocol(protocol)
        protocol.data_received(data)

    def check_deadline(self, now: float) -> None:
        """Close a connection on which nothing has arrived."""
        if self._deadline is None:
            self._deadline = now + self._host.limits.request_timeout
        elif now > self._deadline:
            self._transport.close()


class HttpConnection(HttpToolsProtocol):
    """uvicorn's HTTP connection, with a limit on the size of a request's head and on the time it takes to arrive."""

    _head_bytes = 0
    _idle_since: float | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._host: ConnectionHost = self.config.loaded_app
        self._host.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._host.connections.discard(self)
        super().connection_lost(error)

    def handle_websocket_upgrade(self) -> None:
        self._host.connections.discard(self)
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is None or not self.cycle.more_body:  # then what follows is the head of the next request
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                self.transport.write(HEAD_TOO_LARGE)
                self.transport.close()

    @property
    def _is_between_requests(self) -> bool:
        """Is no complete request being answered? A part of the next one may have arrived."""
        return self.cycle is None or bool(self.cycle.response_complete)

    def on_response_complete(self) -> None:
        self._idle_since, self._head_bytes = None, 0
        super().on_response_complete()

    def check_deadline(self, now: float) -> None:
        """Close a request that has stalled."""
        if not self._is_between_requests:
            self._idle_since = None
        elif self._idle_since is None:
            self._idle_since = now
        elif now - self._idle_since > self._host.limits.request_timeout:
            self.transport.close()


async def check_deadlines(connections: set[HasDeadline]) -> None:
    """Check the deadlines of all open connections once a second, for ever."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(1.0)
        now = loop.time()
        for connection in list(connections):
            connection.check_deadline(now)


def _is_websocket_request(data: bytes) -> bool:
    """Is this one whole WebSocket handshake in its usual form? uvicorn recognises the other forms."""
    lowered = data.lower()
    return (
        data.startswith(b"GET " + WEBSOCKET_PATH.encode())
        and data.find(b"\r\n\r\n") == len(data) - 4
        and b" http/1.1\r\n" in lowered
        and b"\r\nupgrade: websocket\r\n" in lowered
        and b"\r\nconnection: upgrade\r\n" in lowered
    )
