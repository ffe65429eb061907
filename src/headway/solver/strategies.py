"""Best strategies of a game in normal form, and how far their values can be from the truth."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import pairwise
from math import inf
from typing import Any

from headway.rulekit import P1, P2
from headway.solver.best_reply import bound, is_small, reply_strategy
from headway.solver.gth import Effort, TooHard, TooRare
from headway.solver.kernels.form import Solved, Space, has_choice
from headway.solver.kernels.guarantee import raise_floor
from headway.solver.kernels.sure import mark_sure, set_certain
from headway.solver.kernels.sweep import are_odds, mark_ends, solve_components, spread, spread_after, widest
from headway.solver.normal_form import NormalForm
from headway.solver.strategy_improvement import improve
from headway.solver.threads import threads
from headway.solver.time_left import TimeLeft
from headway.tolerances import CONVERGED, ODDS_SUM, PROVEN, ROUNDING, STOPPING, UNSURE

FIRST_BATCH, BATCH = 1_000, 100_000
"""Components to a batch, at first and at most: it grows or shrinks with the time that they take."""
LONGEST_BATCH = 0.3
"""Seconds: Ctrl-C is noticed after a batch."""
WIDE = 200
"""A level with this many components is solved on all cores; for fewer it takes longer to wake these up."""
SMALL = 100
"""Components of up to this many nodes are bounded by policy iteration in a short time."""


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
        self.cores = normal.backend.cores
        self.spaces = normal.spaces(self.cores)
        self.time_left = TimeLeft(progress, f"solving {normal.size:,} nodes")
        self.batch = FIRST_BATCH
        self.done = 0

    def run(self) -> None:
        """Solve all components."""
        kernel = self.normal.backend.run(solve_components)

        def solve_range(begin: int, end: int, space: Space) -> int:
            return kernel(begin, end, self.normal.form, self.normal.components, self.solved, space, CONVERGED, ROUNDING)

        with threads(self.cores) as parallel:
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
        stops = list(parallel([begin for begin, _ in ranges], ends, self.spaces))
        seconds = time.monotonic() - began
        self.batch = max(1, self.batch // 2) if seconds > LONGEST_BATCH else min(2 * self.batch, BATCH)
        left = []
        for (begin, end), stop, part in zip(ranges, ends, stops, strict=True):
            if part < stop:  # it is not proven
                _Component(self.normal, part, self.solved, self.spaces[0], self.effort).settle()
                part += 1
            self.done += part - begin
            if part < end:
                left.append((part, end))
        self.time_left.tell(self.done, self.normal.component_count)
        return left


def gap(normal: NormalForm, solved: Solved) -> float:
    """The most by which a value can be wrong, if floor and ceiling are bounds; infinite if the odds are not odds."""
    if not normal.backend.run(are_odds)(normal.size, normal.form, solved.odds, ODDS_SUM):
        return inf
    return float(normal.backend.run(widest)(normal.size, solved))


def guarantee(normal: NormalForm, odds: Any, seat: int) -> Any:
    """What the odds of a seat guarantee at each node against every reply: a chance of P1, rounded to the safe side."""
    most = normal.backend.new_floats(normal.size, 1.0 if seat == P1 else 0.0)  # what the seat could hope for
    solved = certify(normal, most, odds, is_hard=True)
    return solved.floor if seat == P1 else [-value for value in solved.ceiling]


def certify(normal: NormalForm, values: Any, odds: Any, is_hard: bool = False) -> Solved:
    """The bounds on values and odds that were found elsewhere, however they were found.

    Where odds are very small, iteration may seem to be steady long before it is: with `is_hard`, small components are
    bounded by policy iteration, too.
    """
    solved, space = normal.unsolved()._replace(values=values, odds=odds), normal.space()
    effort = Effort()
    for part in range(normal.component_count):
        component = _Component(normal, part, solved, space, effort)
        if not component.is_end:
            component.bound_floor(P1, is_hard and len(component.nodes) <= SMALL)
            component.bound_floor(P2, is_hard and len(component.nodes) <= SMALL)
    return solved


def which_end(normal: NormalForm, solved: Solved) -> Any:
    """1 for each node from which best play can end, 0 for those from which it never does."""
    ends = normal.backend.new_ints(normal.size)
    run = normal.backend.run(mark_ends)
    for begin in range(0, normal.component_count, BATCH):
        end = min(begin + BATCH, normal.component_count)
        run(begin, end, normal.form, normal.components, solved.values, solved.odds, ends, PROVEN)
    return ends


def set_certain_values(normal: NormalForm, solved: Solved) -> None:
    """Make proven values 1 and 0 exactly where a side is sure to win, which does not depend on floats."""
    new, size = normal.backend.new_ints, normal.size
    may_stay, sure = new(size), (new(size), new(size))
    run = normal.backend.run(mark_sure)
    for seat in (P1, P2):
        for begin in range(0, normal.component_count, BATCH):
            end = min(begin + BATCH, normal.component_count)
            run(begin, end, normal.form, normal.components, seat, solved.values, 1 - PROVEN, may_stay, sure[seat])
    normal.backend.run(set_certain)(size, normal.form, solved.values, *sure, UNSURE)


class _Component:
    """A component, solved by itself. What it leads to is solved already."""

    def __init__(self, normal: NormalForm, part: int, solved: Solved, space: Space, effort: Effort) -> None:
        self.normal, self.solved, self.space, self.effort = normal, solved, space, effort
        parts = normal.components
        self.begin, self.end = int(parts.bounds[part]), int(parts.bounds[part + 1])
        self.nodes = [int(parts.order[member]) for member in range(self.begin, self.end)]

    @property
    def is_end(self) -> bool:
        return self.normal.form.rows[self.nodes[0]] == 0

    def settle(self) -> None:
        """Try one method after the other until the values are proven; keep the best result.

        Raises `TooHard` if that is too far from the truth: it will not get better in what leads here.
        """
        best, least = self._copy(), self._spread()
        enough = self._run(spread_after)(*self._place, self.solved, self.space) + ROUNDING
        reason = ""
        for method in self._methods():
            try:
                method()
                for seat in (P1, P2):
                    self._bound(seat, enough)
            except TooHard as error:
                reason = str(error)
                if isinstance(error, TooRare):
                    continue
                break  # the other methods take as long
            found = self._spread()
            if found < least:
                least, best = found, self._copy()
            if least <= enough:
                return
        self._restore(best)
        if not least <= PROVEN:
            raise TooHard(reason or f"a loop of {len(self.nodes):,} states is known only to within {least:.1e}")

    def _methods(self) -> list[Callable[[], None]]:
        if not any(has_choice(self.normal.form, at) for at in self.nodes):
            return [partial(self._improve, 0.0)]
        methods: list[Callable[[], None]] = [lambda: None, *(partial(self._improve, each) for each in STOPPING)]
        return methods + [partial(self._reply, seat) for seat in (P1, P2) if self._decides_alone(1 - seat)]

    def bound_floor(self, seat: int, is_hard: bool = False) -> None:
        """Bound what the odds of a seat guarantee: by iteration, and where that is slow by policy iteration, too."""
        if not self._raise_floor(seat) or is_hard:
            with suppress(TooHard):
                self._raise_by_replies(seat)

    def _bound(self, seat: int, enough: float) -> None:
        """The same the other way round: policy iteration, and iteration where that is not enough."""
        floor, sign, worst = (self.solved.floor, 1.0, 0.0) if seat == P1 else (self.solved.ceiling, -1.0, -1.0)
        for at in self.nodes:
            floor[at] = worst
        try:
            self._raise_by_replies(seat)
        except TooRare:
            self._raise_floor(seat)
            raise
        if not all(sign * self.solved.values[at] - floor[at] <= enough for at in self.nodes):
            found = [floor[at] for at in self.nodes]
            self._raise_floor(seat)
            for at, value in zip(self.nodes, found, strict=True):
                floor[at] = max(floor[at], value)

    def _raise_floor(self, seat: int) -> bool:
        floor = self.solved.floor if seat == P1 else self.solved.ceiling
        run = self._run(raise_floor)
        return bool(run(*self._place, seat, self.solved.odds, self.solved.values, floor, self.space))

    def _raise_by_replies(self, seat: int) -> None:
        floor = self.solved.floor if seat == P1 else self.solved.ceiling
        for at, value in bound(self.normal.form, self.nodes, seat, self.solved.odds, floor, self.effort).items():
            floor[at] = max(floor[at], value)

    def _improve(self, stopping: float) -> None:
        improve(self.normal.form, self.nodes, self.solved, stopping, self.effort)

    def _decides_alone(self, seat: int) -> bool:
        """Is the component small, and has the other side no choice in it?"""
        form = self.normal.form
        other = form.columns if seat == P1 else form.rows
        return all(other[at] == 1 for at in self.nodes) and is_small(form, self.nodes)

    def _reply(self, seat: int) -> None:
        """Let the other side play its best reply; `seat` has no choice."""
        form, solved = self.normal.form, self.solved
        floor = solved.floor if seat == P1 else solved.ceiling
        for at, reply in reply_strategy(form, self.nodes, seat, solved.odds, floor, self.effort).items():
            rows, columns, begin = int(form.rows[at]), int(form.columns[at]), int(form.first_odds[at])
            if rows * columns > 1:
                for choice in range(rows + columns):
                    solved.odds[begin + choice] = 0.0
                solved.odds[begin + (0 if seat == P1 else reply)] = 1.0
                solved.odds[begin + rows + (reply if seat == P1 else 0)] = 1.0
        self._raise_by_replies(seat)
        for at in self.nodes:
            solved.values[at] = floor[at] if seat == P1 else -floor[at]

    @property
    def _place(self) -> tuple[Any, ...]:
        return self.normal.form, self.normal.components, self.begin, self.end

    def _run(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        return self.normal.backend.run(kernel)

    def _spread(self) -> float:
        return float(self._run(spread)(self.normal.components, self.begin, self.end, self.solved))

    def _copy(self) -> list[tuple[float, ...]]:
        solved, first = self.solved, self.normal.form.first_odds
        return [
            (
                solved.values[at],
                solved.floor[at],
                solved.ceiling[at],
                *(solved.odds[place] for place in range(int(first[at]), int(first[at + 1]))),
            )
            for at in self.nodes
        ]

    def _restore(self, copy: list[tuple[float, ...]]) -> None:
        solved, first = self.solved, self.normal.form.first_odds
        for at, (value, floor, ceiling, *odds) in zip(self.nodes, copy, strict=True):
            solved.values[at], solved.floor[at], solved.ceiling[at] = value, floor, ceiling
            for place, odd in enumerate(odds, int(first[at])):
                solved.odds[place] = odd
