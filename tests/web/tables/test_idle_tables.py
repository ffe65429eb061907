"""Idle tables leave the memory, but not while a client is about to be seated."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from headway.catalogue import find
from headway.table.decide import begin
from headway.web.limits import Limits
from headway.web.storage.store import Store, StoredTable
from headway.web.tables import idle_tables
from headway.web.tables.hub import Hub
from headway.web.tables.idle_tables import evict_idle
from tests.patience import PATIENCE


def test_a_table_that_was_just_found_stays_until_its_client_is_seated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle_tables, "EVICTION_INTERVAL", 0.01)

    async def come() -> None:
        store = Store(f"sqlite:///{tmp_path}/tables.sqlite3")
        store.upgrade()
        hub, evicted = Hub(store, Limits(idle_in_memory=PATIENCE)), asyncio.Event()

        async def note(table_ids: Sequence[str]) -> None:  # what comes last in a round
            evicted.set()

        monkeypatch.setattr(store, "archive", note)
        async with store.running(hub):
            found, forgotten = [
                (await hub.create(begin(find("cross-over")), "", is_first_taken=True))[0] for _ in range(2)
            ]
            found.last_left = forgotten.last_left = found.last_left - 2 * PATIENCE
            assert await hub.find(found.id) is found  # and now its client waits for the database
            evicting = asyncio.create_task(evict_idle(hub))
            async with asyncio.timeout(PATIENCE):
                await evicted.wait()
            evicting.cancel()
            assert list(hub.tables.values()) == [found]
            assert await hub.find(found.id) is found
            assert await hub.find(forgotten.id) is not forgotten

    asyncio.run(come())


def test_a_table_that_is_archived_while_it_is_loaded_knows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was read before it was marked. The player for whom it is loaded then has to remove the mark."""
    monkeypatch.setattr(idle_tables, "EVICTION_INTERVAL", 0.01)

    async def come() -> None:
        store = Store(f"sqlite:///{tmp_path}/tables.sqlite3")
        store.upgrade()
        hub = Hub(store, Limits(idle_in_memory=0.01, idle_until_archived=0.0))
        read, marked, archive = store.read, asyncio.Event(), store.archive

        async def read_slowly(table_id: str) -> StoredTable | None:
            stored = await read(table_id)
            await marked.wait()
            return stored

        async def archive_and_tell(table_ids: Sequence[str]) -> None:
            await archive(table_ids)
            marked.set()

        async with store.running(hub), asyncio.timeout(PATIENCE):
            made, _ = await hub.create(begin(find("cross-over")), "", is_first_taken=True)
            del hub.tables[made.id]
            monkeypatch.setattr(store, "read", read_slowly)
            monkeypatch.setattr(store, "archive", archive_and_tell)
            finding = asyncio.create_task(hub.find(made.id))
            await asyncio.sleep(0)  # now it is being loaded
            evicting = asyncio.create_task(evict_idle(hub))
            found = await finding
            while not found.is_archived:
                await asyncio.sleep(0.01)
            evicting.cancel()

    asyncio.run(come())
