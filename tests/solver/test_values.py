"""The values of the solver, against independent ways to find them."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from headway.catalogue import find, names
from headway.game import Game
from headway.rulekit import OVER, P1, P2
from headway.solver import solve
from headway.solver.matrix_game import solve_matrix
from tests.graph_games import LOST, WON, choice, graph_game, secret
from tests.second_opinion import BOARD, OPINIONS
from tests.solver.by_graph import gap, iterate
from tests.state_graph import Graph


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center"])
@pytest.mark.parametrize("first", [1, 2])
def test_a_plain_search_of_the_second_opinion_agrees(name: str, first: int) -> None:
    opinion = OPINIONS[name]

    @cache
    def best(said: tuple[str, ...]) -> tuple[int, int]:
        """Who wins (1 or 2) and in how many moves, the winner hurrying and the loser delaying."""
        situation, words = opinion(first, said)
        mover = first if len(said) % 2 == 0 else 3 - first
        if not words:
            return 3 - mover if name == "cross-over" else _arrived(situation, first), 0
        found = [(winner, moves + 1) for winner, moves in (best((*said, word)) for word in words)]
        wins = [moves for winner, moves in found if winner == mover]
        return (mover, min(wins)) if wins else (3 - mover, max(moves for _, moves in found))

    game = find(name)
    solution = solve(game)
    state = game.start(first - 1)
    assert (solution.verdict(state), solution.plies(state)) == (f"P{best(())[0]}", best(())[1])


def _arrived(situation: Any, first: int) -> int:
    """Who wins Race to the Center when it is over: the second mover if on the center, else the first."""
    places = {1: situation[0], 2: situation[1]}
    return 3 - first if places[3 - first] == 5 else first


def test_capture_the_flag_by_simple_iteration() -> None:
    """Every state once more, by sweeping over all of them until nothing changes."""
    game = find("capture-the-flag")
    states = list(game.reachable())
    follow = {state: [game.play_unchecked(state, move) for move in game.moves_at(state)] for state in states}
    winner: dict[Any, int | None] = {s: game.winner(s) if game.actor(s) == OVER else None for s in states}
    changed = True
    while changed:
        changed = False
        for state in states:
            if winner[state] is None:
                seat, ahead = game.actor(state), [winner[after] for after in follow[state]]
                found = seat if seat in ahead else 1 - seat if set(ahead) == {1 - seat} else None
                changed |= found is not None
                winner[state] = found
    solution = solve(game)
    worth = {None: Fraction(1, 2), P1: Fraction(1), P2: Fraction(0)}
    assert all(solution.value(state) == worth[winner[state]] for state in states)
    assert solution.verdict(game.start()) == "endless"


def test_number_race_by_linear_algebra() -> None:
    """The chance to win from each pair of places, from equations set up by hand from the book's array."""
    ahead = {(at, face): next((p for p in range(at + 1, 21) if BOARD[p - 1] == face), at)
             for at in range(21) for face in range(1, 7)}  # fmt: skip
    pairs = [(mine, other) for mine in range(20) for other in range(20)]
    number = {pair: row for row, pair in enumerate(pairs)}
    system, right = np.eye(len(pairs)), np.zeros(len(pairs))
    for mine, other in pairs:  # the side to roll wins at once, or if the other side, to roll next, does not win
        for face in range(1, 7):
            place = ahead[mine, face]
            right[number[mine, other]] += 1 / 6
            if place < 20:
                system[number[mine, other], number[other, place]] += 1 / 6
    chances = np.linalg.solve(system, right)
    game, solution = find("number-race"), solve(find("number-race"))
    for state in game.reachable():
        if game.actor(state) in (P1, P2):
            mover, places = game.actor(state), game.positions(state)
            chance = chances[number[places[mover][0], places[1 - mover][0]]]
            value = float(solution.value(state))
            assert value == pytest.approx(chance if mover == P1 else 1 - chance, abs=1e-12)
    assert solution.certificate.gap == 0
    assert isinstance(solution.value(game.start()), Fraction)


def test_a_long_race_is_solved_in_floats_with_a_stated_residual(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = solve(find("number-race")).value(find("number-race").start())
    monkeypatch.setattr("headway.solver.MOST_RATIONAL", 0)
    solution = solve(find("number-race"))
    assert solution.value(solution.game.start()) == pytest.approx(float(exact), abs=1e-12)
    assert 0 < solution.certificate.gap < 1e-12


@pytest.mark.parametrize("name", names())
def test_two_ways_through_the_graph_agree(name: str) -> None:
    """Stages solve every kind of game; where a game has its own way, both find the same values."""
    game = find(name) if name != "capture-the-flag" else find(name).variant({"length": 5})
    graph = Graph(game)
    solution = solve(game)
    values, odds = iterate(graph)
    for at, node in enumerate(graph.nodes):
        if at not in graph.guess_nodes:
            assert float(solution.value(node.state)) == pytest.approx(values[at], abs=1e-9)
    assert gap(graph, odds, values) < 1e-9


def test_the_block_near_the_goal_makes_predictive_pursuit_endless() -> None:
    game = find("predictive-pursuit")
    solution = solve(game)
    assert solution.verdict(game.start()) == "endless"
    assert solve(game.variant({"forced": "unblockable"})).verdict(game.start()) == "chance"


def test_steps_of_one_are_endless() -> None:
    game = find("cross-over").variant({"longest_step": 1})
    solution = solve(game)
    assert {solution.value(state) for state in game.reachable()} == {Fraction(1, 2)}
    assert solution.verdict(game.start()) == "endless"


def test_the_payoffs_of_a_secret_are_a_matrix_with_its_value() -> None:
    """Whoever chooses the secret; and what a guess is worth is the mean of its column."""
    game = find("predictive-pursuit").variant({"longest_step": 3, "overshoot": "stops", "length": 5})
    solution, seats = solve(game), set()
    for state in game.reachable():
        if game.actor(state) == OVER or not game.secret(state):
            continue
        payoffs, sign = solution.payoffs(state), 1 if game.actor(state) == P1 else -1
        matrix = [[sign * float(payoff.value) for payoff in row.values()] for row in payoffs.values()]
        assert sign * solve_matrix(matrix).value == pytest.approx(float(solution.value(state)), abs=1e-9)
        chosen = solution.odds(state)
        assert chosen is not None
        hidden = game.play_unchecked(state, next(iter(chosen)))
        for guess in solution.worths(game.view(hidden, game.actor(hidden))):
            mean = sum(odds * payoffs[choice][guess.move].value for choice, odds in chosen.items())
            assert float(guess.value) == pytest.approx(float(mean), abs=1e-12)
        seats.add(game.actor(state))
    assert seats == {P1, P2}


def test_chance_choice_and_secrets_in_one_game(lucky_steps: Game) -> None:
    solution = solve(lucky_steps)
    start = lucky_steps.start()
    assert solution.certificate.gap < 1e-9
    assert solution.value(start) + solution.value(lucky_steps.start(P2)) == pytest.approx(1)
    assert [worth.odds for worth in solution.worths(start)] == pytest.approx([0.5, 0.5])  # the hands are alike
    for state in lucky_steps.reachable():  # taking steps is never worse than leaving them
        if lucky_steps.token(lucky_steps.moves_at(state)[0]) == "take" if lucky_steps.moves_at(state) else False:
            assert lucky_steps.tokens["take"] in solution.best(state)


def test_moves_that_differ_by_rounding_only_are_equally_good() -> None:
    game = find("cross-over")
    start = game.start()
    exact = solve(game)
    values = list(exact.values)
    for move, value in zip(game.moves_at(start), (0.3, 0.3 + 1e-16, 0.2), strict=True):
        node = exact.index.node(game.play_unchecked(start, move))
        assert node is not None
        values[node] = value
    assert replace(exact, values=values, lengths=None).best(start) == game.moves_at(start)[:2]


@pytest.mark.parametrize(
    ("name", "rules", "is_endless"),
    [
        ("capture-the-flag", {}, True),
        ("capture-the-flag", {"length": 1}, False),  # the side to move wins
        ("predictive-pursuit", {}, True),
        ("predictive-pursuit", {"overshoot": "stops"}, False),
        ("cross-over", {"longest_step": 1}, True),
        ("number-race", {}, False),
    ],
)
def test_a_move_says_whether_best_play_after_it_is_endless(
    name: str, rules: dict[str, object], is_endless: bool
) -> None:
    game = find(name).variant(rules)
    solution = solve(game)
    worths = solution.worths(game.start())
    assert {worth.is_endless for worth in worths} == {is_endless}
    for worth in worths:
        after = game.play_unchecked(game.start(), worth.move)
        seen = game.view(after, 1 - game.actor(game.start()))
        assert (solution.verdict(seen) == "endless") == is_endless  # also for a guesser, who does not see the secret
        assert {guess.is_endless for guess in solution.worths(seen)} <= {is_endless}


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        (((WON, LOST), (LOST, WON)), "chance"),  # matching pennies: every best choice ends the game
        (((2, WON), (LOST, WON)), "endless"),  # a saddle point: whoever leaves it loses
    ],
)
def test_secret_choices_worth_one_half_are_endless_only_if_no_best_choice_ends(
    answers: tuple[tuple[int, int], ...], verdict: str
) -> None:
    game = graph_game(secret(P1, 3, 4), *(choice(P2, *answer) for answer in answers))
    solution = solve(game)
    assert (solution.value(game.start()), solution.verdict(game.start())) == (0.5, verdict)
