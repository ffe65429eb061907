"""A new connection: what arrives first tells whether it is a WebSocket or serves HTTP.

Most WebSockets are asked for in one piece. To answer that takes less time than to make uvicorn's HTTP connection, which
gets all else: pages, requests to the API, requests in pieces, and those that are wrong.
"""

import asyncio
from typing import Any

import httptools
import uvicorn
from uvicorn.server import ServerState

from headway.web.transport import handshake
from headway.web.transport.connection import ConnectionHost
from headway.web.transport.http_connection import END_OF_HEAD, MAX_HEAD_BYTES, HttpConnection
from headway.web.transport.websocket import WebSocketConnection


class NewConnection(asyncio.Protocol):
    """A connection on which nothing has arrived."""

    def __init__(
        self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None
    ) -> None:
        self._config, self._server_state, self._app_state = config, server_state, app_state
        self._host: ConnectionHost = config.loaded_app
        self._opened = asyncio.get_running_loop().time()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._server_state.connections.add(self)  # type: ignore[arg-type]  # of which uvicorn uses `shutdown`
        self._host.connections.add(self)

    def data_received(self, data: bytes) -> None:
        self._forget()
        request = websocket_request(data)
        if request is None:
            http = HttpConnection(self._config, self._server_state, self._app_state)
            self._transport.set_protocol(http)
            http.go_on(self._transport, self._opened, data)
        else:
            websocket = WebSocketConnection(self._host, self._server_state, self._transport)
            self._transport.set_protocol(websocket)
            websocket.upgrade(*request)

    def connection_lost(self, error: Exception | None) -> None:
        self._forget()

    def check_deadline(self, now: float) -> None:
        """Close a connection on which nothing arrives."""
        if now - self._opened > self._host.limits.request_timeout:
            self._transport.close()

    def shutdown(self) -> None:
        """Close the connection because the server stops."""
        self._transport.close()

    def _forget(self) -> None:
        self._server_state.connections.discard(self)
        self._host.connections.discard(self)


class _Head:
    """The head of a request, as the parser reports it."""

    def __init__(self) -> None:
        self.target = b""
        self.headers: handshake.Headers = []

    def on_url(self, target: bytes) -> None:
        self.target += target

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers.append((name.lower(), value))


def websocket_request(data: bytes) -> tuple[str, dict[str, str]] | None:
    """The target and the headers of a request for a WebSocket, if the data are exactly one that HTTP allows."""
    if data.find(END_OF_HEAD) != len(data) - len(END_OF_HEAD) or len(data) > MAX_HEAD_BYTES:
        return None
    head = _Head()
    parser = httptools.HttpRequestParser(head)
    try:
        parser.feed_data(data)
    except httptools.HttpParserUpgrade:
        pass
    except httptools.HttpParserError:
        return None
    if (parser.get_method(), parser.get_http_version()) != (b"GET", "1.1") or handshake.is_ambiguous(head.headers):
        return None
    headers = handshake.combined(head.headers)
    is_right = "host" in headers and handshake.asks_for_websocket(headers)
    return (head.target.decode("latin-1"), headers) if is_right else None
