"""Calls with a time limit, which an interruption ends as well: a call that is still running then is left behind.

Python cannot end a thread. A call that is left behind goes on in its own one, what it returns is dropped, and it does
not keep the program from ending. A function in machine code that lets no other thread run cannot be left behind: all
waits until it returns.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, TypeVar

GRACE = 0.5
"""The seconds after an interruption in which a call that is under way may still return."""
MOST_CALLS = 256
"""The most calls that run at a time, those that were left behind included. Others wait, and their time passes."""

Result = TypeVar("Result")


class Late(Exception):
    """A call that has not returned in time."""


class Interrupted(Exception):
    """An answer that was under way when the program was interrupted; it does not count as a failure of the agent."""


class Calls:
    """The calls of one agent, each in a thread of its own."""

    def __init__(self) -> None:
        self._stopped = Future[None]()
        self._room = threading.BoundedSemaphore(MOST_CALLS)

    @property
    def is_stopped(self) -> bool:
        """Was the program interrupted?"""
        return self._stopped.done()

    def interrupt(self) -> None:
        """End all waiting: what is under way has no result, and nothing is called any more."""
        if not self.is_stopped:
            self._stopped.set_result(None)

    def resume(self) -> None:
        """Call again after an interruption."""
        if self.is_stopped:
            self._stopped = Future[None]()

    def run(self, function: Callable[[], Result], seconds: float | None = None) -> "Future[Result]":
        """A call that has returned or raised, whatever it has raised; raises `Late` or `Interrupted` otherwise."""
        called = Future[Result]()
        until = None if seconds is None else time.monotonic() + seconds
        threading.Thread(target=self._call, args=(function, called, until), daemon=True).start()
        either: tuple[Future[Any], ...] = called, self._stopped
        wait(either, seconds, FIRST_COMPLETED)
        if self.is_stopped:
            wait((called,), GRACE)
        if called.done():
            if isinstance(called.exception(), Late):
                raise Late
            return called
        called.cancel()  # if it still waits for room, it is not begun
        raise Interrupted if self.is_stopped else Late

    def _call(self, function: Callable[[], Result], called: "Future[Result]", until: float | None) -> None:
        with self._room:
            if self.is_stopped or not called.set_running_or_notify_cancel():
                return
            try:
                result = function()
                if until is not None and time.monotonic() > until:
                    raise Late  # it let nothing else run, so that the end of its time was not seen
            except BaseException as error:  # also what would end the program: the call is not the program's own
                called.set_exception(error)
            else:
                called.set_result(result)
