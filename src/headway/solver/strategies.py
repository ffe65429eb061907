"""Best strategies of a game in normal form, and how far their values can be from the truth."""

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from math import inf, nextafter

from headway.solver.component import Component
from headway.solver.gth import MOST_IN_LOOP, Effort
from headway.solver.kernels.form import Solved, Space
from headway.solver.kernels.gap import largest_gap
from headway.solver.kernels.loop import Loop
from headway.solver.kernels.sweep import are_odds, solve_components
from headway.solver.normal_form import NormalForm
from headway.solver.threads import threads
from headway.time_left import TimeLeft
from headway.tolerances import CONVERGED, ODDS_SUM

FIRST_BATCH, BATCH = 1_000, 100_000
"""Components to a batch, at first and at most: it grows or shrinks with the time that they take."""
LONGEST_BATCH = 0.3
"""Seconds."""
WIDE = 200
"""A level with this many components is solved on all cores; for fewer it takes longer to wake these up."""


def best_strategies(normal: NormalForm, progress: Callable[[str], None] = lambda doing: None) -> tuple[Solved, float]:
    """Values, odds and bounds of every node, and the gap: the most by which any value can be wrong.

    Raises `TooHard`, with the reason, as soon as it is clear that the gap will be too large.
    """
    solved = normal.unsolved()
    _Sweep(normal, solved, progress).run()
    return solved, gap(normal, solved)


class _Sweep:
    """Solves all components, level after level: those of a level on all cores."""

    def __init__(self, normal: NormalForm, solved: Solved, progress: Callable[[str], None]) -> None:
        self.normal, self.solved, self.effort = normal, solved, Effort()
        self.progress = progress
        is_wide = any(high - low >= WIDE for low, high in pairwise(normal.levels))
        self.workspaces = normal.workspaces(normal.backend.cores if is_wide else 1)
        self.cores = len(self.workspaces)
        self.time_left = TimeLeft(progress, f"solving {normal.size:,} nodes")
        self.batch = FIRST_BATCH
        self.done = 0

    def run(self) -> None:
        """Solve all components."""
        normal, backend = self.normal, self.normal.backend
        kernel = backend.executable(solve_components)

        def solve_range(begin: int, end: int, workspace: tuple[Space, Loop]) -> int:
            given = normal.form, normal.components, self.solved, *workspace, CONVERGED, backend.most_outcomes
            return kernel(begin, end, *given)

        solve_range(0, 0, self.workspaces[0])  # it is compiled here: Ctrl-C does not end that in another thread
        stop = self.workspaces[0][0].stop
        with threads(self.cores, self.normal.needs_thread(self.normal.size), stop) as parallel:
            for ranges in self._independent_ranges():
                while ranges:
                    ranges = self._solve(ranges, partial(parallel, solve_range))

    def _independent_ranges(self) -> Iterator[list[tuple[int, int]]]:
        """Ranges of components that do not lead to each other: of a wide level, or a single one of narrow levels."""
        begin, levels = 0, self.normal.levels
        for low, high in pairwise(map(int, levels)):
            if self.cores > 1 and high - low >= WIDE:
                if begin < low:
                    yield [(begin, low)]
                each = -(-(high - low) // self.cores)
                yield [(start, min(start + each, high)) for start in range(low, high, each)]
                begin = high
        if begin < self.normal.component_count:
            yield [(begin, self.normal.component_count)]

    def _solve(self, ranges: list[tuple[int, int]], parallel: Callable[..., Iterable[int]]) -> list[tuple[int, int]]:
        """Solve a batch of each range; returns what is left of them."""
        began = time.monotonic()
        ends = [min(begin + self.batch, end) for begin, end in ranges]
        stops = list(parallel([begin for begin, _ in ranges], ends, self.workspaces))
        seconds = time.monotonic() - began
        self.batch = max(1, self.batch // 2) if seconds > LONGEST_BATCH else min(2 * self.batch, BATCH)
        left = []
        for (begin, end), stop, part in zip(ranges, ends, stops, strict=True):
            if part < stop:  # it is not proven
                self._settle(part)
                part += 1
            self.done += part - begin
            if part < end:
                left.append((part, end))
        self.time_left.tell(self.done, self.normal.component_count)
        return left

    def _settle(self, part: int) -> None:
        """Settle a component with a part of the effort that is left, and tell how much of that is spent."""
        allowed = min(self.effort.left, MOST_IN_LOOP)
        size = int(self.normal.components.bounds[part + 1] - self.normal.components.bounds[part])
        time_left = TimeLeft(self.progress, f"solving a loop of {size:,} nodes, at the longest")
        time_left.tell(0, allowed)
        own = Effort(allowed, lambda left: time_left.tell(allowed - left, allowed))
        Component(self.normal, part, self.solved, self.workspaces[0][0], own).settle()
        self.effort.left -= allowed - own.left


def gap(normal: NormalForm, solved: Solved) -> float:
    """The most by which a value can be wrong, if floor and ceiling are bounds; infinite if the odds are not odds.

    The bounds are those of the game whose odds of chance are floats, from which the values of the game itself may
    differ a little. Where no odds are rounded, and both bounds are the value, it is 0.
    """
    run, size = normal.backend.executable, normal.size
    if not run(are_odds)(size, normal.form, solved.odds, ODDS_SUM):
        return inf
    growth = normal.backend.new_floats(size)
    found = float(run(largest_gap)(normal.component_count, normal.form, normal.components, solved, growth))
    return nextafter(found, inf) if found > 0 else found
