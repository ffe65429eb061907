"""The order in which a game lists its moves changes nothing: not the values, not the verdicts and not the hints."""

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.game import Game, State
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Solution, Unproven, solve, value_for
from tests.graph_games import Place, choice, dice, graph_game, secret
from tests.graph_games import State as GraphState
from tests.state_graph import Graph

Orders = list[tuple[int, ...]]
"""For each place, from number 2 on, which of its moves comes first, second and so on."""


class Pair(NamedTuple):
    """A game, the same with its moves in other orders, and these orders."""

    game: Game
    other: Game
    orders: Orders


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Up to five places of choice, dice and secrets, each leading anywhere."""
    size = draw(st.integers(1, 5))
    anywhere = st.integers(0, size + 1)
    places, answers = list[Place](), list[Place]()
    orders, answer_orders = Orders(), Orders()
    for _ in range(size):
        actor = draw(st.sampled_from([P1, P2, CHANCE]))
        targets = draw(st.lists(anywhere, min_size=2, max_size=3))
        order = tuple(draw(st.permutations(range(len(targets)))))
        orders.append(order)
        if actor == CHANCE:
            places.append(dice(*((to, draw(st.integers(1, 4))) for to in targets)))
        elif draw(st.booleans()):
            places.append(choice(actor, *targets))
        else:
            first = size + 2 + len(answers)
            guesses = draw(st.integers(1, 3))
            guess_order = tuple(draw(st.permutations(range(guesses))))
            places.append(secret(actor, *range(first, first + len(targets))))
            answers += [choice(1 - actor, *(draw(anywhere) for _ in range(guesses))) for _ in targets]
            answer_orders += [guess_order] * len(targets)
    every = [*places, *answers]
    orders += answer_orders
    turned = [_turned(place, order) for place, order in zip(every, orders, strict=True)]
    return Pair(graph_game(*every), graph_game(*turned), orders)


def _turned(place: Place, order: tuple[int, ...]) -> Place:
    weights = tuple(place.weights[move] for move in order) if place.weights else ()
    return place._replace(targets=tuple(place.targets[move] for move in order), weights=weights)


@settings(max_examples=300, deadline=None)
@given(pairs())
def test_the_order_of_moves_changes_nothing(pair: Pair) -> None:
    """Where a choice is secret, or a guess, several ways to mix may be best, and which one is found may depend on the
    order. Then each is best against that of the other side which was found in the other order.
    """
    try:
        solution, other = solve(pair.game), solve(pair.other)
    except Unproven:
        return
    graph = Graph(pair.game)
    for number, node in enumerate(graph.nodes):
        if node.actor == OVER:
            continue
        is_guess = number in graph.guess_nodes
        state = pair.game.view(node.state, node.actor) if is_guess else node.state
        assert float(other.value(state)) == pytest.approx(float(solution.value(state)), abs=2e-9)
        assert other.verdict(state) == solution.verdict(state)
        assert_hint = _assert_as_good_a_mix if node.is_secret or is_guess else _assert_same_hint
        assert_hint(solution, other, state, pair.orders[_number(node.state) - 2])


def _assert_same_hint(solution: Solution, other: Solution, state: State, order: tuple[int, ...]) -> None:
    """What is best and what each move is worth is the same, by the moves' own numbers."""
    assert sorted(order[move] for move in other.best(state)) == sorted(solution.best(state))
    worths = {worth.move: worth for worth in solution.worths(state)}
    for worth in other.worths(state):
        twin = worths[order[worth.move]]
        assert float(worth.value) == pytest.approx(float(twin.value), abs=2e-9)
        assert (worth.plies, worth.is_endless) == (twin.plies, twin.is_endless)


def _assert_as_good_a_mix(solution: Solution, other: Solution, state: State, order: tuple[int, ...]) -> None:
    """The odds of one are best against those of the other side in the other, in which no move is worth more."""
    seat, value = solution.game.actor(state), float(solution.value(state))
    worths = {worth.move: worth for worth in solution.worths(state)}
    assert sum(worth.odds for worth in other.worths(state)) == pytest.approx(1)
    for worth in other.worths(state):
        lost = value_for(seat, value) - value_for(seat, float(worths[order[worth.move]].value))
        assert lost >= -2e-9
        assert worth.odds * lost <= 4e-9


def _number(state: State) -> int:
    assert isinstance(state, GraphState)
    return state.at
