"""WebSocket connections: the library `websockets` parses frames and answers control frames, without input and output.

uvicorn's own class uses the same library, and reaches the application through queues and a task in each direction.
This one writes at once and wakes only the reader, which `make bench-web` needs. For its sake, too, the most frequent
frames do not reach the library: a text that is sent, a short text that arrives whole and alone, and the usual end.
"""

import asyncio
import logging
import math
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from headway.lazy import lazy
from headway.web.transport import handshake
from headway.web.transport.client_address import peer_address
from headway.web.transport.connection import NORMAL, POLICY, RESTARTING, ConnectionHost, Disconnected
from headway.web.transport.token_bucket import TokenBucket

try:
    from websockets.speedups import apply_mask  # in C
except ImportError:
    from websockets.utils import apply_mask

MAX_UNREAD_MESSAGES = 100
MAX_FRAGMENTS = 100
MAX_BYTES_AT_ONCE = 4096  # are parsed before the limits are checked
HEADER_BYTES = 6  # of a short frame: its kind, its length, and a mask of four
MAX_SHORT = 125  # bytes, the content of a short frame
WHOLE_TEXT, WHOLE_CLOSE, IS_WHOLE, IS_MASKED = 0x81, 0x88, 0x80, 0x80  # RFC 6455, section 5.2
USUAL_CLOSES = (b"", b"\x03\xe8", b"\x03\xe9")  # without a code, normal, going away
LOGGER = logging.getLogger("websockets.server")
CLOSE_TIMEOUT = 5.0  # seconds
SHUTDOWN_TIMEOUT = 1.0  # seconds


class WebSocketConnection(asyncio.Protocol):
    """One WebSocket, a `Connection`, from the request for it to its end."""

    def __init__(self, host: ConnectionHost, server_state: Any, transport: Any) -> None:
        self._host = host
        self._limits = host.limits
        self._server_state = server_state
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport = transport
        self.address = ""
        self._fragments: list[Frame] = []  # of the message that has begun, if one has
        self._inbox: deque[str | bytes] = deque()
        self._held_back = b""  # arrived, and not parsed yet because too many messages are unread
        self._reader: asyncio.Future[None] | None = None
        self._has_received = False
        self._has_whole_frames = True  # so far, each piece of data was one short frame; the library is not inside one
        self._is_ping_answered = True
        self._deadline, self._on_deadline = math.inf, _do_nothing
        self.is_open = False
        self.path = ""

    @lazy
    def _protocol(self) -> ServerProtocol:
        """The library's side of the connection, which begins with the first frame that is not a usual one."""
        return ServerProtocol(state=OPEN, max_size=self._limits.message_bytes, logger=LOGGER)

    @lazy
    def _control_frames(self) -> TokenBucket:
        return TokenBucket(self._limits.message_rate, self._limits.message_burst)

    # -- for the application

    async def receive(self) -> str | bytes:
        """The next message; `Disconnected` if there will be none."""
        while not self._inbox:
            if not self.is_open:
                raise Disconnected
            self._reader = self._loop.create_future()
            await self._reader
        message = self._inbox.popleft()
        if self._held_back and not self._inbox:
            data, self._held_back = self._held_back, b""
            self.data_received(data)
            if not self._held_back:
                self._transport.resume_reading()
        return message

    def send(self, text: str) -> None:
        """Send a text message, unless the connection is closed."""
        if self.is_open:
            content = text.encode()
            self._transport.write(_text_header(len(content)) + content)

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Close the connection, unless it is closed; the client has a moment to answer the close frame."""
        if self.is_open:
            self._protocol.send_close(code, reason)
            self._write()
            self._on_closing()

    # -- for uvicorn and the event loop

    def upgrade(self, target: str, headers: Mapping[str, str]) -> None:
        """Answer the request for a WebSocket; if it is accepted, the application serves the connection."""
        self.path = target.partition("?")[0]
        self.address = self._host.proxies.client(peer_address(self._transport), headers.get("x-forwarded-for", ""))
        status = self._host.refusal(self.path, headers) or handshake.refusal(headers)
        if status is not None:
            self._transport.write(handshake.refusing(status))
            self._transport.close()
            return
        self._transport.write(handshake.accepting(headers))
        self.is_open = True
        self._transport.set_write_buffer_limits(self._limits.unsent_bytes)
        self._server_state.connections.add(self)
        self._host.connections.add(self)
        self._set_deadline(self._limits.request_timeout, self.close)
        task = self._loop.create_task(self._host.serve(self))
        self._server_state.tasks.add(task)
        task.add_done_callback(self._server_state.tasks.discard)

    def data_received(self, data: bytes) -> None:
        if self._held_back:
            self._held_back += data
            return
        self._has_whole_frames &= _is_short_frame(data)
        if self._has_whole_frames and self.is_open and self._take_usual_frame(data):
            return
        for start in range(0, len(data), MAX_BYTES_AT_ONCE):
            if len(self._inbox) >= MAX_UNREAD_MESSAGES:
                self._held_back = data[start:]
                self._transport.pause_reading()
                return
            self._parse(data[start : start + MAX_BYTES_AT_ONCE])

    def pause_writing(self) -> None:
        """Close the connection of a client that does not read what it is sent, so that nothing waits for it."""
        self.close(POLICY, "The client does not read what it is sent.")

    def resume_writing(self) -> None:
        """Do nothing: the connection was closed when writing paused."""

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        self._server_state.connections.discard(self)
        self._host.connections.discard(self)
        self._wake_reader()
        # what refers to itself would stay in memory until the next collection of garbage
        if "_protocol" in vars(self):
            self._protocol.parser.close()
        self._on_deadline = _do_nothing

    def shutdown(self) -> None:
        """Close the connection because the server stops."""
        self.close(RESTARTING)
        self._set_deadline(SHUTDOWN_TIMEOUT, self._transport.abort)

    def check_deadline(self, now: float) -> None:
        """Call what is due by now."""
        if now >= self._deadline:
            self._on_deadline()

    def _set_deadline(self, seconds: float, on_deadline: Callable[[], None]) -> None:
        """Replace this connection's one deadline."""
        self._deadline, self._on_deadline = self._loop.time() + seconds, on_deadline

    # -- what arrives

    def _take_usual_frame(self, data: bytes) -> bool:
        """Take a short frame if it is a text, or ends the connection as nearly all clients do."""
        if data[0] == WHOLE_TEXT and len(self._inbox) < MAX_UNREAD_MESSAGES:
            self._take_message(Opcode.TEXT, apply_mask(data[HEADER_BYTES:], data[2:HEADER_BYTES]))
            return True
        if data[0] == WHOLE_CLOSE:
            content = apply_mask(data[HEADER_BYTES:], data[2:HEADER_BYTES])
            if content in USUAL_CLOSES:
                self._transport.write(bytes((WHOLE_CLOSE, len(content))) + content)
                self._transport.close()
                self._on_closing()
                return True
        return False

    def _parse(self, data: bytes) -> None:
        protocol = self._protocol
        protocol.receive_data(data)
        for frame in protocol.events_received():
            assert isinstance(frame, Frame)  # a handshake comes only before the connection is open
            self._take_frame(frame)
        if protocol.state is not OPEN:
            self._write()
            if self.is_open:
                self._on_closing()

    def _take_frame(self, frame: Frame) -> None:
        """Take a frame that the library has parsed; it makes the answers to pings and close frames itself."""
        opcode = frame.opcode
        if opcode is Opcode.TEXT or opcode is Opcode.BINARY or opcode is Opcode.CONT:
            if frame.fin and not self._fragments:
                self._take_message(opcode, frame.data)
                return
            self._fragments.append(frame)
            if frame.fin:
                fragments, self._fragments = self._fragments, []
                self._take_message(fragments[0].opcode, b"".join(fragment.data for fragment in fragments))
            elif len(self._fragments) >= MAX_FRAGMENTS:
                self._fail(POLICY, f"A message may have at most {MAX_FRAGMENTS} fragments.")
        elif not self._control_frames.take():
            self._fail(POLICY, "Too many control frames.")
        else:
            self._is_ping_answered |= opcode is Opcode.PONG
            self._write()

    def _take_message(self, opcode: Opcode, content: bytes | bytearray | memoryview) -> None:
        if not self.is_open:
            return
        if not self._has_received:
            self._has_received = True
            self._set_deadline(self._limits.ping_interval, self._ping)
        try:
            self._inbox.append(str(content, "utf-8") if opcode is Opcode.TEXT else bytes(content))
        except UnicodeDecodeError:
            self._fail(CloseCode.INVALID_DATA, "A text message must be UTF-8.")
        self._wake_reader()

    # -- what leaves

    def _write(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            elif self.is_open and self._protocol.close_rcvd is None:
                self._transport.write_eof()  # what the client has sent meanwhile must not reset the connection
            else:
                self._transport.close()

    def _fail(self, code: int, reason: str) -> None:
        """Close the connection of a client that broke the protocol; the library ignores what it still sends."""
        if self.is_open and self._protocol.state is OPEN:
            self._protocol.fail(code, reason)
            self._write()
            self._on_closing()

    def _on_closing(self) -> None:
        self.is_open = False
        self._wake_reader()
        self._set_deadline(CLOSE_TIMEOUT, self._transport.abort)

    def _wake_reader(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def _ping(self) -> None:
        """Send a ping; drop the connection if the last one was not answered."""
        if self._is_ping_answered:
            self._is_ping_answered = False
            self._protocol.send_ping(b"")
            self._write()
            self._set_deadline(self._limits.ping_interval, self._ping)
        else:
            self._transport.abort()


def _do_nothing() -> None:
    """What is due on a connection that has no deadline."""


def _text_header(size: int) -> bytes:
    """What comes before the content of a text frame from the server."""
    if size <= MAX_SHORT:
        return bytes((WHOLE_TEXT, size))
    if size < 2**16:
        return b"\x81\x7e" + size.to_bytes(2)
    return b"\x81\x7f" + size.to_bytes(8)


def _is_short_frame(data: bytes) -> bool:
    """Are the data exactly one short frame of a client?"""
    size = len(data) - HEADER_BYTES
    return 0 <= size <= MAX_SHORT and data[1] == IS_MASKED | size and data[0] >= IS_WHOLE
