"""Where tables are kept: SQLite for one process, PostgreSQL for many; one code for both.

A table is a row, and each step at it another, under a number that no two steps of a table share. All steps that wait
are committed together, so a hundred tables cost one sync of the disk and not a hundred; nobody is answered before that.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from pydantic_core import to_json
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError, SQLAlchemyError

from headway.errors import HeadwayError
from headway.web.news import PRESENCE, STEPS, Hears, listen, notify

Result = TypeVar("Result")
log = logging.getLogger(__name__)
MOST_TOGETHER = 500
GIVE_UP = {"connect_timeout": 5, "keepalives_idle": 10, "tcp_user_timeout": 10_000}
BETWEEN_COMMITS = 0.01  # seconds, in which steps gather
QUICK = 0.02  # seconds; what lasts longer is not done while everybody waits
PATIENCE = 5000  # milliseconds, with another connection that writes to the same SQLite file

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("chair_0", sa.String(64), nullable=False),  # the hash of the token that opens the chair
    sa.Column("chair_1", sa.String(64), nullable=False),
    sa.Column("archived", sa.Float, nullable=True),
)
steps = sa.Table(
    "steps",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("entries", sa.Text, nullable=False),
)


class NoDatabase(HeadwayError):
    """The database does not answer, or does not take what it is given."""

    def __init__(self) -> None:
        super().__init__("The database does not answer; try again in a moment.")


class Kept(NamedTuple):
    """A table as it is kept: its set-up, the hashes of its two tokens, whether it is archived, and the steps."""

    setup: str
    chairs: tuple[str, str]
    is_archived: bool
    steps: list[str]


class _Waiting(NamedTuple):
    table: dict[str, Any] | None
    step: dict[str, Any]
    done: "asyncio.Future[bool]"


class Store:
    """The database, and the one task of this process that writes to it."""

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
        self._writer, self._readers = ThreadPoolExecutor(1, "writer"), ThreadPoolExecutor(4, "reader")
        self._writing: sa.Connection | None = None
        self._is_slow, self._committed = self.is_shared, 0.0
        self._waiting: list[_Waiting] = []
        self._is_wanted = asyncio.Event()
        self._unsaid: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        if not self.is_shared:
            sa.event.listen(self.engine, "connect", _durable)
        self._insert_tables, self._insert_steps = (sa.text(self._insertion(table)) for table in (tables, steps))
        self._insert_free_steps = sa.text(
            f"{self._insertion(steps)} WHERE true ON CONFLICT DO NOTHING RETURNING table_id, number"
        )

    def _insertion(self, table: sa.Table) -> str:
        """One statement for any number of rows, which come as one text of JSON.

        A row at a time, the thread would ask for the interpreter's lock for each of them, and wait for it.
        """
        names = ", ".join(column.name for column in table.c)
        if self.is_shared:
            types = ", ".join(f"{column.name} {column.type.compile(self.engine.dialect)}" for column in table.c)
            rows = f"SELECT {names} FROM json_to_recordset(CAST(:rows AS json)) AS row({types})"
        else:
            values = ", ".join(f"json_extract(value, '$.{column.name}')" for column in table.c)
            rows = f"SELECT {values} FROM json_each(:rows)"
        return f"INSERT INTO {table.name} ({names}) {rows}"

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
        self._tasks = [asyncio.create_task(self._write())]
        if self.is_shared:
            self._tasks += [asyncio.create_task(listen(self.url, hearer)), asyncio.create_task(self._speak())]
        try:
            yield
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            self._writer.shutdown(wait=not self.is_shared)
            self._readers.shutdown(wait=False, cancel_futures=True)
            if self._writing is not None:
                self._writing.close()
            self.engine.dispose()

    # -- writing

    async def append(self, table_id: str, number: int, entries: str, table: dict[str, Any] | None = None) -> bool:
        """Commit a step (and the table, if it is the first); False if somebody else has made that step before."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        step = {"table_id": table_id, "number": number, "at": time.time(), "entries": entries}
        self._waiting.append(_Waiting(table, step, done))
        self._is_wanted.set()
        return await done

    async def _write(self) -> None:
        while True:
            await self._is_wanted.wait()
            await asyncio.sleep(max(0.0, self._committed + BETWEEN_COMMITS - time.monotonic()))
            batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            if not self._waiting:
                self._is_wanted.clear()
            try:
                made = await self._committed_steps(batch)
            except Exception as error:  # whoever waits is told; the next batch may work again
                if not isinstance(error, (SQLAlchemyError, OSError)):
                    log.exception("A batch of steps could not be written")
                for waiting in batch:
                    if not waiting.done.done():
                        waiting.done.set_exception(NoDatabase())
                await asyncio.sleep(0.2)
                continue
            for waiting in batch:
                key = waiting.step["table_id"], waiting.step["number"]
                if not waiting.done.done():
                    waiting.done.set_result(key in made)
                made.discard(key)  # of two who wanted the same step, one has made it

    async def _committed_steps(self, batch: Sequence[_Waiting]) -> set[tuple[str, int]]:
        """Commit a batch, in the writer's thread if that may last.

        A quick disk is done before two threads have agreed on whose turn it is, and then there is nothing to wait for.
        """
        began = time.monotonic()
        try:
            if not self._is_slow:
                with suppress(OperationalError):  # another connection writes: that, too, may last
                    return self._commit(batch, patience=0)
            commit = partial(self._commit, batch, PATIENCE)
            return await asyncio.get_running_loop().run_in_executor(self._writer, commit)
        finally:
            self._committed = time.monotonic()
            self._is_slow = self.is_shared or self._committed - began > QUICK

    def _commit(self, batch: Sequence[_Waiting], patience: int) -> set[tuple[str, int]]:
        new = [waiting.table for waiting in batch if waiting.table is not None]
        with self._transaction(patience) as connection:
            if new:
                connection.execute(self._insert_tables, {"rows": to_json(new).decode()})
            made = self._insert(connection, [waiting.step for waiting in batch])
            if self.is_shared and made:
                notify(connection, STEPS, [f"{table_id} {number}" for table_id, number in made])
        return made

    @contextmanager
    def _transaction(self, patience: int) -> Iterator[sa.Connection]:
        """A transaction on the writer's own connection, which is given up when anything fails."""
        try:
            connection = self._begun(patience)
            yield connection
            connection.exec_driver_sql("COMMIT")
        except BaseException:
            self._give_up_writing()
            raise

    def _begun(self, patience: int) -> sa.Connection:
        if self._writing is not None and self.is_shared:
            with suppress(SQLAlchemyError):  # the server may have been away since; nothing is sent yet
                self._writing.exec_driver_sql("BEGIN")
                return self._writing
            self._give_up_writing()
        if self._writing is None:
            self._writing = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if self.is_shared:
            self._writing.exec_driver_sql("BEGIN")
        else:
            self._writing.exec_driver_sql(f"PRAGMA busy_timeout = {patience}")
            self._writing.exec_driver_sql("BEGIN IMMEDIATE")
        return self._writing

    def _give_up_writing(self) -> None:
        if self._writing is not None:
            self._writing.invalidate()
            self._writing.close()
            self._writing = None

    def _insert(self, connection: sa.Connection, new: list[dict[str, Any]]) -> set[tuple[str, int]]:
        """Write the steps that nobody has made yet, and tell which these were.

        SQLite has one process, which makes no step twice; only if another uses the same file must it look closer.
        """
        rows = {"rows": to_json(new).decode()}
        if not self.is_shared:
            with suppress(IntegrityError):  # which undoes no more than the statement
                connection.execute(self._insert_steps, rows)
                return {(step["table_id"], step["number"]) for step in new}
        return {(row.table_id, row.number) for row in connection.execute(self._insert_free_steps, rows)}

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
