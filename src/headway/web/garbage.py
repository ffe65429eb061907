"""Garbage collection while the server has nothing else to do."""

import asyncio
import gc
import time

INTERVAL = 1.0  # seconds
IDLE_SHARE = 0.05  # of one processor; an idle server uses less
WORTHWHILE = 10_000  # objects; fewer are left for the next time


async def collect_when_idle(interval: float = INTERVAL) -> None:
    """Collect garbage when the server is idle, for ever: a collection would delay the answers to messages.

    Without this, what refers to itself stays in memory for long: the thresholds are so high that a collection of
    everything practically never comes.
    """
    gc.collect()
    gc.freeze()  # what exists now is never freed; scanning it again and again would only delay answers
    gc.set_threshold(100_000, 50, 100)
    while True:
        used = time.process_time()
        await asyncio.sleep(interval)
        if time.process_time() - used < IDLE_SHARE * interval and _is_worthwhile():
            gc.collect()


def _is_worthwhile() -> bool:
    new_objects, *collections = gc.get_count()
    return new_objects > WORTHWHILE or any(collections)
