"""HTTP connections: uvicorn's, with limits on the head of a request, its time, its answer's time, and pipelining."""

from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr

from headway.web.limits import MAX_BODY_BYTES
from headway.web.transport import handshake
from headway.web.transport.connection import ConnectionHost
from headway.web.transport.websocket import WebSocketConnection

MAX_HEAD_BYTES = 65_536
SHUTDOWN_TIMEOUT = 1.0  # seconds
END_OF_HEAD = b"\r\n\r\n"  # also the end of a chunked body
HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class InvalidHead(Exception):
    """A request whose head HTTP does not allow."""


class HttpConnection(HttpToolsProtocol):
    """uvicorn's HTTP connection, which takes up one request at a time.

    uvicorn parses all that arrives, and keeps each request until those before it are answered. Here the parser is given
    one request, and the next after its answer; meanwhile nothing is read from the client.
    """

    _unparsed = b""
    _last_bytes = b""  # that were parsed: the end of a head may come in two pieces
    _is_in_head = True
    _head_bytes = 0
    _unwanted_bytes = 0  # of a body, after the answer
    _body_left: int | None = None  # unknown of a chunked body
    _is_for_websocket = False
    _has_upgraded = False
    _idle_since: float | None = None
    _unsent_since: float | None = None
    _is_stopping = False

    def connection_made(self, transport: Any) -> None:
        """As uvicorn's, except that the client's address is looked up later: most connections become WebSockets."""
        self.transport, self.flow, self.scheme = transport, FlowControl(transport), "http"
        self.connections.add(self)
        self._host: ConnectionHost = self.config.loaded_app
        self._host.connections.add(self)

    def go_on(self, transport: Any, since: float, data: bytes) -> None:
        """Take over a connection that was opened at that time, and on which these data have come first."""
        self._idle_since = since
        self.connection_made(transport)
        self.data_received(data)

    def connection_lost(self, error: Exception | None) -> None:
        self._host.connections.discard(self)
        self._unparsed = b""
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self._unparsed += data
        self._parse()

    # -- one request at a time

    def _parse(self) -> None:
        while self._unparsed and not self._has_upgraded and not self.transport.is_closing():
            if self._is_answering:
                self.flow.pause_reading()
                return
            size = self._bytes_of_this_request()
            data, self._unparsed = self._unparsed[:size], self._unparsed[size:]
            if self._is_in_head:
                self._head_bytes += size
                if self._head_bytes > MAX_HEAD_BYTES:
                    self.transport.write(HEAD_TOO_LARGE)
                    self.transport.close()
                    return
            elif self.cycle is not None and self.cycle.response_complete:
                self._unwanted_bytes += size
                if self._unwanted_bytes > MAX_BODY_BYTES:
                    self.transport.close()
                    return
            self._last_bytes = data[-len(END_OF_HEAD) + 1 :]
            super().data_received(data)

    @property
    def _is_answering(self) -> bool:
        """Is a request complete and not answered?"""
        return self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body

    def _bytes_of_this_request(self) -> int:
        """How many of the bytes that have arrived certainly belong to the request that is being read."""
        if not self._is_in_head and self._body_left is not None:
            size = min(self._body_left, len(self._unparsed))
            self._body_left -= size
            return size
        end = (self._last_bytes + self._unparsed).find(END_OF_HEAD)
        if end < 0:
            return len(self._unparsed)
        return end + len(END_OF_HEAD) - len(self._last_bytes)

    def on_headers_complete(self) -> None:
        has_no_host = b"host" not in dict(self.headers) and self.parser.get_http_version() == "1.1"
        if has_no_host or handshake.is_ambiguous(self.headers):
            raise InvalidHead
        self._is_in_head, self._head_bytes, self._unwanted_bytes = False, 0, 0
        length = dict(self.headers).get(b"content-length")
        self._body_left = None if length is None else int(length)
        asks_for_other = self.parser.should_upgrade()
        self._is_for_websocket = asks_for_other and handshake.asks_for_websocket(handshake.combined(self.headers))
        if not self._is_for_websocket:
            self.client = self.client or get_remote_addr(self.transport)
            self.scope["client"] = self.client
        super().on_headers_complete()
        if asks_for_other and not self._is_for_websocket:
            self.cycle.keep_alive = False  # the parser reads nothing after a request for another protocol

    def _should_upgrade(self) -> bool:
        """Is the request for a WebSocket? uvicorn asks several times."""
        return self._is_for_websocket

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_in_head, self._last_bytes = True, b""

    def on_response_complete(self) -> None:
        self._idle_since = None
        super().on_response_complete()
        self._parse()

    def handle_websocket_upgrade(self) -> None:
        """Answer a request for a WebSocket; uvicorn's own way would have it parsed a second time."""
        if (self.scope["method"], self.scope["http_version"]) != ("GET", "1.1"):
            self.send_400_response("A WebSocket is opened by GET and HTTP/1.1.")
            return
        self._has_upgraded, self._unparsed = True, b""
        self.connections.discard(self)
        self._host.connections.discard(self)
        connection = WebSocketConnection(self._host, self.server_state, self.transport)
        self.transport.set_protocol(connection)
        connection.upgrade(self.url.decode("latin-1"), handshake.combined(self.headers))
        del self.parser  # it refers to this connection

    # -- deadlines

    def check_deadline(self, now: float) -> None:
        """Close a request that has stalled, and the connection of a client that does not take its answer."""
        if not self.transport.get_write_buffer_size():
            self._unsent_since = None
        elif self._unsent_since is None:
            self._unsent_since = now
        elif now - self._unsent_since > (SHUTDOWN_TIMEOUT if self._is_stopping else self._host.limits.answer_timeout):
            self.transport.abort()
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._idle_since = None
        elif self._idle_since is None:
            self._idle_since = now
        elif now - self._idle_since > self._host.limits.request_timeout:
            self.transport.close()

    def shutdown(self) -> None:
        """Close the connection, after the answer that is being sent, because the server stops."""
        self._is_stopping = True
        super().shutdown()
