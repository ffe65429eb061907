"""What answers that differ might come to if they were given again: intervals by a bootstrap over its answers."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from headway.game import State
from headway.policies.answers import Answers
from headway.policies.completions import MOST_NODES
from headway.policies.flat import FlatOdds, flat_odds
from headway.policies.induced import induced_form, solved_form
from headway.policies.policy import Policy
from headway.rulekit import P1, P2
from headway.solver import explore
from headway.solver.explored import Explored

RESAMPLES, CUT = 40, 1
"""How often the answers are drawn again, and how many of the results are cut off at either end: 95 % are left."""

Interval = tuple[float, float]


class PolicyIntervals(NamedTuple):
    """The 95 % intervals of the exploitability, and of the chance of winning in both seats against each opponent."""

    exploitability: Interval
    wins: Mapping[str, tuple[Interval, Interval]]


class Mixed(NamedTuple):
    """The legal answers in a position, where not all are the same: how many there are, and the share of each move."""

    answers: int
    shares: Mapping[int, Fraction | float]


class Place(NamedTuple):
    """Where the odds of one answered position are: the first of its choices in the odds of a seat, and their moves."""

    seat: int
    begin: int
    moves: Sequence[int]


class _Bootstrap:
    """Draws the answers of each position again, as often as it was asked, and solves what the agent then comes to."""

    def __init__(self, explored: Explored, answers: Answers, mixed: Mapping[State, Mixed]) -> None:
        self._explored, self._mixed = explored, mixed
        self._odds = [flat_odds(explored, answers, seat) for seat in (P1, P2)]
        self._places = _places(explored, mixed)
        self._drawn = self._odds

    def draw(self, rng: Random) -> None:
        """Draw all answers again."""
        floats = [odds.floats.copy() for odds in self._odds]
        for seen, (answers, shares) in self._mixed.items():
            drawn = rng.choices([*shares], [float(share) for share in shares.values()], k=answers)
            for place in self._places[seen]:
                for number, move in enumerate(place.moves, place.begin):
                    floats[place.seat][number] = drawn.count(move) / answers
        self._drawn = [FlatOdds(each, None, odds.reached) for each, odds in zip(floats, self._odds, strict=True)]

    def exploitability(self) -> float:
        """What a best response to the agent gains, on average of the seats."""
        p1, p2 = self._drawn
        return min(0.5, max(0.0, (self._value(None, p2) - self._value(p1, None)) / 2))

    def wins(self, opponent: Sequence[FlatOdds]) -> tuple[float, float]:
        """The chance of winning in the first and in the second seat; the opponent has odds for both seats."""
        return self._value(self._drawn[P1], opponent[P2]), 1 - self._value(opponent[P1], self._drawn[P2])

    def _value(self, p1: FlatOdds | None, p2: FlatOdds | None) -> float:
        solved: Any = solved_form(induced_form(self._explored.normal, p1, p2), self._explored.game)
        start = self._explored.starts[P1]
        return float((solved.floor[start] + solved.ceiling[start]) / 2)


def policy_intervals(
    answers: Answers, mixed: Mapping[State, Mixed], opponents: Mapping[str, Policy]
) -> PolicyIntervals | None:
    """The intervals for what answers come to, some of which are `mixed`, by what was seen; None for a large game.

    They tell what might come of the same questions another time, and nothing of positions without a legal answer.
    """
    explored = explore(answers.game)
    if explored.normal.size > MOST_NODES:
        return None
    bootstrap, rng = _Bootstrap(explored, answers, mixed), Random(0)
    flat = {name: [flat_odds(explored, each, seat) for seat in (P1, P2)] for name, each in opponents.items()}
    limits, chances = list[float](), {name: list[tuple[float, float]]() for name in opponents}
    for _ in range(RESAMPLES):
        bootstrap.draw(rng)
        limits.append(bootstrap.exploitability())
        for name, odds in flat.items():
            chances[name].append(bootstrap.wins(odds))
    fewest = min(each.answers for each in mixed.values())
    interval = _interval_of(sqrt(fewest / (fewest - 1)))  # answers drawn again differ less than those of another time
    wins = {
        name: (interval([one for one, _ in both]), interval([two for _, two in both])) for name, both in chances.items()
    }
    return PolicyIntervals(interval(limits), wins)


def _interval_of(wider: float) -> Callable[[list[float]], Interval]:
    """Gives the interval that most of some numbers are in, widened by a factor about their mean."""

    def interval(numbers: list[float]) -> Interval:
        numbers.sort()
        middle = sum(numbers) / len(numbers)
        low, high = (middle + wider * (end - middle) for end in (numbers[CUT], numbers[-1 - CUT]))
        return max(0.0, low), min(1.0, high)

    return interval


def _places(explored: Explored, mixed: Mapping[State, Mixed]) -> dict[State, list[Place]]:
    found = {seen: list[Place]() for seen in mixed}
    for node in range(explored.normal.size):
        for asked in explored.information_sets(node):
            if asked.seen in found and len(asked.moves) > 1:
                place = Place(asked.seat, explored.places(node, asked.seat).start, asked.moves)
                found[asked.seen].append(place)
    return found
