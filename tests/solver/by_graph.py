"""The solver called on graphs made by hand: values and odds by the nodes of the graph."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import inf, nan
from typing import Any, NamedTuple

from headway.rulekit import CHANCE, DRAW, OVER, P1, P2
from headway.solver import end_components, markov_chain, strategies
from headway.solver.backend import Backend, Interpreted
from headway.solver.best_reply import bound
from headway.solver.gth import Effort, Number, TooHard
from headway.solver.kernels.floors import SMALL, allowed_spread, raise_floor
from headway.solver.kernels.form import Form, Solved, number_odds
from headway.solver.kernels.process import Process
from headway.solver.kernels.shapley import MOST_SWEEPS
from headway.solver.kernels.shapley import iterate as iterate_component
from headway.solver.normal_form import NormalForm
from headway.solver.strategy_improvement import improve as improve_component
from headway.tolerances import CONVERGED
from tests.state_graph import Graph

RESULTS = {P1: 1.0, DRAW: 0.5, P2: 0.0}
"""What the ends are worth."""


class Played(NamedTuple):
    """The value of each node of a graph, and the odds of each move there for the side that acts."""

    values: list[float]
    odds: list[tuple[float, ...]]


def node_numbers(graph: Graph) -> dict[int, int]:
    """The nodes of the graph that have a node in the normal form: all but the answers to secrets."""
    kept = (at for at in range(len(graph.nodes)) if at not in graph.guess_nodes)
    return {at: number for number, at in enumerate(kept)}


def normal_form(graph: Graph, backend: Backend) -> NormalForm:
    """The normal form of a game whose graph is known."""
    numbers = node_numbers(graph)
    rows, columns, first, results = list[int](), list[int](), [0], list[float]()
    to, share = list[int](), list[float]()
    for at in numbers:
        node = graph.nodes[at]
        results.append(0.5 if node.winner is None else RESULTS[node.winner])
        cells = [[edge.to] for edge in node.edges]
        if node.is_secret:
            cells = [[edge.to for edge in graph.nodes[choice.to].edges] for choice in node.edges]
        if node.actor == CHANCE:
            total = sum(edge.weight for edge in node.edges)
            to += [numbers[edge.to] for edge in node.edges]
            share += [edge.weight / total for edge in node.edges]
            rows.append(1)
            columns.append(1)
        elif node.actor == OVER:
            rows.append(0)
            columns.append(0)
        else:
            if node.actor != P1:
                cells = [list(column) for column in zip(*cells, strict=True)]
            to += [numbers[after] for row in cells for after in row]
            share += [1.0 for row in cells for _ in row]
            rows.append(len(cells))
            columns.append(len(cells[0]))
        first.append(len(to))
    form = Form(
        backend.ints(rows),
        backend.ints(columns),
        backend.longs(first),
        backend.ints(to),
        backend.floats(share),
        backend.new_longs(len(numbers) + 1),
    )
    backend.executable(number_odds)(form, len(numbers))
    return NormalForm(backend, form, backend.floats(results))


def best_strategies(graph: Graph, backend: Backend | None = None) -> tuple[Played, float]:
    """The best strategies, and the gap of their certificate: infinite, without values, where they are not proven."""
    normal = normal_form(graph, backend or Interpreted())
    try:
        solved, gap = strategies.best_strategies(normal)
    except TooHard:
        return Played([nan] * len(graph.nodes), [()] * len(graph.nodes)), inf
    return _by_graph(graph, normal, solved), gap


def iterate(graph: Graph) -> Played:
    """What Shapley's iteration alone finds."""
    normal = normal_form(graph, Interpreted())
    solved, space, parts = normal.unsolved(), normal.space(), normal.components
    for part in range(normal.component_count):
        begin, end = parts.bounds[part], parts.bounds[part + 1]
        if normal.form.rows[parts.order[begin]]:
            iterate_component(normal.form, parts, begin, end, True, solved, space, CONVERGED, MOST_SWEEPS)
    return _by_graph(graph, normal, solved)


def improve(graph: Graph, stopping: float) -> Played:
    """What strategy improvement alone finds."""
    normal = normal_form(graph, Interpreted())
    solved, parts = normal.unsolved(), normal.components
    for part in range(normal.component_count):
        component = list(parts.order[parts.bounds[part] : parts.bounds[part + 1]])
        if normal.form.rows[component[0]]:
            improve_component(normal.form, component, solved, stopping, Effort())
    return _by_graph(graph, normal, solved)


def gap(graph: Graph, odds: Sequence[Sequence[float]], values: Sequence[float]) -> float:
    """The gap of the certificate of values and odds, however they were found."""
    normal, numbers = normal_form(graph, Interpreted()), node_numbers(graph)
    flat = _flat(graph, normal, odds)
    if flat is None:
        return inf
    own = [values[at] for at in numbers]
    solved = _certify(normal, own, flat)
    for number, result in enumerate(normal.results):
        if normal.form.rows[number] == 0 and own[number] != result:
            return inf
    return strategies.gap(normal, solved)


def guarantee(graph: Graph, odds: Sequence[Sequence[float]], seat: int) -> list[float]:
    """What the odds of a seat guarantee at each node of a graph; nothing is said of the answers to secrets."""
    normal, numbers = normal_form(graph, Interpreted()), node_numbers(graph)
    most = [1.0 if seat == P1 else 0.0] * normal.size  # what the seat could hope for
    solved = _certify(normal, most, _flat(graph, normal, odds), is_hard=True)
    found = solved.floor if seat == P1 else [-value for value in solved.ceiling]
    return [found[numbers[at]] if at in numbers else nan for at in range(len(graph.nodes))]


def _certify(normal: NormalForm, values: list[float], odds: Any, is_hard: bool = False) -> Solved:
    """The bounds on values and odds, however they were found: by iteration, and where that is slow by best replies.

    Where odds are very small, iteration may seem to be steady long before it is: with `is_hard`, small components are
    bounded by best replies, too.
    """
    solved, space, effort = normal.unsolved()._replace(values=values, odds=odds), normal.space(), Effort()
    form, parts = normal.form, normal.components
    for part in range(normal.component_count):
        begin, end, nodes = parts.bounds[part], parts.bounds[part + 1], normal.component(part)
        for seat in (P1, P2) if form.rows[nodes[0]] else ():
            floor: Any = solved.floor if seat == P1 else solved.ceiling
            allowed = allowed_spread(form, begin, end)
            process = Process(form, parts, begin, end, seat, odds, space)
            is_steady = raise_floor(process, values, floor, allowed)
            if is_steady and not (is_hard and len(nodes) <= SMALL):
                continue
            traps = end_components.maximal_end_components(normal, seat, odds, part, space)
            with suppress(TooHard):
                found = bound(form, nodes, seat, odds, floor, traps, effort, allowed)
                for at, value in found.items():
                    floor[at] = max(floor[at], value)
    return solved


def maximal_end_components(
    graph: Graph, odds: Sequence[Sequence[float]], seat: int, backend: Backend
) -> set[frozenset[int]]:
    """Where the side other than `seat` can stay for ever, by the nodes of the graph."""
    normal, names = normal_form(graph, backend), list(node_numbers(graph))
    flat = backend.floats(_flat(graph, normal, odds))
    found = end_components.maximal_end_components(normal, seat, flat)
    return {frozenset(names[number] for number in trap) for trap in found}


def win_probabilities(graph: Graph, number: Callable[[Fraction], Number]) -> list[Number]:
    """The values of a Markov chain; its nodes are those of the graph."""

    def shares(at: int) -> dict[int, Number]:
        edges = graph.nodes[at].edges
        total, found = sum(edge.weight for edge in edges), dict[int, Number]()
        for edge in edges:
            share = number(Fraction(edge.weight, total) if total else Fraction(1))
            found[edge.to] = found[edge.to] + share if edge.to in found else share
        return found

    normal, every = normal_form(graph, Interpreted()), [shares(at) for at in range(len(graph.nodes))]
    ends = [number(Fraction(result)) for result in normal.results]
    return markov_chain.expected_values(normal, every, ends, number(Fraction(1, 2)))


def _flat(graph: Graph, normal: NormalForm, odds: Sequence[Sequence[float]]) -> Any:
    """Odds as the kernels have them; None if a node has too few or too many."""
    flat: list[float] = []
    for at, number in node_numbers(graph).items():
        node = graph.nodes[at]
        if normal.form.rows[number] * normal.form.columns[number] > 1:
            other = odds[node.edges[0].to] if node.is_secret else (1.0,)
            flat += [*odds[at], *other] if node.actor == P1 else [*other, *odds[at]]
    return flat if len(flat) == normal.form.first_odds[normal.size] else None


def _by_graph(graph: Graph, normal: NormalForm, solved: Solved) -> Played:
    numbers = node_numbers(graph)
    values = [float(solved.values[numbers[at]]) if at in numbers else 0.5 for at in range(len(graph.nodes))]
    odds: list[tuple[float, ...]] = [()] * len(graph.nodes)
    for at, number in numbers.items():
        node, form = graph.nodes[at], normal.form
        if form.rows[number] * form.columns[number] > 1:
            begin, end = int(form.first_odds[number]), int(form.first_odds[number + 1])
            middle = begin + int(form.rows[number])
            rows, columns = tuple(solved.odds[begin:middle]), tuple(solved.odds[middle:end])
            own, other = (rows, columns) if node.actor == P1 else (columns, rows)
            odds[at] = own
            for edge in node.edges if node.is_secret else ():
                odds[edge.to] = other
        elif node.actor in (0, 1):
            odds[at] = (1.0,)
    return Played(values, odds)
