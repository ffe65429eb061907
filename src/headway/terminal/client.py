"""The connection of `headway join`: it comes back by itself."""

import json
import queue
import threading
import time
from contextlib import suppress
from typing import Any

from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection, connect

LONGEST_WAIT = 8.0
NO_TABLE = (ValueError, TypeError, KeyError)
"""What comes of answers that are no table's."""
UNHEARD = ("present", "pong")
"""Nobody at a terminal has to answer these, or to be asked again for them."""


class Client:
    """A table that is elsewhere: what it tells, in order, and a way to say something to it."""

    def __init__(self, address: str, token: str | None) -> None:
        self._address, self._token = address, token
        self._heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self._socket: ClientConnection | None = None
        self._is_closed = False
        threading.Thread(target=self._listen, daemon=True).start()

    def next(self) -> dict[str, Any]:
        """The next thing that is told."""
        while True:
            with suppress(queue.Empty):
                return self._heard.get(timeout=0.2)  # in pieces, so that Ctrl-C is heard

    @property
    def is_quiet(self) -> bool:
        """Has everything been taken in that was told?"""
        return self._heard.empty()

    def again(self) -> None:
        """Have the last question asked once more."""
        self._heard.put({"type": "again"})

    def say(self, **message: Any) -> None:
        """Say something; what is said while the connection is lost is lost, and the table asks again."""
        with suppress(WebSocketException, OSError):
            if self._socket is not None:
                self._socket.send(json.dumps({**message, "id": 1}))

    def close(self) -> None:
        """Leave."""
        self._is_closed = True
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                self._socket.close()

    def _listen(self) -> None:
        wait, was_there = 0.5, False
        while not self._is_closed:
            try:
                with connect(self._address, max_size=2**22) as socket:
                    self._socket = socket
                    socket.send(json.dumps({"type": "hello", "token": self._token}))
                    for text in socket:
                        was_there, wait = True, 0.5
                        message = json.loads(text)
                        if message["type"] not in UNHEARD:
                            self._heard.put(message)
            except (OSError, WebSocketException, *NO_TABLE) as error:
                if not was_there and isinstance(error, (OSError, InvalidHandshake, *NO_TABLE)):
                    self._heard.put({"type": "error", "message": f"There is no server at {self._address}."})
                    return
            if not self._is_closed:
                if self._socket is not None:
                    self._heard.put({"type": "lost"})
                self._socket = None
                time.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
