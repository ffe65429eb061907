"""Scores: exactly 0 for perfect play, the closed form for random play, and exact values for any table of answers."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from statistics import stdev

import pytest

import headway
from headway.arena.questions import Asked, Question, all_questions, chosen, in_strata
from headway.arena.reply import Outcome
from headway.arena.score import Answered, Score, answered_by, answered_with, bootstrap, mean_lost, score, wins_against
from headway.game import State
from headway.policies import Bounds
from headway.policies.answer_intervals import Mixed, policy_intervals
from headway.tolerances import PROVEN

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


def answers_of(asked: Sequence[Question], rate: float, rng: Random) -> dict[int, int]:
    """The answers of an agent that makes a random move at this rate, and else gives nothing away."""
    return {
        each.number: rng.choice(each.moves if rng.random() < rate else [m for m in each.moves if not each.lost_by(m)])
        for each in asked
    }


@pytest.mark.parametrize("most", [16, 60])
def test_intervals_cover_what_all_questions_would_give_about_as_often_as_they_say(most: int) -> None:
    """Of agents that err rarely and often: each is asked in part again and again, in strata that are drawn anew.

    The truth is what it would lose by its answers to all questions. Intervals that are too narrow cover it too seldom;
    ones that are too wide are wider than the estimates are scattered.
    """
    game = headway.load("capture-the-flag", length=6)
    at_stake = [question for question in all_questions(headway.solve(game)) if question.stakes > 0]
    covered, widths, scattered = 0, 0.0, 0.0
    for rate in (0.05, 0.2, 0.5, 0.9):
        answers, estimates = answers_of(at_stake, rate, Random(f"agent {rate}")), list[float]()
        truth = float(sum(each.lost_by(answers[each.number]) for each in at_stake)) / len(at_stake)
        for draw in range(40):
            asked = in_strata(at_stake, most, Random(f"{rate} {draw}"))
            told = [answered_with(each, [answers[each.question.number]], [Outcome.LEGAL]) for each in asked]
            low, high = bootstrap(told, Fraction(1), resamples=100)
            estimates.append(float(mean_lost(told) or 0))
            covered += low <= truth <= high
            widths += high - low
        scattered += 40 * 2 * 1.96 * stdev(estimates)
    assert 0.90 <= covered / 160 <= 0.99
    assert 0.8 < widths / scattered < 1.5


@pytest.mark.parametrize(
    ("name", "agent", "rate"), [("cross-over", 0, 0.1), ("cross-over", 2, 0.4), (SMALL[1], 3, 0.4)]
)
def test_what_an_agent_comes_to_is_within_the_bounds_however_little_it_was_asked(
    name: str, agent: int, rate: float
) -> None:
    """The truth is exact, as all is asked. Asked in parts, it is between bounds, which come nearer with each part."""
    game = headway.load(name)
    answers = answers_of(questions(name), rate, Random(f"{name} {agent}"))

    def asked(most: int, controls: int) -> Score:
        parts = chosen(game, questions(name), most, controls)
        told = [answered_with(each, [answers[each.question.number]], [Outcome.LEGAL]) for each in parts]
        return score(game, "synthetic", questions(name), told)

    truth = asked(1000, 1000)
    assert (truth.exploitability_bounds, truth.wins_bounds) == (None, None)
    before = Bounds(0.0, 0.5)
    for part in (asked(8, 0), asked(1000, 0), asked(1000, 20)):
        assert part.exploitability_bounds is not None
        assert part.wins_bounds is not None
        low, high = part.exploitability_bounds
        assert low - PROVEN <= truth.exploitability <= high + PROVEN
        assert low - PROVEN <= part.exploitability <= high + PROVEN
        assert before.low <= low + PROVEN < high + 3 * PROVEN <= before.high + 4 * PROVEN
        before = part.exploitability_bounds
        for opponent, bounds in part.wins_bounds.items():
            for each, chance in zip(bounds, truth.wins[opponent], strict=True):
                assert each.low - PROVEN <= chance <= each.high + PROVEN
    assert before.high - before.low < PROVEN  # here what is left does not matter


def test_what_was_asked_in_part_may_be_far_from_what_is_taken_for_the_rest() -> None:
    """Perfect where it was asked, and taken to move at random elsewhere: only the bounds have the truth, 0."""
    game = headway.load("cross-over")
    parts = chosen(game, questions("cross-over"), 8, 0)
    told = [answered_with(each, [each.question.moves[each.question.lost.index(0)]], [Outcome.LEGAL]) for each in parts]
    found = score(game, "perfect", questions("cross-over"), told)
    assert found.exploitability > Fraction(2, 5)
    assert found.exploitability_bounds == pytest.approx((0, 0.5), abs=PROVEN)


def test_intervals_of_an_agent_that_mixes_cover_what_it_comes_to_about_as_often_as_they_say() -> None:
    """It is asked eight times in each position, again and again; its true odds are known, and so are its chances."""
    name = "race-to-the-center"
    game = headway.load(name)
    rng, positions = Random(5), questions(name)
    odds = {each.number: [rng.random() for _ in each.moves] for each in positions}
    told: dict[headway.Table | str, dict[str, float]] = {
        each.table: {
            game.token(move): share / sum(odds[each.number])
            for move, share in zip(each.moves, odds[each.number], strict=True)
        }
        for each in positions
    }
    other = headway.policies.named(game, "random")
    agent = headway.policies.Answers(game, told)
    truth = [float(chance) for chance in wins_against(game, agent, other)]
    limit = float(headway.policies.exploitability(game, agent).value())
    covered = exploited = 0
    for _ in range(60):
        mixed, drawn = dict[State, Mixed](), dict[headway.Table | str, dict[str, Fraction]]()
        for each in positions:
            counts = Counter(rng.choices(each.moves, odds[each.number], k=8))
            drawn[each.table] = {game.token(move): Fraction(count, 8) for move, count in counts.items()}
            if len(counts) > 1:
                mixed[each.seen] = Mixed(8, {move: count / 8 for move, count in counts.items()})
        found = policy_intervals(headway.policies.Answers(game, drawn), mixed, {"random": other})
        assert found is not None
        for (low, high), chance in zip(found.wins["random"], truth, strict=True):
            covered += low <= chance <= high
            assert high - low < 0.5
        exploited += found.exploitability[0] <= limit <= found.exploitability[1]
    assert 0.9 <= covered / 120 < 1
    assert exploited / 60 >= 0.8  # best responses to fewer answers gain more: the interval lies higher than the truth


def test_an_agent_that_always_answers_alike_has_no_intervals_and_one_that_mixes_has() -> None:
    name = "race-to-the-center"
    game = headway.load(name)
    asked = chosen(game, questions(name), 1000, 1000)

    def told(moves: Callable[[Question], list[int]]) -> Score:
        answered = [answered_with(each, moves(each.question), [Outcome.LEGAL] * 4) for each in asked]
        return score(game, "synthetic", questions(name), answered)

    alike = told(lambda question: [question.moves[0]] * 4)
    assert (alike.exploitability_interval, alike.wins_intervals) == (None, None)
    mixes = told(lambda question: [question.moves[0], *[question.moves[-1]] * 3])
    assert mixes.exploitability_interval is not None
    assert mixes.wins_intervals is not None
    assert mixes.wins_intervals.keys() == mixes.wins.keys()
    for name, seats in mixes.wins_intervals.items():
        for (low, high), chance in zip(seats, mixes.wins[name], strict=True):
            assert 0 <= low <= chance <= high <= 1


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
