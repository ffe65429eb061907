"""Retrograde analysis of the normal form, against plain search, in Python and in machine code."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from headway.rulekit import DRAW, OVER, P1, P2
from headway.solver.backend import Backend, Compiled, Interpreted
from headway.solver.index import NO_WINNER
from headway.solver.kernels.retrograde import NO_PLIES
from headway.solver.retrograde import retrograde
from tests.solver.by_graph import normal_form
from tests.solver.test_strategies import choice, made_of
from tests.state_graph import Graph, Node

DRAWN = Node((), OVER, (), False, DRAW)


@st.composite
def choices(draw: st.DrawFn) -> Graph:
    """Up to twelve nodes of choice and draws, each leading anywhere."""
    size = draw(st.integers(1, 12))
    anywhere = st.integers(0, size + 1)
    targets = st.lists(anywhere, min_size=1, max_size=3)
    actors = [draw(st.sampled_from([P1, P2] * 3 + [OVER])) for _ in range(size)]
    return made_of(*(DRAWN if actor == OVER else choice(actor, *draw(targets)) for actor in actors))


@settings(max_examples=200)
@given(choices())
def test_it_finds_what_a_search_finds(graph: Graph) -> None:
    for backend in BACKENDS:
        winners, plies = retrograde(normal_form(graph, backend))
        assert list(zip(map(int, winners), map(int, plies), strict=True)) == by_search(graph)


BACKENDS: list[Backend] = [Interpreted(), Compiled()]


def by_search(graph: Graph) -> list[tuple[int, int]]:
    """Who can force a win, and within how many plies, looking one ply further ahead each time.

    Where neither side can, the players keep it so: how soon can they come to a draw together?
    """

    @cache
    def wins(at: int, seat: int, ahead: int) -> bool:
        node = graph.nodes[at]
        if node.winner is not None:
            return node.winner == seat
        after = [ahead > 0 and wins(edge.to, seat, ahead - 1) for edge in node.edges]
        return any(after) if node.actor == seat else all(after)

    def is_won(at: int) -> bool:
        return any(wins(at, seat, len(graph.nodes)) for seat in (P1, P2))

    @cache
    def draws(at: int, ahead: int) -> bool:
        if graph.nodes[at].winner is not None:
            return graph.nodes[at].winner == DRAW
        kept = [edge.to for edge in graph.nodes[at].edges if not is_won(edge.to)]
        return not is_won(at) and ahead > 0 and any(draws(to, ahead - 1) for to in kept)

    found = []
    for at in range(len(graph.nodes)):
        far = range(len(graph.nodes))
        forced = [(ahead, seat) for ahead in far for seat in (P1, P2) if wins(at, seat, ahead)]
        drawn = [(ahead, DRAW) for ahead in far if draws(at, ahead)]
        plies, winner = min(forced or drawn, default=(NO_PLIES, NO_WINNER))
        found.append((winner, plies))
    return found
