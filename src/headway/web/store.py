"""Where tables are kept: SQLite for one process, PostgreSQL for many; one code for both."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from headway.errors import HeadwayError
from headway.web.news import PRESENCE, Hears, listen, notify
from headway.web.schema import steps, tables
from headway.web.writer import MOST_TOGETHER, PATIENCE, NoDatabase, Writer

Result = TypeVar("Result")
GIVE_UP = {"connect_timeout": 5, "keepalives_idle": 10, "tcp_user_timeout": 10_000}


class Kept(NamedTuple):
    """A table as it is kept: its set-up, the hashes of its two tokens, whether it is archived, and the steps."""

    setup: str
    chairs: tuple[str, str]
    is_archived: bool
    steps: list[str]


class Store:
    """The database: steps are appended to it, tables read from it, and processes speak to each other by it."""

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self.is_shared = self.url.get_backend_name() == "postgresql"
        # an error must not tell what was about to be written: it may be a secret
        self.engine = sa.create_engine(
            self.url,
            pool_size=5,
            max_overflow=5,
            pool_pre_ping=self.is_shared,
            hide_parameters=True,
            connect_args=GIVE_UP if self.is_shared else {},
        )
        if not self.is_shared:
            sa.event.listen(self.engine, "connect", _durable)
        self._writer = Writer(self.engine, self.is_shared)
        self.append = self._writer.append
        self._readers = ThreadPoolExecutor(4, "reader")
        self._unsaid: asyncio.Queue[str] = asyncio.Queue()

    def upgrade(self) -> None:
        """Bring the schema up to date; the data stays."""
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        if self.url.database and not self.is_shared:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        try:
            with self.engine.begin() as connection:
                if self.is_shared:  # several processes may start at once
                    connection.execute(sa.text("SELECT pg_advisory_xact_lock(4820)"))
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
            raise HeadwayError(f"The database cannot be used: {reason}") from error
        finally:
            self.engine.dispose()

    @asynccontextmanager
    async def running(self, hearer: Hears) -> AsyncIterator[None]:
        """While this lasts, steps are written, and those of other processes are heard."""
        tasks = [asyncio.create_task(self._writer.write())]
        if self.is_shared:
            tasks += [asyncio.create_task(listen(self.url, hearer)), asyncio.create_task(self._speak())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._writer.close()
            self._readers.shutdown(wait=False, cancel_futures=True)
            self.engine.dispose()

    async def archive(self, idle: float) -> int:
        """Archive the tables at which nothing has happened for so many seconds; how many there were."""
        return await self._in_thread(partial(self._archive, time.time() - idle))

    def _archive(self, long_ago: float) -> int:
        recent = sa.select(steps.c.table_id).where(steps.c.table_id == tables.c.id, steps.c.at > long_ago)
        idle_ones = tables.c.archived.is_(None) & (tables.c.created < long_ago) & ~recent.exists()
        with self.engine.begin() as connection:
            found = connection.execute(tables.update().where(idle_ones).values(archived=time.time()))
            return int(found.rowcount)

    # -- reading

    async def read(self, table_id: str) -> Kept | None:
        """A table with all its steps; None if there is no such table."""
        return await self._in_thread(partial(self._read, table_id))

    def _read(self, table_id: str) -> Kept | None:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).first()
            if row is None:
                return None
            made = self._steps(connection, table_id, 0)
        return Kept(row.setup, (row.chair_0, row.chair_1), row.archived is not None, made)

    async def read_after(self, table_id: str, number: int) -> list[str]:
        """The steps of a table after one that is known."""

        def read() -> list[str]:
            with self.engine.connect() as connection:
                return self._steps(connection, table_id, number)

        return await self._in_thread(read)

    def _steps(self, connection: sa.Connection, table_id: str, after: int) -> list[str]:
        wanted = sa.select(steps.c.entries).where(steps.c.table_id == table_id, steps.c.number > after)
        return [row.entries for row in connection.execute(wanted.order_by(steps.c.number))]

    async def answers(self) -> bool:
        """Does the database answer?"""

        def ask() -> None:
            with self.engine.connect() as connection:
                connection.execute(sa.text("SELECT 1"))

        try:
            await self._in_thread(ask)
        except NoDatabase:
            return False
        return True

    async def _in_thread(self, read: Callable[[], Result]) -> Result:
        """Read in a thread of the database's own, so that nobody else's work holds it up."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, read)
        except (SQLAlchemyError, OSError):
            raise NoDatabase from None

    # -- between processes

    def say(self, text: str) -> None:
        """Let the other processes hear something, if there can be any; what cannot be said now is not said later."""
        if self.is_shared:
            self._unsaid.put_nowait(text)

    async def _speak(self) -> None:
        while True:
            news = [await self._unsaid.get()]
            while len(news) < MOST_TOGETHER and not self._unsaid.empty():
                news.append(self._unsaid.get_nowait())

            def speak(news: list[str] = news) -> None:
                with self.engine.begin() as connection:
                    notify(connection, PRESENCE, news)

            with suppress(NoDatabase):
                await self._in_thread(speak)


def database_url(url: str) -> URL:
    """The database that a person names, with the driver that we use."""
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
    except (ArgumentError, ValueError):
        raise HeadwayError(f"{url.split('@')[-1]} is no database; use sqlite:///FILE or postgresql://...") from None
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
    if backend not in drivers:
        raise HeadwayError(f"A {backend} database is not supported; use sqlite:///FILE or postgresql://...")
    return parsed.set(drivername=drivers[backend])


def _durable(connection: Any, record: Any) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={PATIENCE}",
        "temp_store=MEMORY",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
