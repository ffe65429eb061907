"""Work in a process of its own, for any visitor: one call after the other, in a fair order, each with a time limit."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from headway.solver.process import WorkerProcess
from headway.web.refusals import Busy
from headway.web.solving.fair_queue import Asker, FairQueue

Result = TypeVar("Result")
Call = tuple[Callable[..., Any], tuple[object, ...]]


class _Job:
    """A call, and those who wait for its result."""

    def __init__(self, call: Call, keep: Callable[[Any], None]) -> None:
        self.call, self.keep = call, keep
        self.waiters: set[asyncio.Future[Any]] = set()
        self.is_dropped = False


class ProcessQueue:
    """Calls functions in a process that is started when it is first needed, and again when it had to be killed."""

    def __init__(self, name: str, timeout: float) -> None:
        self.timeout = timeout
        self.process: WorkerProcess | None = None
        self._thread = ThreadPoolExecutor(1, name)  # it only waits for the process
        self._queue: FairQueue[_Job] = FairQueue()
        self._jobs: dict[Call, _Job] = {}
        self._running: _Job | None = None
        self._runner: asyncio.Task[None] | None = None

    async def call(
        self,
        asker: Asker,
        function: Callable[..., Result],
        *arguments: object,
        keep: Callable[[Result], None] = lambda result: None,
    ) -> Result:
        """What a function returns in the process, when it is the asker's turn; equal calls share one result.

        `keep` is called with the result even if no one waits for it by then. Raises `TimeoutError` after the limit, and
        `Busy` if too much waits. A call whose waiting tasks have all been cancelled is dropped.
        """
        job, waiter = self._job(asker, (function, arguments), keep), asyncio.get_running_loop().create_future()
        job.waiters.add(waiter)
        if self._running is not None and not self._running.waiters:
            self._drop(self._running)
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())
        try:
            result: Result = await waiter
            return result
        finally:
            job.waiters.discard(waiter)
            self._queue.remove_asker(job, asker)
            if not job.waiters and (job is not self._running or len(self._queue)):
                self._drop(job)

    def close(self) -> None:
        """Abandon what is being done."""
        if self._runner is not None:
            self._runner.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._end_process()

    def _job(self, asker: Asker, call: Call, keep: Callable[[Any], None]) -> _Job:
        job = self._jobs.get(call)
        if job is not None:
            self._queue.add_asker(job, asker)
            return job
        job = _Job(call, keep)
        displaced = self._queue.add(job, asker)
        self._jobs[call] = job
        if displaced is not None:
            self._drop(displaced)
            _deliver(displaced, error=Busy("The computer has too much to think about at the moment; try again later."))
        return job

    def _drop(self, job: _Job) -> None:
        """Drop a job that no one waits for."""
        if self._jobs.get(job.call) is job:
            del self._jobs[job.call]
        self._queue.remove(job)
        job.is_dropped = True
        if job is self._running and self.process is not None:
            self.process.kill()

    async def _run(self) -> None:
        """Do what waits, until nothing does."""
        loop = asyncio.get_running_loop()
        while (job := self._queue.next()) is not None:
            self._running = job
            try:
                result = await loop.run_in_executor(self._thread, self._call, job)
            except Exception as error:
                _deliver(job, error=error)
            else:
                job.keep(result)
                _deliver(job, result)
            finally:
                self._running = None
                if self._jobs.get(job.call) is job:
                    del self._jobs[job.call]

    def _call(self, job: _Job) -> Any:
        function, arguments = job.call
        for _ in range(2):  # the process may have been killed from outside
            process = self.process = self.process or WorkerProcess()
            if job.is_dropped:
                break
            try:
                return process.call(function, *arguments, timeout=self.timeout)
            except TimeoutError:
                self._end_process()
                raise
            except (EOFError, OSError):
                self._end_process()
        raise Busy("The computer could not think about it at the moment; try again later.")

    def _end_process(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.kill()


def _deliver(job: _Job, result: Any = None, error: Exception | None = None) -> None:
    for waiter in job.waiters:
        if waiter.done():  # it was cancelled
            continue
        if error is None:
            waiter.set_result(result)
        else:
            waiter.set_exception(error)
