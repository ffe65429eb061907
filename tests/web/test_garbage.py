"""Garbage is collected while the server is idle."""

import asyncio
import gc
import weakref

import pytest

from headway.web import garbage
from tests.patience import PATIENCE


class Cycle:
    """An object that refers to itself, and so is only freed by a collection."""

    def __init__(self) -> None:
        self.itself = self


def test_an_idle_server_collects_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "WORTHWHILE", 0)
    thresholds = gc.get_threshold()

    async def collected(is_idle: bool) -> bool:
        monkeypatch.setattr(garbage, "IDLE_SHARE", 1.0 if is_idle else 0.0)
        collecting = asyncio.create_task(garbage.collect_when_idle(interval=0.05))
        await asyncio.sleep(0)  # it begins
        gone = asyncio.Event()
        weakref.finalize(Cycle(), gone.set)
        try:
            await asyncio.wait_for(gone.wait(), PATIENCE if is_idle else 0.5)
        except TimeoutError:
            return False
        finally:
            collecting.cancel()
        return True

    try:
        assert asyncio.run(collected(is_idle=True))
        assert not asyncio.run(collected(is_idle=False))
    finally:
        gc.set_threshold(*thresholds)
