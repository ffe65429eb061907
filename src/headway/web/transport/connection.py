"""A WebSocket connection as the server sees it: uvicorn's protocol class for them, text in and text out.

uvicorn's own class goes through a library for clients and servers alike, with a queue and a task in each direction.
This one writes at once and wakes only the reader, which `make bench-web` needs.
"""

import asyncio
from base64 import b64decode, b64encode
from binascii import Error as InvalidBase64
from collections import deque
from collections.abc import Callable
from hashlib import sha1
from http import HTTPStatus
from typing import Any, Protocol

from headway.web.limits import Limits
from headway.web.transport import frames
from headway.web.transport.client_address import client_address
from headway.web.transport.frames import (
    CLOSE,
    CONTROL,
    NORMAL,
    PING,
    PONG,
    TEXT,
    FrameReader,
    ProtocolViolation,
    encode_frame,
)
from headway.web.transport.token_bucket import TokenBucket

HANDSHAKE_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3
WEBSOCKET_PATH = "/ws/"
MAX_UNREAD_MESSAGES = 100
CLOSE_TIMEOUT = 5.0  # seconds


class Disconnected(Exception):
    """The connection is closed; there are no more messages."""


class HasDeadline(Protocol):
    """An open connection that something may be due on."""

    def check_deadline(self, now: float) -> None:
        """Do what is due by now, if anything is."""


class ConnectionHost(Protocol):
    """The application that decides which WebSockets are accepted, and serves those that are open."""

    limits: Limits
    connections: set[HasDeadline]

    def refusal(self, path: str, headers: dict[bytes, bytes]) -> HTTPStatus | None:
        """The status with which a WebSocket is refused, if it is."""

    async def serve(self, connection: "Connection") -> None:
        """Serve a connection until it is closed."""


class Connection(asyncio.Protocol):
    """One WebSocket connection: it receives messages and sends text."""

    def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:
        self._host: ConnectionHost = config.loaded_app
        self._limits = self._host.limits
        self._server_state = server_state
        self._frames = FrameReader(self._limits.message_bytes)
        self.message_bucket = TokenBucket(self._limits.message_rate, self._limits.message_burst)
        self._inbox: deque[str | bytes] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._is_upgraded = self._has_received = self._is_paused = self._is_violated = False
        self._is_ping_answered = True
        self.is_open = False
        self.path = ""

    # -- for the application

    async def receive(self) -> str | bytes:
        """The next message; `Disconnected` if there will be none."""
        while not self._inbox:
            if not self.is_open:
                raise Disconnected
            self._reader = self._loop.create_future()
            await self._reader
        if self._is_paused and len(self._inbox) == 1:
            self._is_paused = False
            self._transport.resume_reading()
        return self._inbox.popleft()

    def send(self, text: str) -> None:
        """Send a text message, unless the connection is closed."""
        if self.is_open:
            self._transport.write(encode_frame(TEXT, text.encode()))

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Close the connection, unless it is closed; the client has a moment to answer the close frame."""
        if not self.is_open:
            return
        self.is_open = False
        self._transport.write(encode_frame(CLOSE, frames.encode_close(code, reason)))
        self._wake_reader()
        self._set_deadline(CLOSE_TIMEOUT, self._transport.abort)

    # -- for uvicorn and the event loop

    def connection_made(self, transport: Any) -> None:
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport = transport
        self.address = client_address(transport)

    def data_received(self, data: bytes) -> None:
        if not self._is_upgraded:  # uvicorn passes the whole request at once
            self._upgrade(data)
        elif not self._is_violated:
            try:
                for opcode, content in self._frames.feed(data):
                    self._take_message(opcode, content)
            except ProtocolViolation as violation:
                self._is_violated = True
                self.close(violation.code, str(violation))
                self._transport.write_eof()

    def pause_writing(self) -> None:
        """Close the connection of a client that does not read what it is sent, so that nothing waits for it."""
        self.close(frames.POLICY, "The client does not read what it is sent.")

    def resume_writing(self) -> None:
        """Do nothing: the connection was closed when writing paused."""

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        self._server_state.connections.discard(self)
        self._host.connections.discard(self)
        self._wake_reader()

    def shutdown(self) -> None:
        """Close the connection because the server stops."""
        self.close(frames.RESTARTING)

    def check_deadline(self, now: float) -> None:
        """Call what is due by now; `check_deadlines` asks every open connection."""
        if now >= self._deadline:
            self._on_deadline()

    def _set_deadline(self, seconds: float, on_deadline: Callable[[], None]) -> None:
        """Replace this connection's one deadline."""
        self._deadline, self._on_deadline = self._loop.time() + seconds, on_deadline

    # -- the handshake

    def _upgrade(self, request: bytes) -> None:
        request_line, *lines = request.split(b"\r\n")
        method, _, rest = request_line.partition(b" ")
        target = rest.partition(b" ")[0]
        headers = {}
        for line in lines:
            name, _, value = line.partition(b":")
            headers[name.strip().lower()] = value.strip()
        self.path = target.partition(b"?")[0].decode("latin-1")
        status = self._host.refusal(self.path, headers) or _handshake_error(method, headers)
        if status is not None:
            self._transport.write(
                f"HTTP/1.1 {status.value} {status.phrase}\r\n"
                "sec-websocket-version: 13\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode()
            )
            self._transport.close()
            return
        accept = b64encode(sha1(headers[b"sec-websocket-key"] + HANDSHAKE_GUID, usedforsecurity=False).digest())
        self._transport.write(
            b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            b"sec-websocket-accept: " + accept + b"\r\n\r\n"
        )
        self._transport.set_write_buffer_limits(self._limits.unsent_bytes)
        self._is_upgraded = self.is_open = True
        self._server_state.connections.add(self)
        self._host.connections.add(self)
        self._set_deadline(self._limits.request_timeout, self.close)
        task = self._loop.create_task(self._host.serve(self))
        self._server_state.tasks.add(task)
        task.add_done_callback(self._server_state.tasks.discard)

    # -- what arrives

    def _take_message(self, opcode: int, content: bytes) -> None:
        if opcode & CONTROL and not self.message_bucket.take():
            raise ProtocolViolation(frames.POLICY, "Too many control frames.")
        if opcode == PONG:
            self._is_ping_answered = True
        elif opcode == PING:
            if self.is_open:
                self._transport.write(encode_frame(PONG, content))
        elif opcode == CLOSE:
            self.close(frames.decode_close(content))
            self._transport.close()
        elif self.is_open:
            if not self._has_received:
                self._has_received = True
                self._set_deadline(self._limits.ping_interval, self._ping)
            self._inbox.append(frames.decode_text(content) if opcode == TEXT else content)
            if len(self._inbox) >= MAX_UNREAD_MESSAGES and not self._is_paused:
                self._is_paused = True
                self._transport.pause_reading()
            self._wake_reader()

    def _wake_reader(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def _ping(self) -> None:
        """Send a ping; drop the connection if the last one was not answered."""
        if self._is_ping_answered:
            self._is_ping_answered = False
            self._transport.write(encode_frame(PING, b""))
            self._set_deadline(self._limits.ping_interval, self._ping)
        else:
            self._transport.abort()


def _handshake_error(method: bytes, headers: dict[bytes, bytes]) -> HTTPStatus | None:
    if headers.get(b"sec-websocket-version") != b"13":
        return HTTPStatus.UPGRADE_REQUIRED
    try:
        is_key = len(b64decode(headers.get(b"sec-websocket-key", b""), validate=True)) == 16
    except InvalidBase64:
        is_key = False
    return None if is_key and method == b"GET" else HTTPStatus.BAD_REQUEST
