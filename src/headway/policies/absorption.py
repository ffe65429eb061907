"""Absorption of the chain of two policies: with which probability it ends, and after how many plies on average.

In fractions where the chain is small. Otherwise its equations are solved in floats and bounded by other code: an error
in an equation propagates for as long as play lasts.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from math import inf, nextafter
from typing import Any, NamedTuple

from headway.policies.bounds import Bounded, Bounds, chance_bounds, exactly, outward
from headway.solver.gth import Effort, Row, TooHard, expected_rewards
from headway.solver.kernels.absorption import add_up, error_of_visits, find_rates, keep, largest_error
from headway.solver.markov_chain import expected_values
from headway.solver.normal_form import NormalForm, Shares

NOTHING = Fraction(0)


class Durations(NamedTuple):
    """How many plies are played from each node until the chain is absorbed: between `found` over `most` and over
    `least`. `longest` is the most of all.
    """

    found: Any
    least: float
    most: float
    longest: float

    def bounds(self, node: int) -> Bounds:
        """Those of a node."""
        return outward(float(self.found[node]) / self.most, float(self.found[node]) / self.least)


class Absorption:
    """The chain of two policies until it is over, or can no longer end.

    `plies` has how many each node takes, and `chain` where it leads in fractions, if that is known.
    """

    def __init__(self, normal: NormalForm, plies: Sequence[int], chain: list[Shares] | None) -> None:
        self.normal, self.chain = normal, chain
        new, run = normal.backend.new_ints, normal.backend.executable
        self.ends = normal.which_reach_an_end()
        """Of each node, whether an end can be reached from it."""
        self.kept = new(normal.size)
        run(keep)(normal.size, normal.form, self.ends, self.kept)
        self.plies = [number if is_kept else 0 for number, is_kept in zip(plies, self.kept, strict=True)]

    def ending(self, node: int) -> Bounded | None:
        """The probability that the game ends; None if a loop is too hard."""
        return exactly(Fraction(1)) if all(self.ends) else self.chance(node, lambda end: True)

    def chance(self, node: int, is_counted: Callable[[int], bool]) -> Bounded | None:
        """The probability of ending at one of the ends that are counted; None if a loop is too hard."""
        marks = [int(self.normal.form.rows[at] == 0 and is_counted(at)) for at in range(self.normal.size)]
        if self.chain is not None:
            with suppress(TooHard):  # a loop with long fractions
                return exactly(expected_values(self.normal, self.chain, list(map(Fraction, marks)), NOTHING)[node])
        if self.durations is None:
            return None
        values, wrong = self._solved(self.normal.backend.new_floats(self.normal.size), marks)
        value, error = float(values[node]), wrong * self.durations.bounds(node).high
        return Bounded(value, chance_bounds(value - error, value + error))

    def mean(self, node: int) -> Bounded | None:
        """The mean number of plies of the games that end; None if a loop is too hard."""
        if self.chain is not None:
            with suppress(TooHard):
                return exactly(self._exact_mean(node, self.chain))
        durations = self.durations
        if durations is None:
            return None
        if all(self.ends):
            return Bounded(float(durations.found[node]), durations.bounds(node))
        floats = self.normal.backend.floats
        ended, unsure = self._solved(
            self.normal.backend.new_floats(self.normal.size), [int(rows == 0) for rows in self.normal.form.rows]
        )
        given = floats([number * share for number, share in zip(self.plies, map(float, ended), strict=True)])
        total, wrong = self._solved(given, [0] * self.normal.size)
        share, plies, longest = float(ended[node]), float(total[node]), durations.bounds(node).high
        if share == 0.0:
            return exactly(NOTHING)
        less, more = unsure * longest, (wrong + unsure * durations.longest) * longest
        low, high = outward((plies - more) / (share + less), (plies + more) / (share - less) if less < share else inf)
        return Bounded(plies / share, outward(max(0.0, low), high))

    def visits_within(self, start: int, visits: Sequence[float]) -> float:
        """The most by which the expected visits to all nodes together can be wrong; infinite if a loop is too hard."""
        durations, normal = self.durations, self.normal
        if durations is None:
            return inf
        floats, space = normal.backend.floats, [normal.backend.new_floats(normal.size) for _ in range(2)]
        arguments = start, floats(visits), durations.found, durations.least, *space
        return float(normal.backend.executable(error_of_visits)(normal.size, normal.form, self.kept, *arguments))

    @cached_property
    def durations(self) -> Durations | None:
        """How long play is kept; None where that cannot be told."""
        normal, plies = self.normal, self.normal.backend.floats(self.plies)
        with suppress(TooHard):
            found, rates = normal.backend.new_floats(normal.size), normal.backend.new_floats(2)
            self._solve(plies, found)
            if normal.backend.executable(find_rates)(normal.size, normal.form, self.kept, plies, found, rates):
                least, most = map(float, rates)
                return Durations(found, least, most, nextafter(float(max(found)) / least, inf))
        return None

    def _exact_mean(self, node: int, chain: list[Shares]) -> Fraction:
        normal = self.normal
        nothing, ended = [NOTHING] * normal.size, [Fraction(1)] * normal.size
        if not all(self.ends):
            ended = expected_values(normal, chain, [Fraction(int(rows == 0)) for rows in normal.form.rows], NOTHING)
        given = [number * share for number, share in zip(self.plies, ended, strict=True)]
        total = expected_values(normal, chain, nothing, NOTHING, given)
        return total[node] / ended[node] if ended[node] else NOTHING

    def _solved(self, given: Any, known: Sequence[int]) -> tuple[Any, float]:
        """The solution of the equations, and by how much one of them is wrong for each ply of its node."""
        normal = self.normal
        values = normal.backend.floats([float(number) for number in known])
        self._solve(given, values)
        plies = normal.backend.floats(self.plies)
        error = normal.backend.executable(largest_error)(normal.size, normal.form, self.kept, plies, given, values)
        return values, float(error)

    def _solve(self, given: Any, values: Any) -> None:
        """Solve x = given + Px on the kept nodes; the other values are known. Raises `TooHard`."""
        normal, effort, part = self.normal, Effort(), 0
        run, count = normal.backend.executable(add_up), normal.component_count
        while (part := run(part, count, normal.form, normal.components, self.kept, given, values)) < count:
            rows = {at: Row(dict[int, float](), 0.0, float(given[at])) for at in normal.component(part)}
            for at, row in rows.items():
                for outcome in range(int(normal.form.first[at]), int(normal.form.first[at + 1])):
                    to, share = int(normal.form.to[outcome]), float(normal.form.share[outcome])
                    if to in rows:
                        row.to[to] = row.to.get(to, 0.0) + share
                    else:
                        row.leaves += share
                        row.reward += share * float(values[to])
            for at, value in expected_rewards(rows, 0.0, effort).items():
                values[at] = value
            part += 1
