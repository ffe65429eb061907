"""WebSocket frames (RFC 6455) as a server reads and writes them: without extensions, for many small messages."""

from collections.abc import Iterator
from typing import Final

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
NORMAL, PROTOCOL_ERROR, NOT_UTF8, POLICY, TOO_BIG, RESTARTING, FULL = 1000, 1002, 1007, 1008, 1009, 1012, 1013

CLOSE_CODES = {*range(1000, 1015), *range(3000, 5000)} - {1004, 1005, 1006}
"""The codes that a close frame may carry."""

FINAL: Final = 0x80
MASKED: Final = 0x80
CONTROL: Final = 0x8
MAX_CONTROL_BYTES: Final = 125
MAX_FRAGMENTS: Final = 100


class ProtocolViolation(Exception):
    """The client broke the protocol; the connection must be closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class FrameReader:
    """Takes bytes as they arrive and yields complete messages, assembled from their frames."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._buffer = bytearray()
        self._opcode = CONTINUATION  # of the fragmented message that has begun, if one has
        self._content, self._fragments = b"", 0

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The opcode and content of each message that these bytes complete."""
        self._buffer += data
        while (frame := self._next_frame()) is not None:
            is_final, opcode, content = frame
            if opcode & CONTROL:
                yield opcode, content
                continue
            if (opcode == CONTINUATION) == (self._opcode == CONTINUATION):
                reason = "A message began before the previous one ended, or a continuation frame came without one."
                raise ProtocolViolation(PROTOCOL_ERROR, reason)
            self._fragments += 1
            if self._fragments > MAX_FRAGMENTS:
                raise ProtocolViolation(POLICY, f"A message may have at most {MAX_FRAGMENTS} fragments.")
            if len(self._content) + len(content) > self._max_bytes:
                raise self._too_big()
            self._opcode = self._opcode or opcode
            self._content = self._content + content if self._content else content
            if is_final:
                opcode, content = self._opcode, self._content
                self._opcode, self._content, self._fragments = CONTINUATION, b"", 0
                yield opcode, content

    def _next_frame(self) -> tuple[bool, int, bytes] | None:
        """The next frame, if it has arrived completely; a length over the limit is refused as soon as it is known."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        is_final, opcode, length = buffer[0] >= FINAL, buffer[0] & 0x0F, buffer[1] & 0x7F
        if buffer[0] & 0x70 or opcode not in (CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG):
            raise ProtocolViolation(PROTOCOL_ERROR, "Unknown opcode, or a reserved bit is set.")
        if not buffer[1] & MASKED:
            raise ProtocolViolation(PROTOCOL_ERROR, "A client must mask its frames.")
        if opcode & CONTROL and (length > MAX_CONTROL_BYTES or not is_final):
            reason = f"A control frame has at most {MAX_CONTROL_BYTES} bytes and is not fragmented."
            raise ProtocolViolation(PROTOCOL_ERROR, reason)
        start = 2
        if length > MAX_CONTROL_BYTES:
            start = 4 if length == 126 else 10
            if len(buffer) < start:
                return None
            length = int.from_bytes(buffer[2:start])
            if length > self._max_bytes:
                raise self._too_big()
        end = start + 4 + length
        if len(buffer) < end:
            return None
        content = apply_mask(buffer[start + 4 : end], buffer[start : start + 4])
        del buffer[:end]
        return is_final, opcode, content

    def _too_big(self) -> ProtocolViolation:
        return ProtocolViolation(TOO_BIG, f"A message may have at most {self._max_bytes} bytes.")


def apply_mask(data: bytes | bytearray, mask: bytes | bytearray) -> bytes:
    """XOR the data with the repeated four-byte mask; applying it twice restores the data."""
    length = len(data)
    repeated = (mask * (length // 4 + 1))[:length]
    return (int.from_bytes(data) ^ int.from_bytes(repeated)).to_bytes(length)


def encode_frame(opcode: int, content: bytes) -> bytes:
    """A whole message as one unmasked frame, as servers send them."""
    length = len(content)
    if length <= MAX_CONTROL_BYTES:
        return bytes((FINAL | opcode, length)) + content
    if length < 2**16:
        return bytes((FINAL | opcode, 126, length >> 8, length & 0xFF)) + content
    return bytes((FINAL | opcode, 127)) + length.to_bytes(8) + content


def encode_close(code: int, reason: str) -> bytes:
    """The content of a close frame; the reason is cut to what fits."""
    fitting = reason.encode()[: MAX_CONTROL_BYTES - 2].decode(errors="ignore")
    return code.to_bytes(2) + fitting.encode()


def decode_close(content: bytes) -> int:
    """The code of a close frame that a client sent; `ProtocolViolation` if it is invalid."""
    if not content:
        return NORMAL
    code = int.from_bytes(content[:2])
    decode_text(content[2:])
    if len(content) < 2 or code not in CLOSE_CODES:
        raise ProtocolViolation(PROTOCOL_ERROR, "Invalid close code.")
    return code


def decode_text(content: bytes) -> str:
    """The content of a text message."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise ProtocolViolation(NOT_UTF8, "A text message must be UTF-8.") from None
