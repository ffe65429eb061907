"""WebSocket connections as uvicorn's own protocol class for them: text in, text out.

uvicorn's usual one goes through a library for clients and servers alike, with a queue and a task each way. This one
writes at once and wakes only who waits, which is what `make bench-web` needs.
"""

import asyncio
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections import deque
from collections.abc import Callable
from hashlib import sha1
from http import HTTPStatus
from typing import Any, Protocol

from headway.web import frames
from headway.web.frames import CLOSE, CONTROL, NORMAL, PING, PONG, TEXT, Broken, Frames, framed
from headway.web.limits import Bucket, Limits

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
SOCKETS_AT = "/ws/"
MOST_UNHEARD = 100
SECONDS_TO_CLOSE = 5.0


class Gone(Exception):
    """The other end has closed the connection."""


class Connection(Protocol):
    """Anything that something may be due on."""

    def look_at_clock(self, now: float) -> None:
        """Do what is due."""


class Attendant(Protocol):
    """Who decides about connections, and looks after those that are open."""

    limits: Limits
    connections: set[Connection]

    def refusal(self, path: str, headers: dict[bytes, bytes]) -> HTTPStatus | None:
        """Why a connection is refused, if it is."""

    async def attend(self, wire: "Wire") -> None:
        """Look after a connection for as long as it lasts."""


class Wire(asyncio.Protocol):
    """A connection: it hears text, and is told text."""

    def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:
        self._attendant: Attendant = config.loaded_app
        self._limits = self._attendant.limits
        self._state = server_state
        self._frames = Frames(self._limits.message_bytes)
        self.bucket = Bucket(self._limits.messages_per_second, self._limits.messages_at_once)
        self._inbox: deque[str | bytes] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._is_upgraded = self._has_spoken = self._is_paused = self._is_broken = False
        self._is_answered = True
        self.is_open = False
        self.path = ""

    # -- for whoever attends to it

    async def hear(self) -> str | bytes:
        """The next message; `Gone` if there is none to come."""
        while not self._inbox:
            if not self.is_open:
                raise Gone
            self._waiter = self._loop.create_future()
            await self._waiter
        if self._is_paused and len(self._inbox) == 1:
            self._is_paused = False
            self._transport.resume_reading()
        return self._inbox.popleft()

    def tell(self, text: str) -> None:
        """Send a text, if anybody is still there."""
        if self.is_open:
            self._transport.write(framed(TEXT, text.encode()))

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        """End, if it has not ended yet; the other end has a moment to agree."""
        if not self.is_open:
            return
        self.is_open = False
        self._transport.write(framed(CLOSE, frames.closing(code, reason)))
        self._wake()
        self._set_alarm(SECONDS_TO_CLOSE, self._transport.abort)

    # -- for uvicorn and the event loop

    def connection_made(self, transport: Any) -> None:
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport = transport

    def data_received(self, data: bytes) -> None:
        if not self._is_upgraded:  # uvicorn gives the whole request at once
            self._upgrade(data)
        elif not self._is_broken:
            try:
                for opcode, content in self._frames.feed(data):
                    self._take(opcode, content)
            except Broken as broken:
                self._is_broken = True
                self.close(broken.code, str(broken))
                self._transport.write_eof()

    def pause_writing(self) -> None:
        """The other end does not read what it is sent: it is let go, and nobody waits for it."""
        self.close(frames.POLICY, "You do not read what you are sent.")

    def resume_writing(self) -> None:
        """It is let go all the same."""

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        self._state.connections.discard(self)
        self._attendant.connections.discard(self)
        self._wake()

    def shutdown(self) -> None:
        """The server ends."""
        self.close(frames.RESTARTING)

    def look_at_clock(self, now: float) -> None:
        """Do what is due."""
        if now >= self._alarm:
            self._ring()

    def _set_alarm(self, seconds: float, ring: Callable[[], None]) -> None:
        """There is one alarm on each wire; `watch` goes round and rings them."""
        self._alarm, self._ring = self._loop.time() + seconds, ring

    # -- the handshake

    def _upgrade(self, request: bytes) -> None:
        first, *lines = request.split(b"\r\n")
        method, _, rest = first.partition(b" ")
        address = rest.partition(b" ")[0]
        headers = {}
        for line in lines:
            name, _, value = line.partition(b":")
            headers[name.strip().lower()] = value.strip()
        self.path = address.partition(b"?")[0].decode("latin-1")
        status = self._attendant.refusal(self.path, headers) or _wrong_handshake(method, headers)
        if status is not None:
            self._transport.write(
                f"HTTP/1.1 {status.value} {status.phrase}\r\n"
                "sec-websocket-version: 13\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode()
            )
            self._transport.close()
            return
        accepted = b64encode(sha1(headers[b"sec-websocket-key"] + GUID, usedforsecurity=False).digest())
        self._transport.write(
            b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            b"sec-websocket-accept: " + accepted + b"\r\n\r\n"
        )
        self._transport.set_write_buffer_limits(self._limits.unread_bytes)
        self._is_upgraded = self.is_open = True
        self._state.connections.add(self)
        self._attendant.connections.add(self)
        self._set_alarm(self._limits.seconds_to_say_hello, self.close)
        task = self._loop.create_task(self._attendant.attend(self))
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)

    # -- what arrives

    def _take(self, opcode: int, content: bytes) -> None:
        if opcode & CONTROL and not self.bucket.take():
            raise Broken(frames.POLICY, "You ask too much at once.")
        if opcode == PONG:
            self._is_answered = True
        elif opcode == PING:
            if self.is_open:
                self._transport.write(framed(PONG, content))
        elif opcode == CLOSE:
            self.close(frames.closed_with(content))
            self._transport.close()
        elif self.is_open:
            if not self._has_spoken:
                self._has_spoken = True
                self._set_alarm(self._limits.seconds_between_pings, self._ping)
            self._inbox.append(frames.as_text(content) if opcode == TEXT else content)
            if len(self._inbox) >= MOST_UNHEARD and not self._is_paused:
                self._is_paused = True
                self._transport.pause_reading()
            self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _ping(self) -> None:
        """Ask whether the other end is still there; if it was asked before and has not answered, it is not."""
        if self._is_answered:
            self._is_answered = False
            self._transport.write(framed(PING, b""))
            self._set_alarm(self._limits.seconds_between_pings, self._ping)
        else:
            self._transport.abort()


def _wrong_handshake(method: bytes, headers: dict[bytes, bytes]) -> HTTPStatus | None:
    if headers.get(b"sec-websocket-version") != b"13":
        return HTTPStatus.UPGRADE_REQUIRED
    try:
        is_key = len(b64decode(headers.get(b"sec-websocket-key", b""), validate=True)) == 16
    except NoBase64:
        is_key = False
    return None if is_key and method == b"GET" else HTTPStatus.BAD_REQUEST
