"""How long games between two policies last, in plies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import fsum, inf, isclose
from typing import Any, NamedTuple

from headway.phrases import percent
from headway.policies.bounds import Bounded, Bounds, chance_bounds, exactly, outward, total
from headway.policies.evaluation import Values
from headway.policies.exact_length import walk_exactly
from headway.solver import Value
from headway.solver.kernels.walk import PLIES, walk
from headway.solver.normal_form import NormalForm
from headway.tolerances import LEAST_EXIT, LONGEST_GAMES, ROUNDING, ULP

MOST_PLIES = 20_000
"""Longer games are not followed; the probability that is left is stated."""
BATCH = 500
"""Plies to a batch, so that Ctrl-C is noticed in between."""


class Walk(NamedTuple):
    """The probability that a game is over after each number of plies, and the expected visits to each node.

    `ends` says of each node whether an end can be reached from it; `left` is the probability of longer games, and
    `error` the most by which all these probabilities together can be wrong.
    """

    over: list[float]
    visits: Any
    ends: Any
    left: float
    error: float


def walk_from(values: Values, start: int) -> Walk:
    """Follow the games of two policies from a node on."""
    absorption = values.absorption
    plies = values.form.backend.ints(absorption.plies)
    return walk_chain(values.form, plies, absorption.ends, (start,))


def walk_chain(normal: NormalForm, plies: Any, ends: Any, starts: Sequence[int]) -> Walk:
    """Follow the games of a chain from several nodes on, each of them as often.

    `plies` says how many each node takes, and `ends` from which an end can be reached.
    """
    backend = normal.backend
    visits, mass, totals = (
        backend.new_floats(normal.size),
        backend.new_floats(PLIES * normal.size),
        backend.new_floats(2),
    )
    for start in starts:
        mass[start] += 1.0 / len(starts)
    over, is_done = list[float](), False
    while not is_done and len(over) < MOST_PLIES:
        batch = backend.new_floats(BATCH)
        given = normal.form, plies, ends, len(over), mass, visits, batch, totals, LONGEST_GAMES
        made = backend.executable(walk)(normal.size, *given)
        over += map(float, batch[:made])
        is_done = made < BATCH
    left, changed = map(float, totals)
    return Walk(over, visits, ends, left, (changed + len(over) + len(starts)) * ULP + LEAST_EXIT)


@dataclass(frozen=True, repr=False)
class Length:
    """How many plies a game lasts; a roll is one, and a secret and its answer are two.

    `probabilities` has the probability of each number of plies, from 0 up. `endless` is the probability that play never
    ends, and `left` that of games which are longer than all that is listed. `mean` is that of the games that end. All
    are fractions where the policies are exact and games are short; otherwise `error` is the most by which the listed
    probabilities and what is left can be wrong, added up, and `mean_bounds` and `endless_bounds` are between which
    numbers the others are for certain: like those of values they hold for the odds rounded to floats. If the loops of a
    game are too hard, `mean` is that of the games that are listed, and its upper bound infinite.

    >>> length = headway.policies.evaluate(headway.load("race-to-the-center"), "random", "random").length()
    >>> length
    <Length: 6.078 plies on average, half of the games within 6, nine in ten within 8>
    >>> length.mean, length.probabilities[5], len(length.probabilities)
    (Fraction(389, 64), Fraction(3, 8), 11)
    >>> length.endless, length.left, length.error
    (Fraction(0, 1), Fraction(0, 1), 0.0)
    >>> length = headway.policies.evaluate(headway.load("predictive-pursuit"), "5", "random").length()
    >>> 0 < length.error < 0.000_000_001, length.mean_bounds.low <= length.mean <= length.mean_bounds.high
    (True, True)
    >>> length.endless_bounds
    Bounds(low=Fraction(0, 1), high=Fraction(0, 1))
    """

    probabilities: tuple[Value, ...]
    endless: Value
    left: Value
    mean: Value
    mean_bounds: Bounds
    endless_bounds: Bounds
    error: float = 0.0

    @cached_property
    def _within(self) -> tuple[Value, ...]:
        return tuple(accumulate(self.probabilities))

    def within(self, plies: int) -> Value:
        """The probability that the game is over within a number of plies.

        >>> length = headway.policies.evaluate(headway.load("race-to-the-center"), "random", "random").length()
        >>> length.within(6), length.within(100)
        (Fraction(3, 4), Fraction(1, 1))
        """
        return self._within[min(plies, len(self._within) - 1)] if plies >= 0 else 0 * self.left

    def within_bounds(self, plies: int) -> Bounds:
        """Between which numbers that probability is for certain: both are the same where it is exact.

        >>> length = headway.policies.evaluate(headway.load("predictive-pursuit"), "5", "random").length()
        >>> low, high = length.within_bounds(10)
        >>> low <= length.within(10) <= high < low + 0.000_000_001
        True
        """
        if plies < 0:
            return Bounds(0 * self.left, 0 * self.left)
        most = self.within(plies) + (self.left if plies >= len(self._within) else 0)
        if self.error == 0.0:
            return Bounds(self.within(plies), most)
        return chance_bounds(self.within(plies) - self.error, most + self.error)

    def quantile(self, share: Value) -> int | None:
        """The least number of plies within which at least this share of the games is over; None if there is none.

        >>> length = headway.policies.evaluate(headway.load("race-to-the-center"), "random", "random").length()
        >>> length.quantile(0.5), length.quantile(0.99)
        (6, 8)
        """
        meant = _exactly(share)
        for plies, over in enumerate(self._within):
            if over >= meant or (self.error > 0.0 and isclose(over, meant, abs_tol=max(ROUNDING, self.error))):
                return plies
        return None

    def quantile_bounds(self, share: Value) -> tuple[int | None, int | None]:
        """Between which numbers of plies a quantile is for certain; None for one that may be anything, or not be.

        >>> length = headway.policies.evaluate(headway.load("predictive-pursuit"), "5", "random").length()
        >>> length.quantile(0.9), length.quantile_bounds(0.9)
        (66, (66, 66))
        """
        meant = _exactly(share)
        bounds = [self.within_bounds(plies) for plies in range(len(self._within) + 1)]
        low = next((plies for plies, (_, most) in enumerate(bounds) if most >= meant), None)
        high = next((plies for plies, (least, _) in enumerate(bounds) if least >= meant), None)
        return low, high

    def __repr__(self) -> str:
        if self.endless >= 1 - ROUNDING:
            return "<Length: no game ends>"
        told = [f"{float(self.mean):.4g} plies on average"]
        for share, words in ((0.5, "half of the games"), (0.9, "nine in ten")):
            plies = self.quantile(share)
            if plies is not None:
                told.append(f"{words} within {plies}")
        if self.endless > ROUNDING:
            told.append(f"{percent(self.endless)} never end")
        return f"<Length: {', '.join(told)}>"


def _exactly(share: Value) -> Fraction:
    """A share as it is written: 0.9 is meant as nine tenths."""
    return share if isinstance(share, Fraction) else Fraction(str(float(share)))


def no_plies() -> Length:
    """The length of a game that is over."""
    nothing, bounds = exactly(Fraction(0))
    return Length((Fraction(1),), nothing, nothing, nothing, bounds, bounds)


def length_of(walk: Walk) -> Length:
    """The length of the games that were followed. Of longer ones only the probability is known."""
    over, visits, ends, left, error = walk
    endless = min(1.0, fsum(float(visits[node]) for node in range(len(ends)) if not ends[node]))
    never = chance_bounds(endless - error, endless + left + error)
    return Length(tuple(over), endless, left, *_listed_mean(over, left, error), never, error)


def _listed_mean(over: Sequence[Value], left: Value, error: float) -> Bounded:
    """The mean number of plies of the games that are listed: the others are longer by an unknown number."""
    ended, plies, longest = total(over), total(number * share for number, share in enumerate(over)), len(over) * error
    if not ended:
        return Bounded(plies, Bounds(0 * plies, inf if left else plies))
    low = (plies - longest) / (ended + error) if error else plies / ended
    high: Value = inf
    if not left and ended > error:
        high = (plies + longest) / (ended - error) if error else plies / ended
    low, high = outward(low, high)
    return Bounded(plies / ended, Bounds(max(low, 0 * low), high))


def length_from(values: Values, start: int, made: int = 0) -> Length:
    """The length of the games of two policies from a node on, of which some plies are already made."""
    absorption = values.absorption
    found = _in_fractions(values, start) or length_of(walk_from(values, start))
    mean, ended = absorption.mean(start), absorption.ending(start)
    if mean is not None:
        found = replace(found, mean=mean.value, mean_bounds=mean.bounds)
    if ended is not None:
        found = replace(
            found, endless=1 - ended.value, endless_bounds=outward(1 - ended.bounds.high, 1 - ended.bounds.low)
        )
    low, high = outward(found.mean_bounds.low - made, found.mean_bounds.high - made) if made else found.mean_bounds
    return replace(
        found,
        probabilities=found.probabilities[made:],
        mean=max(found.mean - made, 0 * found.mean),
        mean_bounds=Bounds(max(low, 0 * low), high),
    )


def _in_fractions(values: Values, start: int) -> Length | None:
    """The length in fractions; None where they are not known, or would take long."""
    absorption = values.absorption
    ended = absorption.ending(start)
    if values.chain is None or ended is None or not isinstance(ended.value, Fraction):
        return None
    over = walk_exactly(values.chain, absorption.plies, absorption.ends, start, MOST_PLIES)
    if over is None:
        return None
    left, endless = ended.value - sum(over, start=Fraction(0)), 1 - ended.value
    return Length(over, endless, left, *_listed_mean(over, left, 0.0), Bounds(endless, endless))


def chance_from(values: Values, start: int, is_counted: Callable[[int], bool]) -> Bounded:
    """The probability that a game which begins at a node ends at one of the ends that are counted."""
    found = values.absorption.chance(start, is_counted)
    if found is not None:
        return found
    walk, rows = walk_from(values, start), values.form.form.rows
    chance = fsum(float(walk.visits[node]) for node in range(len(rows)) if rows[node] == 0 and is_counted(node))
    error = (len(walk.over) + 1) * walk.error  # visits are added up ply by ply
    return Bounded(chance, chance_bounds(chance - error, chance + walk.left + error))
