"""Scores: exactly 0 for perfect play, the closed form for random play, and exact values for any table of answers."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import pytest

import headway
from headway.arena.questions import Asked, Question, all_questions, chosen
from headway.arena.reply import Outcome
from headway.arena.score import Answered, Score, answered_by, answered_with, bootstrap, mean_lost, score, wins_against

SMALL = ["cross-over", "race-to-the-center"]


@cache
def questions(name: str) -> Sequence[Question]:
    return all_questions(headway.solve(headway.load(name)))


def scored(name: str, player: str) -> Score:
    game = headway.load(name)
    policy = headway.policies.named(game, player)
    return score(game, player, questions(name), answered_by(policy, chosen(game, questions(name))), policy)


@pytest.mark.parametrize("name", [*SMALL, "predictive-pursuit"])
def test_the_perfect_agent_loses_exactly_nothing(name: str) -> None:
    found = scored(name, "perfect")
    assert (found.lost, found.lost_at_stake, found.interval) == (0, 0, None)
    assert found.exploitability == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("name", "lost"), [("cross-over", Fraction(7, 54)), ("race-to-the-center", Fraction(7, 40))])
def test_the_random_agent_loses_exactly_the_closed_form(name: str, lost: Fraction) -> None:
    found = scored(name, "random")
    assert (found.lost, found.lost_at_stake, found.interval) == (lost, Fraction(1, 2), None)
    truth = headway.policies.exploitability(headway.load(name), "random")
    assert found.exploitability == truth.value()


@pytest.mark.parametrize("name", SMALL)
def test_a_mirror_match_is_even_over_both_seats(name: str) -> None:
    game = headway.load(name)
    for player in ("random", "5", "perfect"):
        one, two = wins_against(game, headway.policies.named(game, player), player)
        assert one + two == 1


@pytest.mark.parametrize("name", SMALL)
def test_answers_are_scored_as_the_policy_that_gave_them(name: str) -> None:
    """If all questions are asked, the policy is known, and so are its exploitability and its chances of winning."""
    game = headway.load(name)
    policy = headway.policies.named(game, "perfect")
    asked = [Asked(question, Fraction(1)) for question in questions(name)]
    moves = [max(policy.odds(each.question.seen).items(), key=lambda odds: odds[1])[0] for each in asked]
    once = [answered_with(each, [move], [Outcome.LEGAL]) for each, move in zip(asked, moves, strict=True)]
    twice = [answered_with(each, [move] * 2, [Outcome.LEGAL] * 2) for each, move in zip(asked, moves, strict=True)]
    found = score(game, "answers", questions(name), twice)
    assert (found.lost, found.exploitability, found.interval) == (0, 0, None)
    assert found.outcomes == {Outcome.LEGAL: 2 * len(asked)}
    unsure = score(game, "answers", questions(name), once).interval  # another time it may answer something else
    assert unsure is not None
    assert unsure[0] == 0 < unsure[1] < 0.1
    assert found.wins["perfect"] == wins_against(game, policy, "perfect")


def test_failures_are_counted_apart_from_the_value_lost() -> None:
    game = headway.load("cross-over")
    first, second, third = [each for each in chosen(game, questions("cross-over")) if each.question.stakes > 0][:3]
    best = first.question.moves[first.question.lost.index(0)]
    worst = second.question.moves[second.question.lost.index(1)]
    answers = [
        answered_with(first, [best, None, best], [Outcome.LEGAL, Outcome.ILLEGAL, Outcome.LEGAL]),
        answered_with(second, [worst], [Outcome.LEGAL]),
        answered_with(third, [None, None], [Outcome.TRUNCATED, Outcome.REFUSED]),
    ]
    found = score(game, "some", questions("cross-over"), answers)
    assert found.outcomes == {Outcome.LEGAL: 3, Outcome.ILLEGAL: 1, Outcome.TRUNCATED: 1, Outcome.REFUSED: 1}
    assert [each.lost for each in answers] == [0, 1, None]
    assert found.lost_at_stake == Fraction(1, 2)
    assert found.lost == Fraction(1, 2) * Fraction(28, 108)


def test_without_a_legal_answer_nothing_is_said_of_the_value_lost() -> None:
    game = headway.load("race-to-the-center")
    asked = chosen(game, questions("race-to-the-center"))
    found = score(
        game, "mute", questions("race-to-the-center"), [answered_with(each, [None], [Outcome.FAILED]) for each in asked]
    )
    assert (found.lost, found.lost_at_stake, found.interval) == (None, None, None)
    assert found.outcomes == {Outcome.FAILED: len(asked)}


def test_an_interval_covers_what_all_questions_would_give() -> None:
    """Of a game that is asked in part: ten samples of the questions, and the truth in at least eight intervals."""
    game = headway.load("capture-the-flag", length=6)
    known = all_questions(headway.solve(game))
    policy = headway.policies.named(game, "random")
    truth = mean_lost(answered_by(policy, [Asked(question, Fraction(1)) for question in known]))
    at_stake = sum(question.stakes > 0 for question in known)
    covered = 0
    for most in range(40, 50):
        asked = chosen(game, known, most=most, controls=0)
        low, high = bootstrap(answered_by(policy, asked), Fraction(at_stake, len(known)), resamples=200)
        covered += low <= float(truth or 0) <= high
    assert covered >= 8


@pytest.mark.parametrize("controls", [0, 5, 80])
def test_the_value_lost_does_not_depend_on_the_controls(controls: int) -> None:
    game = headway.load("cross-over")
    policy = headway.policies.named(game, "random")
    answers = answered_by(policy, chosen(game, questions("cross-over"), controls=controls))
    assert score(game, "random", questions("cross-over"), answers, policy).lost == Fraction(7, 54)


def test_a_policy_of_its_own_answers_all_that_is_asked() -> None:
    game = headway.load("cross-over")
    answered: list[Answered] = answered_by(headway.policies.Random(game), chosen(game, questions("cross-over")))
    assert all(sum(each.odds.values()) == 1 for each in answered)
