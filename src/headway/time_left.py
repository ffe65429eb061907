"""How far a piece of work is, and about how long it will still take."""

import time
from collections.abc import Callable

SHORTEST = 1.0
"""No estimate is made in the first seconds of work."""


class TimeLeft:
    """Tells `progress` how much of some work is done, as "solving 80,400 nodes: 40 %, about 3 s left".

    `headway.progress` finds the share of it there again.
    """

    def __init__(
        self, progress: Callable[[str], None], doing: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._progress, self._doing, self._clock = progress, doing, clock
        self._began = clock()

    def tell(self, done: int, total: int, spent: str = "") -> None:
        """So much of it is done; `spent` says what it has cost."""
        passed = self._clock() - self._began
        cost, left = f", {spent}" if spent else "", ""
        if passed >= SHORTEST and 0 < done < total:
            left = f", about {rounded_time(passed * (total - done) / done)} left"
        self._progress(f"{self._doing}: {100 * done // max(total, 1)} %{cost}{left}")


def rounded_time(seconds: float) -> str:
    """A time with as much precision as an estimate has: "3 s", "4 min", "2 h", "5 days"."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    return f"{round(seconds / 3600)} h" if seconds < 72 * 3600 else f"{round(seconds / 86400):,} days"
