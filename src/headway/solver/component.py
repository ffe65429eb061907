"""A component of a normal form that iteration alone does not solve or bound."""

from collections.abc import Callable
from functools import partial
from typing import Any

from headway.rulekit import P1, P2
from headway.solver.best_reply import bound, is_small
from headway.solver.end_components import maximal_end_components
from headway.solver.gth import PER_STATE, Effort, TooHard, TooRare
from headway.solver.kernels.floors import allowed_spread, raise_floor
from headway.solver.kernels.form import Solved, Space, has_choice
from headway.solver.kernels.process import Process
from headway.solver.kernels.sweep import spread, spread_after
from headway.solver.normal_form import NormalForm
from headway.solver.precise_improvement import has_perfect_information, improve_precisely
from headway.solver.strategy_improvement import improve
from headway.solver.threads import call
from headway.tolerances import PROVEN, STOPPING


class Component:
    """A component, solved by itself. What it leads to is solved already."""

    def __init__(self, normal: NormalForm, part: int, solved: Solved, space: Space, effort: Effort) -> None:
        self.normal, self.solved, self.space, self.effort = normal, solved, space, effort
        self.part, parts = part, normal.components
        self.begin, self.end = int(parts.bounds[part]), int(parts.bounds[part + 1])
        self.nodes = [int(parts.order[member]) for member in range(self.begin, self.end)]

    def settle(self) -> None:
        """Try one method after the other until the values are proven; keep the best result.

        Raises `TooHard` if that is too far from the truth: it will not get better in what leads here.
        """
        best, least = self._copy(), self._spread()
        enough = self._run(spread_after)(*self._place, self.solved, self.space) + self._allowed_spread
        reason = ""
        for method in self._methods():
            try:
                self.effort.spend(PER_STATE * len(self.nodes), len(self.nodes))
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

    @property
    def _allowed_spread(self) -> float:
        return allowed_spread(self.normal.form, self.begin, self.end)

    def _methods(self) -> list[Callable[[], None]]:
        if not any(has_choice(self.normal.form, at) for at in self.nodes):
            return [partial(self._improve, 0.0)]
        methods: list[Callable[[], None]] = [lambda: None, *(partial(self._improve, each) for each in STOPPING)]
        if has_perfect_information(self.normal.form, self.nodes) and is_small(self.normal.form, self.nodes):
            methods.append(lambda: improve_precisely(self.normal.form, self.nodes, self.solved, self.effort))
        return methods

    def _bound(self, seat: int, enough: float) -> None:
        """Bound what the odds of a seat guarantee: by policy iteration, and by iteration where that is not enough."""
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

    def _raise_floor(self, seat: int) -> None:
        floor = self.solved.floor if seat == P1 else self.solved.ceiling
        parts = self.normal.components
        process = Process(self.normal.form, parts, self.begin, self.end, seat, self.solved.odds, self.space)
        arguments = process, self.solved.values, floor, self._allowed_spread
        in_thread = self.normal.needs_thread(len(self.nodes))
        call(self._run(raise_floor), *arguments, stop=self.space.stop, in_thread=in_thread)

    def _raise_by_replies(self, seat: int) -> None:
        floor = self.solved.floor if seat == P1 else self.solved.ceiling
        form, odds, traps, allowed = self.normal.form, self.solved.odds, self._traps(seat), self._allowed_spread
        for at, value in bound(form, self.nodes, seat, odds, floor, traps, self.effort, allowed).items():
            floor[at] = max(floor[at], value)

    def _traps(self, seat: int) -> list[set[int]]:
        """Where the other side can stay for ever, if `seat` keeps to its odds."""
        return maximal_end_components(self.normal, seat, self.solved.odds, self.part, self.space)

    def _improve(self, stopping: float) -> None:
        improve(self.normal.form, self.nodes, self.solved, stopping, self.effort)
        for at in self.nodes:
            self.solved.values[at] = min(max(self.solved.values[at], 0.0), 1.0)  # rounding may lead beyond

    @property
    def _place(self) -> tuple[Any, ...]:
        return self.normal.form, self.normal.components, self.begin, self.end

    def _run(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        return self.normal.backend.executable(kernel)

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
