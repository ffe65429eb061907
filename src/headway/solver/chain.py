"""Games of chance without choice: a Markov chain, solved exactly, one component after the other."""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from headway.rulekit import CHANCE, P1
from headway.solver.graph import Graph

Number = TypeVar("Number", Fraction, float)

HALF = Fraction(1, 2)


def chain(graph: Graph, number: Callable[[Fraction], Number]) -> list[Number]:
    """The chance that P1 wins at each node, as fractions or as floats; a component without an exit never ends."""
    values: list[Number] = [number(HALF)] * len(graph.nodes)
    for component in graph.components():
        node = graph.nodes[component[0]]
        if node.winner is not None:
            values[component[0]] = number(Fraction(int(node.winner == P1)))
            continue
        inside = {at: row for row, at in enumerate(component)}
        if all(edge.to in inside for at in component for edge in graph.nodes[at].edges):
            continue
        rows = []
        for at in component:
            row = [number(Fraction(int(other == at))) for other in component] + [number(Fraction(0))]
            for to, share in _shares(graph, at):
                if to in inside:
                    row[inside[to]] -= number(share)
                else:
                    row[-1] += number(share) * values[to]
            rows.append(row)
        for at, value in zip(component, _solved(rows), strict=True):
            values[at] = value
    return values


def _shares(graph: Graph, at: int) -> list[tuple[int, Fraction]]:
    node = graph.nodes[at]
    if node.actor != CHANCE:
        return [(node.edges[0].to, Fraction(1))]
    total = sum(edge.weight for edge in node.edges)
    return [(edge.to, Fraction(edge.weight, total)) for edge in node.edges]


def _solved(rows: list[list[Number]]) -> list[Number]:
    """The solution of a system of linear equations; each row ends with its right side (Gauss and Jordan)."""
    for at in range(len(rows)):
        pivot = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [entry / rows[at][at] for entry in rows[at]]
        for other in range(len(rows)):
            factor = rows[other][at]
            if other != at and factor:
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]
