"""Ratings by the model of Bradley and Terry: Elo numbers under which the scores of all matches are likeliest.

A difference of 400 stands for odds of ten to one, and the mean of all agents is 0. To each match one drawn game is
added: an agent that has won every game would have no finite rating without it. The bootstrap resamples that game with
the others, so the interval of such an agent is wide.
"""

from collections.abc import Sequence
from math import exp, fsum, log, log10
from random import Random
from typing import NamedTuple

from headway.arena.intervals import Interval, PairScore, adjusted, ends
from headway.tolerances import RATED

RESAMPLES = 500
LEAST_ADDED = 0.1
"""What a resample without the drawn game has of it: with nothing at all, a rating might not be finite."""
MOST_STEPS = 1000


class Met(NamedTuple):
    """Two agents, by number, and how their pairs of games went for the first."""

    one: int
    other: int
    pairs: Sequence[PairScore]
    added: float = 1.0
    """How many drawn games are added."""

    def drawn_again(self, rng: Random) -> "Met":
        """The same match with its pairs, and the game that is added, drawn again."""
        pool = [None, *self.pairs]
        drawn = rng.choices(pool, k=len(pool))
        pairs = [pair for pair in drawn if pair is not None]
        return self._replace(pairs=pairs or self.pairs, added=max(LEAST_ADDED, len(drawn) - len(pairs)))


def ratings_of(agents: int, met: Sequence[Met]) -> list[tuple[float, Interval]]:
    """The rating of each agent, and its interval by a bootstrap over the pairs of games."""
    rng = Random(0)
    drawn = [fitted(agents, [each.drawn_again(rng) for each in met]) for _ in range(RESAMPLES)]
    return [
        (rating, ends(sorted(ratings[agent] for ratings in drawn))) for agent, rating in enumerate(fitted(agents, met))
    ]


def fitted(agents: int, met: Sequence[Met]) -> list[float]:
    """The likeliest ratings for the luck-adjusted scores, by Newman's iteration."""
    wins = [[0.0] * agents for _ in range(agents)]
    for one, other, pairs, added in met:
        games = 2 * len(pairs)
        won = games * adjusted(pairs)
        wins[one][other] += won + added / 2
        wins[other][one] += games - won + added / 2
    strengths, others = [1.0] * agents, range(agents)
    for _ in range(MOST_STEPS):
        before = list(strengths)
        for one in others:
            meets = [(wins[one][other], wins[other][one], strengths[other]) for other in others if other != one]
            own = strengths[one]
            strengths[one] = fsum(won * their / (own + their) for won, _, their in meets) / fsum(
                lost / (own + their) for _, lost, their in meets
            )
        middle = exp(fsum(map(log, strengths)) / agents)
        strengths = [strength / middle for strength in strengths]
        if all(abs(log(now / then)) < RATED for now, then in zip(strengths, before, strict=True)):
            break
    return [400 * log10(strength) for strength in strengths]
