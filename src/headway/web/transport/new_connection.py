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
        self._deadline = asyncio.get_running_loop().time() + self._host.limits.request_timeout

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
            http.connection_made(self._transport)
            http.data_received(data)
        else:
            websocket = WebSocketConnection(self._host, self._server_state, self._transport)
            self._transport.set_protocol(websocket)
            websocket.upgrade(request.target.decode("latin-1"), handshake.combined(request.headers))

    def connection_lost(self, error: Exception | None) -> None:
        self._forget()

    def check_deadline(self, now: float) -> None:
        """Close a connection on which nothing arrives."""
        if now > self._deadline:
            self._transport.close()

    def shutdown(self) -> None:
        """Close the connection because the server stops."""
        self._transport.close()

    def _forget(self) -> None:
        self._server_state.connections.discard(self)
        self._host.connections.discard(self)


class Request:
    """A request, as the parser reports it."""

    def __init__(self) -> None:
        self.target = b""
        self.headers: list[tuple[bytes, bytes]] = []

    def on_url(self, target: bytes) -> None:
        self.target += target

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers.append((name.lower(), value))


def websocket_request(data: bytes) -> Request | None:
    """The request for a WebSocket, if the data are exactly the head of one that HTTP allows."""
    if data.find(END_OF_HEAD) != len(data) - len(END_OF_HEAD) or len(data) > MAX_HEAD_BYTES:
        return None
    request = Request()
    parser = httptools.HttpRequestParser(request)
    try:
        parser.feed_data(data)
    except httptools.HttpParserUpgrade:
        is_get = parser.get_method() == b"GET" and parser.get_http_version() == "1.1"
        if is_get and _is_right(request.headers):
            return request
    except httptools.HttpParserError:
        pass
    return None


def _is_right(headers: handshake.Headers) -> bool:
    has_host = any(name == b"host" for name, _ in headers)
    return has_host and not handshake.is_ambiguous(headers) and handshake.asks_for_websocket(headers)
