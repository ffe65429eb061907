"""Standings: estimates that are right and intervals that cover them, with luck and without."""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import variance

import pytest

import headway
from headway.arena.agents import Agent, PolicyAgent
from headway.arena.intervals import PairScore, adjusted, interval_of, ratio, share
from headway.arena.ledger import InMemory
from headway.arena.matches import plan_matches, play_matches
from headway.arena.ratings import Met, fitted, ratings_of
from headway.arena.standings import Standings, standings_of
from headway.game import Game


def standings(game: Game, *names: str, games: int, seed: int = 0) -> Standings:
    agents: list[Agent] = [PolicyAgent(headway.policies.named(game, name)) for name in names]
    entries, plan = InMemory(), plan_matches(game, agents, games, seed=seed)
    for _ in play_matches(plan, entries):
        pass
    return standings_of(plan, entries.entries)


def width(interval: tuple[float, float]) -> float:
    return interval[1] - interval[0]


def truth(game: Game, one: str, other: str) -> float:
    """The chance that one wins against the other over both seats."""
    evaluate = headway.policies.evaluate
    return (float(evaluate(game, one, other).value()) + 1 - float(evaluate(game, other, one).value())) / 2


@pytest.mark.parametrize(
    ("name", "rival", "times"),
    [("cross-over", "random", 2), ("race-to-the-center", "random", 4), ("race-to-the-center", "6", 40)],
)
def test_luck_taken_out_leaves_the_truth_and_a_fraction_of_the_variance(name: str, rival: str, times: float) -> None:
    """Of the perfect player; the nearer the two are to each other, the fewer games tell them apart."""
    game = headway.load(name)
    (match,) = standings(game, "perfect", rival, games=400).matches
    assert match.exact == pytest.approx(truth(game, "perfect", rival))
    for low, high in (match.share_interval, match.adjusted_interval):
        assert low <= truth(game, "perfect", rival) <= high
    assert width(match.share_interval) ** 2 > times * width(match.adjusted_interval) ** 2


def test_over_many_matches_the_estimates_are_right_on_average() -> None:
    game = headway.load("cross-over")
    matches = [standings(game, "perfect", "random", games=40, seed=seed).matches[0] for seed in range(20)]
    true, found = truth(game, "perfect", "random"), [match.adjusted for match in matches]
    assert abs(sum(found) / 20 - true) < 4 * sqrt(variance(found) / 20)
    assert variance(found) < variance([match.share for match in matches])
    assert sum(low <= true <= high for low, high in (match.adjusted_interval for match in matches)) >= 16


def test_luck_is_taken_out_where_there_are_dice_secrets_and_choices(lucky_steps: Game) -> None:
    (match,) = standings(lucky_steps, "5", "random", games=100).matches
    assert match.exact is not None
    assert match.adjusted_interval[0] <= match.exact <= match.adjusted_interval[1]
    assert match.share_interval[0] <= match.exact <= match.share_interval[1]
    assert width(match.adjusted_interval) < 0.7 * width(match.share_interval)


def test_a_game_without_choices_has_no_luck_left_after_adjustment() -> None:
    (match,) = standings(headway.load("number-race"), "random", "perfect", games=20).matches
    assert (match.share, match.adjusted) == (0.5, 0.5)
    assert match.adjusted_interval == (0.5, 0.5)


def test_the_perfect_agent_gives_nothing_away_and_is_rated_highest() -> None:
    found = standings(headway.load("race-to-the-center"), "random", "5", "perfect", games=40)
    random, level, perfect = found.entrants
    assert (perfect.lost, perfect.lost_interval) == (0, (0, 0))
    assert random.lost is not None
    assert level.lost is not None
    assert random.lost > level.lost > 0
    assert random.rating < level.rating < perfect.rating
    assert random.rating + level.rating + perfect.rating == pytest.approx(0)
    for entrant in found.entrants:
        assert entrant.rating_interval[0] < entrant.rating < entrant.rating_interval[1]
        assert entrant.games == 80
    assert repr(found).startswith("<Standings of race-to-the-center after 120 games: perfect +")
    assert repr(found.entrants[0]).startswith("<random: -")
    assert repr(found.matches[0]).startswith("<random against level 5: won ")


def pairs_of(rng: Random, count: int, chance: float, slope: float) -> list[PairScore]:
    """Pairs in which luck goes with the score, as far as `slope` says."""
    found = list[PairScore]()
    for _ in range(count):
        score = (float(rng.random() < chance) + float(rng.random() < chance)) / 2
        found.append(PairScore(score, slope * (score - chance) + rng.gauss(0, 0.1)))
    return found


@pytest.mark.parametrize("found", [share, adjusted])
@pytest.mark.parametrize("count", [12, 40])
def test_intervals_cover_the_truth_about_as_often_as_they_say(count: int, found: object) -> None:
    rng, covered = Random(3), 0
    for _ in range(50):
        low, high = interval_of(found, pairs_of(rng, count, 0.6, 0.8), fitted=2)  # type: ignore[arg-type]
        covered += low <= 0.6 <= high
    assert covered >= 44


def test_all_alike_is_not_taken_for_certain() -> None:
    won: Sequence[PairScore] = [PairScore(1.0, 0.0)] * 10
    low, high = interval_of(share, won)
    assert low**10 > 0 == 1 - high
    assert pytest.approx(1 - low) == (1 - 0.025 ** (1 / 10))  # less would have shown at least once, 97.5 % sure
    assert interval_of(share, won, is_sampled=False) == (1, 1)
    assert interval_of(share, won[:1])[0] < 0.05
    assert ratio([(1.0, 4.0), (1.0, 0.0)]) == 0.5


def test_ratings_are_the_likeliest() -> None:
    """Two agents: three quarters are odds of 3 to 1, which is 190.8; a third with the same score as another one."""
    many = [PairScore(0.75, 0.0)] * 5000
    one, other = fitted(2, [Met(0, 1, many)])
    assert one == pytest.approx(190.85 / 2, abs=0.2)
    assert other == pytest.approx(-one)
    even = [PairScore(0.5, 0.0)] * 5000
    best, second, third = fitted(3, [Met(0, 1, many), Met(0, 2, many), Met(1, 2, even)])
    assert second == pytest.approx(third)
    assert best - second == pytest.approx(190.85, abs=0.2)


def test_one_that_won_everything_has_a_rating_with_a_wide_interval() -> None:
    (best, between), _ = ratings_of(2, [Met(0, 1, [PairScore(1.0, 0.0)] * 20)])
    assert between[0] < best < between[1]
    assert width(between) > 200
    assert between[0] > 0
