"""WebSocket frames (RFC 6455), as a server takes and makes them: no extensions, and small messages, many a second."""

from collections.abc import Iterator
from typing import Final

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
NORMAL, PROTOCOL_ERROR, NOT_UTF8, POLICY, TOO_BIG, RESTARTING, FULL = 1000, 1002, 1007, 1008, 1009, 1012, 1013

CODES = {*range(1000, 1015), *range(3000, 5000)} - {1004, 1005, 1006}
"""With which a connection may be closed."""

FINAL: Final = 0x80
MASKED: Final = 0x80
CONTROL: Final = 0x8
LONGEST_CONTROL: Final = 125
MOST_PIECES: Final = 100


class Broken(Exception):
    """The other end does not keep to the protocol; the connection has to end with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Frames:
    """Takes bytes as they arrive and gives the messages that are complete, put together from their frames."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._unread = bytearray()
        self._opcode = CONTINUATION  # of a message that has begun and is to be continued
        self._parts, self._pieces = b"", 0

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The opcodes and contents of the messages that these bytes complete."""
        self._unread += data
        while (frame := self._next()) is not None:
            is_final, opcode, content = frame
            if opcode & CONTROL:
                yield opcode, content
                continue
            if (opcode == CONTINUATION) == (self._opcode == CONTINUATION):
                raise Broken(PROTOCOL_ERROR, "A message begins inside another, or goes on without having begun.")
            self._pieces += 1
            if self._pieces > MOST_PIECES:
                raise Broken(POLICY, f"A message comes in at most {MOST_PIECES} pieces.")
            if len(self._parts) + len(content) > self._most_bytes:
                raise Broken(TOO_BIG, f"A message has at most {self._most_bytes} bytes.")
            self._opcode = self._opcode or opcode
            self._parts = self._parts + content if self._parts else content
            if is_final:
                opcode, content = self._opcode, self._parts
                self._opcode, self._parts, self._pieces = CONTINUATION, b"", 0
                yield opcode, content

    def _next(self) -> tuple[bool, int, bytes] | None:
        """The next frame, if all of it is there; its length is looked at before any of it is waited for."""
        unread = self._unread
        if len(unread) < 2:
            return None
        is_final, opcode, length = unread[0] >= FINAL, unread[0] & 0x0F, unread[1] & 0x7F
        if unread[0] & 0x70 or opcode not in (CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG):
            raise Broken(PROTOCOL_ERROR, "There is no such frame.")
        if not unread[1] & MASKED:
            raise Broken(PROTOCOL_ERROR, "A client masks what it sends.")
        if opcode & CONTROL and (length > LONGEST_CONTROL or not is_final):
            raise Broken(PROTOCOL_ERROR, "A control frame is short, and in one piece.")
        start = 2
        if length > LONGEST_CONTROL:
            start = 4 if length == 126 else 10
            if len(unread) < start:
                return None
            length = int.from_bytes(unread[2:start])
            if length > self._most_bytes:
                raise Broken(TOO_BIG, f"A message has at most {self._most_bytes} bytes.")
        end = start + 4 + length
        if len(unread) < end:
            return None
        content = masked(unread[start + 4 : end], unread[start : start + 4])
        del unread[:end]
        return is_final, opcode, content


def masked(data: bytes | bytearray, mask: bytes | bytearray) -> bytes:
    """Every byte changed by the mask's, which is also how it is changed back."""
    length = len(data)
    repeated = (mask * (length // 4 + 1))[:length]
    return (int.from_bytes(data) ^ int.from_bytes(repeated)).to_bytes(length)


def framed(opcode: int, content: bytes) -> bytes:
    """A frame that says this, from a server."""
    length = len(content)
    if length <= LONGEST_CONTROL:
        return bytes((FINAL | opcode, length)) + content
    if length < 2**16:
        return bytes((FINAL | opcode, 126, length >> 8, length & 0xFF)) + content
    return bytes((FINAL | opcode, 127)) + length.to_bytes(8) + content


def closing(code: int, reason: str) -> bytes:
    """What a frame says that ends a connection; the reason must fit into it."""
    told = reason.encode()[: LONGEST_CONTROL - 2].decode(errors="ignore")
    return code.to_bytes(2) + told.encode()


def closed_with(content: bytes) -> int:
    """The code with which the other end closes; refuses what is none."""
    if not content:
        return NORMAL
    code = int.from_bytes(content[:2])
    as_text(content[2:])
    if len(content) < 2 or code not in CODES:
        raise Broken(PROTOCOL_ERROR, "There is no such reason to close.")
    return code


def as_text(content: bytes) -> str:
    """What a text frame says."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise Broken(NOT_UTF8, "Text is UTF-8.") from None
