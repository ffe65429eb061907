"""The one task of a process that writes to the database.

All steps that wait are committed together, so a hundred tables cost one sync of the disk and not a hundred; nobody is
answered before that.
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

from headway.errors import HeadwayError
from headway.web.news import STEPS, notify
from headway.web.schema import steps, tables

MOST_TOGETHER = 500
BETWEEN_COMMITS = 0.01  # seconds, in which steps gather
QUICK = 0.02  # seconds; what lasts longer is not done while everybody waits
PATIENCE = 5000  # milliseconds, with another connection that writes to the same SQLite file
log = logging.getLogger(__name__)


class NoDatabase(HeadwayError):
    """The database does not answer, or does not take what it is given."""

    def __init__(self) -> None:
        super().__init__("The database does not answer; try again in a moment.")


class _Waiting(NamedTuple):
    table: dict[str, Any] | None
    step: dict[str, Any]
    done: "asyncio.Future[bool]"


class Writer:
    """Takes steps from everybody, and commits them."""

    def __init__(self, engine: sa.Engine, is_shared: bool) -> None:
        self._engine, self._is_shared = engine, is_shared
        self._thread = ThreadPoolExecutor(1, "writer")
        self._connection: sa.Connection | None = None
        self._is_slow, self._committed = is_shared, 0.0
        self._waiting: list[_Waiting] = []
        self._is_wanted = asyncio.Event()
        self._insert_tables, self._insert_steps = (sa.text(self._insertion(table)) for table in (tables, steps))
        self._insert_free_steps = sa.text(
            f"{self._insertion(steps)} WHERE true ON CONFLICT DO NOTHING RETURNING table_id, number"
        )

    def _insertion(self, table: sa.Table) -> str:
        """One statement for any number of rows, which come as one text of JSON.

        A row at a time, the thread would ask for the interpreter's lock for each of them, and wait for it.
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
        """Write no more."""
        self._thread.shutdown(wait=not self._is_shared)
        if self._connection is not None:
            self._connection.close()

    async def append(self, table_id: str, number: int, entries: str, table: dict[str, Any] | None = None) -> bool:
        """Commit a step (and the table, if it is the first); False if somebody else has made that step before."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        step = {"table_id": table_id, "number": number, "at": time.time(), "entries": entries}
        self._waiting.append(_Waiting(table, step, done))
        self._is_wanted.set()
        return await done

    async def write(self) -> None:
        """Write what waits, for as long as this runs."""
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
            return await asyncio.get_running_loop().run_in_executor(self._thread, commit)
        finally:
            self._committed = time.monotonic()
            self._is_slow = self._is_shared or self._committed - began > QUICK

    def _commit(self, batch: Sequence[_Waiting], patience: int) -> set[tuple[str, int]]:
        new = [waiting.table for waiting in batch if waiting.table is not None]
        with self._transaction(patience) as connection:
            if new:
                connection.execute(self._insert_tables, {"rows": to_json(new).decode()})
            made = self._insert(connection, [waiting.step for waiting in batch])
            if self._is_shared and made:
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
        if self._connection is not None and self._is_shared:
            with suppress(SQLAlchemyError):  # the server may have been away since; nothing is sent yet
                self._connection.exec_driver_sql("BEGIN")
                return self._connection
            self._give_up_writing()
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if self._is_shared:
            self._connection.exec_driver_sql("BEGIN")
        else:
            self._connection.exec_driver_sql(f"PRAGMA busy_timeout = {patience}")
            self._connection.exec_driver_sql("BEGIN IMMEDIATE")
        return self._connection

    def _give_up_writing(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def _insert(self, connection: sa.Connection, new: list[dict[str, Any]]) -> set[tuple[str, int]]:
        """Write the steps that nobody has made yet, and tell which these were.

        SQLite has one process, which makes no step twice; only if another uses the same file must it look closer.
        """
        rows = {"rows": to_json(new).decode()}
        if not self._is_shared:
            with suppress(IntegrityError):  # which undoes no more than the statement
                connection.execute(self._insert_steps, rows)
                return {(step["table_id"], step["number"]) for step in new}
        return {(row.table_id, row.number) for row in connection.execute(self._insert_free_steps, rows)}
