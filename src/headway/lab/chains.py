"""What comes of a game if both sides err at some rates, exactly: a Markov chain for each pair of rates."""

from dataclasses import replace
from functools import cached_property
from math import fsum, inf
from typing import Any, NamedTuple

import numpy as np

from headway.policies.absorption import Absorption
from headway.policies.bounds import Bounded
from headway.policies.flat import FlatOdds
from headway.policies.induced import induced_form
from headway.policies.length import Length, length_of, walk_chain
from headway.solver import Solution
from headway.solver.explored import Explored
from headway.solver.gth import TooHard
from headway.solver.kernels.best_play import count_stakes, set_best_odds
from headway.solver.kernels.krylov import CHECKED, Vectors, find_kept, least_duration, set_known, solve_chain
from headway.solver.normal_form import NormalForm
from headway.solver.strategies import best_strategies
from headway.solver.threads import call
from headway.solver.values import Winners
from headway.tolerances import CHAIN_ERROR, LONGEST_GAMES, PROVEN, ROUNDING, ULP

MOST_ROUNDS = 3_000
"""A chain that is not solved in this many rounds is solved component by component, which is slower and surer."""
OPERATIONS = 8
"""How many operations a share of the chain takes, at most: odds are mixed, multiplied and divided by their sum."""
ROUGHLY = 0.25
"""Durations need not be solved for exactly: they only have to be long enough."""


def _is_known(number: Bounded) -> bool:
    """Is a number known to within a share of itself that is as small as the largest gap of a certificate?"""
    low, high = number.bounds
    return high - low <= PROVEN * abs(float(number.value))


class Chances(NamedTuple):
    """The chance that P1 wins if P1, and if P2, moves first; and the most by which these can be wrong."""

    p1_first: float
    p2_first: float
    error: float

    @property
    def of_p1(self) -> float:
        """The chance of P1 if either side moves first as often."""
        return (self.p1_first + self.p2_first) / 2

    @property
    def of_first(self) -> float:
        """The chance of the side that moves first, if that is either side as often."""
        return (self.p1_first + 1 - self.p2_first) / 2


class Stakes(NamedTuple):
    """How many positions have a choice, and in how many of these something is at stake."""

    choices: int
    at_stake: int


class Chains:
    """The chains of a solved game in which each side makes a random move at some rate, and otherwise a best one.

    All best moves have the same odds, and where best play mixes they have those of the solution. A position is what a
    side may see: a secret and its answer are two.
    """

    def __init__(self, known: Explored, solution: Solution) -> None:
        self.known, self.solution = known, solution
        self._chances = dict[tuple[float, float], Chances]()
        self._lengths = dict[tuple[float, float], Length]()

    def _effective(self, p1_rate: float, p2_rate: float) -> tuple[float, float]:
        """The rates of errors; none where there is nothing to decide, so that all play is the same."""
        return (p1_rate, p2_rate) if self.known.has_choice else (0.0, 0.0)

    def chances(self, p1_rate: float, p2_rate: float) -> Chances:
        """The chances at two rates of errors. Raises `TooHard` where they are not certain."""
        rates = self._effective(p1_rate, p2_rate)
        if rates not in self._chances:
            values, error = self._values(self._form(*rates))
            p1, p2 = (min(max(float(values[start]), 0.0), 1.0) for start in self.known.starts)
            self._chances[rates] = Chances(p1, p2, error)
        return self._chances[rates]

    def length(self, p1_rate: float, p2_rate: float) -> Length:
        """How long games last at two rates of errors, if either side moves first as often."""
        rates = self._effective(p1_rate, p2_rate)
        if rates not in self._lengths:
            self._lengths[rates] = self._length(self._form(*rates))
        return self._lengths[rates]

    def _length(self, form: NormalForm) -> Length:
        ends = self._kept_of(form)[0] | (np.asarray(form.form.rows) == 0)
        found = length_of(walk_chain(form, self._plies, ends, self.known.starts))
        return self._with_mean(form, found) if found.left > LONGEST_GAMES else found

    def _with_mean(self, form: NormalForm, found: Length) -> Length:
        """A length of which too much is not listed, with the mean by linear equations instead: infinite if too hard."""
        absorption, shares, plies = Absorption(form, self._plies, None), list[float](), list[float]()
        for start in self.known.starts:
            ended, mean = absorption.ending(start), absorption.mean(start)
            if ended is None or mean is None or not _is_known(ended) or not _is_known(mean):
                return replace(found, mean=inf)
            shares.append(float(ended.value))
            plies.append(shares[-1] * float(mean.value))
        ended_share = fsum(shares) / len(shares)
        mean_plies = fsum(plies) / fsum(shares) if ended_share else 0.0
        return replace(found, mean=mean_plies, endless=1 - ended_share)

    @cached_property
    def has_trap(self) -> bool:
        """Is there a position from which no end can be reached, however both sides play?"""
        form = self._form(*self._effective(1.0, 1.0))
        return not np.all(self._kept_of(form)[0] | (np.asarray(form.form.rows) == 0))

    @cached_property
    def stakes(self) -> Stakes:
        """Where something is at stake, if the other side plays best."""
        normal = self.known.normal
        counts, run = normal.backend.new_longs(2), normal.backend.executable(count_stakes)
        run(normal.size, normal.form, self._worth, self._best, PROVEN, counts)
        return Stakes(*map(int, counts))

    @cached_property
    def _worth(self) -> Any:
        """The value of each node."""
        values = self.solution.values
        if isinstance(values, Winners):  # a byte each
            codes = np.frombuffer(bytes(values.winners), np.uint8)
            return np.array([float(Winners(bytes([code]))[0]) for code in range(256)])[codes]
        return np.array([float(value) for value in values])

    @cached_property
    def _best(self) -> Any:
        """The odds of best play on all nodes."""
        normal, strategies, lengths = self.known.normal, self.solution.strategies, self.solution.lengths
        size = int(normal.form.first_odds[normal.size])
        odds = np.zeros(size) if strategies is None else np.array(strategies.odds, np.float64)
        plies = np.zeros(normal.size, np.int32) if lengths is None else np.asarray(lengths, np.int32)
        is_mixed = np.zeros(normal.size, np.int32)
        is_mixed[self.known.index.secret_nodes()] = 1
        run: Any = normal.backend.executable(set_best_odds)
        run(normal.size, normal.form, self._worth, plies, is_mixed, odds, ROUNDING)
        return odds

    @cached_property
    def _even(self) -> Any:
        return self.known.normal.even_odds()

    @cached_property
    def _plies(self) -> Any:
        """How many plies each node takes."""
        plies = np.ones(self.known.normal.size, np.int32)
        plies[self.known.index.secret_nodes()] = 2
        return plies

    @cached_property
    def _has_loops(self) -> bool:
        return self.known.normal.component_count < self.known.normal.size

    def _form(self, p1_rate: float, p2_rate: float) -> NormalForm:
        odds = ((1 - rate) * self._best + rate * self._even for rate in (p1_rate, p2_rate))
        return induced_form(self.known.normal, *(FlatOdds(each, None, None) for each in odds))

    def _kept_of(self, form: NormalForm) -> tuple[Any, int]:
        size, ints = form.size, form.backend.new_ints
        kept = ints(size)
        space = form.backend.new_longs(size + 1), ints(len(form.form.to)), ints(size)
        return kept, int(form.backend.executable(find_kept)(size, form.form, *space, kept))

    def _values(self, form: NormalForm) -> tuple[Any, float]:
        """The value of each node, and the most by which one can be wrong."""
        if self._has_loops:
            values, error = self._by_krylov(form)
            if error <= PROVEN:
                return values, error
        solved, gap = best_strategies(form)
        if not gap <= PROVEN:
            raise TooHard(f"chances are known only to within {gap:.1e}")
        return solved.values, gap

    def _by_krylov(self, form: NormalForm) -> tuple[Any, float]:
        size, run, floats = form.size, form.backend.executable, form.backend.new_floats
        kept, count = self._kept_of(form)
        if count == 0:
            return form.results, 0.0
        known, durations, values = floats(size), kept.astype(np.float64), 0.5 * kept
        space, stop = Vectors(*(floats(size) for _ in Vectors._fields)), form.backend.new_ints(1)

        def improve(b: Any, x: Any, enough: float) -> float:
            arguments = size, form.form, kept, b, x, space, enough, MOST_ROUNDS, stop
            return float(call(run(solve_chain), *arguments, stop=stop, in_thread=size > 20_000))

        improve(kept.astype(np.float64), durations, ROUGHLY)
        least = float(run(least_duration)(size, form.form, kept, durations, space))
        if least < CHECKED:
            return values, 1.0
        longest = float(durations.max()) / least
        run(set_known)(size, form.form, kept, form.results, known)
        wrong = improve(known, values, CHAIN_ERROR / longest)
        return np.where(kept > 0, values, form.results), longest * (wrong + self._rounding)

    @cached_property
    def _rounding(self) -> float:
        """The most by which a residual can be wrong by rounding, with that of the odds: a unit for each operation."""
        first = np.asarray(self.known.normal.form.first)
        return float(OPERATIONS + np.diff(first).max()) * ULP
