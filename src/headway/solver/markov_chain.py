"""Games of chance without choice are Markov chains: solved by GTH elimination, one component after the other."""

from collections.abc import Callable
from fractions import Fraction

from headway.rulekit import CHANCE, P1
from headway.solver.graph import Graph
from headway.solver.gth import Effort, Number, Row, expected_rewards


def win_probabilities(graph: Graph, number: Callable[[Fraction], Number]) -> list[Number]:
    """The chance that P1 wins at each node, in fractions or in floats; one half where no end can be reached.

    Raises `TooHard` where the fractions of a large component would take too long.
    """
    effort = Effort()
    zero, half = number(Fraction(0)), number(Fraction(1, 2))
    values = [half] * len(graph.nodes)
    for component in graph.components:
        node = graph.nodes[component[0]]
        if node.winner is not None:
            values[component[0]] = number(Fraction(int(node.winner == P1)))
            continue
        rows = {at: Row({}, zero, zero) for at in component}
        for at, row in rows.items():
            for to, share in _shares(graph, at):
                odds = number(share)
                if to in rows:
                    row.to[to] = row.to.get(to, zero) + odds
                else:
                    row.leaves += odds
                    row.reward += odds * values[to]
        for at, value in expected_rewards(rows, half, effort).items():
            values[at] = value
    return values


def _shares(graph: Graph, at: int) -> list[tuple[int, Fraction]]:
    node = graph.nodes[at]
    if node.actor != CHANCE:
        return [(node.edges[0].to, Fraction(1))]
    total = sum(edge.weight for edge in node.edges)
    return [(edge.to, Fraction(edge.weight, total)) for edge in node.edges]
