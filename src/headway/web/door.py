"""Where connections begin, and what HTTP is not allowed: to never end."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from headway.web.wire import SOCKETS_AT, Attendant, Connection, Wire

LONGEST_HEAD = 262_144
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Door(asyncio.Protocol):
    """Where a connection begins: its first bytes say whether it becomes a wire or speaks HTTP."""

    def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        self._uvicorn = {"config": config, "server_state": server_state, "app_state": app_state}
        self._attendant: Attendant = config.loaded_app
        self._closes_at: float | None = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._attendant.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._attendant.connections.discard(self)

    def data_received(self, data: bytes) -> None:
        self._attendant.connections.discard(self)
        kind = Wire if _asks_for_a_wire(data) else Http
        protocol = kind(**self._uvicorn)
        protocol.connection_made(self._transport)
        self._transport.set_protocol(protocol)
        protocol.data_received(data)

    def look_at_clock(self, now: float) -> None:
        """Let go of one who says nothing."""
        if self._closes_at is None:
            self._closes_at = now + self._attendant.limits.seconds_to_say_hello
        elif now > self._closes_at:
            self._transport.close()


class Http(HttpToolsProtocol):
    """uvicorn's HTTP, but a request that never ends is let go."""

    _head = 0  # how many bytes of a request have come
    _waiting_since: float | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._attendant: Attendant = self.config.loaded_app
        self._attendant.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._attendant.connections.discard(self)
        super().connection_lost(error)

    def handle_websocket_upgrade(self) -> None:
        self._attendant.connections.discard(self)
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is None or not self.cycle.more_body:  # then more is the head of the next request
            self._head += len(data)
            if self._head > LONGEST_HEAD:
                self.transport.write(TOO_LONG)
                self.transport.close()

    @property
    def _is_waiting(self) -> bool:
        """Is no request here that is to be answered, but perhaps a part of one?"""
        return self.cycle is None or bool(self.cycle.response_complete)

    def on_response_complete(self) -> None:
        self._waiting_since, self._head = None, 0
        super().on_response_complete()

    def look_at_clock(self, now: float) -> None:
        """Let go of one who has been about to ask something for too long."""
        if not self._is_waiting:
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = now
        elif now - self._waiting_since > self._attendant.limits.seconds_to_say_hello:
            self.transport.close()


async def watch(connections: set[Connection]) -> None:
    """Let every connection look at the clock, again and again."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(1.0)
        now = loop.time()
        for connection in list(connections):
            connection.look_at_clock(now)


def _asks_for_a_wire(data: bytes) -> bool:
    """Is this one whole request for a WebSocket, as clients usually put it? uvicorn knows of all other ways."""
    lowered = data.lower()
    return (
        data.startswith(b"GET " + SOCKETS_AT.encode())
        and data.find(b"\r\n\r\n") == len(data) - 4
        and b" http/1.1\r\n" in lowered
        and b"\r\nupgrade: websocket\r\n" in lowered
        and b"\r\nconnection: upgrade\r\n" in lowered
    )
