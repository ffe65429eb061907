"""Deadlines: open connections on which something must happen in time."""

import asyncio
from typing import Protocol


class HasDeadline(Protocol):
    """An open connection that something may be due on."""

    def check_deadline(self, now: float) -> None:
        """Do what is due by now, if anything is."""


async def check_deadlines(connections: set[HasDeadline]) -> None:
    """Check the deadlines of all open connections once a second, for ever.

    A timer for each connection would have to be set again with each message.
    """
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(1.0)
        now = loop.time()
        for connection in list(connections):
            connection.check_deadline(now)
