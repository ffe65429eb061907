"""Telling a user's function how far a calculation is."""

import re
from collections.abc import Callable
from math import inf
from time import monotonic

from headway.errors import expected

Progress = Callable[[str], object]
"""Gets a few words about how far a calculation is, about once a second: `print`, for example."""
SECONDS_APART = 1.0
TOLD = re.compile(r": (?P<percent>\d{1,3}) %(?=,|$)")
"""What the solver's `TimeLeft` tells of how much is done."""
SHORTEST_BAR, LONGEST_BAR = 8, 24
"""How many characters a bar has."""


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


def with_bar(doing: str, room: int) -> str:
    """What `TimeLeft` tells, with a bar that shows how much is done, if there is room: "[####----] 50 %, ... left"."""
    told = TOLD.search(doing)
    cells = min(LONGEST_BAR, room - len(doing) - len("[] "))
    if told is None or cells < SHORTEST_BAR:
        return doing
    done = cells * int(told["percent"]) // 100
    bar = f"[{'#' * done}{'-' * (cells - done)}]"
    return f"{doing[: told.start()]}: {bar} {doing[told.start() + 2 :]}"
