"""The values of a Markov chain as linear equations in whole numbers.

Nodes whose value is known, and those from which only one way leads on, are left out. What is left falls apart into the
components of the chain, each of which needs only itself and earlier ones.
"""

from collections.abc import Sequence
from math import gcd
from typing import NamedTuple

from headway.solver.explored import Explored

MOST_WEIGHT = 1 << 30
"""What the weights of a node may add up to: times a digit, it is still a number of 64 bits."""
SCALE = 2
"""The unknowns are twice the values: endless play counts one half, and every number is whole."""

Weights = dict[int, int]
"""Nodes, with a weight for each."""


class HugeWeights(ArithmeticError):
    """The weights of a node are too large for numbers of 64 bits."""


class Equations(NamedTuple):
    """For each node: what is known of its value, the node whose value it has, and where it leads with which weights.

    A node without weights is known, or has the value of another node. `parts` has the nodes with weights, component
    after component: they lead to nodes of their own component and of earlier ones. What is known is scaled.
    """

    known: Sequence[int | None]
    leader: Sequence[int]
    weights: Sequence[Weights]
    parts: Sequence[Sequence[int]]


def equations(found: Explored) -> Equations:
    """The equations for the values of a game of chance without choice. Raises `HugeWeights`."""
    normal, ends = found.normal, found.normal.which_reach_an_end()
    known: list[int | None] = [None] * normal.size
    leader, weights, parts = list(range(normal.size)), [Weights() for _ in range(normal.size)], []
    for part in range(normal.component_count):
        component = normal.component(part)
        forced = [at for at in component if ends[at] and len(set(normal.outcomes(at))) == 1]
        for at in component:
            if normal.form.rows[at] == 0:
                known[at] = int(SCALE * normal.results[at])
            elif not ends[at]:
                known[at] = SCALE // 2
        for at in forced:
            leader[at] = normal.outcomes(at)[0]
        for at in forced:  # they cannot lead in a circle: an end is reached
            leader[at] = _followed(leader, at)
            known[at] = known[leader[at]]
        unknown = [at for at in component if known[at] is None and leader[at] == at]
        for at in unknown:
            weights[at] = _weights(found, leader, at)
        if unknown:
            parts.append(unknown)
    return Equations(known, leader, weights, parts)


def _followed(leader: Sequence[int], at: int) -> int:
    while leader[at] != at:
        at = leader[at]
    return at


def _weights(found: Explored, leader: Sequence[int], at: int) -> Weights:
    outcomes, weights = found.normal.outcomes(at), found.weights(at)
    shared, added = gcd(*weights), Weights()
    for to, weight in zip(outcomes, weights, strict=True):
        added[leader[to]] = added.get(leader[to], 0) + weight // shared
    if sum(added.values()) > MOST_WEIGHT:
        raise HugeWeights
    return added
