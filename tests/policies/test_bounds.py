"""Bounds in floats on lengths, visits and losses include what equations in fractions over the states say."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.catalogue import find
from headway.game import Game, State
from headway.players.tournament import simulate
from headway.policies import Evaluation, Length, Losses, evaluate
from headway.policies.bounds import Bounds, product, sum_of
from headway.policies.losses import losses_from
from headway.policies.visits import expected_visits
from headway.rulekit import DRAW, OVER, P1, P2
from headway.solver import Solution, Unproven, solve
from headway.solver.backend import Compiled
from headway.solver.gth import TooHard
from tests.graph_games import LOST, WON, choice, dice, drawn, graph_game
from tests.policies.brute_force import Chain, Mixture, chain_of, ending, solved
from tests.policies.test_length import FOLLOWED, over_after
from tests.policies.test_perfect import games, secretive_games

NOTHING = Fraction(0)


@contextmanager
def in_floats() -> Iterator[None]:
    """All games count as large, so that nothing is computed in fractions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("headway.policies.flat.MOST_EXACT", 0)
        yield


def includes(bounds: Bounds, value: Fraction) -> bool:
    return bounds.low <= value <= bounds.high


def chance(chain: Chain, ends: dict[State, Fraction]) -> dict[State, Fraction]:
    """The probability of coming to some states, of which each is worth so much; other ends are worth nothing."""
    may_end = ending(chain)
    known = {state: NOTHING for state, row in chain.items() if state not in may_end or not row}
    return solved(chain, known | ends, NOTHING)


def visits_to(chain: Chain, start: State, state: State) -> Fraction:
    """By the probability of coming there, and of coming back: the number of visits is geometric."""
    come = chance(chain, {state: Fraction(1)})
    back = sum((share * come[to] for to, share in chain[state].items()), start=NOTHING)
    return come[start] / (1 - back)


def mean_of_those_that_end(chain: Chain, start: State) -> Fraction:
    """By the chain of the games that end: each share is weighted with the chance to end afterwards."""
    ended = chance(chain, {state: Fraction(1) for state, row in chain.items() if not row})
    if not ended[start]:
        return NOTHING
    kept: Chain = {
        state: {to: share * ended[to] / ended[state] for to, share in row.items() if ended[to]}
        for state, row in chain.items()
        if ended[state]
    }
    return solved(kept, {state: NOTHING for state, row in kept.items() if not row}, Fraction(1))[start]


@settings(max_examples=60)
@given(st.one_of(games(), secretive_games()), st.integers(0, 1000))
def test_bounds_on_lengths_include_what_fractions_say(game: Game, seed: int) -> None:
    one, two = Mixture(game, seed), Mixture(game, seed + 1)
    exact = evaluate(game, one, two).length()
    with in_floats():
        found = evaluate(game, one, two).length()
    chain, start = chain_of(game, one.odds, two.odds), game.start()
    ended = chance(chain, {state: Fraction(1) for state, row in chain.items() if not row})[start]
    mean = mean_of_those_that_end(chain, start)
    assert (exact.mean, exact.endless, exact.error) == (mean, 1 - ended, 0)
    assert (exact.mean_bounds, exact.endless_bounds) == (Bounds(mean, mean), Bounds(1 - ended, 1 - ended))
    assert not any(isinstance(number, Fraction) and number for number in found.probabilities)
    assert includes(found.mean_bounds, mean)
    assert includes(found.endless_bounds, 1 - ended)
    assert found.error < 1e-9
    passed = wrong = NOTHING
    for plies, share in enumerate(over_after(game, one, two, FOLLOWED)):
        passed += share
        listed = found.probabilities[plies] if plies < len(found.probabilities) else 0
        wrong += abs(Fraction(listed) - share)
        assert includes(found.within_bounds(plies), passed)
        assert exact.within(plies) == passed or plies >= len(exact.probabilities)
        assert includes(exact.within_bounds(plies), passed)
    assert wrong <= found.error + max(found.left, exact.left)
    for level in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
        low, high = found.quantile_bounds(level)
        right = exact.quantile(level)
        assert (right is None and high is None) or (right is not None and low is not None and low <= right)
        assert high is None or (right is not None and right <= high)


@settings(max_examples=60)
@given(games(), st.integers(0, 1000))
def test_bounds_on_visits_and_losses_include_what_fractions_say(game: Game, seed: int) -> None:
    one, two = Mixture(game, seed), Mixture(game, seed + 1)
    try:
        solution = solve(game)
    except Unproven:
        return
    exact = losses_in(evaluate(game, one, two), solution)
    with in_floats():
        found = losses_in(evaluate(game, one, two), solution)
    chain, start = chain_of(game, one.odds, two.odds), game.start()
    assert {each.seen for each in found.decisions} == {each.seen for each in exact.decisions}
    for decision in exact.decisions:
        assert decision.visits == visits_to(chain, start, decision.seen)
        assert decision.visits_bounds == Bounds(decision.visits, decision.visits)
    known = {each.seen: each for each in exact.decisions}
    for decision in found.decisions:
        right = known[decision.seen]
        assert includes(decision.visits_bounds, Fraction(right.visits))
        assert decision.visits_bounds.high - decision.visits_bounds.low < 1e-8 * right.visits + 1e-8
        assert right.lost_bounds.low <= decision.lost_bounds.high
        assert decision.lost_bounds.low <= right.lost_bounds.high
        assert decision.cost_bounds.low <= decision.cost <= decision.cost_bounds.high
    for seat in (P1, P2):
        assert found.lost_by_bounds(seat).low <= exact.lost_by_bounds(seat).high
        assert exact.lost_by_bounds(seat).low <= found.lost_by_bounds(seat).high


def losses_in(pair: Evaluation, solution: Solution) -> Losses:
    return losses_from(pair._values, pair._values.node(None), solution)


@pytest.mark.parametrize("players", [("random", "random"), ("1", "5"), ("9", "random")])
@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center", "number-race"])
def test_what_is_lost_is_exact_in_small_games_and_within_bounds_otherwise(name: str, players: tuple[str, str]) -> None:
    """Of a game without dice and secrets, and of dice alone: its own values are fractions."""
    game = find(name)
    pair = evaluate(game, *players)
    exact = pair.losses()
    assert exact.best - exact.lost_by(P1) + exact.lost_by(P2) + exact.endless == pair.value()
    with in_floats():
        found = evaluate(game, *players).losses()
    for seat in (P1, P2):
        lost = Fraction(exact.lost_by(seat))
        assert exact.lost_by_bounds(seat) == Bounds(lost, lost)
        assert includes(found.lost_by_bounds(seat), lost)
    known = {(each.seat, each.seen): each for each in exact.decisions}
    assert len(known) == len(found.decisions)
    for decision in found.decisions:
        right = known[decision.seat, decision.seen]
        for bounds, value in (
            (decision.visits_bounds, right.visits),
            (decision.lost_bounds, right.lost),
            (decision.cost_bounds, right.cost),
        ):
            assert includes(bounds, Fraction(value))
            assert 0 < bounds.high - bounds.low < 1e-9


def test_where_choices_are_secret_everything_adds_up_within_the_bounds() -> None:
    game = find("predictive-pursuit")
    pair = evaluate(game, "3", "random")
    found = pair.losses()
    one, two, gap = found.lost_by_bounds(P1), found.lost_by_bounds(P2), solve(game).certificate.gap
    low, high = pair.bounds()
    assert found.best - gap - one.high + two.low + found.endless_bounds.low <= high
    assert found.best + gap - one.low + two.high + found.endless_bounds.high >= low
    assert one.high - one.low < 1e-6


def test_a_loop_that_is_left_rarely_is_bounded() -> None:
    """Once in 10**7 throws: the mean and its bounds are near each other, though the games cannot be followed."""
    game = graph_game(choice(P1, 3), dice((WON, 1), (LOST, 1), (2, 2 * 10**7 - 2)))
    with in_floats():
        found = evaluate(game, "random", "random").length()
    assert includes(found.mean_bounds, Fraction(2 * 10**7))
    assert found.mean_bounds.high - found.mean_bounds.low < 10
    assert found.left > 0.99
    assert found.quantile(0.5) is None
    assert found.quantile_bounds(0.5) == (len(found.probabilities), None)


def test_draws_are_bounded() -> None:
    game = graph_game(choice(P1, 3, WON), dice((4, 1), (LOST, 3), (2, 3)), drawn())
    with in_floats():
        pair = evaluate(game, "random", "random")
        assert pair.drawn() == pytest.approx(1 / 11)  # x = (1 + 3 x) / 7 / 2
        assert includes(pair.drawn_bounds(), Fraction(1, 11))
    chain = chain_of(game, Mixture(game, 0).odds, Mixture(game, 1).odds)
    draws = {state: Fraction(1) for state in chain if game.actor(state) == OVER and game.winner(state) == DRAW}
    assert evaluate(game, Mixture(game, 0), Mixture(game, 1)).drawn() == chance(chain, draws)[game.start()]


def test_where_a_loop_is_too_hard_only_what_was_followed_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean may be anything above that of the games that were followed, and so may the visits."""

    def refuse(*args: object) -> None:
        raise TooHard("a loop is too hard")

    game = graph_game(choice(P1, 3, WON), dice((4, 1), (LOST, 3), (2, 3)), drawn())
    exact = evaluate(game, "random", "random")
    for name in ("markov_chain", "gth"):
        monkeypatch.setattr(f"headway.solver.{name}.expected_rewards", refuse)
    monkeypatch.setattr("headway.policies.absorption.expected_rewards", refuse)
    monkeypatch.setattr("headway.policies.visits.visits_of_component", refuse)
    found = evaluate(game, "random", "random")
    length, mean = found.length(), exact.length().mean
    monkeypatch.undo()
    assert isinstance(mean, Fraction)
    assert length.mean_bounds.low <= mean < length.mean_bounds.high == inf
    assert length.mean == pytest.approx(float(mean), abs=1e-9)
    assert includes(length.endless_bounds, NOTHING)
    assert length.within_bounds(FOLLOWED).low <= exact.length().within(FOLLOWED) <= length.within_bounds(FOLLOWED).high


def test_machine_code_and_lists_give_the_same_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game with loops, of which only one side's are exact."""
    game = find("predictive-pursuit")
    ours = evaluate(game, "3", "random")
    length, visits = ours.length(), expected_visits(ours._values, 0)
    monkeypatch.setattr("headway.solver.explored.backend_for", lambda *work: Compiled())
    compiled = evaluate(game, "3", "random")
    again, visits_again = compiled.length(), expected_visits(compiled._values, 0)
    assert again.error == pytest.approx(length.error, rel=0.01)
    assert tuple(again.mean_bounds) == pytest.approx(tuple(length.mean_bounds), rel=1e-12)
    assert visits_again.less == pytest.approx(visits.less, rel=0.5)
    assert 0 < visits.less < 1e-9


@pytest.mark.parametrize("players", [("random", "perfect"), ("5", "3")])
def test_simulated_games_last_as_long_as_the_bounds_say(players: tuple[str, str]) -> None:
    """Within five standard errors of the mean of 400 games, where only floats are known."""
    game, number = find("predictive-pursuit"), 400
    length: Length = evaluate(game, *players).length()
    *_, tally = simulate(game, number, players, seed=3)
    mean = float(length.mean)
    variance = float(sum((plies - mean) ** 2 * share for plies, share in enumerate(length.probabilities)))
    slack = 5 * (variance / number) ** 0.5
    assert length.mean_bounds.low - slack <= tally.plies / number <= length.mean_bounds.high + slack
    assert 0 < length.error < 1e-9
    assert length.mean_bounds.high - length.mean_bounds.low < 1e-8


def test_bounds_are_multiplied_and_added_up() -> None:
    half = Fraction(1, 2)
    assert product(Bounds(half, Fraction(2)), Bounds(Fraction(-1), Fraction(3))) == Bounds(Fraction(-2), Fraction(6))
    assert product(Bounds(1.0, inf), Bounds(0.0, 0.0)).high < 1e-300
    low, high = sum_of([Bounds(0.1, 0.2), Bounds(0.2, 0.3)])
    assert low <= Fraction(0.1) + Fraction(0.2) <= Fraction(0.2) + Fraction(0.3) <= high
    assert sum_of([]) == Bounds(NOTHING, NOTHING)
