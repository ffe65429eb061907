"""A table of answers is a policy: where it has an answer for all that it leads to, or another policy for the rest."""

from fractions import Fraction

import pytest

from headway.catalogue import find
from headway.errors import HeadwayError
from headway.policies import Answers, BadPolicy, Random, best_response, evaluate, named
from headway.rulekit import P1, P2
from headway.table.table import Table

RACE = find("race-to-the-center")


def all_answers(game_name: str, seat: int) -> dict[Table | str, str]:
    """The first best move at every table that can come up in Race to the Center if the seat makes it."""
    game = find(game_name)
    perfect, found, waiting = named(game, "perfect"), dict[Table | str, str](), [Table(game, P1), Table(game, P2)]
    for table in waiting:
        if table.result is None:
            moves = game.moves_at(table.state)
            if table.actor == seat:
                moves = list(perfect.odds(table.state))[:1]
                found[table.text if len(found) % 2 else table] = game.token(moves[0])
            waiting += [table.play_move(move) for move in moves]
    return found


@pytest.mark.parametrize("seat", [P1, P2])
def test_answers_of_another_program_are_evaluated(seat: int) -> None:
    answers = Answers(RACE, all_answers("race-to-the-center", seat))
    pair = (answers, Random(RACE)) if seat == P1 else (Random(RACE), answers)
    sure = best_response(RACE, answers, 1 - seat)
    assert sure.value() == 0  # it plays best moves, and P2 wins the game
    if seat == P2:
        assert evaluate(RACE, *pair).value() == 0
    else:
        assert 0 < evaluate(RACE, *pair).value() < 1
    assert answers.missing == 0


def test_a_table_that_the_answers_do_not_lead_to_has_no_value() -> None:
    answers = Answers(RACE, all_answers("race-to-the-center", P1))
    pair = evaluate(RACE, answers, "random")
    first = answers.odds(RACE.start())
    (other,) = [move for move in RACE.moves_at(RACE.start()) if move not in first]
    with pytest.raises(HeadwayError, match="does not come up under these policies"):
        pair.value(Table(RACE).play_move(other))
    assert 0 <= pair.value(Table(RACE).play_move(next(iter(first)))) <= 1


def test_a_missing_answer_is_refused_or_counted() -> None:
    start = Table(RACE)
    with pytest.raises(BadPolicy, match=r"^There is no answer in \{[^\n]*\}: one of 1 and 2\.$"):
        evaluate(RACE, Answers(RACE, {start: "2"}), "random")
    answers = Answers(RACE, {start: "2"}, otherwise=Random(RACE))
    assert evaluate(RACE, answers, "random").value() == evaluate(RACE, "random", "random").value(start.play("2"))
    assert answers.missing > 0


def test_answers_may_have_odds() -> None:
    start = Table(RACE)
    mixed = Answers(RACE, {start: {"1": 0.25, "2": Fraction(3, 4)}}, otherwise=Random(RACE))
    random = evaluate(RACE, "random", "random")
    expected = Fraction(1, 4) * random.value(start.play("1")) + Fraction(3, 4) * random.value(start.play("2"))
    assert evaluate(RACE, mixed, "random").value() == expected


def test_a_guess_is_answered_for_what_the_guesser_sees() -> None:
    """Two tables with other secrets are one information set."""
    game = find("predictive-pursuit")
    one, two = (Table(game).play(choice) for choice in ("1", "2"))
    answers = Answers(game, {one: "2"}, otherwise=Random(game))
    assert answers.odds(two.view(P2)) == {game.tokens["2"]: 1}


@pytest.mark.parametrize(
    "answers",
    [
        {Table(RACE): "7"},
        {Table(RACE): {"1": 0.5}},
        {Table(RACE): {"1": 1.5, "2": -0.5}},
        {Table(find("cross-over")): "1"},
        {Table(find("number-race")).play("roll"): "3"},
        {"no text": "1"},
        {7: "1"},
        {Table(RACE): 1},
        "1",
    ],
)
def test_answers_that_are_none_are_refused_in_one_line(answers: object) -> None:
    game = find("number-race") if "number-race" in str(answers) else RACE
    with pytest.raises(HeadwayError, match=r"^[^\n]+[.?]$"):
        Answers(game, answers)  # type: ignore[arg-type]
