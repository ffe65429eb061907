"""Kernels in threads: they release Python's global lock, so they run at the same time."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Result = TypeVar("Result")

Map = Callable[..., Iterable[Result]]
"""Calls a function with each entry of some lists, as `map` does."""


@contextmanager
def threads(count: int, are_needed: bool = True, stop: Any = None) -> Iterator[Map[Any]]:
    """A `map` that makes its calls at the same time, and ends after those that are running if there is an exception.

    The main thread only waits, so that it notices Ctrl-C while a kernel runs. It does the work if they are not needed,
    and for small games that is much quicker. An exception sets `stop[0]`: kernels that look at it need not finish.
    """
    if not are_needed or (count == 1 and not _is_interruptible()):
        yield map
        return
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(count)
    try:
        yield pool.map
    except BaseException:  # such as Ctrl-C
        if stop is not None:
            stop[0] = 1
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def call(kernel: Callable[..., Result], *arguments: Any, stop: Any, in_thread: bool) -> Result:
    """What a kernel returns. In a thread it is stopped, by `stop[0]`, if the main thread is interrupted meanwhile."""
    with threads(1, in_thread, stop) as parallel:
        found: Result
        (found,) = parallel(lambda given: kernel(*given), [arguments])
        return found


def _is_interruptible() -> bool:
    """Can Ctrl-C end what this thread does? Only the main thread notices it, and worker processes ignore it."""
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
