"""What is passed by mistake is refused in one line."""

from collections.abc import Callable
from typing import Any

import pytest

from headway.catalogue import find
from headway.errors import HeadwayError
from headway.policies import Answers, BadPolicy, Erring, Policy, Random, best_response, evaluate, exploitability, named
from headway.rulekit import P1, P2
from headway.table.table import Table

GAME: Any = find("race-to-the-center")
NO_TABLE: Any = "x"


class Odd(Policy):
    """Odds that are whatever is given."""

    def __init__(self, share: Any) -> None:
        super().__init__(GAME, "odd")
        self.share = share

    def odds(self, seen: Any) -> dict[int, Any]:
        return {self.game.moves_at(seen)[0]: self.share}


WRONG: dict[str, Callable[[], object]] = {
    "otherwise": lambda: Answers(GAME, {}, otherwise="random"),  # type: ignore[arg-type]
    "erring": lambda: Erring("perfect", 0.1),  # type: ignore[arg-type]
    "rate": lambda: Erring(Random(GAME), "0.1"),  # type: ignore[arg-type]
    "no rate": lambda: Erring(Random(GAME), None),  # type: ignore[arg-type]
    "no number": lambda: Erring(Random(GAME), float("nan")),
    "value": lambda: evaluate(GAME, "random", "random").value(NO_TABLE),
    "bounds": lambda: evaluate(GAME, "random", "random").bounds(NO_TABLE),
    "length": lambda: evaluate(GAME, "random", "random").length(NO_TABLE),
    "losses": lambda: evaluate(GAME, "random", "random").losses(NO_TABLE),
    "response": lambda: best_response(GAME, "random", P1).value(NO_TABLE),
    "exploitability": lambda: exploitability(GAME, "random").value(NO_TABLE),
    "odds as text": lambda: evaluate(GAME, Odd("1"), "random"),
    "no odds": lambda: evaluate(GAME, Odd(None), "random"),
    "game": lambda: Random("cross-over"),  # type: ignore[arg-type]
    "progress": lambda: evaluate(GAME, "random", "random", progress="x"),  # type: ignore[arg-type]
    "name": lambda: named(GAME, "reader"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_arguments_are_refused(wrong: str) -> None:
    with pytest.raises(HeadwayError, match=r"^[^\n]+\.$"):
        WRONG[wrong]()


def test_an_unknown_policy_is_a_bad_policy() -> None:
    with pytest.raises(BadPolicy, match='There is no policy "reader"'):
        named(GAME, "reader")


def test_progress_is_told_at_most_once_a_second() -> None:
    """The exploration of a small game takes less."""
    told = list[str]()
    evaluate(find("number-race"), "random", "random", progress=told.append)
    assert len(told) == 1
    assert evaluate(GAME, "random", "random", progress=None).value() == evaluate(GAME, "random", "random").value()


def test_a_response_has_no_moves_in_the_other_seat() -> None:
    found = best_response(GAME, "random", P2)
    with pytest.raises(BadPolicy, match=r"^This is a response of P2; it has no moves for P1\.$"):
        found.policy.odds(GAME.start(P1))
    with pytest.raises(BadPolicy, match="it has no moves for P1"):
        evaluate(GAME, found.policy, "random")
    assert evaluate(GAME, "random", found.policy).value() == found.value()


def test_answers_may_be_rounded() -> None:
    """A third three times is a third, though the floats do not add up to 1."""
    game = find("cross-over")
    third = Answers(game, {Table(game): dict.fromkeys("123", 1 / 3)}, otherwise=Random(game))
    assert evaluate(game, third, "random").value() == evaluate(game, "random", "random").value()


@pytest.mark.parametrize("share", [float("nan"), float("inf"), None, "1", [1]])
def test_odds_of_an_answer_that_are_no_numbers_are_refused(share: Any) -> None:
    with pytest.raises(BadPolicy, match=r"^The odds of an answer at [^\n]+ are numbers from 0 to 1, not [^\n]+\.$"):
        Answers(GAME, {Table(GAME): {"1": share}})


def test_two_answers_for_one_information_set_are_refused() -> None:
    game = find("predictive-pursuit")
    one, two = (Table(game).play(choice) for choice in ("1", "2"))
    with pytest.raises(BadPolicy, match="There are two different answers in"):
        Answers(game, {one: "1", two: "2"})
    same = Answers(game, {one: "1", two: {"1": 1.0}}, otherwise=Random(game))
    assert same.odds(one.view(P2)) == {game.tokens["1"]: 1}
