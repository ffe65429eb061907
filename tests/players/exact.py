"""The exact chances of one player against another, from the odds of all their moves, by linear equations."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from scipy.sparse import coo_matrix, eye
from scipy.sparse.linalg import spsolve

from headway.players import Observation
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Distribution
from tests.state_graph import Graph

Solver = Callable[[Any, Any], Any]
"""Solves linear equations, given their matrix and right-hand side."""


class Policy(Protocol):
    """A player that tells the odds of its moves."""

    def odds(self, observation: Observation) -> Distribution: ...


def moves_of(graph: Graph, policy: Policy) -> list[list[float]]:
    """The odds of each move at each node at which a player acts, by what that player may see."""
    found = []
    for node in graph.nodes:
        odds: Distribution = {}
        if node.actor in (P1, P2):
            seen = graph.game.view(node.state, node.actor)
            odds = policy.odds(Observation(graph.game, node.actor, seen, P1, ()))
        found.append([odds.get(edge.move, 0.0) for edge in node.edges])
    return found


def score(graph: Graph, one: list[list[float]], other: list[list[float]], solve: Solver = spsolve) -> float:
    """The share of games that `one` wins against `other`: over both seats and first movers, endless games half."""
    starts = [graph.number[graph.game.start(first)] for first in (P1, P2)]
    as_p1, as_p2 = (solve(*equations(graph, *pair)) for pair in ((one, other), (other, one)))
    return float(sum(as_p1[at] + 1 - as_p2[at] for at in starts)) / 4


def equations(graph: Graph, p1: list[list[float]], p2: list[list[float]]) -> tuple[Any, Any]:
    """The matrix and the right-hand side of the equations for the chance that P1 wins at each node.

    The chance at a node is the mean of the chances that follow it, and one half where no end can be reached.
    """
    moves: list[list[float]] = [[] for _ in graph.nodes]
    for at, node in enumerate(graph.nodes):
        if node.actor == CHANCE:
            moves[at] = [edge.weight / sum(each.weight for each in node.edges) for edge in node.edges]
        elif node.actor != OVER:
            moves[at] = (p1 if node.actor == P1 else p2)[at]
    endless = endless_nodes(graph, moves)
    rows, columns, shares = [], [], []
    for at, node in enumerate(graph.nodes):
        if at not in endless:
            for edge, share in zip(node.edges, moves[at], strict=True):
                rows.append(at)
                columns.append(edge.to)
                shares.append(share)
    size = len(graph.nodes)
    right = np.array([0.5 if at in endless else float(node.winner == P1) for at, node in enumerate(graph.nodes)])
    return (eye(size) - coo_matrix((shares, (rows, columns)), (size, size))).tocsc(), right


def endless_nodes(graph: Graph, moves: list[list[float]]) -> set[int]:
    """The nodes from which no end can be reached by moves whose odds are not zero."""
    ends = {at for at, node in enumerate(graph.nodes) if node.actor == OVER}
    while True:
        more = {
            at
            for at, node in enumerate(graph.nodes)
            if at not in ends
            and any(share > 0 and edge.to in ends for edge, share in zip(node.edges, moves[at], strict=False))
        }
        if not more:
            return set(range(len(graph.nodes))) - ends
        ends |= more
