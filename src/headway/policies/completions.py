"""The value of incomplete answers: with the best and with the worst choices where an information set is open.

The open choices are left to a player of their own. At their best they belong to the side that answered, and what is
left is a game against the other side, or a Markov decision process if that side keeps to a policy. At their worst they
belong to the other side as well, so one side alone decides. Either is solved as the game itself is.
"""

from collections.abc import Sequence
from typing import NamedTuple

from headway.game import Game
from headway.policies.answers import Answers
from headway.policies.bounds import Bounds
from headway.policies.flat import FlatOdds, flat_odds
from headway.policies.induced import solved_form
from headway.policies.policy import Policy
from headway.rulekit import P1, P2
from headway.solver import explore
from headway.solver.explored import Explored, backend_for
from headway.solver.kernels.form import Form, number_odds
from headway.solver.normal_form import NormalForm

Action = list[tuple[int, float]]
"""Where a choice leads, with the probability of each outcome."""

MOST_NODES = 5_000
"""In a larger game only what always holds is said: there a few hundred answers leave nearly everything open."""
ALWAYS, AT_MOST = Bounds(0.0, 1.0), Bounds(0.0, 0.5)
"""Between which numbers every chance is, and every exploitability."""


class Given(NamedTuple):
    """The odds of a side at each node, as `kernels.form` numbers them, and the nodes where it has no answer."""

    odds: FlatOdds
    is_open: Sequence[bool]


class Completions:
    """All policies that answers can be a part of. `exploitability` and `wins` hold for each of them.

    >>> from headway.policies.completions import completions_of
    >>> game = headway.load("cross-over")
    >>> nothing = headway.policies.Answers(game, {}, otherwise=headway.policies.Random(game))
    >>> completions_of(game, nothing).exploitability
    Bounds(low=0.0, high=0.5)
    """

    def __init__(self, explored: Explored, answers: Answers) -> None:
        self._explored = explored
        self._given = [_given(explored, answers, seat) for seat in (P1, P2)]

    @property
    def has_open(self) -> bool:
        """Is there an information set without an answer?"""
        return any(any(given.is_open) for given in self._given)

    @property
    def _is_too_large(self) -> bool:
        return self._explored.normal.size > MOST_NODES

    @property
    def exploitability(self) -> Bounds:
        """The least and the greatest exploitability, on average of the seats."""
        if self._is_too_large:
            return AT_MOST
        best, worst = ([self._value(seat, None, is_best=is_best) for seat in (P1, P2)] for is_best in (True, False))
        return Bounds(max(0.0, (best[P2].low - best[P1].high) / 2), (worst[P2].high - worst[P1].low) / 2)

    def wins(self, opponent: Policy) -> tuple[Bounds, Bounds]:
        """The least and the greatest chance of winning against a policy, in the first and in the second seat."""
        if self._is_too_large:
            return ALWAYS, ALWAYS
        as_p1, as_p2 = (
            [
                self._value(seat, flat_odds(self._explored, opponent, 1 - seat), is_best=is_best)
                for is_best in (False, True)
            ]
            for seat in (P1, P2)
        )
        return Bounds(as_p1[0].low, as_p1[1].high), Bounds(1 - as_p2[0].high, 1 - as_p2[1].low)

    def _value(self, seat: int, other: FlatOdds | None, *, is_best: bool) -> Bounds:
        """The value of the game if a seat gives its answers, and the other side best responds or keeps to its odds."""
        form = _completed(self._explored, self._given[seat], seat, other, is_best)
        solved, start = solved_form(form, self._explored.game), self._explored.starts[P1]
        return Bounds(float(solved.floor[start]), float(solved.ceiling[start]))


def _given(explored: Explored, answers: Answers, seat: int) -> Given:
    is_open = [False] * explored.normal.size
    for node in range(explored.normal.size):
        if len(explored.places(node, seat)) > 1:
            asked = explored.information_set(node, seat)
            is_open[node] = asked is not None and not answers._knows(asked.seen)
    return Given(flat_odds(explored, answers, seat), is_open)


def _completed(explored: Explored, given: Given, seat: int, other: FlatOdds | None, is_best: bool) -> NormalForm:
    """The normal form in which a seat makes its open choices, or has them made against it. Nodes keep their numbers."""
    normal, completed = explored.normal, _GrowingForm(explored.normal)
    for node in range(normal.size):
        height, width = int(normal.form.rows[node]), int(normal.form.columns[node])
        if height * width < 2:
            shares = normal.form.share[int(normal.form.first[node]) : int(normal.form.first[node + 1])]
            completed.add(height, width, list(zip(normal.outcomes(node), map(float, shares), strict=True)))
            continue
        cells = normal.matrix(node, seat)
        own = None if given.is_open[node] else _odds(explored, given.odds, node, seat)
        answer = None if other is None and len(cells[0]) > 1 else _odds(explored, other, node, 1 - seat)
        if own is None and answer is None and is_best:
            completed.add(height, width, [(each, 1.0) for each in normal.outcomes(node)])
        else:
            completed.add_choice(seat if own is None and is_best else 1 - seat, _actions(cells, own, answer))
    return completed.normal_form()


def _actions(cells: Sequence[Sequence[int]], own: list[float] | None, answer: list[float] | None) -> list[Action]:
    """Between what one side chooses at a node; the odds of the rows, and of the columns, are given or left to it."""
    if own is None:
        if answer is None:
            return [[(each, 1.0)] for row in cells for each in row]
        return [_mixed(row, answer) for row in cells]
    if answer is None:
        return [_mixed(column, own) for column in zip(*cells, strict=True)]
    return [[pair for row, odds in zip(cells, own, strict=True) for pair in _mixed(row, answer, odds)]]


class _GrowingForm:
    """A normal form that is made node after node, from another one whose nodes keep their numbers.

    A choice with more than one outcome leads to a node of its own, which follows after all others.
    """

    def __init__(self, before: NormalForm) -> None:
        self._before = before
        self._rows, self._columns, self._first = list[int](), list[int](), [0]
        self._to, self._share = list[int](), list[float]()
        self._following = list[Action]()

    def add(self, height: int, width: int, outcomes: Action) -> None:
        """Add a node with these numbers of choices of P1 and of P2."""
        self._rows.append(height)
        self._columns.append(width)
        self._to.extend(node for node, _ in outcomes)
        self._share.extend(odds for _, odds in outcomes)
        self._first.append(len(self._to))

    def add_choice(self, chooser: int, actions: Sequence[Action]) -> None:
        """Add a node at which one side chooses an action; a single action leaves no choice."""
        if len(actions) == 1:
            self.add(1, 1, actions[0])
            return
        places = [(self._place(action), 1.0) for action in actions]
        self.add(*((len(places), 1) if chooser == P1 else (1, len(places))), places)

    def _place(self, action: Action) -> int:
        """The node that an action leads to, of its own if it has more than one outcome."""
        if len(action) == 1:
            return action[0][0]
        self._following.append(action)
        return self._before.size + len(self._following) - 1

    def normal_form(self) -> NormalForm:
        """The form, once all nodes are added."""
        for action in self._following:
            self.add(1, 1, action)
        backend = backend_for(len(self._to))
        form = Form(
            backend.ints(self._rows),
            backend.ints(self._columns),
            backend.longs(self._first),
            backend.ints(self._to),
            backend.floats(self._share),
            backend.new_longs(len(self._rows) + 1),
        )
        backend.executable(number_odds)(form, len(self._rows))
        results = [*map(float, self._before.results), *[0.5] * len(self._following)]
        return NormalForm(backend, form, backend.floats(results))


def _odds(explored: Explored, odds: FlatOdds | None, node: int, seat: int) -> list[float]:
    """The odds of a side at a node; one choice alone has the odds 1."""
    places = explored.places(node, seat)
    if odds is None or len(places) == 1:
        return [1.0] * len(places)
    return [float(odds.floats[place]) for place in places]


def _mixed(cells: Sequence[int], odds: Sequence[float], whole: float = 1.0) -> Action:
    """Where a choice leads if the other side chooses by its odds."""
    return [(cell, whole * each) for cell, each in zip(cells, odds, strict=True) if whole * each > 0]


def completions_of(game: Game, answers: Answers) -> Completions | None:
    """The policies that answers can be a part of; None if they leave nothing open."""
    found = Completions(explore(game), answers)
    return found if found.has_open else None
