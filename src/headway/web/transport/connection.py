"""A connection as the application sees it: text in and text out, whatever library carries it."""

from collections.abc import Coroutine, Mapping
from http import HTTPStatus
from typing import Any, Protocol

from headway.web.limits import Limits
from headway.web.transport.client_address import TrustedProxies
from headway.web.transport.deadlines import HasDeadline

NORMAL, POLICY, INTERNAL_ERROR, RESTARTING, FULL = 1000, 1008, 1011, 1012, 1013  # close codes of RFC 6455


class Disconnected(Exception):
    """The connection is closed; there are no more messages."""


class Connection(Protocol):
    """One open connection: it receives messages and sends text."""

    path: str
    address: str  # of the client, as `TrustedProxies.client` has it

    async def receive(self) -> str | bytes:
        """The next message; `Disconnected` if there will be none."""

    def send(self, text: str) -> None:
        """Send a text message, unless the connection is closed."""

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Close the connection, unless it is closed."""


class ConnectionHost(Protocol):
    """The application that decides which connections are accepted, and serves those that are open."""

    limits: Limits
    connections: set[HasDeadline]
    proxies: TrustedProxies

    def refusal(self, path: str, headers: Mapping[str, str]) -> HTTPStatus | None:
        """The status with which a connection is refused, if it is."""

    def serve(self, connection: Connection) -> Coroutine[Any, Any, None]:
        """Serve a connection until it is closed."""
