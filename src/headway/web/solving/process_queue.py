"""Work in a process of its own, for any visitor: one call after the other, each with a time limit, in a short queue."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

from headway.solver.process import WorkerProcess
from headway.web.refusals import Busy

MAX_WAITING = 20
Result = TypeVar("Result")


class ProcessQueue:
    """Calls functions in a process that is started when it is first needed, and again when it had to be killed."""

    def __init__(self, name: str, timeout: float) -> None:
        self.timeout = timeout
        self.process: WorkerProcess | None = None
        self._thread = ThreadPoolExecutor(1, name)  # it only waits for the process
        self._lock = asyncio.Lock()
        self._waiting = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for the process; refuses if too many wait already."""
        if self._waiting >= MAX_WAITING:
            raise Busy("The computer has too much to think about at the moment; try again later.")
        self._waiting += 1
        try:
            async with self._lock:
                yield
        finally:
            self._waiting -= 1

    async def call(self, function: Callable[..., Result], *arguments: object) -> Result:
        """What a function returns in the process; `TimeoutError` after the limit. Call it in a `turn`."""
        work = partial(self._call, function, *arguments)
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Abandon what is being done."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self.process is not None:
            self.process.kill()

    def _call(self, function: Callable[..., Result], *arguments: object) -> Result:
        for _ in range(2):  # the process may have been killed from outside
            process = self.process = self.process or WorkerProcess()
            try:
                return process.call(function, *arguments, timeout=self.timeout)
            except TimeoutError:
                process.kill()
                self.process = None
                raise
            except (EOFError, OSError):
                process.kill()
                self.process = None
        raise Busy("The computer could not think about it at the moment; try again later.")
