"""The connection on which the writer commits batches of steps, each in one transaction."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import sqlalchemy as sa
from pydantic_core import to_json
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from headway.web.storage.database_file import DatabaseFile, FileReplaced
from headway.web.storage.notifications import STEPS, notify
from headway.web.storage.schema import steps, tables

Key = tuple[str, int]
CHAIRS = """(SELECT json_extract(value, '$.table_id') AS table_id, json_extract(value, '$.chair') AS chair,
    json_extract(value, '$.key') AS key FROM json_each(:rows)) AS wanted"""
TAKE_CHAIR = f"""UPDATE tables SET {{column}} = wanted.key FROM {CHAIRS}
    WHERE tables.id = wanted.table_id AND wanted.chair = {{chair}} AND tables.{{column}} IS NULL
    RETURNING id, {{chair}}, {{column}}"""
TAKEN_CHAIRS = f"""SELECT table_id, chair, key FROM {CHAIRS} JOIN tables ON tables.id = table_id
    WHERE key = CASE chair WHEN 0 THEN key_0 ELSE key_1 END"""

LINKS = """SELECT json_extract(value, '$.table_id') AS table_id, json_extract(value, '$.chair') AS chair,
    json_extract(value, '$.token') AS token FROM json_each(:rows)"""
REPLACE_LINKS = f"""DELETE FROM device_links
    WHERE key IS NULL AND (table_id, chair) IN (SELECT table_id, chair FROM ({LINKS}))"""
INSERT_LINKS = f"INSERT INTO device_links (table_id, chair, token) {LINKS}"


class ChairTaken(NamedTuple):
    """A key takes a chair, unless another one has it."""

    table_id: str
    chair: int
    key: str


class LinkAdded(NamedTuple):
    """A link for another device of a chair's player, which replaces an unused one."""

    table_id: str
    chair: int
    token: str


WriteKey = Key | ChairTaken | LinkAdded


class CommitFailed(Exception):
    """A commit has failed: what it was to store may be stored or not."""


class Write(NamedTuple):
    """A step to store, and its table if it is new; or a chair that is taken, or a link that is added.

    Without any of them, only whether the database can be written.
    """

    table: dict[str, Any] | None = None
    step: dict[str, Any] | None = None
    chair: ChairTaken | None = None
    link: LinkAdded | None = None

    @property
    def key(self) -> WriteKey | None:
        """What shows afterwards whether it was stored: the table and the number of the step, the chair, or the link."""
        return self.chair or self.link if self.step is None else (self.step["table_id"], self.step["number"])


class WritingConnection:
    """Opened when it is first needed, and again when something has failed."""

    def __init__(self, engine: sa.Engine, is_shared: bool, file: DatabaseFile) -> None:
        self._engine, self._is_shared, self._file = engine, is_shared, file
        self._connection: sa.Connection | None = None
        self._has_log = False
        self._lock_timeout: int | None = None  # of the connection, if it is known
        self._insert_tables, self._insert_steps = (sa.text(self._insertion(table)) for table in (tables, steps))
        self._insert_free_steps = sa.text(
            f"{self._insertion(steps)} WHERE true ON CONFLICT DO NOTHING RETURNING table_id, number"
        )
        self._take_chairs = [sa.text(TAKE_CHAIR.format(column=f"key_{chair}", chair=chair)) for chair in (0, 1)]
        self._taken_chairs = sa.text(TAKEN_CHAIRS)
        self._replace_links, self._insert_links = sa.text(REPLACE_LINKS), sa.text(INSERT_LINKS)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()

    def commit(self, batch: Sequence[Write], lock_timeout: int) -> set[WriteKey]:
        """Commit a batch; returns the keys of the steps that were inserted, the chairs that were taken, and the links.

        `CommitFailed` if that is not known.
        """
        new_chairs = [write.chair for write in batch if write.chair is not None]
        new_links = [write.link for write in batch if write.link is not None]
        new_tables = [write.table for write in batch if write.table is not None]
        new_steps = [write.step for write in batch if write.step is not None]
        with self._transaction(lock_timeout) as connection:
            if new_tables:
                connection.execute(self._insert_tables, {"rows": to_json(new_tables).decode()})
            inserted = self._insert(connection, new_steps) if new_steps else set()
            taken = self._taken(connection, new_chairs) if new_chairs else set()
            if new_links:
                self._add_links(connection, new_links)
            if not new_steps and not new_chairs and not new_links:
                self._write_nothing(connection)
            if self._is_shared and inserted:
                notify(connection, STEPS, [f"{table_id} {number}" for table_id, number in inserted])
        return {*inserted, *taken, *new_links}

    def stored(self, batch: Sequence[Write]) -> set[WriteKey]:
        """The keys of the steps of a batch that the database holds."""
        found: set[WriteKey] = set()
        with self._engine.connect() as connection:
            self._file.check()
            for write in batch:
                if write.step is not None and write.key is not None:
                    table_id, number = write.step["table_id"], write.step["number"]
                    its_step = (steps.c.table_id == table_id) & (steps.c.number == number)
                    events = connection.scalar(sa.select(steps.c.events).where(its_step))
                    if events == write.step["events"]:
                        found.add(write.key)
        return found

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
            self._lock_timeout = None
        if self._is_shared:
            self._connection.exec_driver_sql("BEGIN")
        else:
            if lock_timeout != self._lock_timeout:
                self._connection.exec_driver_sql(f"PRAGMA busy_timeout = {lock_timeout}")
                self._lock_timeout = lock_timeout
            self._connection.exec_driver_sql("BEGIN IMMEDIATE")
        return self._connection

    def _discard_connection(self) -> None:
        # first, because SQLite deletes the log with its last connection, and a reader may check it at any moment
        self._file.forget_log()
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
        self._has_log = False

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

    def _taken(self, connection: sa.Connection, chairs: list[ChairTaken]) -> set[ChairTaken]:
        """Let keys take chairs that are free; returns those that have theirs now. Only for SQLite.

        Where processes share a database, rows that each locks in an order of its own could block them for ever.
        """
        rows, taken = {"rows": to_json([chair._asdict() for chair in chairs]).decode()}, set[ChairTaken]()
        for number in {chair.chair for chair in chairs}:
            taken.update(ChairTaken(*row) for row in connection.execute(self._take_chairs[number], rows))
        if not taken.issuperset(chairs):  # some may have theirs from before
            taken.update(ChairTaken(*row) for row in connection.execute(self._taken_chairs, rows))
        return taken

    def _add_links(self, connection: sa.Connection, links: list[LinkAdded]) -> None:
        """Add links for other devices, of each chair the last one. Only for SQLite, as `_taken`."""
        last = {(link.table_id, link.chair): link._asdict() for link in links}
        rows = {"rows": to_json(list(last.values())).decode()}
        connection.execute(self._replace_links, rows)
        connection.execute(self._insert_links, rows)

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
