"""Linear equations in whole numbers, decomposed modulo a prime and solved digit by digit. Needs the extra `fast`."""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from headway.solver.elimination import Pattern, longs, offsets, pattern, run
from headway.solver.integer_system import Equations
from headway.solver.kernels.modular_lu import (
    DONE,
    MOST_SUMS,
    Factors,
    Sweep,
    System,
    factorise,
    lift,
    transpose,
)

LARGEST_PRIME = 1 << 28
"""`kernels.modular_lu` says why."""


class ModularSystem:
    """The equations of a chain, with the factors of each of their blocks modulo a prime.

    `nodes` are its unknowns in the order of elimination, and `digits` those that were found so far in base `prime`: a
    row of one digit for each unknown, the least first.
    """

    def __init__(self, equations: Equations, progress: Callable[[str], None]) -> None:
        self._stop = np.zeros(1, np.int64)
        patterns = list[Pattern]()
        for part in equations.parts:
            if len(part) > 1:
                progress(f"ordering {len(part):,} equations")
            patterns.append(pattern(equations.weights, part, self._stop))
        self.nodes = [at for each in patterns for at in each.nodes]
        self.digits: Any = np.zeros((0, len(self.nodes)), np.int32)
        self._blocks = len(patterns)
        self._system = _system(equations, self.nodes, offsets(len(each.nodes) for each in patterns))
        self._values: Any = np.zeros(len(self.nodes), np.int64)
        progress(f"decomposing {len(self.nodes):,} equations")
        factors = _factors(patterns)
        self.prime = self._factorise(factors)
        self._sweep = self._sweep_of(factors)
        self._residual = longs(self._system.right)

    @property
    def diagonal(self) -> list[int]:
        """What each equation multiplies its unknown with."""
        return [int(each) for each in self._system.diagonal]

    def lift(self, steps: int) -> None:
        """Find `steps` more digits."""
        size = len(self.nodes)
        found: Any = np.zeros((steps, size), np.int32)
        arguments = steps, self._blocks, size, self._system, self._sweep, self.prime, self._residual, found.ravel()
        run(lift, *arguments, self._values, self._stop, stop=self._stop)
        self.digits = np.concatenate([self.digits, found])

    def _factorise(self, factors: Factors) -> int:
        """Fill in the factors, modulo the largest prime that divides no pivot."""
        for prime in primes_below(LARGEST_PRIME):
            arguments = self._blocks, self._system, factors, prime, self._values, self._stop
            if run(factorise, *arguments, stop=self._stop) == DONE:
                return prime
        raise AssertionError("every prime divides a pivot")

    def _sweep_of(self, factors: Factors) -> Sweep:
        """The factors as they are read for a solution; `Sweep` says how."""
        before: Any = factors.before
        entries = len(before)
        upper: Any = np.zeros(entries, np.int32)
        run(transpose, len(self.nodes), factors, self._values, upper, stop=self._stop)
        begins: Any = np.ones(entries, bool)
        begins[1:] = before[1:] != before[:-1] + 1
        rows: Any = factors.before_first[:-1]
        begins[rows[rows < entries]] = True
        number = np.arange(entries)
        begins |= (number - np.maximum.accumulate(number * begins)) % MOST_SUMS == 0
        entry = np.flatnonzero(begins)
        first: Any = np.searchsorted(entry, factors.before_first)
        return Sweep(first, longs([*entry, entries]), longs(before[entry]), factors.lower, upper, factors.inverse)


def primes_below(limit: int) -> Iterable[int]:
    """The primes below a limit, the largest first."""
    for number in range(limit - 1, 1, -1):
        if all(number % factor for factor in range(2, int(number**0.5) + 1)):
            yield number


def _system(equations: Equations, nodes: Sequence[int], bounds: Any) -> System:
    place = {at: number for number, at in enumerate(nodes)}
    rows = [equations.weights[at] for at in nodes]
    ways = [
        [(place[to], weight) for to, weight in row.items() if to in place and to != at]
        for at, row in zip(nodes, rows, strict=True)
    ]
    return System(
        longs(sum(row.values()) - row.get(at, 0) for at, row in zip(nodes, rows, strict=True)),
        longs(sum(weight * (equations.known[to] or 0) for to, weight in row.items()) for row in rows),
        offsets(map(len, ways)),
        longs(to for way in ways for to, _ in way),
        longs(weight for way in ways for _, weight in way),
        bounds,
    )


def _factors(patterns: Sequence[Pattern]) -> Factors:
    """Room for the factors of all blocks, one after the other."""
    begins = list(accumulate((len(each.nodes) for each in patterns), initial=0))

    def joined(firsts: list[Any], columns: list[Any]) -> tuple[Any, Any, Any]:
        first = offsets(length for each in firsts for length in np.diff(each))
        moved = [each + begin for each, begin in zip(columns, begins[:-1], strict=True)]
        to = np.concatenate(moved).astype(np.uint32)  # numbers without a sign are quicker to look up
        return first, to, np.zeros(len(to), np.int32)

    inverse: Any = np.zeros(begins[-1], np.int64)
    above = joined([each.first for each in patterns], [each.to for each in patterns])
    below = joined([each.before_first for each in patterns], [each.before for each in patterns])
    return Factors(*above, *below, inverse)
