"""News between processes that share a PostgreSQL database, by its own LISTEN and NOTIFY."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.engine import URL

STEPS, PRESENCE = "headway_steps", "headway_presence"
SECONDS_TO_TRY_AGAIN = 0.5
log = logging.getLogger(__name__)


class Hears(Protocol):
    """Who is told what other processes do."""

    def heard(self, table_id: str, number: int) -> None:
        """Another process has made a step; no name means that anything may have happened."""

    def told(self, text: str) -> None:
        """Another process has said something."""


async def listen(url: URL, hearer: Hears) -> None:
    """Pass on what other processes do and say, for as long as this runs."""
    import psycopg

    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        with suppress(psycopg.Error, OSError):
            async with await psycopg.AsyncConnection.connect(plain, autocommit=True) as connection:
                await connection.execute(f"LISTEN {STEPS}")
                await connection.execute(f"LISTEN {PRESENCE}")
                hearer.heard("", 0)  # whatever was missed while nobody listened
                async for news in connection.notifies():
                    try:
                        _pass_on(news, hearer)
                    except Exception:  # what one process says wrongly must not make another deaf
                        log.exception("News could not be understood")
        await asyncio.sleep(SECONDS_TO_TRY_AGAIN)  # the database is away; it is tried until it is back


def _pass_on(news: Any, hearer: Hears) -> None:
    if news.channel == PRESENCE:
        hearer.told(news.payload)
    else:
        table_id, _, number = news.payload.partition(" ")
        hearer.heard(table_id, int(number))


def notify(connection: sa.Connection, channel: str, news: list[str]) -> None:
    """Tell every process that listens, once what else is done over the connection is committed."""
    statement = sa.text("SELECT pg_notify(:channel, news) FROM unnest(CAST(:news AS text[])) AS news")
    connection.execute(statement, {"channel": channel, "news": news})
