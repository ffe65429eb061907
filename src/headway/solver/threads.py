"""Kernels in threads: they hold no lock of Python's, so they run at the same time."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Result = TypeVar("Result")

Map = Callable[..., Iterable[Result]]
"""Calls a function with each entry of some lists, as `map` does."""


@contextmanager
def threads(count: int, are_needed: bool = True) -> Iterator[Map[Any]]:
    """A `map` that makes its calls at the same time, and ends after those that are running if there is an exception.

    The main thread only waits, so that it notices Ctrl-C while a kernel runs. It does the work if they are not needed.
    """
    if not are_needed:
        yield map
        return
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(count)
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)
