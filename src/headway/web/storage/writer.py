"""The writer: the one task of a process that writes to the database.

It commits all waiting steps together, so that a hundred tables cost one sync of the disk and not a hundred. A step is
acknowledged only after its commit.
"""

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa
from pydantic_core import to_json
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from headway.web.refusals import DatabaseUnavailable, OutcomeUnknown
from headway.web.storage.database_file import DatabaseFile, FileReplaced
from headway.web.storage.health import NO_ANSWER, Health, error_name
from headway.web.storage.notifications import STEPS, notify
from headway.web.storage.schema import steps, tables

MAX_BATCH = 500
COMMIT_INTERVAL = 0.01  # seconds, in which steps gather
SLOW_COMMIT = 0.02  # seconds; after a slower commit the next one runs in the thread
LOCK_TIMEOUT = 5000  # milliseconds, while another connection writes to the same SQLite file
PROBE_INTERVAL = 5.0  # seconds in which a commit shows that the database can be written
PROBE_TIMEOUT = 10.0  # seconds
Key = tuple[str, int]
log = logging.getLogger(__name__)


class CommitFailed(Exception):
    """A commit has failed: what it was to store may be stored or not."""


class _Pending(NamedTuple):
    table: dict[str, Any] | None
    step: dict[str, Any] | None  # None to find out whether the database can be written
    committed: "asyncio.Future[bool]"

    @property
    def key(self) -> Key | None:
        return None if self.step is None else (self.step["table_id"], self.step["number"])


class Writer:
    """Collects the steps of all tables, and commits them in batches."""

    def __init__(self, engine: sa.Engine, is_shared: bool, file: DatabaseFile, health: Health) -> None:
        self._engine, self._is_shared, self._file, self._health = engine, is_shared, file, health
        self._thread = ThreadPoolExecutor(1, "writer")
        self._connection: sa.Connection | None = None
        self._has_log = False
        self._is_slow, self._last_commit, self._last_success = is_shared, 0.0, 0.0
        self._pending: list[_Pending] = []
        self._has_pending = asyncio.Event()
        self._insert_tables, self._insert_steps = (sa.text(self._insertion(table)) for table in (tables, steps))
        self._insert_free_steps = sa.text(
            f"{self._insertion(steps)} WHERE true ON CONFLICT DO NOTHING RETURNING table_id, number"
        )

    def _insertion(self, table: sa.Table) -> str:
        """An INSERT for any number of rows, passed as one JSON text.

        Row by row, the thread would have to wait for the interpreter's lock once for each of them.
        """
        names = ", ".join(column.name for column in table.c)
        if self._is_shared:
            types = ", ".join(f"{column.name} {column.type.compile(self._engine.dialect)}" for column in table.c)
            rows = f"SELECT {names} FROM json_to_recordset(CAST(:rows AS json)) AS row({types})"
        else:
            values = ", ".join(f"json_extract(value, '$.{column.name}')" for column in table.c)
            rows = f"SELECT {values} FROM json_each(:rows)"
        return f"INSERT INTO {table.name} ({names}) {rows}"

    def close(self) -> None:
        """Stop writing."""
        self._thread.shutdown(wait=not self._is_shared)
        if self._connection is not None:
            self._connection.close()

    async def append(self, table_id: str, number: int, events: str, table: dict[str, Any] | None = None) -> bool:
        """Commit a step, and the table if it is new; False if a step of that number exists already."""
        return await self._commit_soon(
            table, {"table_id": table_id, "number": number, "at": time.time(), "events": events}
        )

    async def probe(self) -> None:
        """Find out whether the database can be written, unless a commit has just shown it."""
        if self._health.problem or time.monotonic() - self._last_success > PROBE_INTERVAL:
            try:
                async with asyncio.timeout(PROBE_TIMEOUT):
                    await self._commit_soon(None, None)
            except TimeoutError:
                raise DatabaseUnavailable(NO_ANSWER) from None

    async def _commit_soon(self, table: dict[str, Any] | None, step: dict[str, Any] | None) -> bool:
        committed: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._pending.append(_Pending(table, step, committed))
        self._has_pending.set()
        return await committed

    async def run(self) -> None:
        """Write pending steps, for ever."""
        while True:
            await self._has_pending.wait()
            await asyncio.sleep(max(0.0, self._last_commit + COMMIT_INTERVAL - time.monotonic()))
            batch, self._pending = self._pending[:MAX_BATCH], self._pending[MAX_BATCH:]
            if not self._pending:
                self._has_pending.clear()
            refusal: DatabaseUnavailable | None = None
            try:
                inserted = await self._commit_batch(batch)
            except Exception as error:  # these steps fail; the next batch may succeed
                inserted, refusal = await self._outcome(batch, error)
            else:
                self._last_success = time.monotonic()
                self._health.succeeded("writing")
            for pending in batch:
                is_inserted = pending.key is None or pending.key in inserted
                if not pending.committed.done():
                    if refusal is None or (pending.key is not None and is_inserted):
                        pending.committed.set_result(is_inserted)
                    else:
                        pending.committed.set_exception(refusal)
                if pending.key is not None:
                    inserted.discard(pending.key)  # of two equal keys in one batch, the first was inserted
            if refusal is not None:
                await asyncio.sleep(0.2)

    async def _outcome(self, batch: Sequence[_Pending], error: Exception) -> tuple[set[Key], DatabaseUnavailable]:
        """What has become of a batch that failed: the steps that were stored all the same, and the refusal of the rest.

        After a failed commit the rest is certainly not stored in SQLite, but PostgreSQL may still be storing it.
        """
        cause = error.__cause__ if isinstance(error, CommitFailed) else error
        if isinstance(cause, IntegrityError) or not isinstance(cause, (SQLAlchemyError, OSError, FileReplaced)):
            log.error("A batch of steps could not be written", exc_info=cause)
            problem = NO_ANSWER
        else:
            problem = self._health.failed("writing", cause)
        if not isinstance(error, CommitFailed):
            return set(), DatabaseUnavailable(problem)
        try:
            stored = await asyncio.get_running_loop().run_in_executor(self._thread, self._stored, batch)
        except (SQLAlchemyError, OSError, FileReplaced):
            return set(), OutcomeUnknown()
        is_certain = not self._is_shared and "FSYNC" not in error_name(cause)
        return stored, DatabaseUnavailable(problem) if is_certain else OutcomeUnknown()

    def _stored(self, batch: Sequence[_Pending]) -> set[Key]:
        """The keys of the steps of a batch that the database holds."""
        found = set()
        with self._engine.connect() as connection:
            self._file.check()
            for pending in batch:
                if pending.step is not None and pending.key is not None:
                    its_step = (steps.c.table_id == pending.key[0]) & (steps.c.number == pending.key[1])
                    events = connection.scalar(sa.select(steps.c.events).where(its_step))
                    if events == pending.step["events"]:
                        found.add(pending.key)
        return found

    async def _commit_batch(self, batch: Sequence[_Pending]) -> set[Key]:
        """Commit a batch, in the writer's thread if that may take long; returns the keys of the inserted steps.

        On a fast disk a commit takes less time than switching to a thread and back.
        """
        began = time.monotonic()
        try:
            if not self._is_slow:
                with suppress(OperationalError):  # another connection holds the lock, perhaps for long
                    return self._commit(batch, lock_timeout=0)
            commit = partial(self._commit, batch, LOCK_TIMEOUT)
            return await asyncio.get_running_loop().run_in_executor(self._thread, commit)
        finally:
            self._last_commit = time.monotonic()
            self._is_slow = self._is_shared or self._last_commit - began > SLOW_COMMIT

    def _commit(self, batch: Sequence[_Pending], lock_timeout: int) -> set[Key]:
        new_tables = [pending.table for pending in batch if pending.table is not None]
        new_steps = [pending.step for pending in batch if pending.step is not None]
        with self._transaction(lock_timeout) as connection:
            if new_tables:
                connection.execute(self._insert_tables, {"rows": to_json(new_tables).decode()})
            if new_steps:
                inserted = self._insert(connection, new_steps)
            else:
                inserted = set()
                self._write_nothing(connection)
            if self._is_shared and inserted:
                notify(connection, STEPS, [f"{table_id} {number}" for table_id, number in inserted])
        return inserted

    @contextmanager
    def _transaction(self, lock_timeout: int) -> Iterator[sa.Connection]:
        """A transaction on the writer's own connection, which is discarded if anything fails."""
        self._file.check()
        try:
            connection = self._begin(lock_timeout)
            yield connection
        except BaseException:
            self._discard_connection()
            raise
        try:
            connection.exec_driver_sql("COMMIT")
        except BaseException as error:
            self._discard_connection()
            raise CommitFailed from error
        try:
            self._file.check()
        except FileReplaced as error:  # the connection is kept: if the file is put back, everything is as before
            raise CommitFailed from error
        if not self._has_log:
            self._has_log = True
            self._file.remember_log()

    def _write_nothing(self, connection: sa.Connection) -> None:
        """Change something that has no meaning, so that there is something to commit."""
        if self._is_shared:
            connection.exec_driver_sql("SELECT txid_current()")
        else:
            connection.exec_driver_sql(f"PRAGMA user_version = {int(time.time()) % 2**31}")

    def _begin(self, lock_timeout: int) -> sa.Connection:
        if self._connection is not None and self._is_shared:
            with suppress(SQLAlchemyError):  # the database may have been restarted; nothing is sent yet
                self._connection.exec_driver_sql("BEGIN")
                return self._connection
            self._discard_connection()
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if self._is_shared:
            self._connection.exec_driver_sql("BEGIN")
        else:
            self._connection.exec_driver_sql(f"PRAGMA busy_timeout = {lock_timeout}")
            self._connection.exec_driver_sql("BEGIN IMMEDIATE")
        return self._connection

    def _discard_connection(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
        self._has_log = False
        self._file.forget_log()

    def _insert(self, connection: sa.Connection, new_steps: list[dict[str, Any]]) -> set[Key]:
        """Insert the steps whose numbers are still free; returns their keys.

        With SQLite there is one process, which uses no number twice. Only if another process writes to the same file
        is the slower statement needed.
        """
        rows = {"rows": to_json(new_steps).decode()}
        if not self._is_shared:
            with suppress(IntegrityError):  # it rolls back only this statement
                connection.execute(self._insert_steps, rows)
                return {(step["table_id"], step["number"]) for step in new_steps}
        return {(row.table_id, row.number) for row in connection.execute(self._insert_free_steps, rows)}
