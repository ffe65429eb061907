"""The mean of each figure over boards that are dealt at random, with a confidence interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import atan2, cos, fsum, pi, sin, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from headway.lab.row import KINDS, Row
from headway.ruleset import Setting

COVERED = 0.95
FEWEST = 5
"""With fewer boards there is no interval."""
NOT_AVERAGED = {"gap", "error", "seconds"}


class Mean(NamedTuple):
    """The `mean` of a figure over boards. That of all boards is within `within` of it, 95 % sure; None of few boards.

    >>> rows = headway.lab.sweep("number-race", {"length": 6}, boards=20, seed=1)
    >>> found = headway.lab.mean_over_boards(rows)[0].figures["value_p1_first"]
    >>> 0.5 < found.mean < 0.6, 0 < found.within < 0.02
    (True, True)
    """

    mean: float
    within: float | None


@dataclass(frozen=True)
class OverBoards:
    """The means of all figures over the boards of one set of rules.

    `game` and `rules` say which these are, `boards` is how many boards have figures, and `figures` has the means by the
    names of the columns.

    >>> rows = headway.lab.sweep("number-race", {"length": "4,6"}, boards=5)
    >>> [(each.game, each.rules, each.boards) for each in headway.lab.mean_over_boards(rows)]
    [('number-race', {'length': 4, 'lot': 'no', ...}, 5), ('number-race', {'length': 6, 'lot': 'no', ...}, 5)]
    >>> headway.lab.mean_over_boards(rows)[0].figures["perfect_endless"]
    Mean(mean=0.0, within=0.0)
    """

    game: str
    rules: dict[str, Setting]
    boards: int
    figures: dict[str, Mean]


def mean_over_boards(rows: Sequence[Row]) -> list[OverBoards]:
    """The means over the boards of each set of rules of which any has figures, from the rows of a sweep.

    >>> rows = headway.lab.sweep("number-race", {"length": 5}, boards=8, seed=3)
    >>> (found,) = headway.lab.mean_over_boards(rows)
    >>> found.boards, found.figures["states"].mean == sum(row.states for row in rows) / 8
    (8, True)
    """
    groups = dict[tuple[str, tuple[tuple[str, Setting], ...]], list[Row]]()
    for row in rows:
        if row.deal is not None:
            rules = tuple((name, value) for name, value in row.rules.items() if not isinstance(value, list))
            groups.setdefault((row.game, rules), []).append(row)
    found = [OverBoards(game, dict(rules), *_figures(dealt)) for (game, rules), dealt in groups.items()]
    return [each for each in found if each.boards]


def _figures(rows: list[Row]) -> tuple[int, dict[str, Mean]]:
    found = dict[str, Mean]()
    for name, kind in KINDS.items():
        if kind in (int, float) and name not in {"deal", "seed", *NOT_AVERAGED}:
            numbers = [getattr(row, name) for row in rows if getattr(row, name) is not None]
            if numbers:
                found[name] = _mean(numbers)
    return sum(row.states is not None for row in rows), found


def _mean(numbers: list[float]) -> Mean:
    if len(numbers) < FEWEST:
        return Mean(fmean(numbers), None)
    return Mean(fmean(numbers), _quantile_of_t(len(numbers) - 1) * stdev(numbers) / sqrt(len(numbers)))


@cache
def _quantile_of_t(freedom: int) -> float:
    """The quantile of Student's distribution: its distribution function is a finite sum, and is inverted by halving."""
    low, high = 0.0, 100.0
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _within_t(middle, freedom) < COVERED else (low, middle)
    return high


def _within_t(most: float, freedom: int) -> float:
    """The probability that a number with Student's distribution is at most so far from 0.

    It is the sum for a whole number of degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4).
    """
    angle = atan2(most, sqrt(freedom))
    term, terms = (cos(angle) if freedom % 2 else 1.0), list[float]()
    for power in range(2 + freedom % 2, freedom, 2):
        terms.append(term)
        term *= (power - 1) / power * cos(angle) ** 2
    if freedom > 1:
        terms.append(term)
    total = sin(angle) * fsum(terms)
    return total if freedom % 2 == 0 else 2 / pi * (angle + total)
