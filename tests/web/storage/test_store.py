"""The database: batches, conflicts, and a slow disk."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from headway.web.refusals import DatabaseUnavailable
from headway.web.storage import writer as module
from headway.web.storage.store import Store
from tests.patience import PATIENCE


class NoNotifications:
    """The subscriber of a process that is alone."""

    def on_step(self, table_id: str, number: int) -> None:
        raise AssertionError

    def on_presence(self, text: str) -> None:
        raise AssertionError

    def on_reconnect(self) -> None:
        raise AssertionError


def row(name: str) -> dict[str, Any]:
    return {"id": name, "created": 1.5, "chair_0": "a", "chair_1": "b"}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(f"sqlite:///{tmp_path}/tables.sqlite3")
    made.upgrade()
    return made


def test_of_two_steps_of_one_number_the_first_is_kept_and_nothing_else_is_lost(store: Store) -> None:
    async def play() -> list[bool]:
        async with store.running(NoNotifications()):
            await store.append("one", 1, '[{"ä": "\'"}]', row("one"))
            await store.append("one", 2, '["by another process"]')
            together = [
                store.append("two", 1, '["begun"]', row("two")),
                store.append("one", 2, '["too late"]'),
                store.append("one", 3, '["→ next"]'),
            ]
            return list(await asyncio.gather(*together))

    assert asyncio.run(play()) == [True, False, True]
    kept = store._read("one")
    assert kept is not None
    assert kept.steps == [(1, '[{"ä": "\'"}]'), (2, '["by another process"]'), (3, '["→ next"]')]
    assert store._read("two") is not None


def test_of_two_equal_steps_in_one_batch_one_is_made(store: Store) -> None:
    async def play() -> list[bool]:
        async with store.running(NoNotifications()):
            await store.append("one", 1, "[]", row("one"))
            return list(await asyncio.gather(store.append("one", 2, '["a"]'), store.append("one", 2, '["b"]')))

    assert asyncio.run(play()) == [True, False]
    kept = store._read("one")
    assert kept is not None
    assert kept.steps == [(1, "[]"), (2, '["a"]')]


def test_a_slow_disk_delays_only_writes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLOW_COMMIT", 0.0)  # so every disk is slow, from the second commit on
    commit = store._writer._connection.commit

    has_run = threading.Event()

    def slowly(batch: Any, lock_timeout: int) -> Any:
        assert has_run.wait(PATIENCE)
        return commit(batch, lock_timeout)

    async def play() -> None:
        async with store.running(NoNotifications()):
            await store.append("one", 1, "[]", row("one"))
            monkeypatch.setattr(store._writer._connection, "commit", slowly)
            await others_run_while(store.append("one", 2, "[]"), has_run.set)

    asyncio.run(play())


def test_another_connection_that_writes_delays_only_writes(store: Store, tmp_path: Path) -> None:
    async def play() -> None:
        async with store.running(NoNotifications()):
            await store.append("one", 1, "[]", row("one"))
            other = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None, check_same_thread=False)
            other.execute("BEGIN IMMEDIATE")
            await others_run_while(store.append("one", 2, "[]"), lambda: other.execute("COMMIT"))
            other.close()

    asyncio.run(play())


async def others_run_while(task: "asyncio.Future[bool]", let_it_write: Callable[[], object]) -> None:
    """Another task runs several times while this one waits to write; only then can it."""
    for _ in range(6):
        await asyncio.sleep(0.01)
        assert not task.done()
    let_it_write()
    assert await task


def test_a_failed_batch_is_reported_to_its_writers_and_the_next_one_works(store: Store) -> None:
    async def play() -> bool:
        async with store.running(NoNotifications()):
            await store.append("one", 1, "[]", row("one"))
            with pytest.raises(DatabaseUnavailable):
                await store.append("no such table", 1, "[]")
            return await store.append("one", 2, "[]")

    assert asyncio.run(play())


def test_a_jump_of_the_clock_makes_no_table_idle(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    month = 30 * 86_400.0

    async def play() -> tuple[list[str], list[str]]:
        async with store.running(NoNotifications()):
            await store.append("one", 1, "[]", {**row("one"), "created": time.time()})
            monkeypatch.setattr(time, "time", partial(_later, time.time(), 2 * month))
            jumped = await store.idle_tables(month)
            restarted = Store(str(store.url))  # the clock is all that a new process knows
            async with restarted.running(NoNotifications()):
                return jumped, await restarted.idle_tables(month)

    assert asyncio.run(play()) == ([], ["one"])


def _later(now: float, seconds: float) -> float:
    return now + seconds
