"""The process for the work of visitors: a fair order, and what no one waits for is dropped."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from headway.web.solving.fair_queue import Asker
from headway.web.solving.process_queue import ProcessQueue
from tests.patience import PATIENCE
from tests.web.solving.slow_work import begun, work


def run(test: Callable[[ProcessQueue], Awaitable[None]]) -> None:
    async def body() -> None:
        queue = ProcessQueue("test", PATIENCE)
        try:
            await test(queue)
        finally:
            queue.close()

    asyncio.run(body())


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(0.01)


def test_one_visitor_with_many_tables_does_not_hold_up_another(tmp_path: Path) -> None:
    async def ask(queue: ProcessQueue) -> None:
        many = [
            asyncio.create_task(queue.call(Asker("10.0.0.1", str(number)), work, tmp_path, f"many {number}"))
            for number in range(8)
        ]
        await until(lambda: bool(begun(tmp_path)))
        other = asyncio.create_task(queue.call(Asker("10.0.0.2", "own"), work, tmp_path, "other"))
        await asyncio.sleep(0)
        (tmp_path / "all").touch()
        assert await other == "other"
        await asyncio.gather(*many)
        assert begun(tmp_path)[:3] == ["many 0", "other", "many 1"]
        assert len(begun(tmp_path)) == 9

    run(ask)


def test_equal_calls_are_made_once(tmp_path: Path) -> None:
    async def ask(queue: ProcessQueue) -> None:
        (tmp_path / "all").touch()
        calls = [queue.call(Asker("", str(number)), work, tmp_path, "same") for number in range(5)]
        assert await asyncio.gather(*calls) == ["same"] * 5
        assert begun(tmp_path) == ["same"]

    run(ask)


def test_what_no_one_waits_for_is_dropped(tmp_path: Path) -> None:
    """Both what waits and, if something else waits for the process, what is being done."""

    async def ask(queue: ProcessQueue) -> None:
        tasks = {
            name: asyncio.create_task(queue.call(Asker("", name), work, tmp_path, name))
            for name in ("never ends", "not begun", "wanted")
        }
        await until(lambda: bool(begun(tmp_path)))
        (tmp_path / "wanted").touch()
        tasks["not begun"].cancel()
        tasks["never ends"].cancel()
        assert await tasks["wanted"] == "wanted"
        assert begun(tmp_path) == ["never ends", "wanted"]

    run(ask)


def test_what_is_being_done_is_finished_and_kept_if_nothing_else_waits(tmp_path: Path) -> None:
    async def ask(queue: ProcessQueue) -> None:
        kept: list[str] = []
        task = asyncio.create_task(queue.call(Asker(), work, tmp_path, "left", keep=kept.append))
        await until(lambda: bool(begun(tmp_path)))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        (tmp_path / "left").touch()
        await until(lambda: kept == ["left"])

    run(ask)


def test_what_was_left_is_dropped_when_something_else_is_asked_for(tmp_path: Path) -> None:
    async def ask(queue: ProcessQueue) -> None:
        left = asyncio.create_task(queue.call(Asker(), work, tmp_path, "never ends"))
        await until(lambda: bool(begun(tmp_path)))
        left.cancel()
        await asyncio.sleep(0)
        (tmp_path / "wanted").touch()
        assert await queue.call(Asker(), work, tmp_path, "wanted") == "wanted"

    run(ask)


def test_who_asks_again_and_again_and_leaves_is_forgotten(tmp_path: Path) -> None:
    async def ask(queue: ProcessQueue) -> None:
        busy = asyncio.create_task(queue.call(Asker(), work, tmp_path, "first"))
        await until(lambda: bool(begun(tmp_path)))
        wanted = asyncio.create_task(queue.call(Asker("10.0.0.1", "a"), work, tmp_path, "shared"))
        for number in range(10):
            left = asyncio.create_task(queue.call(Asker(f"10.0.0.{number}", "b"), work, tmp_path, "shared"))
            await asyncio.sleep(0)
            left.cancel()
            with pytest.raises(asyncio.CancelledError):
                await left
        assert [waiting.askers for waiting in queue._queue._waiting] == [[Asker("10.0.0.1", "a")]]
        (tmp_path / "all").touch()
        assert (await busy, await wanted) == ("first", "shared")

    run(ask)
