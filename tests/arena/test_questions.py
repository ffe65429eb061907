"""Questions: every position with a choice once, with what each move gives away, and which of them are asked."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import headway
from headway.arena.questions import MOST_ASKED, STRATA, Question, all_questions, chosen
from headway.game import Game, State
from headway.rulekit import OVER, P1, P2
from tests.second_opinion import predictive_pursuit

DOCS = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8")
COUNTS = {
    "cross-over": (108, 28),
    "race-to-the-center": (40, 14),
    "number-race": (0, 0),
    "capture-the-flag": (13_412, 6_636),
}
"""Positions with a choice, and those where it changes the value: known from an independent count."""


@cache
def questions_of(name: str) -> list[Question]:
    return all_questions(headway.solve(headway.load(name)))


@pytest.mark.parametrize("name", COUNTS)
def test_all_positions_with_a_choice_are_found(name: str) -> None:
    game, questions = headway.load(name), questions_of(name)
    at_stake = sum(question.stakes > 0 for question in questions)
    assert (len(questions), at_stake) == COUNTS[name]
    assert f"| {game.title} | {len(questions):,} | {at_stake:,} |" in DOCS
    expected = {
        (game.actor(state), game.view(state, game.actor(state)))
        for state in game.reachable()
        if game.actor(state) in (P1, P2) and len(game.moves_at(state)) > 1
    }
    assert {(question.seat, question.seen) for question in questions} == expected


def retrograde(game: Game) -> dict[State, Fraction]:
    """What each reachable state of a game without chance is worth to P1, from its end on; endless play one half."""
    worth = dict[State, Fraction]()
    before, open_moves = defaultdict[State, list[State]](list), dict[State, int]()
    for state in game.reachable():
        if game.actor(state) == OVER:
            worth[state] = Fraction(game.winner(state) == P1)
        moves = game.moves_at(state)
        open_moves[state] = len(moves)
        for move in moves:
            before[game.play_unchecked(state, move)].append(state)
    decided = list(worth)
    for after in decided:
        for state in before[after]:
            open_moves[state] -= 1
            is_won = worth[after] == (game.actor(state) == P1)
            if state not in worth and (is_won or not open_moves[state]):
                worth[state] = worth[after]
                decided.append(state)
    return {state: worth.get(state, Fraction(1, 2)) for state in open_moves}


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center", "capture-the-flag"])
def test_what_each_move_gives_away_follows_from_the_values_of_a_retrograde_analysis(name: str) -> None:
    game = headway.load(name)
    worth = retrograde(game)
    for question in questions_of(name):
        after = [worth[game.play_unchecked(question.seen, move)] for move in question.moves]
        best = max(after) if question.seat == P1 else min(after)
        assert list(question.lost) == [abs(best - each) for each in after]


def test_a_secret_is_one_question_for_its_guesser() -> None:
    """A side chooses from two steps up to position 8, and guesses wherever the other one stands short of its goal, 10.

    So there are 9 * 10 * 2 choices and 10 * 10 * 2 guesses. Where what was chosen is told apart, though the guesser
    does not know it, there are two situations of a guess for each choice, and one where a step is forced (position 9).
    """
    game, questions = headway.load("predictive-pursuit"), questions_of("predictive-pursuit")
    guesses = [question for question in questions if question.table.is_secret_open]
    assert (len(questions) - len(guesses), len(guesses)) == (9 * 10 * 2, 10 * 10 * 2)
    expected = {
        (game.actor(state), game.view(state, game.actor(state)))
        for state in game.reachable()
        if game.actor(state) in (P1, P2) and len(game.moves_at(state)) > 1
    }
    assert {(question.seat, question.seen) for question in questions} == expected
    said, situations = [(first, list[str]()) for first in (1, 2)], dict[object, int]()
    for first, words in said:
        situation, may_follow = predictive_pursuit(first, words)
        if situation not in situations:
            situations[situation] = len(may_follow)
            said += [(first, [*words, word]) for word in may_follow]
    assert sum(count > 1 for count in situations.values()) == 9 * 10 * 2 + (9 * 2 + 1) * 10 * 2 == 560


def test_what_is_at_stake_in_a_game_of_guesses_follows_from_its_matrices() -> None:
    """The 2 x 2 games are solved here by iteration; where both sides mix, neither move gives anything away.

    `worth[own, other]` is the chance of winning of the side to move.
    """
    goal, worth = 10, dict.fromkeys(product(range(10), repeat=2), 0.5)

    def payoffs(own: int, other: int) -> list[list[float]]:
        """What each step of the mover comes to, for each guess."""

        def after(place: int) -> float:
            return 1.0 if place == goal else 1 - worth[other, place]

        steps = [step for step in (1, 2) if own + step <= goal]
        return [[after(own if guess == step else own + step) for guess in (1, 2)] for step in steps]

    for _ in range(400):
        worth = {place: _value(payoffs(*place)) for place in worth}
    at_stake = list[tuple[int, int, bool]]()
    for (own, other), value in worth.items():
        rows = payoffs(own, other)
        by_guess = [max(column) for column in zip(*rows, strict=True)]
        if min(by_guess) < max(by_guess) and value == pytest.approx(min(by_guess)):
            at_stake.append((own, other, True))
        by_step = [min(row) for row in rows]
        if min(by_step) < max(by_step) and value == pytest.approx(max(by_step)):
            at_stake.append((own, other, False))
    questions = [question for question in questions_of("predictive-pursuit") if question.stakes > 0]
    found = Counter[tuple[int, int, bool]]()
    for question in questions:
        places = [place for (place,) in question.table.game.positions(question.seen)]
        is_guess = question.table.is_secret_open
        mover = 1 - question.seat if is_guess else question.seat
        found[places[mover], places[1 - mover], is_guess] += 1
    assert found == dict.fromkeys(at_stake, 2)  # in each seat
    assert len(questions) == 40


def _value(rows: Sequence[Sequence[float]]) -> float:
    """The value of a game with two columns, for the player of the rows."""
    lower, upper = max(map(min, rows)), min(max(row[guess] for row in rows) for guess in (0, 1))
    if lower == upper or len(rows) == 1:
        return lower
    (a, b), (c, d) = rows
    return (a * d - b * c) / (a + d - b - c)


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
    ordered = sorted(at_stake, key=lambda question: (float(question.stakes), question.number))
    where = {question.number: place * STRATA // len(ordered) for place, question in enumerate(ordered)}
    per_stratum = Counter(where[each.question.number] for each in asked)
    assert per_stratum == dict.fromkeys(range(STRATA), MOST_ASKED // STRATA)  # a plain sample would not be as even
    for each in asked:
        members = sum(stratum == where[each.question.number] for stratum in where.values())
        assert each.weight == Fraction(members, MOST_ASKED // STRATA)
    total = sum(float(question.stakes) for question in at_stake)
    estimate = sum(float(each.weight * each.question.stakes) for each in asked)
    assert estimate == pytest.approx(total, rel=0.05)  # strata are narrow, so their means are known well
