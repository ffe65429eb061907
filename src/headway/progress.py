"""Telling a user's function how far a calculation is."""

from collections.abc import Callable
from math import inf
from time import monotonic

from headway.errors import expected

Progress = Callable[[str], object]
"""Gets a few words about how far a calculation is, about once a second: `print`, for example."""
SECONDS_APART = 1.0


def checked_progress(value: Progress | None) -> Callable[[str], None]:
    """A function that passes on what it is told, at most once in a while; without one, nothing is passed on."""
    if value is None:
        return lambda doing: None
    if not callable(value):
        raise expected("a function that takes a text, such as print", value)
    last = -inf

    def tell(doing: str) -> None:
        nonlocal last
        if monotonic() - last >= SECONDS_APART:
            value(doing)
            last = monotonic()

    return tell
