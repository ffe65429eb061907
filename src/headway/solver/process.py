"""Work in a process of its own, which can be ended at any moment: for a time limit, or because a person gives up."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from headway.errors import HeadwayError, TooLarge
from headway.game import Game
from headway.solver.cache import solved
from headway.solver.solution import Solution

Result = TypeVar("Result")
Progress = Callable[[str], None]


class _Returned(NamedTuple):
    """What a function returned, as the process sends it; a text is its progress, an exception what it raised."""

    value: Any


class WorkerProcess:
    """A process that calls one function after the other. It ends when it is killed, and when its parent ends."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._process = context.Process(target=_run, args=(far_end,), daemon=True)
        with without_interrupts():
            self._process.start()
        far_end.close()

    def call(
        self,
        function: Callable[..., Result],
        *arguments: object,
        timeout: float,
        progress: Progress = lambda doing: None,
    ) -> Result:
        """What a function of a module returns for the arguments and, as the last one, a function for its progress.

        That function takes short texts that say what is being done, which `progress` gets. Raises what the function
        raises, `TimeoutError` after `timeout` seconds, and `EOFError` or `OSError` if the process has been killed.
        After any of the last three the process is of no more use: kill it.
        """
        deadline = time.monotonic() + timeout
        self._pipe.send((function, arguments))
        while True:
            if not self._pipe.poll(max(0.0, deadline - time.monotonic())):
                raise TimeoutError
            answer = self._pipe.recv()
            if isinstance(answer, _Returned):
                result: Result = answer.value
                return result
            if isinstance(answer, Exception):
                raise answer
            progress(answer)

    def kill(self) -> None:
        """End the process at once. Another thread that waits for an answer then gets an `EOFError`."""
        self._process.kill()
        self._process.join()


class SolverProcess(WorkerProcess):
    """A process that solves one game after the other."""

    def solution(self, game: Game, timeout: float, progress: Progress = lambda doing: None) -> Solution:
        """The solution of a game; raises what `call` raises."""
        return self.call(solve_game, game, timeout=timeout, progress=progress)


def solve_game(game: Game, progress: Progress) -> Solution:
    """The solution of a game; `TooLarge` if the memory is not enough."""
    try:
        return solved(game, progress)
    except MemoryError:
        raise TooLarge(f"There is not enough memory to solve {game.title} under these rules.") from None


def _run(pipe: Connection) -> None:
    """Make the calls that arrive, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    end_with_parent()
    while True:
        try:
            function, arguments = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(_Returned(function(*arguments, pipe.send)))
        except HeadwayError as error:
            pipe.send(error)
        except Exception as error:  # a mistake in the rules of the game, or ours; the traceback cannot be sent
            pipe.send(RuntimeError(f"{type(error).__name__}: {error}"))


def end_with_parent() -> None:
    """End this process as soon as the one that started it has ended, however it ended."""
    parent = parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Start a process with SIGINT blocked, so that Ctrl-C does not end it with a traceback before it is set up.

    An interrupt that arrives meanwhile is delivered to this process afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it unblocks SIGINT when it is started, so it is started before
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
