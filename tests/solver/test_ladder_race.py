"""The race of the benchmarks, with a die, ladders, a snake and a choice of two tokens: large components of choice."""

import pytest

from headway.game import Game, State
from headway.laws import check
from headway.rulekit import CHANCE, OVER, P1
from headway.solver import Solution, solve
from headway.tolerances import PROVEN


def ladder_race(**rules: object) -> Game:
    return Game.load("ladder-race", "benchmarks.ladder_race").variant(rules)


def by_value_iteration(game: Game) -> dict[State, float]:
    """The value of each state, by sweeps over all of them from one half on."""
    values = dict.fromkeys(reversed(game.reachable()), 0.5)
    after = {
        state: [(game.play_unchecked(state, move), game.weight(state, move)) for move in game.moves_at(state)]
        for state in values
    }
    changed = 1.0
    while changed > 1e-13:
        changed = 0.0
        for state, old in values.items():
            if game.actor(state) == OVER:
                new = float(game.winner(state) == P1)
            elif game.actor(state) == CHANCE:
                total = sum(weight for _, weight in after[state])
                new = sum(weight * values[to] for to, weight in after[state]) / total
            else:
                best = max if game.actor(state) == P1 else min
                new = best(values[to] for to, _ in after[state])
            changed = max(changed, abs(new - old))
            values[state] = new
    return values


def test_the_race_keeps_the_laws() -> None:
    report = check(ladder_race(length=4))
    assert report.holds, [finding for finding in report.findings if finding.failure]


@pytest.mark.parametrize("snake", [0, 1])
def test_every_value_is_that_of_value_iteration(snake: int) -> None:
    game = ladder_race(length=5, snake=snake)
    solution, expected = solve(game), by_value_iteration(game)
    for state, value in expected.items():
        assert abs(float(solution.value(state)) - value) <= PROVEN


def test_a_large_component_is_proved_without_policy_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has 31,050 nodes: what works in plain Python or by elimination would take long."""
    monkeypatch.setattr("headway.solver.component.Component.settle", None)
    solution: Solution = solve(ladder_race(length=12))
    assert solution.states == 46_764
    assert solution.certificate.gap <= PROVEN
