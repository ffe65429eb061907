"""Connections by hand, byte by byte."""

import base64
import http.client
import re
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from tests.patience import PATIENCE
from tests.served import Served

KEY = base64.b64encode(bytes(16)).decode()


RIGHT = {
    "Host": "localhost",
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": KEY,
}


class Raw:
    """A connection by hand."""

    def __init__(self, served: Served, path: str, changed: Mapping[str, str | None] = {}, pieces: int = 1) -> None:
        self.socket = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
        headers = {**RIGHT, **changed}
        lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
        request = "\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode("latin-1")
        for index in range(pieces):
            self.socket.send(request[index * len(request) // pieces : (index + 1) * len(request) // pieces])
            time.sleep(0.05 if pieces > 1 else 0)
        self.unread = b""
        self.answer = self.read_until(b"\r\n\r\n").decode()

    def read_until(self, end: bytes) -> bytes:
        """What comes before these bytes."""
        while end not in self.unread:
            piece = self.socket.recv(4096)
            assert piece, "the connection has ended"
            self.unread += piece
        found, _, self.unread = self.unread.partition(end)
        return found

    def send(self, opcode: int, content: bytes, first: int = 0x80, is_masked: bool = True) -> None:
        self.socket.send(
            bytes([first | opcode, (0x80 if is_masked else 0) | len(content)]) + bytes(4) * is_masked + content
        )

    def take(self, *opcodes: int) -> bytes:
        """What the next frame of these kinds says."""
        while True:
            while len(self.unread) < 2 or len(self.unread) < self._length()[1]:
                piece = self.socket.recv(4096)
                assert piece, "the connection has ended"
                self.unread += piece
            start, end = self._length()
            opcode, content, self.unread = self.unread[0] & 0x0F, self.unread[start:end], self.unread[end:]
            if opcode in opcodes:
                return content

    def _length(self) -> tuple[int, int]:
        short = self.unread[1]
        return (2, 2 + short) if short < 126 else (4, 4 + int.from_bytes(self.unread[2:4]))

    def ends(self) -> bool:
        """Does the other end close the connection?"""
        with suppress(ConnectionError):
            while self.socket.recv(4096):
                pass
        return True


def deaf_socket(served: Served) -> socket.socket:
    """A connection with hardly any room for answers, of a client that does not read them."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", served.port))
    return deaf


@contextmanager
def kept_alive(served: Served) -> Iterator[http.client.HTTPConnection]:
    """A connection for several requests, which the server must not close meanwhile."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    connection.connect()
    own = connection.sock.getsockname()
    try:
        yield connection
        assert connection.sock.getsockname() == own
    finally:
        connection.close()


def handshake(path: str, *more: str) -> bytes:
    """A request for a WebSocket, with more lines in its head."""
    lines = [f"{name}: {value}" for name, value in RIGHT.items()]
    return "\r\n".join([f"GET {path} HTTP/1.1", *lines, *more, "", ""]).encode("latin-1")


def answers(served: Served, *pieces: bytes) -> bytes:
    """All that the server answers to these pieces until it closes the connection."""
    received = b""
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw:
        with suppress(ConnectionError):
            for piece in pieces:
                raw.sendall(piece)
                time.sleep(0.02 if len(pieces) > 1 else 0)
        with suppress(ConnectionError):
            while piece := raw.recv(65536):
                received += piece
    return received


def statuses(answer: bytes) -> list[int]:
    """The statuses of the answers in these bytes."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d\d\d) ", answer)]
