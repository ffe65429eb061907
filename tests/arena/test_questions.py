"""Questions: every position with a choice once, with what each move gives away, and which of them are asked."""

from fractions import Fraction

import pytest

import headway
from headway.arena.questions import MOST_ASKED, all_questions, chosen
from headway.rulekit import P1, P2

COUNTS = {
    "cross-over": (108, 28),
    "race-to-the-center": (40, 14),
    "number-race": (0, 0),
}
"""Positions with a choice, and those where it changes the value: known from an independent count."""


@pytest.mark.parametrize("name", COUNTS)
def test_all_positions_with_a_choice_are_found(name: str) -> None:
    game = headway.load(name)
    questions = all_questions(headway.solve(game))
    assert (len(questions), sum(question.stakes > 0 for question in questions)) == COUNTS[name]
    expected = {
        (game.actor(state), game.view(state, game.actor(state)))
        for state in game.reachable()
        if game.actor(state) in (P1, P2) and len(game.moves_at(state)) > 1
    }
    assert {(question.seat, question.seen) for question in questions} == expected


def test_a_secret_is_one_question_for_its_guesser() -> None:
    game = headway.load("predictive-pursuit")
    questions = all_questions(headway.solve(game))
    assert len({(question.seat, question.seen) for question in questions}) == len(questions)
    assert sum(question.stakes > 0 for question in questions) == 40
    assert sum(question.table.is_secret_open for question in questions) == 2 * 10 * 10


@pytest.mark.parametrize(("name", "mean"), [("cross-over", Fraction(7, 54)), ("race-to-the-center", Fraction(7, 40))])
def test_a_random_move_gives_away_the_closed_form(name: str, mean: Fraction) -> None:
    """Every loss there is a whole game, so the mean counts the moves that lose it."""
    questions = all_questions(headway.solve(headway.load(name)))
    assert {lost for question in questions for lost in question.lost} == {0, 1}
    assert sum(Fraction(sum(question.lost)) / len(question.lost) for question in questions) / len(questions) == mean


def test_what_a_move_gives_away_is_what_the_review_says() -> None:
    for name in ("race-to-the-center", "cross-over"):
        truth = headway.solve(headway.load(name))
        for question in all_questions(truth)[:60]:
            for move in question.moves:
                ply = headway.review(question.table.play_move(move), truth).plies[-1]
                assert ply.given_away == question.lost_by(move)


def test_all_that_is_at_stake_is_asked_and_some_controls() -> None:
    game = headway.load("cross-over")
    questions = all_questions(headway.solve(game))
    asked = chosen(game, questions, controls=10)
    assert sum(each.question.stakes > 0 for each in asked) == 28
    assert sum(each.question.stakes == 0 for each in asked) == 10
    assert sum(each.weight for each in asked) == len(questions)
    assert asked == chosen(game, questions, controls=10)
    assert [each.question.number for each in asked] == sorted(each.question.number for each in asked)
    assert len(chosen(game, questions, controls=1000)) == len(questions)
    assert chosen(game, questions, controls=0) == [each for each in asked if each.question.stakes > 0]


def test_a_large_game_is_asked_in_strata_by_stakes() -> None:
    game = headway.load("capture-the-flag", length=6)
    questions = all_questions(headway.solve(game))
    at_stake = [question for question in questions if question.stakes > 0]
    assert len(at_stake) > MOST_ASKED
    asked = [each for each in chosen(game, questions) if each.question.stakes > 0]
    assert len(asked) == MOST_ASKED
    assert sum(each.weight for each in asked) == len(at_stake)
    total = sum(float(question.stakes) for question in at_stake)
    estimate = sum(float(each.weight * each.question.stakes) for each in asked)
    assert estimate == pytest.approx(total, rel=0.05)  # strata are narrow, so their means are known well
