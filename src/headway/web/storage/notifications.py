"""Notifications between processes that share a PostgreSQL database, by its LISTEN and NOTIFY."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.engine import URL

from headway.web.storage.key_file import SecretKey
from headway.web.storage.shared_key import hold_shared_key

STEPS, PRESENCE = "headway_steps", "headway_presence"
RETRY_DELAY = 0.5  # seconds
log = logging.getLogger(__name__)


class Subscriber(Protocol):
    """Receives the notifications of other processes."""

    def on_step(self, table_id: str, number: int) -> None:
        """A table's step of this number was committed."""

    def on_presence(self, text: str) -> None:
        """A process reports who is present at its tables."""

    def on_reconnect(self) -> None:
        """The connection is (re)established; notifications may have been missed."""


async def listen(url: URL, subscriber: Subscriber, key: SecretKey) -> None:
    """Pass notifications to the subscriber, for ever; reconnect whenever the database goes away.

    The connection also tells other servers which key this one uses.
    """
    import psycopg

    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        with suppress(psycopg.Error, OSError):
            async with await psycopg.AsyncConnection.connect(plain, autocommit=True) as connection:
                await hold_shared_key(connection, key)
                await connection.execute(f"LISTEN {STEPS}")
                await connection.execute(f"LISTEN {PRESENCE}")
                subscriber.on_reconnect()
                async for notification in connection.notifies():
                    try:
                        _deliver(notification, subscriber)
                    except Exception:  # a malformed notification must not end the subscription
                        log.exception("A notification could not be processed")
        await asyncio.sleep(RETRY_DELAY)


def _deliver(notification: Any, subscriber: Subscriber) -> None:
    if notification.channel == PRESENCE:
        subscriber.on_presence(notification.payload)
    else:
        table_id, _, number = notification.payload.partition(" ")
        subscriber.on_step(table_id, int(number))


def notify(connection: sa.Connection, channel: str, payloads: list[str]) -> None:
    """Notify all listening processes, when the connection's transaction is committed."""
    statement = sa.text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")
    connection.execute(statement, {"channel": channel, "payloads": payloads})
