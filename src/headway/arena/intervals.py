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
    """The mean score less as much of the luck as goes with the scores, by least squares: a control variate.

    What luck brings on average is known to be nothing, so the mean stays what it is, and varies less.
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
    """An interval for a number from 0 to 1 that was found from these parts: it is found again from parts drawn again.

    The spread is widened as few parts need it, from which so many numbers were `fitted`. If it is the same whatever is
    drawn, the interval has all that would not have shown; unless `is_sampled` is false, because it cannot differ.
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
