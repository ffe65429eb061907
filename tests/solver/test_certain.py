"""What is called a win is one: a value is 0 or 1 exactly where a side wins with probability 1."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.analysis.known import what_is_known
from headway.analysis.review import review
from headway.analysis.review_words import conclusions, sums
from headway.analysis.worths import hint_as_plain, verdict_in_words
from headway.api.solution import Solution as ApiSolution
from headway.api.solution import Verdict
from headway.game import Game
from headway.rulekit import P1, P2
from headway.solver import solve, strategies
from headway.solver.backend import Backend, Compiled, Interpreted
from headway.solver.gth import TooHard
from headway.solver.outcomes import set_certain_values
from headway.table.table import Table
from headway.terminal import hint
from headway.terminal import solve as solve_command
from tests.graph_games import LOST, WON, Place, choice, dice, graph_game, secret
from tests.solver.by_graph import node_numbers, normal_form
from tests.solver.test_hard_games import by_trying_everything, hard_graphs
from tests.solver.test_strategies import graphs, secretive
from tests.state_graph import Graph

RARE = 10**10
"""What happens once in so many times has a chance of 1e-10, which is less than a certificate can tell from nothing."""


def certain_values(graph: Graph, backend: Backend) -> list[float]:
    """The values of a graph without secrets, or nothing if they are not proven."""
    normal = normal_form(graph, backend)
    try:
        solved, _ = strategies.best_strategies(normal)
    except TooHard:
        return []
    set_certain_values(normal, solved)
    return [float(value) for value in solved.values]


@settings(max_examples=200, deadline=None)
@given(st.one_of(graphs(), hard_graphs()))
def test_a_value_is_zero_or_one_only_where_it_is_in_fractions(graph: Graph) -> None:
    truth = by_trying_everything(graph)
    for backend in (Interpreted(), Compiled()):
        for value, exact in zip(certain_values(graph, backend), truth, strict=False):
            assert (value == 1, value == 0) == (exact == 1, exact == 0)


def rare_win(has_choice: bool) -> Game:
    """P1 wins once in 10^10 times, or may give up, if there is a choice. From the other start P2 is in this place."""
    own, other = dice((WON, 1), (LOST, RARE - 1)), dice((LOST, 1), (WON, RARE - 1))
    options = ((4, LOST), (5, WON)) if has_choice else ((4,), (5,))
    return graph_game(choice(P1, *options[0]), choice(P2, *options[1]), own, other, starts=(2, 3))


@pytest.mark.parametrize("has_choice", [False, True], ids=["chance alone", "with a choice"])
def test_a_win_that_is_very_rare_is_not_called_a_loss(has_choice: bool) -> None:
    game = rare_win(has_choice)
    solution = solve(game)
    best = " under best play, opening with 1; every other opening loses" if has_choice else ""
    nothing = "" if has_choice else " There is nothing to decide at the start."
    for seat, number in ((P1, "less than 0.000001"), (P2, "more than 0.999999")):
        start = game.start(seat)
        table = Table(game, seat)
        assert solution.verdict(start) == "chance"
        assert solution.best(start) == [0]
        own = f"Player {seat + 1} wins less than 0.01 % of the games"
        assert solve_command.in_words(solution, seat) == f"{own}{best}.{nothing}"
        assert solve_command.value_text(solution, start) == f"{number}, the chance that Player 1 wins"
        likely = f"Player {2 - seat} wins more than 99.99 % of the games"
        assert verdict_in_words(solution, table) == f"{likely}{' with best play' if has_choice else ''}."
        told = hint.hint_in_words(solution, table).splitlines()[1:]
        assert told == ["  1      less than 0.01 %", *(["  2        0.00 %"] if has_choice else [])]
        plain = hint_as_plain(solution, table)
        assert plain["verdict"] == "chance"
        assert 0 < plain["value"] < 1
        worths = ApiSolution(solution).worths(table)
        lost = [Verdict.P2 if seat == P1 else Verdict.P1] if has_choice else []
        assert [worth.verdict for worth in worths] == [Verdict.CHANCE, *lost]
    assert "wins less than 0.01 % of the games" in what_is_known(solution)
    assert "both can win" in repr(ApiSolution(solution))


def test_a_review_does_not_call_it_a_loss_either() -> None:
    game = rare_win(has_choice=True)
    solution = solve(game)
    kept = review(Table(game).play("1"), solution)
    assert not kept.mistakes
    assert [each.percent for each in sums(kept)] == [
        "less than 0.01 %",
        "+0.00 %",
        "+0.00 %",
        "+0.00 %",
        "less than 0.01 %",
    ]
    assert conclusions(kept)[0] == (
        "The line is flat: Player 1 wins less than 0.01 % of the games, and nothing was given away."
    )


@pytest.mark.parametrize("has_choice", [False, True], ids=["chance alone", "with a choice"])
def test_a_win_that_takes_very_long_is_a_win(has_choice: bool) -> None:
    """P1 wins once in 10^10 times, and tries again: with probability 1, P1 wins at last."""
    places: list[Place] = [choice(P1, 3, LOST) if has_choice else choice(P1, 3), dice((WON, 1), (2, RARE - 1))]
    game = graph_game(*places)
    solution = solve(game)
    assert solution.value(game.start()) == 1
    assert solution.verdict(game.start()) == "P1"


def test_a_win_that_no_strategy_makes_certain_is_not_called_one() -> None:
    """P1 hides or runs, P2 throws or waits, at once ("hide or run").

    Who runs while the other throws is hit and loses; who runs while the other waits has won, and who hides while the
    other throws has won, too. P1 runs rarely enough to win as nearly always as P1 likes, but never for certain: if P1
    never runs, P2 waits for ever.
    """
    game = graph_game(secret(P1, 3, 4), choice(P2, WON, 2), choice(P2, LOST, WON))
    solution = solve(game)
    value = solution.value(game.start())
    assert 1 - 1e-9 <= value < 1
    assert solution.verdict(game.start()) == "chance"
    assert verdict_in_words(solution, Table(game)) == "Player 1 wins more than 99.99 % of the games with best play."


def test_a_certain_win_with_secrets_is_found() -> None:
    """Matching pennies until they match: P1 wins with probability 1, by mixing."""
    game = graph_game(secret(P1, 3, 4), choice(P2, WON, 2), choice(P2, 2, WON))
    solution = solve(game)
    assert solution.value(game.start()) == 1
    assert solution.verdict(game.start()) == "P1"
    assert [worth.value for worth in solution.worths(game.start())] == [1, 1]


@settings(max_examples=150, deadline=None)
@given(secretive())
def test_who_is_sure_to_win_with_secrets_is_what_trying_everything_finds(graph: Graph) -> None:
    """Whether a strategy wins with probability 1 depends only on the choices that it may make, not on their odds."""
    normal, numbers = normal_form(graph, Interpreted()), node_numbers(graph)
    try:
        solved, _ = strategies.best_strategies(normal)
    except TooHard:
        return
    set_certain_values(normal, solved)
    for seat, won in ((P1, 1.0), (P2, 0.0)):
        expected = sure_nodes(graph, seat)
        assert {at for at, number in numbers.items() if solved.values[number] == won} == expected


def sure_nodes(graph: Graph, seat: int) -> set[int]:
    """The nodes at which some choices of a seat win with probability 1 against all plans of the other side."""
    nodes = [at for at in range(len(graph.nodes)) if at not in graph.guess_nodes]
    own = {at: _choices(graph, at, seat) for at in nodes}
    other = {at: _choices(graph, at, 1 - seat) for at in nodes}
    supports = [
        [subset for size in range(1, count + 1) for subset in combinations(range(count), size)]
        for count in own.values()
    ]
    found: set[int] = set()
    for chosen in product(*supports):
        winning = set(nodes)
        for plan in product(*map(range, other.values())):
            after = {
                at: {to for each in chosen[place] for to in _reached(graph, at, seat, each, plan[place])}
                for place, at in enumerate(nodes)
            }
            winning &= _always_reach(after, WON if seat == P1 else LOST)
        found |= winning
    return found


def _choices(graph: Graph, at: int, seat: int) -> int:
    """How many choices a seat has at a node, where a secret and its answer are one."""
    node = graph.nodes[at]
    if node.actor == seat:
        return len(node.edges)
    return len(graph.nodes[node.edges[0].to].edges) if node.is_secret else 1


def _reached(graph: Graph, at: int, seat: int, own: int, other: int) -> list[int]:
    node = graph.nodes[at]
    if node.is_secret:
        first, second = (own, other) if node.actor == seat else (other, own)
        return [graph.nodes[node.edges[first].to].edges[second].to]
    if node.actor in (P1, P2):
        return [node.edges[own if node.actor == seat else other].to]
    return [edge.to for edge in node.edges]


def _always_reach(after: dict[int, set[int]], goal: int) -> set[int]:
    """The nodes from which the goal is reached with probability 1: it stays in reach wherever chance leads."""
    near = _that_reach(after, {goal})
    return set(after) - _that_reach(after, set(after) - near)


def _that_reach(after: dict[int, set[int]], goals: set[int]) -> set[int]:
    found = set(goals)
    while True:
        more = {at for at, following in after.items() if at not in found and following & found}
        if not more:
            return found
        found |= more
