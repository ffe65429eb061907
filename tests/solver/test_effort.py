"""The effort on a loop is bounded, counted in operations, and told while it is spent."""

import re

import pytest

from headway.rulekit import P1
from headway.solver import strategies
from headway.solver.backend import Interpreted
from headway.solver.gth import MOST_EFFORT, MOST_IN_LOOP, Effort, TooHard
from tests.solver.by_graph import normal_form
from tests.solver.test_hard_games import tickets
from tests.solver.test_strategies import choice, made_of
from tests.state_graph import Graph

HARD = r"solving a loop of 4 nodes, at the longest: \d+ %"
"""What is told of the loop of `tickets`, which iteration does not solve."""


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every amount that is spent."""
    found, spend = list[int](), Effort.spend

    def counted(self: Effort, effort: int, states: int) -> None:
        spend(self, effort, states)
        found.append(effort)

    monkeypatch.setattr(Effort, "spend", counted)
    return found


def twice(first: Graph) -> Graph:
    """A choice between two loops that are the same."""
    shift = len(first.nodes) - 2
    moved = [
        node._replace(edges=tuple(edge._replace(to=edge.to + shift if edge.to > 1 else edge.to) for edge in node.edges))
        for node in first.nodes[2:]
    ]
    return made_of(*first.nodes[2:], *moved, choice(P1, 2, 2 + shift))


def test_a_hard_loop_tells_how_much_of_its_effort_is_spent(spent: list[int]) -> None:
    heard = list[str]()
    strategies.best_strategies(normal_form(tickets(50, 44), Interpreted()), heard.append)
    assert len([each for each in heard if re.match(HARD, each)]) == 1 + len(spent) > 2


def test_no_loop_takes_more_than_its_effort(spent: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    graph = twice(tickets(50, 44))
    strategies.best_strategies(normal_form(graph, Interpreted()))
    needed = sum(spent) // 2
    monkeypatch.setattr(strategies, "MOST_IN_LOOP", needed)
    strategies.best_strategies(normal_form(graph, Interpreted()))  # each of the loops has its own
    spent.clear()
    monkeypatch.setattr(strategies, "MOST_IN_LOOP", needed // 3)
    with pytest.raises(TooHard, match=r"^a loop of 4 states would take too long to prove: .* operations, and .* fit$"):
        strategies.best_strategies(normal_form(graph, Interpreted()))
    assert 0 < sum(spent) <= needed // 3


def test_all_loops_together_take_no_more_than_that_of_a_game(spent: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    graph = twice(tickets(50, 44))
    strategies.best_strategies(normal_form(graph, Interpreted()))
    most = sum(spent) * 3 // 4
    monkeypatch.setattr(strategies, "Effort", lambda left=most, *tell: Effort(left, *tell))
    spent.clear()
    with pytest.raises(TooHard, match="would take too long to prove"):
        strategies.best_strategies(normal_form(graph, Interpreted()))
    assert most // 2 < sum(spent) <= most


def test_ctrl_c_ends_a_hard_loop() -> None:
    """It arrives between two rounds; within one, `test_threads` has it."""

    def pressed(doing: str) -> None:
        if re.match(HARD, doing):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        strategies.best_strategies(normal_form(tickets(50, 44), Interpreted()), pressed)


def test_a_loop_may_take_a_part_of_what_a_game_may_take() -> None:
    assert 0 < MOST_IN_LOOP < MOST_EFFORT
