"""What each decision of two policies costs: expected visits times the value that is lost, at each information set."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from headway.game import State
from headway.phrases import count
from headway.policies.bounds import Bounded, Bounds, at_least_zero, exactly, outward, product, sum_of, total
from headway.policies.evaluation import HALF, Values
from headway.policies.exact_best import BestPlay
from headway.policies.meetings import meetings, odds_at
from headway.policies.visits import Visits, expected_visits
from headway.rulekit import P1
from headway.solver import Solution, Value
from headway.table.outcome import Actor
from headway.tolerances import ULP

TOLD = 0.001
"""A figure is told as one number if its bounds are at most this part of a game apart, otherwise as between two."""


class Decision(NamedTuple):
    """What a side's odds in one information set cost it, compared with best play.

    `seat` is the side, `seen` what it sees, and `odds` are those of its policy, by the moves as players type them.
    `visits` is how often a game comes there on average, and `lost` how much of a game is lost by each visit. Both are
    fractions where the policies are exact and the game is small; `visits_bounds` and `lost_bounds` are between which
    numbers they are for certain.

    Where both sides choose at once, what one loses depends on the odds of the other. The shares are Shapley's: the mean
    of what a side loses against the other's best odds and against its real ones. So `lost` is below 0 where a side
    takes advantage of the other's odds. Of several best odds those of the solution are meant.

    >>> worst, *others = headway.policies.evaluate(headway.load("cross-over"), "random", "perfect").losses().decisions
    >>> worst.seat, worst.seen, worst.odds["3"], worst.visits
    (<Actor.P1: 0>, State(places=(1, 9), mover=0), Fraction(1, 3), Fraction(1, 1))
    >>> worst.lost, worst.lost_bounds, worst.cost == worst.visits * worst.lost
    (Fraction(2, 3), Bounds(low=Fraction(2, 3), high=Fraction(2, 3)), True)
    >>> game = headway.load("predictive-pursuit")
    >>> worst, *others = headway.policies.evaluate(game, "random", "perfect").losses().decisions
    >>> worst.visits_bounds.low <= worst.visits <= worst.visits_bounds.high
    True
    """

    seat: Actor
    seen: State
    odds: dict[str, Value]
    visits: Value
    lost: Value
    visits_bounds: Bounds
    lost_bounds: Bounds

    @property
    def cost(self) -> Value:
        """What the decision costs in an average game: visits times what is lost by each.

        >>> found = headway.policies.evaluate(headway.load("cross-over"), "random", "perfect").losses()
        >>> found.decisions[0].cost
        Fraction(2, 3)
        """
        return self.visits * self.lost

    @property
    def cost_bounds(self) -> Bounds:
        """Between which numbers the cost is for certain: both are the cost where it is exact.

        >>> found = headway.policies.evaluate(headway.load("predictive-pursuit"), "random", "perfect").losses()
        >>> low, high = found.decisions[0].cost_bounds
        >>> low <= found.decisions[0].cost <= high < low + 0.000_001
        True
        """
        return product(self.visits_bounds, self.lost_bounds)


@dataclass(frozen=True, repr=False)
class Losses:
    """What the decisions of both sides cost. The value of the pair is `best` - lost_by(P1) + lost_by(P2) + `endless`.

    `best` is the value of the game under best play, and `decisions` are the information sets with a choice that come
    up, the costliest first. `endless` is what play that never ends adds to P1's chance, or takes from it, compared with
    the value of the states in which it goes on; `endless_bounds` are between which numbers that is for certain. `left`
    is the probability of games that are too long to be followed: it is 0 but in games with very large loops. All this
    adds up exactly where it is in fractions, as in small games if the policies are exact. Otherwise it does to within
    `left`, the bounds of what is added, and the gap of the solution.

    >>> pair = headway.policies.evaluate(headway.load("cross-over"), "random", "5")
    >>> found = pair.losses()
    >>> found
    <Losses: P1 1.009, P2 0.3242 of a game, in 89 decisions>
    >>> P1, P2 = headway.Actor.P1, headway.Actor.P2
    >>> found.best - found.lost_by(P1) + found.lost_by(P2) + found.endless == pair.value()
    True
    >>> len(found.decisions), found.endless, found.endless_bounds.high, found.left
    (89, Fraction(0, 1), Fraction(0, 1), 0.0)
    """

    best: Value
    decisions: tuple[Decision, ...]
    endless: Value
    endless_bounds: Bounds
    left: float = 0.0

    def lost_by(self, seat: int) -> Value:
        """What a side loses in an average game by all its decisions.

        >>> found = headway.policies.evaluate(headway.load("cross-over"), "perfect", "random").losses()
        >>> found.lost_by(headway.Actor.P1)
        Fraction(0, 1)
        """
        return total(decision.cost for decision in self.decisions if decision.seat == seat)

    def lost_by_bounds(self, seat: int) -> Bounds:
        """Between which numbers that is for certain: both are the same where it is exact.

        >>> found = headway.policies.evaluate(headway.load("predictive-pursuit"), "random", "perfect").losses()
        >>> low, high = found.lost_by_bounds(headway.Actor.P1)
        >>> low <= found.lost_by(headway.Actor.P1) <= high < low + 0.000_001
        True
        """
        return sum_of(decision.cost_bounds for decision in self.decisions if decision.seat == seat)

    def __repr__(self) -> str:
        figures = {seat.name: self._figure(seat) for seat in (Actor.P1, Actor.P2)}
        known = [f"{name} {figure}" for name, figure in figures.items() if figure]
        told = [f"{', '.join(known)} of a game"] if known else []
        told += [f"{name} unknown" for name, figure in figures.items() if not figure]
        return f"<Losses: {', '.join(told)}, in {count(len(self.decisions), 'decision')}>"

    def _figure(self, seat: int) -> str:
        """What a side loses, in words; nothing where the bounds are more than a game apart."""
        low, high = map(float, self.lost_by_bounds(seat))
        if high - low <= TOLD:
            return f"{float(self.lost_by(seat)):.4g}"
        return f"between {floor(low / TOLD) * TOLD:.4g} and {ceil(high / TOLD) * TOLD:.4g}" if high - low <= 1 else ""


def losses_from(values: Values, start: int, solution: Solution, is_guess: bool = False) -> Losses:
    """What the decisions of two policies cost from a node on.

    At a guess the secret is made, with the odds of its policy: it costs nothing more, and `best` is what the guess of
    the solution is worth against these odds.
    """
    known, found, best_play = values.explored, expected_visits(values, start), BestPlay(values, solution)
    decisions, endless = list[Decision](), list[Bounded]()
    for node in range(known.normal.size):
        if not found.visits[node]:
            continue
        if not found.ends[node]:
            endless.append(_endless(found, node, best_play))
        elif known.places(node, P1):
            decisions += _at(values, node, found, best_play, is_guess and node == start)
    decisions.sort(key=lambda decision: -decision.cost)
    best = best_play.value(start)
    if is_guess and found.ends[start]:
        best = meetings(values, start, best_play)[(1, 0) if known.game.actor(known.state(start)) == P1 else (0, 1)]
    bounds = sum_of(each.bounds for each in endless)
    return Losses(best, tuple(decisions), total(each.value for each in endless), bounds, found.left)


def _endless(found: Visits, node: int, best_play: BestPlay) -> Bounded:
    """What play that never ends adds at a node, compared with its value."""
    lost = _sure(HALF - best_play.value(node), best_play, 1)
    visits = found.at(node)
    return Bounded(visits.value * lost.value, product(visits.bounds, lost.bounds))


def _at(values: Values, node: int, found: Visits, best_play: BestPlay, is_guess: bool) -> list[Decision]:
    """The decisions of both sides at a node; with `is_guess`, the secret of the first visit is already made."""
    known, meets = values.explored, meetings(values, node, best_play)
    here, sets = best_play.value(node), known.information_sets(node)
    if len(sets) == 1:
        lost: list[Value] = [here - meets[1, 1], meets[1, 1] - here]
    else:
        lost = [
            (meets[0, 0] - meets[1, 0] + meets[0, 1] - meets[1, 1]) / 2,
            (meets[0, 1] - meets[0, 0] + meets[1, 1] - meets[1, 0]) / 2,
        ]
    cells = int(values.explored.normal.form.first[node + 1]) - int(values.explored.normal.form.first[node])
    often = [found.at(node)] * 2
    sure = [_sure(each, best_play, cells) for each in lost]
    if len(sets) == 1:  # who alone has a choice cannot gain by it
        sure = [Bounded(at_least_zero(each.value), Bounds(*map(at_least_zero, each.bounds))) for each in sure]
    if is_guess:
        chooser = known.game.actor(known.state(node))
        guesser = 1 - chooser
        first = meets[1, 0] - meets[1, 1] if chooser == P1 else meets[0, 1] - meets[1, 1]
        at_first = _sure(first if guesser == P1 else -first, best_play, cells)
        sure[guesser] = _in_mean(at_first, sure[guesser], often[guesser])
        often[chooser] = _one_less(often[chooser])
    return [
        Decision(
            Actor(each.seat),
            each.seen,
            _told(values, node, each.seat, each.moves),
            often[each.seat].value,
            sure[each.seat].value,
            often[each.seat].bounds,
            sure[each.seat].bounds,
        )
        for each in sets
        if len(each.moves) > 1 and often[each.seat].value > 0
    ]


def _sure(lost: Value, best_play: BestPlay, cells: int) -> Bounded:
    """What is lost by a visit, a difference of values of a solution, with its bounds."""
    if isinstance(lost, Fraction):
        return exactly(lost)
    error = 2 * best_play.solution.certificate.gap + 4 * (cells + 8) * ULP
    return Bounded(lost, Bounds(lost - error, lost + error))


def _one_less(often: Bounded) -> Bounded:
    """Visits without the first."""
    low, high = outward(*(max(each - 1, 0 * each) for each in often.bounds))
    return Bounded(max(often.value - 1, 0 * often.value), Bounds(max(low, 0 * low), high))


def _in_mean(first: Bounded, later: Bounded, often: Bounded) -> Bounded:
    """What is lost by a visit on average, if the first one loses another amount than the later ones."""

    def mean(one: Value, other: Value, visits: Value) -> Value:
        return other + (one - other) / max(visits, 1 + 0 * visits)

    means = [mean(one, other, visits) for one in first.bounds for other in later.bounds for visits in often.bounds]
    low, high = outward(min(means), max(means))
    slack = 0 if isinstance(low, Fraction) else 4 * ULP
    return Bounded(mean(first.value, later.value, often.value), Bounds(low - slack, high + slack))


def _told(values: Values, node: int, seat: int, moves: Sequence[int]) -> dict[str, Value]:
    shares = odds_at(values, node, seat)
    return {values.explored.game.token(move): share for move, share in zip(moves, shares, strict=True)}
