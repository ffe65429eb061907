"""Who may sit on the chairs of a table, as the database holds it: only hashes of tokens and keys.

An invitation and a link for another device are tokens that are used once. The first key that comes with one takes the
chair; the database decides between two that come at once.
"""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from headway.web.storage.schema import device_links, tables

Result = TypeVar("Result")
InThread = Callable[[Callable[[], Any]], Awaitable[Any]]
WriteChair = Callable[[str, int, str], Awaitable[bool]]
"""Writes with the next batch of the writer: a table's id, a chair, and the key that takes it or the token of a link."""
KEY_COLUMNS = tables.c.key_0, tables.c.key_1


class Link(NamedTuple):
    """What a token opens: a chair, for the key that has used it; None while it is unused."""

    chair: int
    key: str | None = None


class Chairs(NamedTuple):
    """The links to the chairs of a table, by the hashes of their tokens: both invitations, and those for devices."""

    invitations: dict[str, Link]
    devices: dict[str, Link]


def read_chairs(connection: sa.Connection, table_id: str, row: Any) -> Chairs:
    """The links of a table, given its row."""
    found = connection.execute(sa.select(device_links).where(device_links.c.table_id == table_id))
    devices = {link.token: Link(link.chair, link.key) for link in found}
    return Chairs({row.chair_0: Link(0, row.key_0), row.chair_1: Link(1, row.key_1)}, devices)


class ChairStore:
    """Reads and writes who may sit on the chairs of the tables."""

    def __init__(
        self, engine: sa.Engine, in_thread: InThread, take_chair: WriteChair | None, add_link: WriteChair | None
    ) -> None:
        self._engine, self._in_thread = engine, in_thread
        # with SQLite the writer does both: a transaction of its own would hold up the moves of others
        self._take_chair, self._add_link = take_chair, add_link

    async def read(self, table_id: str) -> Chairs:
        """The links of a table that exists."""

        def read() -> Chairs:
            with self._engine.connect() as connection:
                row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).one()
                return read_chairs(connection, table_id, row)

        return await self._answer(read)

    async def use_invitation(self, table_id: str, chair: int, key: str) -> str | None:
        """Let a key take a chair unless another one has; returns the key that has it now."""
        column = KEY_COLUMNS[chair]
        if self._take_chair is not None and await self._take_chair(table_id, chair, key):
            return key
        is_table = tables.c.id == table_id
        take = tables.update().where(is_table, column.is_(None)).values({column: key})
        return await self._answer(lambda: self._use(take, sa.select(column).where(is_table)))

    async def add_device_link(self, table_id: str, chair: int, token: str) -> None:
        """Add a link for another device, which replaces an unused one."""
        if self._add_link is not None:
            await self._add_link(table_id, chair, token)
            return

        def add() -> None:
            unused = device_links.delete().where(
                device_links.c.table_id == table_id, device_links.c.chair == chair, device_links.c.key.is_(None)
            )
            with self._engine.begin() as connection:
                connection.execute(unused)
                connection.execute(device_links.insert().values(table_id=table_id, token=token, chair=chair))

        await self._answer(add)

    async def use_device_link(self, table_id: str, token: str, key: str) -> str | None:
        """Let a key use a link unless another one has; returns the key that has used it, None if there is no link."""
        is_link = (device_links.c.table_id == table_id) & (device_links.c.token == token)
        use = device_links.update().where(is_link, device_links.c.key.is_(None)).values(key=key)
        return await self._answer(lambda: self._use(use, sa.select(device_links.c.key).where(is_link)))

    def _use(self, update: sa.Update, selection: "sa.Select[Any]") -> str | None:
        with self._engine.begin() as connection:
            connection.execute(update)
            found: str | None = connection.scalar(selection)
            return found

    async def _answer(self, work: Callable[[], Result]) -> Result:
        answer: Result = await self._in_thread(work)
        return answer
