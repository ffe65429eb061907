"""What each decision of two policies costs: expected visits times the value that is lost, at each information set."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from headway.game import State
from headway.policies.evaluation import Values
from headway.policies.visits import expected_visits
from headway.rulekit import P1, P2
from headway.solver import Solution, Value
from headway.table.outcome import Actor


class Decision(NamedTuple):
    """What a side's odds in one information set cost it, compared with best play.

    `seat` is the side, `seen` what it sees, and `odds` are those of its policy, by the moves as players type them.
    `visits` is how often a game comes there on average, and `lost` how much of a game is lost by each visit.

    Where both sides choose at once, what one loses depends on the odds of the other. The shares are Shapley's: the mean
    of what a side loses against the other's best odds and against its real ones. So `lost` is below 0 where a side
    takes advantage of the other's odds.

    >>> worst, *others = headway.policies.evaluate(headway.load("cross-over"), "random", "perfect").losses().decisions
    >>> worst.seat, worst.seen, worst.odds["3"], worst.visits
    (<Actor.P1: 0>, State(places=(1, 9), mover=0), Fraction(1, 3), 1.0)
    >>> round(worst.lost, 6), worst.cost == worst.visits * worst.lost
    (0.666667, True)
    """

    seat: Actor
    seen: State
    odds: dict[str, Value]
    visits: float
    lost: float

    @property
    def cost(self) -> float:
        """What the decision costs in an average game: visits times what is lost by each.

        >>> found = headway.policies.evaluate(headway.load("cross-over"), "random", "perfect").losses()
        >>> round(found.decisions[0].cost, 6)
        0.666667
        """
        return self.visits * self.lost


@dataclass(frozen=True, repr=False)
class Losses:
    """What the decisions of both sides cost. The value of the pair is `best` - lost_by(P1) + lost_by(P2) + `endless`.

    `best` is the value of the game under best play, and `decisions` are the information sets with a choice that come
    up, the costliest first. `endless` is what play that never ends adds to P1's chance, or takes from it, compared with
    the value of the states in which it goes on. `left` is the probability of games that are too long to be followed: it
    is 0 but in games with very large loops, and all this adds up to within it.

    >>> pair = headway.policies.evaluate(headway.load("cross-over"), "random", "5")
    >>> found = pair.losses()
    >>> found
    <Losses: P1 1.009, P2 0.3242 of a game, in 89 decisions>
    >>> P1, P2 = headway.Actor.P1, headway.Actor.P2
    >>> abs(found.best - found.lost_by(P1) + found.lost_by(P2) + found.endless - pair.value()) < 0.000_000_001
    True
    >>> len(found.decisions)
    89
    """

    best: Value
    decisions: tuple[Decision, ...]
    endless: float
    left: float = 0.0

    def lost_by(self, seat: int) -> float:
        """What a side loses in an average game by all its decisions.

        >>> found = headway.policies.evaluate(headway.load("cross-over"), "perfect", "random").losses()
        >>> found.lost_by(headway.Actor.P1)
        0.0
        """
        return fsum(decision.cost for decision in self.decisions if decision.seat == seat)

    def __repr__(self) -> str:
        p1, p2 = self.lost_by(P1), self.lost_by(P2)
        return f"<Losses: P1 {p1:.4g}, P2 {p2:.4g} of a game, in {len(self.decisions)} decisions>"


def losses_from(values: Values, start: int, solution: Solution, is_guess: bool = False) -> Losses:
    """What the decisions of two policies cost from a node on.

    At a guess the secret is made, with the odds of its policy: it costs nothing more, and `best` is what the guess of
    the solution is worth against these odds.
    """
    known, found, decisions, endless = values.explored, expected_visits(values, start), list[Decision](), list[float]()
    for node in range(known.normal.size):
        visits = float(found.visits[node])
        if visits > 0 and not found.ends[node]:
            endless.append(visits * (0.5 - float(solution.value(known.state(node)))))
        elif visits > 0 and known.places(node, P1):
            decisions += _at(values, node, visits, solution, is_guess and node == start)
    decisions.sort(key=lambda decision: -decision.cost)
    best = solution.value(known.state(start))
    if is_guess and found.ends[start]:
        best = _meetings(values, start, solution)[(1, 0) if known.game.actor(known.state(start)) == P1 else (0, 1)]
    return Losses(best, tuple(decisions), fsum(endless), found.left)


def _meetings(values: Values, node: int, solution: Solution) -> dict[tuple[int, int], float]:
    """What a node is worth if P1, and P2, keep to the odds of best play (0) or to their own (1)."""
    known, form = values.explored, values.explored.normal.form
    begin, columns = int(form.first[node]), int(form.columns[node])
    after = [float(solution.value(known.state(int(form.to[at])))) for at in range(begin, int(form.first[node + 1]))]
    matrix = [after[row : row + columns] for row in range(0, len(after), columns)]
    sets, real, best = known.information_sets(node), list[list[float]](), list[list[float]]()
    for seat, given in zip((P1, P2), values.given, strict=True):
        assert given is not None
        real.append([float(given.floats[place]) for place in known.places(node, seat)])
        own = next((each for each in sets if each.seat == seat), None)
        optimal = solution.odds(own.seen) if own is not None else None
        # where one side alone chooses, the other's odds are the same
        best.append(real[-1] if own is None or optimal is None else [optimal[move] for move in own.moves])
    return {
        (one, two): _mean(matrix, p1, p2)
        for one, p1 in enumerate((best[P1], real[P1]))
        for two, p2 in enumerate((best[P2], real[P2]))
    }


def _at(values: Values, node: int, visits: float, solution: Solution, is_guess: bool) -> list[Decision]:
    """The decisions of both sides at a node; with `is_guess`, the secret of the first visit is already made."""
    known, meets = values.explored, _meetings(values, node, solution)
    here, sets = float(solution.value(known.state(node))), known.information_sets(node)
    if len(sets) == 1:
        lost = [here - meets[1, 1], meets[1, 1] - here]
    else:
        lost = [
            (meets[0, 0] - meets[1, 0] + meets[0, 1] - meets[1, 1]) / 2,
            (meets[0, 1] - meets[0, 0] + meets[1, 1] - meets[1, 0]) / 2,
        ]
    often = [visits, visits]
    if is_guess:
        chooser = known.game.actor(known.state(node))
        often[chooser] = max(0.0, visits - 1)
        first = meets[1, 0] - meets[1, 1] if chooser == P1 else meets[0, 1] - meets[1, 1]
        guesser = 1 - chooser
        lost[guesser] = ((first if guesser == P1 else -first) + (visits - 1) * lost[guesser]) / visits
    return [
        Decision(
            Actor(each.seat), each.seen, _told(values, node, each.seat, each.moves), often[each.seat], lost[each.seat]
        )
        for each in sets
        if len(each.moves) > 1 and often[each.seat] > 0
    ]


def _told(values: Values, node: int, seat: int, moves: Sequence[int]) -> dict[str, Value]:
    given = values.given[seat]
    assert given is not None
    odds: Sequence[Value] = given.floats if given.exact is None else given.exact
    places = values.explored.places(node, seat)
    shares = [odds[place] if given.exact is not None else float(odds[place]) for place in places]
    return {values.explored.game.token(move): share for move, share in zip(moves, shares, strict=True)}


def _mean(matrix: list[list[float]], p1: Sequence[float], p2: Sequence[float]) -> float:
    return fsum(row * column * matrix[at][to] for at, row in enumerate(p1) for to, column in enumerate(p2))
