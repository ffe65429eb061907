"""Games of chance without choice: a Markov chain, solved exactly, one component after the other."""

from collections.abc import Callable
from fractions import Fraction

from headway.rulekit import CHANCE, P1
from headway.solver.graph import Graph
from headway.solver.walks import Number, Step, worths


def chain(graph: Graph, number: Callable[[Fraction], Number]) -> list[Number]:
    """The chance that P1 wins at each node, as fractions or as floats; where no end can be reached it is one half."""
    zero, half = number(Fraction(0)), number(Fraction(1, 2))
    values = [half] * len(graph.nodes)
    for component in graph.components:
        node = graph.nodes[component[0]]
        if node.winner is not None:
            values[component[0]] = number(Fraction(int(node.winner == P1)))
            continue
        steps = {at: Step({}, zero, zero) for at in component}
        for at, step in steps.items():
            for to, share in _shares(graph, at):
                odds = number(share)
                if to in steps:
                    step.to[to] = step.to.get(to, zero) + odds
                else:
                    step.leaves += odds
                    step.brings += odds * values[to]
        for at, value in worths(steps, half).items():
            values[at] = value
    return values


def _shares(graph: Graph, at: int) -> list[tuple[int, Fraction]]:
    node = graph.nodes[at]
    if node.actor != CHANCE:
        return [(node.edges[0].to, Fraction(1))]
    total = sum(edge.weight for edge in node.edges)
    return [(edge.to, Fraction(edge.weight, total)) for edge in node.edges]
