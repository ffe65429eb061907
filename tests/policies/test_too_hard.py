"""Chains that are too hard for fractions are solved in floats, and what is not certain is refused in one line."""

import json
from fractions import Fraction
from typing import Any, NoReturn

import pytest

from headway.catalogue import find
from headway.policies import best_response, evaluate, exploitability
from headway.policies.perfect import PerfectPlay
from headway.policies.tie_breaking import Prospects
from headway.rulekit import P1, P2
from headway.solver import Unproven, solve
from headway.solver.gth import Effort, TooHard
from tests.conftest import Headway

NAME = "number-race"
REFUSED = "What these policies come to in Number Race is not certain: a loop is too hard."


def refuse(*args: Any, **options: Any) -> NoReturn:
    raise TooHard("a loop is too hard")


@pytest.fixture
def no_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.markov_chain.expected_rewards", refuse)


@pytest.fixture
def no_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.policies.induced.best_strategies", refuse)


def test_a_pair_falls_back_to_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(NAME)
    exact = evaluate(game, "random", "random")
    value, mean = exact.value(), exact.length().mean
    assert isinstance(value, Fraction)
    assert isinstance(mean, Fraction)
    monkeypatch.setattr("headway.solver.markov_chain.expected_rewards", refuse)
    found = evaluate(game, "random", "random")
    assert isinstance(found.value(), float)
    assert found.value() == pytest.approx(float(value), abs=1e-9)
    assert found.bounds().low <= value <= found.bounds().high
    assert isinstance(found.length().mean, float)
    assert found.length().mean == pytest.approx(float(mean), abs=1e-6)


def test_a_response_falls_back_to_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(NAME)
    value = best_response(game, "random", P2).value()
    assert isinstance(value, Fraction)
    monkeypatch.setattr("headway.solver.markov_chain.expected_rewards", refuse)
    found = best_response(game, "random", P2)
    assert isinstance(found.value(), float)
    assert found.value() == pytest.approx(float(value), abs=1e-9)
    assert found.bounds().low <= value <= found.bounds().high


@pytest.mark.usefixtures("no_fractions", "no_floats")
def test_what_is_not_certain_is_refused() -> None:
    game = find(NAME)
    with pytest.raises(Unproven) as refused:
        evaluate(game, "random", "random").value()
    assert str(refused.value) == REFUSED
    with pytest.raises(Unproven):
        best_response(game, "random", P1).value()
    with pytest.raises(Unproven):
        exploitability(game, "random").value()


@pytest.mark.usefixtures("no_fractions", "no_floats")
def test_simulated_games_are_shown_without_an_expectation(headway: Headway) -> None:
    found = headway("simulate", NAME, "--games", 10, "--seed", 1, "--json")
    told = json.loads(found.out)
    assert told["games"] == 10
    assert "expected" not in told


def test_ctrl_c_while_the_expectation_is_computed_loses_no_games(
    headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*args: Any) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("headway.terminal.simulate.expected_figures", interrupt)
    assert json.loads(headway("simulate", NAME, "--games", 10, "--seed", 1, "--json").out)["games"] == 10


def test_ties_are_not_broken_where_that_is_too_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.policies.tie_breaking.best_strategies", refuse)
    solution = solve(find("cross-over"))
    best = PerfectPlay(solution)._best
    start = solution.game.start()
    assert Prospects(solution, P1, best).preferred(start, [0, 1]) == [0, 1]


def test_all_loops_of_an_evaluation_spend_from_one_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[Effort]()
    spend = Effort.spend

    def watch(effort: Effort, amount: int, states: int) -> None:
        seen.append(effort)
        spend(effort, amount, states)

    monkeypatch.setattr(Effort, "spend", watch)
    game = find(NAME)
    assert isinstance(evaluate(game, "random", "random").value(), Fraction)
    assert len(seen) > 1
    assert len(set(map(id, seen))) == 1
