"""The database of tables: SQLite for one process, PostgreSQL for several, with the same code."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from headway.web.refusals import DatabaseUnavailable
from headway.web.storage.chairs import Chairs, ChairStore, read_chairs
from headway.web.storage.database_file import DatabaseFile, FileReplaced
from headway.web.storage.database_url import database_url, described, other_than
from headway.web.storage.health import Health, reason_of
from headway.web.storage.key_file import default_key_file
from headway.web.storage.notifications import PRESENCE, Subscriber, listen, notify
from headway.web.storage.schema import OtherSchema, StoredStep, check_columns, steps, tables
from headway.web.storage.sealed_secrets import SealedSecrets
from headway.web.storage.shared_key import check_shared_key
from headway.web.storage.writer import LOCK_TIMEOUT, MAX_BATCH, Writer

Result = TypeVar("Result")
POSTGRES_TIMEOUTS = {"connect_timeout": 5, "keepalives_idle": 10, "tcp_user_timeout": 10_000}
MIGRATION_LOCK = 4820
OLDEST_SQLITE = (3, 35)  # it has ALTER TABLE ... DROP COLUMN, and RETURNING
UPDATE_SIZE = 500


class StoredTable(NamedTuple):
    """A table as the database holds it, but with readable secrets: who may sit on its chairs, and its steps."""

    chairs: Chairs
    is_archived: bool
    steps: list[StoredStep]


class Store:
    """The database: steps are appended, tables are read, and processes notify each other through it."""

    def __init__(self, url: str, key_file: str | None = None) -> None:
        self.url = database_url(url)
        self.secrets = SealedSecrets(Path(key_file) if key_file else default_key_file(self.url))
        self.is_shared = self.url.get_backend_name() == "postgresql"
        # an error message must not contain the parameters: one of them may be the seed of dice
        self.engine = sa.create_engine(
            self.url,
            pool_size=5,
            max_overflow=5,
            pool_pre_ping=self.is_shared,
            hide_parameters=True,
            connect_args=POSTGRES_TIMEOUTS if self.is_shared else {},
        )
        if not self.is_shared:
            sa.event.listen(self.engine, "connect", _set_pragmas)
        self.health = Health()
        self._file = DatabaseFile(None if self.is_shared else self.url.database)
        self._writer = Writer(self.engine, self.is_shared, self._file, self.health)
        self.append = self._writer.append
        self._readers = ThreadPoolExecutor(4, "reader")
        in_batches = (None, None) if self.is_shared else (self._writer.take_chair, self._writer.add_link)
        self.chairs = ChairStore(self.engine, self._in_thread, *in_batches)
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._clock = time.time() - time.monotonic()  # so that no jump of the system's clock makes a table seem idle

    def upgrade(self) -> None:
        """Migrate the schema to the newest version; the data stays."""
        if not self.is_shared and sqlite3.sqlite_version_info < OLDEST_SQLITE:
            oldest, own = ".".join(map(str, OLDEST_SQLITE)), sqlite3.sqlite_version
            raise DatabaseUnavailable(
                f"Serving needs SQLite {oldest} or later, and this Python has {own}; use postgresql://..."
            )
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        if self.url.database and not self.is_shared:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        try:
            with self.engine.begin() as connection:
                # one transaction, and one process at a time: several may start at once
                if self.is_shared:
                    connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
                else:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
                check_columns(connection)
        except SQLAlchemyError as error:
            raise DatabaseUnavailable(f"The database cannot be used: {reason_of(error)}") from error
        except (CommandError, OtherSchema) as error:
            raise DatabaseUnavailable(
                f"{described(self.url)} was made by another version of Headway, or by another program "
                f"({reason_of(error).rstrip('.')}). {other_than(self.url)}"
            ) from error
        finally:
            self.engine.dispose()

    def check_key(self) -> None:
        """Load the key of secrets, or make it; refuse one that is damaged, or is not that of the other servers."""
        key = self.secrets.key
        if self.is_shared:
            with self.engine.connect() as connection:
                check_shared_key(connection, key)
            self.engine.dispose()

    @asynccontextmanager
    async def running(self, subscriber: Subscriber) -> AsyncIterator[None]:
        """Write steps, and deliver the notifications of other processes, until the context ends."""
        key = self.secrets.key  # a file that cannot be read is noticed now, and not at the first secret
        self._file.remember()
        tasks = [asyncio.create_task(self._writer.run())]
        if self.is_shared:
            tasks += [
                asyncio.create_task(listen(self.url, subscriber, key)),
                asyncio.create_task(self._send_presence()),
            ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._writer.close()
            self._readers.shutdown(wait=False, cancel_futures=True)
            self.engine.dispose()

    async def idle_tables(self, seconds: float) -> list[str]:
        """The tables at which nothing has happened for this many seconds, and which are not archived."""
        before = self._clock + time.monotonic() - seconds
        recent = sa.select(steps.c.table_id).where(steps.c.table_id == tables.c.id, steps.c.at > before)
        is_idle = tables.c.archived.is_(None) & (tables.c.created < before) & ~recent.exists()

        def read() -> list[str]:
            with self.engine.connect() as connection:
                return list(connection.scalars(sa.select(tables.c.id).where(is_idle)))

        return await self._in_thread(read)

    async def archive(self, table_ids: Sequence[str]) -> None:
        """Mark tables as archived."""
        for start in range(0, len(table_ids), UPDATE_SIZE):
            await self._in_thread(partial(self._mark, table_ids[start : start + UPDATE_SIZE], time.time()))

    async def reopen(self, table_id: str) -> None:
        """Remove the mark."""
        await self._in_thread(partial(self._mark, [table_id], None))

    def _mark(self, table_ids: Sequence[str], archived: float | None) -> None:
        with self.engine.begin() as connection:
            connection.execute(tables.update().where(tables.c.id.in_(table_ids)).values(archived=archived))

    # -- reading

    async def read(self, table_id: str) -> StoredTable | None:
        """A table with all its steps; None if it does not exist. `DamagedTable` if a secret cannot be decrypted."""
        return await self._in_thread(partial(self._read, table_id))

    def _read(self, table_id: str) -> StoredTable | None:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).first()
            if row is None:
                return None
            found = self._steps(connection, table_id, 0)
            chairs = read_chairs(connection, table_id, row)
        return StoredTable(chairs, row.archived is not None, found)

    async def read_after(self, table_id: str, number: int) -> list[StoredStep]:
        """The steps of a table that come after this number; `DamagedTable` if a secret cannot be decrypted."""

        def read() -> list[StoredStep]:
            with self.engine.connect() as connection:
                return self._steps(connection, table_id, number)

        return await self._in_thread(read)

    def _steps(self, connection: sa.Connection, table_id: str, after: int) -> list[StoredStep]:
        is_wanted = (steps.c.table_id == table_id) & (steps.c.number > after)

        def read(column: sa.ColumnElement[Any]) -> list[Any]:
            wanted = sa.select(steps.c.number, column).where(is_wanted).order_by(steps.c.number)
            return [tuple(row) for row in connection.execute(wanted)]

        try:
            found = read(steps.c.events)
        except OperationalError as error:
            if "Could not decode" not in str(error.orig):
                raise
            found = [(number, _decoded(raw)) for number, raw in read(sa.cast(steps.c.events, sa.LargeBinary))]
        return self.secrets.open_steps(table_id, found)

    async def check(self) -> None:
        """Find out whether the database can be read and written; `DatabaseUnavailable` says why not."""

        def ask() -> None:
            with self.engine.connect() as connection:
                connection.execute(sa.text("SELECT 1"))

        await self._in_thread(ask)
        await self._writer.probe()

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        """Run in one of the store's own threads, so that other work does not delay it."""

        def checked() -> Result:
            self._file.check()
            return work()

        try:
            result = await asyncio.get_running_loop().run_in_executor(self._readers, checked)
        except (SQLAlchemyError, OSError, FileReplaced) as error:
            raise DatabaseUnavailable(self.health.failed("reading", error)) from None
        self.health.succeeded("reading")
        return result

    # -- between processes

    def send_presence(self, message: str) -> None:
        """Send a message to the other processes, if there can be any; a message that cannot be sent is dropped."""
        if self.is_shared:
            self._outbox.put_nowait(message)

    async def _send_presence(self) -> None:
        while True:
            messages = [await self._outbox.get()]
            while len(messages) < MAX_BATCH and not self._outbox.empty():
                messages.append(self._outbox.get_nowait())

            def send(messages: list[str] = messages) -> None:
                with self.engine.begin() as connection:
                    notify(connection, PRESENCE, messages)

            with suppress(DatabaseUnavailable):
                await self._in_thread(send)


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return ""


def _set_pragmas(connection: Any, record: Any) -> None:
    """Make SQLite durable: a commit is on the disk when it returns.

    The log may grow to 16 MB before its pages are moved to the file, which makes a commit wait.
    """
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={LOCK_TIMEOUT}",
        "temp_store=MEMORY",
        "wal_autocheckpoint=4000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
