"""Means over pairs of games, with luck taken out, and their intervals by a bootstrap over the pairs."""

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from random import Random
from typing import NamedTuple, TypeVar

from headway.arena.score import COVERED

Interval = tuple[float, float]
"""Where a number is, with 95 % confidence: from the first to the second."""
RESAMPLES = 1000


class PairScore(NamedTuple):
    """What a pair of games came to for an agent, from 0 to 1, and its luck in it, which is 0 on average."""

    score: float
    luck: float


Part = TypeVar("Part", bound=tuple[float, float])


def share(pairs: Sequence[PairScore]) -> float:
    """The mean score."""
    return fsum(pair.score for pair in pairs) / len(pairs)


def adjusted(pairs: Sequence[PairScore]) -> float:
    """The mean score, with luck as a control variate: its part in the scores is found by least squares and subtracted.

    The mean of luck is known to be 0, so the estimate is of the same number, and varies less.
    """
    scores, lucks = zip(*pairs, strict=True)
    score, luck = fsum(scores) / len(pairs), fsum(lucks) / len(pairs)
    spread = fsum((each - luck) ** 2 for each in lucks)
    together = fsum((one - score) * (other - luck) for one, other in pairs)
    slope = min(1.0, max(0.0, together / spread)) if spread else 0.0
    return min(1.0, max(0.0, score - slope * luck))


def ratio(parts: Sequence[tuple[float, float]]) -> float:
    """The sum of the first numbers over that of the second."""
    return fsum(one for one, _ in parts) / (fsum(other for _, other in parts) or 1.0)


def interval_of(
    found: Callable[[Sequence[Part]], float], parts: Sequence[Part], *, is_sampled: bool = True, fitted: int = 1
) -> Interval:
    """A 95 % bootstrap interval for a number from 0 to 1, which `found` computes from the parts.

    For few parts it is widened by the degrees of freedom: the number of parts less that of `fitted` parameters. If all
    resamples give the same, the interval covers every number that would have given the same parts with a probability of
    at least 2.5 %; unless `is_sampled` is false, because the parts cannot differ.
    """
    middle, rng = found(parts), Random(0)
    drawn = sorted(found(rng.choices(parts, k=len(parts))) for _ in range(RESAMPLES if len(parts) > 1 else 1))
    if drawn[0] == drawn[-1]:
        unseen = 1 - ((1 - COVERED) / 2) ** (1 / len(parts)) if is_sampled else 0.0
        return middle * (1 - unseen), middle + unseen * (1 - middle)
    wider = sqrt(len(parts) / max(1, len(parts) - fitted))
    low, high = (min(1.0, max(0.0, middle + wider * (end - middle))) for end in ends(drawn))
    return low, high


def ends(drawn: Sequence[float]) -> Interval:
    """The ends of the interval that most of the sorted numbers are in."""
    cut = int(len(drawn) * (1 - COVERED) / 2)
    return drawn[cut], drawn[-1 - cut]
