"""The turns of an explored game, against the graph of its states."""

import pytest

from headway.analysis.turns import Turns, paths
from headway.catalogue import find, names
from headway.game import Game
from headway.rulekit import P1, P2
from headway.solver import explore
from tests.state_graph import Graph


@pytest.mark.parametrize("name", names())
def test_the_turns_are_the_states_and_moves_of_the_game(name: str) -> None:
    assert_same(find(name) if name != "capture-the-flag" else find(name).variant({"length": 5}))


def test_a_secret_and_its_answer_are_two_turns(lucky_steps: Game) -> None:
    assert_same(lucky_steps)


def assert_same(game: Game) -> None:
    graph, turns = Graph(game), Turns(explore(game))
    assert len(turns) == len(graph.nodes)
    for turn in turns:
        at = graph.number[turn.state]
        node = graph.nodes[at]
        assert (turn.actor, turn.winner, turn.is_secret) == (node.actor, node.winner, node.is_secret)
        assert turn.is_answer == (at in graph.guess_nodes)
        ours = [(edge.move, turns[edge.to].state, edge.weight) for edge in turn.edges]
        assert ours == [(edge.move, graph.nodes[edge.to].state, edge.weight) for edge in node.edges]
    reached = {at for first in (P1, P2) for at in paths(turns, turns.explored.starts[first])}
    assert reached == set(range(len(turns)))
