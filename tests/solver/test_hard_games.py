"""Games that are made to mislead floats: rare odds, ladders, near-ties and long loops, re-checked in fractions."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import markov_chain
from headway.solver.graph import Graph
from tests.solver.by_graph import best_strategies
from tests.solver.test_strategies import LOST, WON, choice, dice, made_of


def tickets(first: int, second: int) -> Graph:
    """P2 alone decides, again and again, at node 2.

    One ticket wins once in 2^first, and then a fair coin decides. The other way are two tickets in a row, each of which
    wins once in 2^second; then P2 has won. A blank leads back. So P2 wins with probability 1, by the second way.
    """
    return made_of(
        choice(P2, 3, 5),
        dice((4, 1), (2, 2**first - 1)),
        dice((WON, 1), (LOST, 1)),
        dice((6, 1), (2, 2**second - 1)),
        dice((LOST, 1), (2, 2**second - 1)),
    )


@pytest.mark.parametrize(("first", "second"), [(50, 44), (20, 18), (10, 30), (50, 26)])
def test_a_way_that_is_too_rare_to_notice_is_the_best(first: int, second: int) -> None:
    (values, odds), gap = best_strategies(tickets(first, second))
    assert values[2] < 1e-9
    assert gap < 1e-9
    assert odds[2] == (0.0, 1.0)


@pytest.mark.parametrize("seat", [P1, P2])
def test_a_way_that_is_too_rare_to_notice_is_the_best_for_either_side_among_others(seat: int) -> None:
    """The same where the other side has a choice, too, which makes no difference."""
    best, worst = (WON, LOST) if seat == P1 else (LOST, WON)
    graph = made_of(
        choice(seat, 3, 5),
        dice((4, 1), (2, 2**50 - 1)),
        dice((WON, 1), (LOST, 1)),
        dice((6, 1), (7, 2**44 - 1)),
        dice((best, 1), (7, 2**44 - 1)),
        choice(1 - seat, 2, 8),
        dice((2, 1)),
        choice(seat, worst, 2),
    )
    (values, _), gap = best_strategies(graph)
    if gap <= 1e-9:
        assert values[2] == (seat == P1)


WEIGHTS = st.sampled_from([1, 1, 2, 3, 7, 2**20, 2**44, 2**44 + 1, 2**50, 10**12])


@st.composite
def hard_graphs(draw: st.DrawFn) -> Graph:
    """Up to six nodes of choice and dice with odds of every size; most lead on, some far back."""
    size = draw(st.integers(1, 6))
    nodes = []
    for at in range(2, size + 2):
        ahead = st.sampled_from([WON, LOST, *range(at + 1, size + 2)])
        anywhere = st.one_of(ahead, st.integers(2, size + 1))
        actor = draw(st.sampled_from([P1, P2, CHANCE, CHANCE]))
        targets = draw(st.lists(anywhere, min_size=1, max_size=2))
        nodes.append(dice(*((to, draw(WEIGHTS)) for to in targets)) if actor == CHANCE else choice(actor, *targets))
    return made_of(*nodes)


@settings(max_examples=300)
@given(hard_graphs())
def test_what_is_proven_of_a_hard_game_is_so_in_fractions(graph: Graph) -> None:
    (values, _), gap = best_strategies(graph)
    if gap <= 1e-9:
        for value, truth in zip(values, by_trying_everything(graph), strict=True):
            assert abs(Fraction(value) - truth) <= Fraction(gap) + Fraction(1, 10**14)


def by_trying_everything(graph: Graph) -> list[Fraction]:
    """The value of each node in fractions: the best of P1's plans, each met by the worst of P2's."""
    met = [
        [markov_chain.win_probabilities(_played(graph, {**ours, **theirs}), Fraction) for theirs in _plans(graph, P2)]
        for ours in _plans(graph, P1)
    ]
    return [max(min(values[at] for values in replies) for replies in met) for at in range(len(graph.nodes))]


def _plans(graph: Graph, seat: int) -> list[dict[int, int]]:
    own = [at for at, node in enumerate(graph.nodes) if node.actor == seat]
    every = product(*(range(len(graph.nodes[at].edges)) for at in own))
    return [dict(zip(own, chosen, strict=True)) for chosen in every]


def _played(graph: Graph, plan: dict[int, int]) -> Graph:
    """The graph in which each side has only the move of its plan."""
    nodes = [
        node._replace(edges=(node.edges[plan[at]],)) if node.actor in (P1, P2) else node
        for at, node in enumerate(graph.nodes)
    ]
    assert all(node.actor == OVER for node in nodes[:2])
    return made_of(*nodes[2:])
