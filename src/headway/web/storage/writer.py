"""The writer: the one task of a process that writes to the database.

It commits all waiting steps together, so that a hundred tables cost one sync of the disk and not a hundred. A step is
acknowledged only after its commit.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from headway.web.metrics import STEPS
from headway.web.refusals import DatabaseUnavailable, OutcomeUnknown
from headway.web.storage.database_file import DatabaseFile, FileReplaced
from headway.web.storage.health import NO_ANSWER, Health, error_name
from headway.web.storage.writing_connection import (
    ChairTaken,
    CommitFailed,
    LinkAdded,
    Write,
    WriteKey,
    WritingConnection,
)

MAX_BATCH = 500
COMMIT_INTERVAL = 0.01  # seconds, in which steps gather
SLOW_COMMIT = 0.02  # seconds; after a slower commit the next one runs in the thread
LOCK_TIMEOUT = 5000  # milliseconds, while another connection writes to the same SQLite file
PROBE_INTERVAL = 5.0  # seconds in which a commit shows that the database can be written
PROBE_TIMEOUT = 10.0  # seconds
log = logging.getLogger(__name__)


Committed: TypeAlias = "asyncio.Future[bool]"
"""Done when a write is committed: True unless something that was there already prevented it."""


class _Pending(NamedTuple):
    write: Write
    committed: Committed


class Writer:
    """Collects the steps of all tables, and commits them in batches."""

    def __init__(self, engine: sa.Engine, is_shared: bool, file: DatabaseFile, health: Health) -> None:
        self._is_shared, self._health = is_shared, health
        self._connection = WritingConnection(engine, is_shared, file)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._is_slow, self._last_commit, self._last_success = is_shared, 0.0, 0.0
        self._pending: list[_Pending] = []
        self._has_pending = asyncio.Event()

    def close(self) -> None:
        """Stop writing."""
        self._thread.shutdown(wait=not self._is_shared)
        self._connection.close()

    def append(self, table_id: str, number: int, events: str, table: dict[str, Any] | None = None) -> Committed:
        """Commit a step, and the table if it is new; False if a step of that number exists already."""
        step = {"table_id": table_id, "number": number, "at": time.time(), "events": events}
        return self._commit_soon(Write(table, step))

    def take_chair(self, table_id: str, chair: int, key: str) -> Committed:
        """Let a key take a chair with the next batch; False if another one has it."""
        return self._commit_soon(Write(chair=ChairTaken(table_id, chair, key)))

    async def add_link(self, table_id: str, chair: int, token: str) -> bool:
        """Add a link for another device with the next batch; it replaces an unused one."""
        return await self._commit_soon(Write(link=LinkAdded(table_id, chair, token)))

    async def probe(self) -> None:
        """Find out whether the database can be written, unless a commit has just shown it."""
        if self._health.problem or time.monotonic() - self._last_success > PROBE_INTERVAL:
            try:
                async with asyncio.timeout(PROBE_TIMEOUT):
                    await self._commit_soon(Write())
            except TimeoutError:
                raise DatabaseUnavailable(NO_ANSWER) from None

    def _commit_soon(self, write: Write) -> Committed:
        committed: Committed = asyncio.get_running_loop().create_future()
        self._pending.append(_Pending(write, committed))
        self._has_pending.set()
        return committed

    async def run(self) -> None:
        """Write pending steps, for ever."""
        while True:
            await self._has_pending.wait()
            await asyncio.sleep(max(0.0, self._last_commit + COMMIT_INTERVAL - time.monotonic()))
            batch, self._pending = self._pending[:MAX_BATCH], self._pending[MAX_BATCH:]
            if not self._pending:
                self._has_pending.clear()
            writes, refusal = [pending.write for pending in batch], None
            try:
                inserted = await self._commit_batch(writes)
            except Exception as error:  # these steps fail; the next batch may succeed
                inserted, refusal = await self._outcome(writes, error)
            else:
                STEPS.inc(sum(write.step is not None and write.key in inserted for write in writes))
                self._last_success = time.monotonic()
                self._health.succeeded("writing")
            for write, committed in batch:
                key = write.key
                if not committed.done():
                    if refusal is not None and key not in inserted:
                        committed.set_exception(refusal)
                    else:
                        committed.set_result(key is None or key in inserted)
                if key is not None and write.step is not None:
                    inserted.discard(key)  # of two equal keys in one batch, the first was inserted
            if refusal is not None:
                await asyncio.sleep(0.2)

    async def _outcome(self, batch: Sequence[Write], error: Exception) -> tuple[set[WriteKey], DatabaseUnavailable]:
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
            stored = await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.stored, batch)
        except (SQLAlchemyError, OSError, FileReplaced):
            return set(), OutcomeUnknown()
        is_certain = not self._is_shared and "FSYNC" not in error_name(cause)
        return stored, DatabaseUnavailable(problem) if is_certain else OutcomeUnknown()

    async def _commit_batch(self, batch: Sequence[Write]) -> set[WriteKey]:
        """Commit a batch, in the writer's thread if that may take long; returns the keys of the inserted steps.

        On a fast disk a commit takes less time than switching to a thread and back.
        """
        began = time.monotonic()
        try:
            if not self._is_slow:
                with suppress(OperationalError):  # another connection holds the lock, perhaps for long
                    return self._connection.commit(batch, lock_timeout=0)
            commit = partial(self._connection.commit, batch, LOCK_TIMEOUT)
            return await asyncio.get_running_loop().run_in_executor(self._thread, commit)
        finally:
            self._last_commit = time.monotonic()
            self._is_slow = self._is_shared or self._last_commit - began > SLOW_COMMIT
