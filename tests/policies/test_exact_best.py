"""The exact values of best play, against all pure policies and the best responses to them in fractions."""

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.game import Game, State
from headway.policies import evaluate
from headway.policies.exact_best import exact_best
from headway.policies.losses import losses_from
from headway.rulekit import P1, P2
from headway.solver import explore, solve
from headway.solver.explored import Explored
from tests.graph_games import LOST, RARE, WEIGHTS, WON, choice, dice, graph_game, places, secret
from tests.policies.brute_force import pure_policies
from tests.solver.in_fractions import best_response


def games() -> st.SearchStrategy[Game]:
    """Games of choice and dice, each move leading anywhere, some of which hardly ever come up."""
    return st.one_of(places(6, 3, WEIGHTS), places(6, 3, RARE)).map(lambda found: graph_game(*found))


def values(game: Game) -> dict[State, Fraction]:
    """The most that a pure policy of P1 is worth against the best response to it: the value, where none is secret."""
    best: dict[State, Fraction] = {}
    for plan in pure_policies(game, P1):

        def play(seen: State, plan: dict[State, int] = plan) -> dict[int, Fraction]:
            return {plan[seen]: Fraction(1)}

        found = best_response(game, play, P2)
        best = {state: max(value, best.get(state, value)) for state, value in found.items()}
    return best


def assert_right(game: Game) -> None:
    """Where best play follows without strategies, in games without dice or without choice, it is exact as it is."""
    known, solution, expected = explore(game), solve(game), values(game)
    found = exact_best(known, solution) if solution.strategies is not None else solution.values
    assert found is not None
    assert {known.state(node): value for node, value in enumerate(found)} == expected


@settings(max_examples=300)
@given(games())
def test_values_are_exact(game: Game) -> None:
    assert_right(game)


@settings(max_examples=300)
@given(games(), st.integers(0, 1000))
def test_they_are_found_from_any_choices(game: Game, seed: int) -> None:
    """However wrong the floats were: a choice is improved until none is better, and to stay for ever is one."""

    def any_odds(known: Explored, solution: object) -> Any:
        rng, normal = random.Random(seed), known.normal
        return normal.backend.floats([rng.random() for _ in range(int(normal.form.first_odds[normal.size]))])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("headway.policies.exact_best.strategies_on", any_odds)
        assert_right(game)


def test_what_does_not_prove_right_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = graph_game(dice((3, 2**50), (WON, 1)), choice(P2, 2, 3))
    assert_right(game)
    monkeypatch.setattr(
        "headway.policies.exact_best.expected_values", lambda normal, *_, **__: [Fraction(1, 2)] * normal.size
    )
    assert exact_best(explore(game), solve(game)) is None


def test_where_sides_mix_there_are_no_exact_values() -> None:
    game = graph_game(secret(P1, 4, 5), dice((2, 1), (WON, 1)), choice(P2, WON, 3), choice(P2, LOST, WON))
    assert exact_best(explore(game), solve(game)) is None


@pytest.mark.parametrize(("rolls", "is_exact"), [(50, True), (500, False)])
def test_long_fractions_are_left_to_floats(rolls: int, is_exact: bool) -> None:
    """A roll after the other, each with a denominator of 61 bits: those of the values have as many for each roll."""
    ahead = [dice((at + 4, 2**60), (LOST, 1)) for at in range(rolls - 1)]
    game = graph_game(choice(P1, LOST, 3), *ahead, dice((WON, 2**60), (LOST, 1)))
    pair, solution = evaluate(game, "random", "random"), solve(game)
    assert (exact_best(explore(game), solution) is not None) == is_exact
    found = losses_from(pair._values, pair._values.node(None), solution)
    lost = Fraction(2**60, 2**60 + 1) ** rolls / 2
    assert (found.lost_by(P1) == lost) == is_exact
    assert found.lost_by_bounds(P1).low <= lost <= found.lost_by_bounds(P1).high
