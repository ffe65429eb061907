"""The turns of an explored game, against the graph of its states."""

import pytest

from headway.analysis.turns import Turns, paths
from headway.catalogue import find, names
from headway.game import Game
from headway.rulekit import P1, P2
from headway.solver import explore
from headway.solver.explored import explore_interpreted
from tests.state_graph import Graph


@pytest.mark.parametrize("name", names())
def test_the_turns_are_the_states_and_moves_of_the_game(name: str) -> None:
    assert_same(find(name) if name != "capture-the-flag" else find(name).variant({"length": 5}))


def test_a_secret_and_its_answer_are_two_turns(lucky_steps: Game) -> None:
    assert_same(lucky_steps)


@pytest.mark.parametrize("name", names())
def test_to_a_depth_the_turns_are_those_of_the_whole_game(name: str) -> None:
    game, depth = find(name), 3
    whole, near = Turns(explore(game)), Turns(explore_interpreted(game, depth=depth))
    moves = dict.fromkeys(whole.explored.starts, 0)
    waiting = list(moves)
    for at in waiting:
        for to in whole.explored.normal.outcomes(at):
            if to not in moves:
                moves[to] = moves[at] + 1
                waiting.append(to)
    assert near.explored.starts == whole.explored.starts
    assert near.explored.normal.size == sum(count <= depth for count in moves.values())
    for at in range(near.explored.normal.size):
        ours, theirs = (
            [(edge.move, turns[edge.to].state, edge.weight) for edge in turns[at].edges] for turns in (near, whole)
        )
        assert near[at].state == whole[at].state
        assert ours == (theirs if moves[at] < depth else [])


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
