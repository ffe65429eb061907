"""One HTTP request within a time limit: when it is over the connection is shut, whatever the server still sends."""

import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from typing import NamedTuple
from urllib.parse import SplitResult


class Request(NamedTuple):
    """What is asked: the address of the server, and what follows it."""

    address: SplitResult
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes | None


class Response(NamedTuple):
    """What was answered."""

    status: int
    body: bytes
    headers: HTTPMessage


class TooLong(Exception):
    """A response with more bytes than are read."""


class Connections:
    """The connections of a client, which another thread can shut."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        """Set by `interrupt`: nothing is asked any more."""
        self._open: set[socket.socket] = set()

    def interrupt(self) -> None:
        """Shut all connections. What is under way has no answer."""
        self.stop.set()
        for each in list(self._open):
            shut(each)

    def exchange(self, request: Request, seconds: float, most_bytes: int) -> Response:
        """The response to a request; raises `TimeoutError` if it is not there in time or was interrupted."""
        is_late = threading.Event()
        try:
            with self._connected(request.address, seconds, is_late) as connection:
                connection.request(request.method, request.path, request.body, dict(request.headers))
                answer = connection.getresponse()
                read = bytearray()
                while chunk := answer.read1(65_536):
                    read += chunk
                    if len(read) > most_bytes:
                        raise TooLong
        except (OSError, HTTPException):
            if is_late.is_set() or self.stop.is_set():
                raise TimeoutError from None
            raise
        if is_late.is_set() or self.stop.is_set():  # a connection that was shut may look like the end of the answer
            raise TimeoutError
        return Response(answer.status, bytes(read), answer.headers)

    @contextmanager
    def _connected(self, address: SplitResult, seconds: float, is_late: threading.Event) -> Iterator[HTTPConnection]:
        """A connection to a server, which is shut when its time is over."""
        assert address.hostname is not None
        context = ssl.create_default_context() if address.scheme == "https" else None
        host, port = address.hostname, address.port
        connection = HTTPConnection(host, port) if context is None else HTTPSConnection(host, port, context=context)
        opened = socket.create_connection((connection.host, connection.port), seconds)
        with opened, opened.dup() as same:  # encryption takes the first one over

            def end() -> None:
                is_late.set()
                shut(same)

            watchdog = threading.Timer(seconds, end)
            watchdog.daemon = True
            self._open.add(same)
            watchdog.start()
            try:
                if self.stop.is_set():
                    raise TimeoutError
                connection.sock = opened if context is None else context.wrap_socket(opened, server_hostname=host)
                yield connection
            finally:
                watchdog.cancel()
                self._open.discard(same)
                connection.close()


def shut(connection: socket.socket) -> None:
    """End a connection, also while another thread waits for it."""
    with suppress(OSError):  # it was closed just now
        connection.shutdown(socket.SHUT_RDWR)
