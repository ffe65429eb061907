"""Idle tables leave the memory of the process; those that have been idle for long are archived in the database.

Archiving is a mark for the operator. It forbids nothing: a player who comes back removes it.
"""

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from headway.web.refusals import DatabaseUnavailable
from headway.web.tables.presence import combined

if TYPE_CHECKING:
    from headway.web.tables.hub import Hub
    from headway.web.tables.live_table import LiveTable

EVICTION_INTERVAL = 60.0  # seconds


async def evict_idle(hub: "Hub") -> None:
    """Remove idle tables from memory, and archive those that have been idle for long, for ever."""
    while True:
        await asyncio.sleep(min(EVICTION_INTERVAL, hub.limits.idle_in_memory))
        for live in [live for live in hub.tables.values() if _is_idle(live, hub.limits.idle_in_memory)]:
            del hub.tables[live.id]
        with suppress(DatabaseUnavailable):  # the next round will do
            idle = await hub.store.idle_tables(hub.limits.idle_until_archived)
            archived = [table_id for table_id in idle if not _has_player(hub, table_id)]
            await hub.store.archive(archived)
            for table_id in archived:
                table = await hub.in_memory(table_id)  # if it is being loaded, it was perhaps read before it was marked
                if table is not None:
                    table.is_archived = True
                    await reopen_for_player(hub, table)  # who may have come meanwhile


async def reopen_for_player(hub: "Hub", live: "LiveTable") -> None:
    """Reopen an archived table if a player is present."""
    if live.is_archived and any(live.local_presence.chairs):
        await hub.store.reopen(live.id)
        live.is_archived = False


def _has_player(hub: "Hub", table_id: str) -> bool:
    live = hub.tables.get(table_id)
    remote = hub.presence.elsewhere(table_id)
    return any((remote if live is None else combined(remote, live.local_presence)).chairs)


def _is_idle(live: "LiveTable", limit: float) -> bool:
    if live.participants or live.lock.locked() or (live.computer_task is not None and not live.computer_task.done()):
        return False
    return time.monotonic() - live.last_left > limit / (10 if live.match.is_over else 1)
