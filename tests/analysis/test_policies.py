"""The chances of two policies against each other are what linear equations say."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from headway.analysis.audit.policies import win_chances
from headway.game import Game
from headway.rulekit import P1, P2
from headway.solver.graph import Graph
from tests.graph_games import LOST, WON, choice, dice, graph_game
from tests.players.exact import equations
from tests.policies.test_perfect import games


def by_equations(game: Game, one: list[list[float]], two: list[list[float]]) -> list[float]:
    """The chance that P1 wins from each start, by linear equations in NumPy."""
    graph = Graph(game)
    matrix, right = equations(graph, one, two)
    found = np.linalg.solve(matrix.toarray(), right)
    return [float(found[graph.number[game.start(first)]]) for first in (P1, P2)]


def policy(graph: Graph, rng: random.Random) -> list[list[float]]:
    """Odds for every move of every node, some of them 0."""
    found = []
    for node in graph.nodes:
        weights = [rng.choice((0, 1, 5)) for _ in node.edges]
        if weights and not any(weights):
            weights[0] = 1
        found.append([weight / sum(weights) for weight in weights])
    return found


@given(games(), st.integers(0, 1000))
def test_the_chances_are_what_linear_equations_say(game: Game, seed: int) -> None:
    graph, rng = Graph(game), random.Random(seed)
    one, two = policy(graph, rng), policy(graph, rng)
    starts = [graph.number[game.start(first)] for first in (P1, P2)]
    found = win_chances(graph, (one.__getitem__, two.__getitem__), starts)
    for bounds, expected in zip(found, by_equations(game, one, two), strict=True):
        assert bounds.low - 1e-9 <= expected <= bounds.high + 1e-9
        assert bounds.high - bounds.low < 1e-9


def test_what_takes_too_long_to_settle_is_bounded() -> None:
    """A die that ends the game once in 10**9 throws: after some thousands of sweeps little is known, and it is said."""
    game = graph_game(choice(P1, 3), dice((WON, 2), (LOST, 1), (2, 10**9)))
    graph = Graph(game)
    ((low, high),) = win_chances(graph, (lambda at: [1.0], lambda at: [1.0]), [graph.number[game.start()]])
    assert low < 2 / 3 < high
