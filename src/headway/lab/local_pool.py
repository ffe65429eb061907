"""Worker processes on this machine. They never outlive the program, however it ends."""

import os
import signal
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from types import TracebackType
from typing import Self

from headway.lab.row import Row
from headway.lab.schedule import measure_all
from headway.lab.variant_list import Variant
from headway.solver.backend import limit_cores
from headway.solver.memory import free_memory
from headway.solver.process import without_interrupts


class Here:
    """This process itself: for sweeps that take no longer than starting others."""

    workers = 1
    memory: int | None = None

    def submit(self, variants: Sequence[Variant]) -> "Future[list[Row]]":
        """Measure some variants, at once."""
        done = Future[list[Row]]()
        done.set_result(measure_all(variants))
        return done

    def is_lost(self, error: BaseException) -> bool:
        """There is no worker that could end."""
        return False

    def renew(self) -> None:
        """There is nothing to renew."""


class GivenExecutor:
    """An executor that a program gave; when it breaks, the sweep ends."""

    memory: int | None = None

    def __init__(self, executor: Executor, workers: int) -> None:
        self.workers = workers
        self._executor = executor

    def submit(self, variants: Sequence[Variant]) -> "Future[list[Row]]":
        """Measure some variants."""
        return self._executor.submit(measure_all, list(variants))

    def is_lost(self, error: BaseException) -> bool:
        """It cannot be started again, so what it raises is not caught."""
        return False

    def renew(self) -> None:
        """It is not ours to renew."""


class LocalPool:
    """A pool of processes. When one of them ends, all are started again."""

    def __init__(self, jobs: int) -> None:
        self.workers = jobs
        self.memory: int | None = free_memory()
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        theirs, self._ours = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(self.workers, context, _begin, (theirs,))
        self._theirs = theirs

    def submit(self, variants: Sequence[Variant]) -> "Future[list[Row]]":
        """Measure some variants. The processes are started by the first call."""
        with without_interrupts():
            return self._executor.submit(measure_all, variants)

    def is_lost(self, error: BaseException) -> bool:
        """Has a process ended?"""
        return isinstance(error, BrokenExecutor)

    def renew(self) -> None:
        """Start the processes again."""
        self.close()
        self._start()

    def close(self) -> None:
        """End all processes, and what they are at."""
        self._ours.close()  # they wait for this
        self._theirs.close()
        self._executor.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _begin(pipe: Connection) -> None:
    """What each process does first: it leaves Ctrl-C to the program, and ends when the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_cores(1)

    def wait() -> None:
        pipe.poll(None)
        os._exit(1)

    Thread(target=wait, daemon=True).start()
