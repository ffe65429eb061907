"""The best response to a policy, and its value from every state."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from headway.game import Game, State
from headway.policies.bounds import Bounds
from headway.policies.evaluation import HALF, Numbers, Values, in_percent, result_at
from headway.policies.flat import MOST_EXACT, FlatOdds, flat_odds
from headway.policies.induced import exact_chain, induced_form, solved_form, with_ends
from headway.policies.policy import BadPolicy, Odds, Policy
from headway.rulekit import P1, P2
from headway.solver import Value
from headway.solver.end_components import maximal_end_components
from headway.solver.explored import Explored
from headway.solver.gth import Effort, TooHard
from headway.solver.markov_chain import added_up, expected_values
from headway.solver.normal_form import NormalForm, Shares
from headway.table.outcome import Actor
from headway.table.table import Table

MOST_ROUNDS = 100
"""How often a response is improved in fractions; floats have found the best one, or one that is almost as good."""


class _Found(NamedTuple):
    """The odds of the best response, its choice at each node if it was improved, and the values."""

    best: Sequence[float]
    pure: list[int] | None
    numbers: Numbers


class BestResponse:
    """The best that a seat can do against a policy of the other side.

    `seat` is the one that responds, `against` the policy that it responds to, and `policy` the response. Values are the
    chance that P1 wins, endless play counting one half.

    >>> found = headway.policies.best_response(headway.load("race-to-the-center"), "random", headway.Actor.P1)
    >>> found
    <BestResponse of P1 to random in race-to-the-center: P1 wins 75 %>
    >>> found.seat, found.against, found.policy.name
    (<Actor.P1: 0>, <Policy for race-to-the-center: random>, 'best response to random')
    """

    def __init__(self, known: Explored, odds: FlatOdds, against: Policy, seat: int) -> None:
        self._explored = known
        self._odds = odds
        self.against = against
        self.seat = Actor(seat)
        self._nodes = Values(known, *self._given(None))
        self.policy: Policy = _Response(self, known)

    @property
    def game(self) -> Game:
        """The game that is played.

        >>> headway.policies.best_response(headway.load("cross-over"), "random", headway.Actor.P2).game
        <Game cross-over>
        """
        return self._explored.game

    def value(self, table: Table | None = None) -> Value:
        """The chance that P1 wins from here, if the seat responds best.

        >>> found = headway.policies.best_response(headway.load("cross-over"), "9", headway.Actor.P2)
        >>> round(float(found.value()), 6)
        0.981778
        """
        result = result_at(table)
        return result if result is not None else self._found.numbers.value(self._nodes.node(table))

    def bounds(self, table: Table | None = None) -> Bounds:
        """Between which numbers the value is for certain: both are the value where it is exact.

        Where it is not, they hold for the odds of the policy rounded to floats.

        >>> found = headway.policies.best_response(headway.load("cross-over"), "random", headway.Actor.P2)
        >>> found.bounds().low == found.value() == found.bounds().high
        True
        """
        result = result_at(table)
        return Bounds(result, result) if result is not None else self._found.numbers.bounds(self._nodes.node(table))

    def _choice(self, node: int) -> int:
        """The best choice of the seat at a node, by its number among the legal moves."""
        found = self._found
        return self._chosen(found.best, node) if found.pure is None else found.pure[node]

    def _given(self, own: FlatOdds | None) -> tuple[FlatOdds | None, FlatOdds | None]:
        """The odds of P1 and of P2."""
        return (own, self._odds) if self.seat == P1 else (self._odds, own)

    @cached_property
    def _found(self) -> _Found:
        solved = solved_form(self._nodes.form, self.game)
        found = _Found(solved.odds, None, Numbers(float, solved.floor, solved.values, solved.ceiling))
        if self._odds.exact is not None:
            with suppress(TooHard):  # a loop with long fractions
                return self._exactly(found) or found
        return found

    def _chosen(self, odds: Sequence[float], node: int) -> int:
        """The choice of the seat in a pure strategy of the form that is left to it."""
        form = self._nodes.form.form
        begin, size = int(form.first_odds[node]), int((form.rows, form.columns)[self.seat][node])
        if begin == int(form.first_odds[node + 1]):
            return 0
        begin += int(form.rows[node]) if self.seat == P2 else 0
        return max(range(size), key=lambda choice: odds[begin + choice])

    # -- in fractions

    def _exactly(self, found: _Found) -> _Found | None:
        """The same in fractions, by policy iteration; None where that would be slow."""
        if self._explored.normal.size > MOST_EXACT:
            return None
        best, effort = [self._chosen(found.best, node) for node in range(self._explored.normal.size)], Effort()
        for _ in range(MOST_ROUNDS):
            own = self._pure(best)
            given = self._given(own)
            induced = induced_form(self._explored.normal, *given)
            p1, p2 = given
            assert p1 is not None
            assert p2 is not None
            chain = exact_chain(self._explored, induced, p1, p2)
            if chain is None:
                return None
            values = expected_values(induced, chain, list(map(Fraction, induced.results)), HALF, effort=effort)
            better = dict(self._improvements(best, values))
            if not better:
                numbers = Numbers(Fraction, values, values, values)
                return _Found(found.best, best, numbers) if self._may_not_stay(values) else None
            best = [better.get(node, choice) for node, choice in enumerate(best)]
        return None

    def _pure(self, best: list[int]) -> FlatOdds:
        normal = self._explored.normal
        odds = [Fraction(0)] * int(normal.form.first_odds[normal.size])
        for node, choice in enumerate(best):
            places = self._explored.places(node, self.seat)
            if places:
                odds[places[choice]] = Fraction(1)
        return FlatOdds(normal.backend.floats(list(map(float, odds))), odds, None)

    def _improvements(self, best: list[int], values: Sequence[Fraction]) -> Iterator[tuple[int, int]]:
        """The nodes at which another choice is better, with the best one."""
        sign = 1 if self.seat == P1 else -1
        for node in range(len(best)):
            worths = [sign * sum(share * values[to] for to, share in action.items()) for action in self._actions[node]]
            if worths and max(worths) > worths[best[node]]:
                yield node, worths.index(max(worths))

    def _may_not_stay(self, values: Sequence[Fraction]) -> bool:
        """Is nothing gained by staying for ever where the seat can? Then values that no choice improves are best."""
        normal, exact, reached = self._explored.normal, self._odds.exact, self._odds.reached
        assert exact is not None
        form = normal.form if reached is None else with_ends(normal, reached)
        odds = normal.backend.floats([float(share > 0) for share in exact])
        traps = maximal_end_components(NormalForm(normal.backend, form, normal.results), 1 - self.seat, odds)
        sign = 1 if self.seat == P1 else -1
        return all(sign * values[node] >= sign * HALF for trap in traps for node in trap)

    @cached_property
    def _actions(self) -> list[list[Shares]]:
        """Where each choice of the seat leads if the other side keeps to its odds; one, if the seat has no choice."""
        exact, own = self._odds.exact, self.seat
        assert exact is not None
        found = []
        for node in range(self._explored.normal.size):
            places = self._explored.places(node, own)
            found.append([self._after(node, choice, exact) for choice in range(max(1, len(places)))])
        return [[action for action in actions if action] for actions in found]

    def _after(self, node: int, choice: int, exact: Sequence[Fraction]) -> Shares:
        known = self._explored
        if not known.places(node, self.seat):
            return known.shares(node)
        cells, others = known.normal.matrix(node, self.seat)[choice], known.places(node, 1 - self.seat)
        return added_up(zip(cells, (exact[place] for place in others), strict=True))

    def __repr__(self) -> str:
        wins = f"P1 wins {in_percent(self.value())}"
        return f"<BestResponse of {self.seat.name} to {self.against.name} in {self.game}: {wins}>"


def best_response_in(known: Explored, policy: Policy, seat: int) -> BestResponse:
    """The best response of a seat to a policy of the other side, in a game that is explored."""
    return BestResponse(known, flat_odds(known, policy, 1 - seat), policy, seat)


class _Response(Policy):
    """The policy that responds: one move for each information set."""

    def __init__(self, response: BestResponse, known: Explored) -> None:
        super().__init__(known.game, f"best response to {response.against.name}")
        self._response = response
        self._explored = known

    def odds(self, seen: State) -> Odds:
        """The best move; where no play leads, the first legal one. Refused in the other seat."""
        seat, moves, node = self._response.seat, self.game.moves_at(seen), self._explored.node(seen)
        if self.game.actor(seen) != seat:
            raise BadPolicy(f"This is a response of {seat.name}; it has no moves for {Actor(1 - seat).name}.")
        return {moves[0 if node is None else self._response._choice(node)]: Fraction(1)}
