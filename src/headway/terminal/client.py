"""The connection of `headway join` to a server. It reconnects by itself."""

import json
import queue
import threading
import time
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection, connect

from headway.errors import printable

FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
MOMENT = 0.2
DICE_TIMEOUT = 10.0  # seconds
LARGEST_MESSAGE = 2**22
NOT_A_TABLE = (ValueError, TypeError, KeyError)
"""What reading the answer of a server that is not Headway's can raise."""


class Client:
    """A connection to one table: the messages of the server in order, and a way to send to it."""

    def __init__(self, address: str, token: str | None, key: str | None) -> None:
        self._address, self._hello = address, {"type": "hello", "token": token, "key": key}
        self._received: queue.Queue[dict[str, Any]] = queue.Queue()
        self._socket: ClientConnection | None = None
        self._is_closed = False
        threading.Thread(target=self._receive, daemon=True).start()

    def next(self) -> dict[str, Any]:
        """Wait for the next message. A lost connection is a message of the type "lost"."""
        while True:
            with suppress(queue.Empty):
                return self._received.get(timeout=MOMENT)  # not for ever: Ctrl-C would have to wait for a message

    @property
    def is_empty(self) -> bool:
        """Have all messages been taken that have arrived?"""
        return self._received.empty()

    def send(self, **message: Any) -> None:
        """Send a message. It is dropped while the connection is lost; the person will be asked again."""
        with suppress(WebSocketException, OSError):
            if self._socket is not None:
                self._socket.send(json.dumps({**message, "id": 1}))

    def dice(self, game_number: int) -> dict[str, Any]:
        """The rolls, the moves and the seed of a finished game, by HTTP; OSError or ValueError if there are none."""
        from urllib.request import urlopen  # only a game with dice needs it

        parts = urlsplit(self._address)
        scheme, table = "https" if parts.scheme == "wss" else "http", parts.path.rsplit("/", 1)[1]
        address = f"{scheme}://{parts.netloc}/api/tables/{table}/games/{game_number}/dice"
        with urlopen(address, timeout=DICE_TIMEOUT) as answer:
            found: dict[str, Any] = printable_message(json.loads(answer.read(LARGEST_MESSAGE)))
        return found

    def close(self) -> None:
        """Close the connection for good."""
        self._is_closed = True
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                self._socket.close()

    def _receive(self) -> None:
        wait, has_connected = FIRST_WAIT, False
        while not self._is_closed:
            try:
                with connect(self._address, max_size=LARGEST_MESSAGE) as socket:
                    self._socket = socket
                    socket.send(json.dumps(self._hello))
                    for text in socket:
                        message = printable_message(json.loads(text))
                        has_connected, wait = True, FIRST_WAIT
                        if message["type"] != "pong" and (message["type"] != "present" or "text" in message):
                            self._received.put(message)
            except (OSError, WebSocketException, *NOT_A_TABLE) as error:
                if not has_connected and isinstance(error, (OSError, InvalidHandshake, *NOT_A_TABLE)):
                    self._received.put({"type": "error", "message": f"There is no server at {self._address}."})
                    return
            if not self._is_closed:
                if self._socket is not None:
                    self._received.put({"type": "lost"})
                self._socket = None
                time.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)


def printable_message(value: Any) -> Any:
    """A JSON value without control characters in its texts, but for line ends: a server must not steer the terminal."""
    if isinstance(value, str):
        return "\n".join(map(printable, value.split("\n")))
    if isinstance(value, list):
        return [printable_message(item) for item in value]
    if isinstance(value, dict):
        return {key: printable_message(item) for key, item in value.items()}
    return value
