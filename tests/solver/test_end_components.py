"""Maximal end components, against the definition tried on every set of nodes."""

from collections.abc import Iterator
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.backend import Backend, Compiled, Interpreted
from headway.solver.end_components import maximal_end_components
from headway.solver.kernels import end_components as kernel
from tests.solver import by_graph
from tests.solver.test_strategies import LOST, WON, choice, dice, graphs, made_of, secret, secretive
from tests.state_graph import Graph

Odds = list[tuple[float, ...]]


@st.composite
def with_odds(draw: st.DrawFn) -> tuple[Graph, Odds, int]:
    """A graph, a seat, and odds for every node at which a side moves, some of them zero."""
    graph = draw(st.one_of(graphs(), secretive()))
    odds = []
    for node in graph.nodes:
        size = len(node.edges) if node.actor in (P1, P2) else 0
        likely = draw(st.lists(st.booleans(), min_size=size, max_size=size).filter(lambda each: not each or any(each)))
        odds.append(tuple(each / sum(likely) for each in likely))
    for node in graph.nodes:
        if node.is_secret:  # the side that answers cannot tell the choices apart
            first, *others = (edge.to for edge in node.edges)
            for answer in others:
                odds[answer] = odds[first]
    return graph, odds, draw(st.sampled_from([P1, P2]))


def by_definition(graph: Graph, odds: Odds, seat: int) -> set[frozenset[int]]:
    """The sets in which the other side can stay and go from any node to any other, without those in larger ones."""
    nodes = [at for at, node in enumerate(graph.nodes) if node.actor != OVER and at not in graph.guess_nodes]
    every = chain.from_iterable(combinations(nodes, size) for size in range(1, len(nodes) + 1))
    found = {frozenset(each) for each in every if is_end_component(graph, odds, seat, set(each))}
    return {each for each in found if not any(each < other for other in found)}


def is_end_component(graph: Graph, odds: Odds, seat: int, nodes: set[int]) -> bool:
    staying = {at: [to for to in actions(graph, odds, seat, at) if to <= nodes] for at in nodes}
    if not all(staying.values()):
        return False
    return all(reached(staying, at) == nodes for at in nodes)


def reached(staying: dict[int, list[set[int]]], start: int) -> set[int]:
    """The nodes that staying actions may lead to, after at least one."""
    found, waiting = set[int](), [start]
    while waiting:
        new = set[int]().union(*staying[waiting.pop()]) - found
        found |= new
        waiting += new
    return found


def actions(graph: Graph, odds: Odds, seat: int, at: int) -> Iterator[set[int]]:
    """What may follow each choice of the side other than `seat`; one, if it has no choice."""
    node = graph.nodes[at]
    if node.is_secret:
        cells = [[edge.to for edge in graph.nodes[own.to].edges] for own in node.edges]
        own, answers = odds[at], odds[node.edges[0].to]
        if node.actor == seat:
            cells, answers = [list(column) for column in zip(*cells, strict=True)], own
        yield from ({to for to, share in zip(row, answers, strict=True) if share > 0} for row in cells)
    elif node.actor == CHANCE:
        yield {edge.to for edge in node.edges}
    elif node.actor == seat:
        yield {edge.to for edge, share in zip(node.edges, odds[at], strict=True) if share > 0}
    else:
        yield from ({edge.to} for edge in node.edges)


@settings(max_examples=400, deadline=None)
@given(with_odds())
def test_they_are_what_the_definition_says(made: tuple[Graph, Odds, int]) -> None:
    graph, odds, seat = made
    assert by_graph.maximal_end_components(graph, odds, seat, Interpreted()) == by_definition(graph, odds, seat)


@settings(max_examples=100, deadline=None)
@given(with_odds())
def test_machine_code_finds_the_same(made: tuple[Graph, Odds, int]) -> None:
    graph, odds, seat = made
    assert by_graph.maximal_end_components(graph, odds, seat, Compiled()) == by_definition(graph, odds, seat)


@pytest.mark.parametrize("backend_type", [Interpreted, Compiled])
def test_a_secret_that_is_left_by_some_answers_is_not_stayed_in(backend_type: type[Backend]) -> None:
    """At node 2 P1 hides one of two things. Each answer of P2 leads back from one of them, and ends at the other."""
    backend = backend_type()
    graph = made_of(secret(P1, 3, 4), choice(P2, 2, WON), choice(P2, LOST, 2))
    one, both = (1.0, 0.0), (0.5, 0.5)
    assert by_graph.maximal_end_components(graph, [(), (), one, both, both], P1, backend) == {frozenset([2])}
    assert by_graph.maximal_end_components(graph, [(), (), both, both, both], P1, backend) == set()


def test_nodes_that_have_to_leave_one_after_the_other_are_not_all_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A long walk by coins between two ends: what has to leave is found from both ends inwards."""
    size, looks = 2_000, 0
    walk = [dice((at - 1, 1), (at + 1, 1)) for at in range(3, size + 1)]
    normal = by_graph.normal_form(made_of(dice((LOST, 1), (3, 1)), *walk, dice((size, 1), (WON, 1))), Interpreted())
    look = kernel.can_stay

    def counted(*given: object) -> bool:
        nonlocal looks
        looks += 1
        return look(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(kernel, "can_stay", counted)
    assert maximal_end_components(normal, P1, []) == []
    assert looks < 4 * size
