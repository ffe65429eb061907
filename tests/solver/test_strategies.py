"""The solver on graphs made by hand and at random, where chance, choice and secrets meet in every way."""

from fractions import Fraction
from itertools import product
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.rulekit import CHANCE, DRAW, OVER, P1, P2
from headway.solver.gth import TooRare
from tests import graph_games
from tests.solver import by_graph as proofs
from tests.solver.by_graph import best_strategies, improve, iterate, win_probabilities
from tests.state_graph import Edge, Graph, Node

WON, LOST = 0, 1
"""The first two nodes of every graph here, as P1 sees them."""


def made_of(*nodes: Node) -> Graph:
    """A graph of the two ends and these nodes, from number 2 on."""
    graph = Graph.__new__(Graph)
    graph.nodes = [Node((), OVER, (), False, P1), Node((), OVER, (), False, P2), *nodes]
    return graph


def choice(actor: int, *targets: int) -> Node:
    return Node((), actor, tuple(Edge(move, to, 0) for move, to in enumerate(targets)), False, None)


def secret(actor: int, *targets: int) -> Node:
    return choice(actor, *targets)._replace(is_secret=True)


def dice(*faces: tuple[int, int]) -> Node:
    return Node((), CHANCE, tuple(Edge(face, to, weight) for face, (to, weight) in enumerate(faces)), False, None)


def graphs() -> st.SearchStrategy[Graph]:
    """Graphs of choice and dice, each move leading anywhere."""
    return graph_games.places(6, 2).map(lambda places: made_of(*map(node_of, places)))


def secretive() -> st.SearchStrategy[Graph]:
    """Graphs of secrets, choice and dice, each move leading anywhere."""
    return graph_games.secretive_places(4).map(lambda places: made_of(*map(node_of, places)))


def node_of(place: graph_games.Place) -> Node:
    """A node of a graph game as a node of a graph."""
    weights = place.weights or (0,) * len(place.targets)
    edges = tuple(Edge(move, *each) for move, each in enumerate(zip(place.targets, weights, strict=True)))
    return Node((), place.actor, edges, place.is_secret, DRAW if place.actor == OVER else None)


def by_trying_everything(graph: Graph) -> list[float]:
    """The value of each node: the best of P1's plans, each met by the worst of P2's, of all that always move alike."""
    plans = {seat: list(_plans(graph, seat)) for seat in (P1, P2)}
    met = [[_played_out(graph, ours | theirs) for theirs in plans[P2]] for ours in plans[P1]]
    return list(np.array(met).min(axis=1).max(axis=0))


def _plans(graph: Graph, seat: int) -> list[dict[int, int]]:
    own = [at for at, node in enumerate(graph.nodes) if node.actor == seat]
    every = product(*([edge.to for edge in graph.nodes[at].edges] for at in own))
    return [dict(zip(own, chosen, strict=True)) for chosen in every]


def _played_out(graph: Graph, plan: dict[int, int]) -> list[float]:
    size = len(graph.nodes)
    odds = np.zeros((size, size))
    for at, node in enumerate(graph.nodes):
        if at in plan:
            odds[at, plan[at]] = 1
        for edge in node.edges if node.actor == CHANCE else ():
            odds[at, edge.to] += edge.weight / sum(other.weight for other in node.edges)
    reached = np.linalg.matrix_power(np.eye(size) + odds, size) > 0
    ends = reached[:, WON] | reached[:, LOST]
    odds[~ends] = 0  # a play that cannot end is worth one half
    right = np.where(ends, 0.0, 0.5)
    right[WON] = 1
    return list(np.linalg.solve(np.eye(size) - odds, right))


@settings(deadline=None)
@given(graphs())
def test_the_best_strategies_are_what_trying_everything_finds(graph: Graph) -> None:
    (values, _), gap = best_strategies(graph)
    assert gap < 1e-9
    assert values == pytest.approx(by_trying_everything(graph), abs=1e-9)


@settings(deadline=None)
@given(graphs())
def test_improving_alone_finds_them_too(graph: Graph) -> None:
    values, odds = improve(graph, 1e-6)
    assert proofs.gap(graph, odds, values) < 1e-9
    assert values == pytest.approx(by_trying_everything(graph), abs=1e-9)


@settings(deadline=None)
@given(graphs())
def test_no_certificate_bounds_what_is_not_so(graph: Graph) -> None:
    """Whatever strategies are claimed, what they are said to guarantee does not go beyond the truth."""
    truth = by_trying_everything(graph)
    odds = [(1.0, *(0.0 for _ in node.edges[1:])) if node.actor in (P1, P2) else () for node in graph.nodes]
    floor, ceiling = proofs.guarantee(graph, odds, P1), proofs.guarantee(graph, odds, P2)
    for least, value, most in zip(floor, truth, ceiling, strict=True):
        assert least - 1e-12 <= value <= most + 1e-12


def test_where_iteration_keeps_the_wrong_move_improving_finds_the_right_one() -> None:
    """P1 must leave the circle of 3 and 4, where each round looks as good as the last."""
    graph = made_of(dice((LOST, 6), (3, 4)), dice((4, 8), (WON, 1)), choice(P1, 3, 5), choice(P2, 5, 2))
    found = iterate(graph)
    assert proofs.gap(graph, found.odds, found.values) > 0.1
    (values, _), gap = best_strategies(graph)
    assert gap < 1e-12
    assert values == pytest.approx(by_trying_everything(graph))


@pytest.mark.parametrize("faces", [10**6, 10**9])
def test_a_game_that_is_won_once_in_a_very_long_time_is_won(faces: int) -> None:
    slow = dice((WON, 1), (2, faces))
    graph = made_of(choice(P1, 3, 4), slow, slow)
    (values, _), gap = best_strategies(graph)
    assert values[2] == 1
    assert gap < 1e-12


def test_a_long_ruin_by_fair_coins_is_its_exact_share() -> None:
    """From square k of n, a fair coin wins k times in n + 1 (de Moivre); P1 chooses where to begin."""
    squares = 100
    coins = [
        dice((at + 1 if at <= squares else WON, 1), (at - 1 if at > 2 else LOST, 1)) for at in range(2, squares + 2)
    ]
    graph = made_of(*coins, choice(P1, 2 + 24, 2 + 49))
    (values, _), gap = best_strategies(graph)
    assert gap < 1e-9
    assert values[2:-1] == pytest.approx([k / (squares + 1) for k in range(1, squares + 1)], abs=1e-10)
    assert values[-1] == pytest.approx(50 / 101, abs=1e-10)
    assert win_probabilities(made_of(*coins), float)[2:] == pytest.approx(values[2:-1], abs=1e-12)


@pytest.mark.parametrize(
    ("weight", "throws", "is_small"), [(10**200, 2, True), (5, 420, True), (10**9, 36, True), (5, 3000, False)]
)
def test_a_win_too_rare_for_floats_is_not_called_endless(weight: int, throws: int, is_small: bool) -> None:
    """P1 may go round for ever, or needs many lucky throws in a row; the value is 1, and floats cannot see it.

    In a small component fractions can; a large one is not proven.
    """
    lucky = [dice((at + 1, 1), (2, weight)) for at in range(3, 2 + throws)] + [dice((WON, 1), (2, weight))]
    graph = made_of(choice(P1, 2, 3), *lucky)
    (values, _), gap = best_strategies(graph)
    assert (values[2], gap) == (1, 0) if is_small else gap == inf
    if is_small:
        assert win_probabilities(made_of(choice(P1, 3), *lucky), Fraction)[2] == 1
    with pytest.raises(TooRare):
        win_probabilities(made_of(choice(P1, 3), *lucky), float)


def test_a_chain_that_hardly_moves_is_not_proven_by_hardly_being_off() -> None:
    """The mean of what follows is off by less than a billionth, and the value by four fifths."""
    graph = made_of(dice((WON, 1), (2, 10**9)))
    assert proofs.gap(graph, [(), (), ()], [1.0, 0.0, 0.2]) > 0.7
    assert proofs.gap(graph, [(), (), ()], [1.0, 0.0, 1.0]) < 1e-9


def test_an_invalid_strategy_or_value_is_not_proven() -> None:
    graph = made_of(choice(P1, WON, LOST))
    assert proofs.gap(graph, [(), (), (1.0, 0.0)], [1.0, 0.0, 1.0]) == 0
    for odds in ((2.0, -1.0), (0.5, 0.4), (1.0,), (float("nan"), 1.0)):
        assert proofs.gap(graph, [(), (), odds], [1.0, 0.0, 1.0]) == inf
    assert proofs.gap(graph, [(), (), (1.0, 0.0)], [1.0, 0.0, float("nan")]) == inf


def test_waiting_for_a_deadline_is_worth_nothing() -> None:
    """P1 can wait at node 2 or go on to node 3, a win or a loss by the toss of a coin: both are worth one half.

    If the game were called off at some moment, half won, P1 would wait and go on just before: then 3 is worth more.
    """
    lost = secret(P1, 7, 8), choice(P1, WON, WON), choice(P1, 2, 3), choice(P2, LOST, WON), choice(P2, LOST, WON)
    graph = made_of(secret(P2, 5, 6), dice((WON, 1), (4, 1)), *lost)
    (values, _), gap = best_strategies(graph)
    assert gap < 1e-9
    assert values[2:5] == pytest.approx([0.5, 0.5, 0.0])


def test_a_side_that_can_go_on_for_ever_is_sure_of_one_half() -> None:
    """P2 may end the game and lose, or go round: the loop is worth one half, and proven so."""
    graph = made_of(choice(P2, WON, 3), dice((2, 1)))
    values, odds = iterate(graph)
    assert values[2] == 0.5
    assert proofs.gap(graph, odds, values) < 1e-12
    assert proofs.gap(graph, [(), (), (1.0, 0.0), ()], values) >= 0.5  # P2's other strategy gives the game away


def test_where_no_strategy_is_best_one_that_is_near_enough_is_proven() -> None:
    """P2 hides left or right, P1 looks. Both left: once more. Both right: P1 wins. Otherwise P1 wins one time in ten.

    By going right very rarely P2 concedes a tenth and a bit more; never going right lets P1 look left for ever.
    """
    tenth = 5
    graph = made_of(secret(P2, 3, 4), choice(P1, 2, tenth), choice(P1, tenth, WON), dice((WON, 1), (LOST, 9)))
    (values, odds), gap = best_strategies(graph)
    assert gap < 1e-9
    assert values[2] == pytest.approx(0.1, abs=1e-9)
    assert 0 < odds[2][1] < 1e-9
