"""How long games between two policies last, in plies, and how often each node is visited."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import fsum, isclose
from typing import Any, NamedTuple

from headway.phrases import percent
from headway.policies.evaluation import Values
from headway.solver import Value
from headway.solver.gth import TooHard
from headway.solver.kernels.walk import PLIES, mark_ending, walk
from headway.solver.markov_chain import expected_values
from headway.solver.normal_form import NormalForm
from headway.tolerances import LONGEST_GAMES, ROUNDING

MOST_PLIES = 20_000
"""Longer games are not followed; the probability that is left is stated."""
BATCH = 500
"""Plies to a batch, so that Ctrl-C is noticed in between."""


class Walk(NamedTuple):
    """The probability that a game is over after each number of plies, and the expected visits to each node.

    `ends` says of each node whether an end can be reached from it.
    """

    over: list[float]
    visits: Any
    ends: Any


def which_may_end(normal: NormalForm) -> Any:
    """Of each node of a chain, whether an end can be reached from it."""
    ends = normal.backend.new_ints(normal.size)
    normal.backend.run(mark_ending)(normal.form, normal.components, normal.component_count, ends)
    return ends


def walk_from(values: Values, start: int) -> Walk:
    """Follow the games of two policies from a node on."""
    known = values.explored
    plies = values.form.backend.new_ints(known.normal.size, 1)
    for node in known.index.secret_nodes():
        plies[node] = 2  # a secret and its answer
    return walk_chain(values.form, plies, which_may_end(values.form), (start,))


def walk_chain(normal: NormalForm, plies: Any, ends: Any, starts: Sequence[int]) -> Walk:
    """Follow the games of a chain from several nodes on, each of them as often.

    `plies` says how many each node takes, and `ends` from which an end can be reached.
    """
    backend = normal.backend
    visits, mass = backend.new_floats(normal.size), backend.new_floats(PLIES * normal.size)
    for start in starts:
        mass[start] += 1.0 / len(starts)
    over, is_done = list[float](), False
    while not is_done and len(over) < MOST_PLIES:
        batch = backend.new_floats(BATCH)
        made = backend.run(walk)(normal.size, normal.form, plies, ends, len(over), mass, visits, batch, LONGEST_GAMES)
        over += map(float, batch[:made])
        is_done = made < BATCH
    return Walk(over, visits, ends)


@dataclass(frozen=True, repr=False)
class Length:
    """How many plies a game lasts; a roll is one, and a secret and its answer are two.

    `probabilities` has the probability of each number of plies, from 0 up. `endless` is the probability that play never
    ends, and `left` that of games which are longer than all that is listed. `mean` is that of the games that end: a
    fraction where it is exact, otherwise of those that are listed.

    >>> length = headway.policies.evaluate(headway.load("race-to-the-center"), "random", "random").length()
    >>> length
    <Length: 6.078 plies on average, half of the games within 6, nine in ten within 8>
    >>> length.mean, length.endless, length.left, len(length.probabilities)
    (Fraction(389, 64), 0.0, 0.0, 11)
    """

    probabilities: tuple[float, ...]
    endless: float
    left: float
    mean: Value
    _within: tuple[float, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_within", tuple(accumulate(self.probabilities)))

    def within(self, plies: int) -> float:
        """The probability that the game is over within a number of plies.

        >>> length = headway.policies.evaluate(headway.load("race-to-the-center"), "random", "random").length()
        >>> length.within(6), length.within(100)
        (0.75, 1.0)
        """
        return self._within[min(plies, len(self._within) - 1)] if plies >= 0 else 0.0

    def quantile(self, share: float) -> int | None:
        """The least number of plies within which at least this share of the games is over; None if there is none.

        >>> length = headway.policies.evaluate(headway.load("race-to-the-center"), "random", "random").length()
        >>> length.quantile(0.5), length.quantile(0.99)
        (6, 8)
        """
        for plies, over in enumerate(self._within):
            if over >= share or isclose(over, share, abs_tol=ROUNDING):
                return plies
        return None

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


def length_of(walk: Walk) -> Length:
    """The length of the games that were followed."""
    over, visits, ends = walk
    endless = min(1.0, fsum(float(visits[node]) for node in range(len(ends)) if not ends[node]))
    left = max(0.0, 1 - fsum(over) - endless)
    mean = fsum(plies * share for plies, share in enumerate(over)) / (fsum(over) or 1.0)
    return Length(tuple(over), endless, 0.0 if left < ROUNDING else left, mean)


def length_from(values: Values, start: int, made: int = 0) -> Length:
    """The length of the games of two policies from a node on, of which some plies are already made."""
    found = length_of(walk_from(values, start))
    mean = found.mean
    if found.endless == 0 and values.chain is not None:
        known = values.explored
        plies = [Fraction(known.plies(node)) for node in range(known.normal.size)]
        nothing = [Fraction(0)] * values.form.size
        with suppress(TooHard):  # a loop with long fractions
            mean = expected_values(values.form, values.chain, nothing, Fraction(0), plies)[start]
    return Length(found.probabilities[made:], found.endless, found.left, max(mean - made, 0 * mean))
