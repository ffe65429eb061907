"""The exact chances of two policies against each other, from the Markov chain that they make of a game."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from headway.rulekit import CHANCE, OVER, P1
from headway.solver.graph import Graph
from headway.tolerances import ROUNDING

MOST_SWEEPS = 10_000

Policy = Callable[[int], Sequence[float]]
"""The odds of the moves at a node, in the order of its edges."""
Chain = dict[int, list[tuple[float, int]]]
"""For each node, where it leads and with which probability; nowhere if the game is over."""


class Bounds(NamedTuple):
    """A number that is between two others."""

    low: float
    high: float


def win_chances(graph: Graph, policies: tuple[Policy, Policy], starts: Sequence[int]) -> list[Bounds]:
    """The chance that P1 wins from each start if each side keeps to its policy, endless play counting one half.

    By interval iteration: from every node of the chain an end can be reached, or play is endless, so iteration from
    below and from above meet in the chance, and it is between them whenever they stop.
    """
    chain = _chain(graph, policies, starts)
    endless = _endless(graph, chain)
    low, high = dict.fromkeys(chain, 0.0), dict.fromkeys(chain, 1.0)
    for at in chain:
        if at in endless:
            low[at] = high[at] = 0.5
        elif graph.nodes[at].actor == OVER:
            low[at] = high[at] = float(graph.nodes[at].winner == P1)
    inner = [at for at in reversed(chain) if chain[at] and at not in endless]  # what follows a node comes before it
    for _ in range(MOST_SWEEPS):
        for bound in (low, high):
            for at in inner:
                bound[at] = sum(share * bound[to] for share, to in chain[at])
        if all(high[start] - low[start] <= ROUNDING for start in starts):
            break
    return [Bounds(low[start], high[start]) for start in starts]


def _chain(graph: Graph, policies: tuple[Policy, Policy], starts: Sequence[int]) -> Chain:
    """The nodes that two policies reach, each before what follows it, as far as there are no loops."""
    chain: Chain = {}
    order = list[int]()
    for start in starts:
        path = [] if start in chain else [(start, iter(_row(graph, policies, start, chain)))]
        while path:
            at, following = path[-1]
            to = next((to for _, to in following if to not in chain), None)
            if to is None:
                order.append(at)
                path.pop()
            else:
                path.append((to, iter(_row(graph, policies, to, chain))))
    return {at: chain[at] for at in reversed(order)}


def _row(graph: Graph, policies: tuple[Policy, Policy], at: int, chain: Chain) -> list[tuple[float, int]]:
    """Add a node to the chain, with where it leads."""
    node = graph.nodes[at]
    if node.actor == OVER:
        odds: Sequence[float] = ()
    elif node.actor == CHANCE:
        total = sum(edge.weight for edge in node.edges)
        odds = [edge.weight / total for edge in node.edges]
    else:
        odds = policies[node.actor](at)
    chain[at] = [(share, edge.to) for share, edge in zip(odds, node.edges, strict=True) if share > 0]
    return chain[at]


def _endless(graph: Graph, chain: Chain) -> set[int]:
    """The nodes of a chain from which no end can be reached."""
    before: dict[int, list[int]] = {at: [] for at in chain}
    for at, row in chain.items():
        for _, to in row:
            before[to].append(at)
    waiting = [at for at in chain if graph.nodes[at].actor == OVER]
    ending = set(waiting)
    for at in waiting:
        for earlier in before[at]:
            if earlier not in ending:
                ending.add(earlier)
                waiting.append(earlier)
    return set(chain) - ending
