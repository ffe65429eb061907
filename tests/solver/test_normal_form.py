"""The normal form in machine code against the one that is made of the graph, and the values that follow from it."""

import pytest
from hypothesis import given, settings

from headway.catalogue import find
from headway.game import Game
from headway.rulekit import OVER, P1, P2
from headway.solver import Solution, solve
from headway.solver.backend import Compiled, Interpreted
from headway.solver.exploration import explore
from headway.solver.graph import Graph
from headway.solver.normal_form import node_numbers, normal_form
from headway.solver.solution_file import pack, unpack
from headway.solver.strategies import best_strategies
from tests.solver import by_graph
from tests.solver.test_cache import told
from tests.solver.test_strategies import graphs, secretive

GAMES = [
    ("number-race", {"length": 8}),
    ("predictive-pursuit", {}),
    ("predictive-pursuit", {"length": 7, "longest_step": 4, "overshoot": "stops"}),
    ("predictive-pursuit", {"length": 6, "longest_step": 3, "forced": "unblockable"}),
]


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_machine_code_explores_and_solves_what_the_graph_has(
    name: str, rules: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find(name).variant(rules)
    assert_same_nodes(game)
    monkeypatch.setattr("headway.solver.LARGE", 10**9)
    ours = solve(game)
    monkeypatch.setattr("headway.solver.LARGE", 0)
    assert_same_solution(game, ours, solve(game))


def assert_same_nodes(game: Game) -> None:
    """Node by node: the same choices, leading to the same states with the same shares."""
    graph = Graph(game)
    ours, (normal, index, states) = normal_form(graph, Interpreted()), explore(game, lambda doing: None)
    assert (normal.size, states) == (ours.size, len(graph.nodes))
    same = {number: index.node(graph.nodes[at].state) for at, number in node_numbers(graph).items()}
    assert sorted(same.values(), key=lambda node: -1 if node is None else node) == list(range(normal.size))
    for number, node in same.items():
        assert node is not None
        one, two = ours.form, normal.form
        assert (one.rows[number], one.columns[number]) == (two.rows[node], two.columns[node])
        assert ours.results[number] == normal.results[node]
        outcomes = range(one.first[number], one.first[number + 1])
        others = range(two.first[node], two.first[node + 1])
        assert [(same[one.to[at]], one.share[at]) for at in outcomes] == [(two.to[at], two.share[at]) for at in others]


def assert_same_solution(game: Game, ours: Solution, found: Solution) -> None:
    """The second is also written and read back."""
    kept = unpack(game, pack(found))
    assert found.states == ours.states
    for state in game.reachable():
        seen = state if game.actor(state) == OVER else game.view(state, game.actor(state))
        for each in {state, seen}:
            assert told(kept, each) == told(found, each)
            assert float(found.value(each)) == pytest.approx(float(ours.value(each)), abs=1e-12)
            assert found.verdict(each) == ours.verdict(each)


@settings(max_examples=40)
@given(graphs())
def test_machine_code_and_python_solve_alike(graph: Graph) -> None:
    assert_alike(graph)


@settings(max_examples=40)
@given(secretive())
def test_machine_code_and_python_solve_secrets_alike(graph: Graph) -> None:
    assert_alike(graph)


def assert_alike(graph: Graph) -> None:
    (ours, _), gap = by_graph.best_strategies(graph, Interpreted())
    (theirs, _), other = by_graph.best_strategies(graph, Compiled())
    if max(gap, other) < 1e-9:
        assert theirs == pytest.approx(ours, abs=2e-9)


def test_the_closed_form_of_three_steps_is_proved() -> None:
    """Predictive Pursuit of 30 squares with up to three steps: 0.529521 by a closed form found elsewhere."""
    game = find("predictive-pursuit").variant({"length": 30, "longest_step": 3, "overshoot": "stops"})
    solution = solve(game)
    assert solution.value(game.start()) == pytest.approx(0.529521, abs=5e-7)
    assert solution.certificate.gap < 1e-9


@pytest.mark.parametrize(("length", "longest_step"), [(25, 3), (30, 4), (50, 9), (40, 5)])
def test_long_games_of_secrets_are_proved(length: int, longest_step: int) -> None:
    rules = {"length": length, "longest_step": longest_step, "overshoot": "stops"}
    game = find("predictive-pursuit").variant(rules)
    solution = solve(game)
    assert solution.certificate.gap < 1e-9
    assert solution.value(game.start(P1)) + solution.value(game.start(P2)) == pytest.approx(1, abs=1e-9)


def test_a_long_race_is_solved_with_every_state() -> None:
    """A long one in machine code and floats against the exact fractions of the graph."""
    game = find("number-race").variant({"length": 60})
    exact = solve(game)
    normal, index, _ = explore(game, lambda doing: None)
    solved, gap = best_strategies(normal)
    assert gap < 1e-12
    for state in game.reachable():
        node = index.node(state)
        assert node is not None
        assert solved.values[node] == pytest.approx(float(exact.value(state)), abs=1e-12)
