"""The change `cap`: after so many plies the game is a draw."""

from fractions import Fraction
from typing import Any

import pytest

import headway
from headway.game import Game
from headway.rulekit import CHANCE, DRAW, OVER, P1, P2
from headway.solver import solve
from tests.changes.minimax import value

PLIES = 9


def capped(game: Game, state: Any, plies: int) -> Fraction:
    """The value with so many plies left, by recursion over the game without the cap; for games without secrets."""
    actor = game.actor(state)
    if actor == OVER:
        return Fraction(int(game.winner(state) == P1))
    if plies == 0:
        return Fraction(1, 2)
    moves = game.moves_at(state)
    after = [capped(game, game.play(state, move), plies - 1) for move in moves]
    if actor == CHANCE:
        return sum(after, Fraction(0)) / len(after)  # a die
    return max(after) if actor == P1 else min(after)


@pytest.mark.parametrize("first", [P1, P2])
@pytest.mark.parametrize(
    ("name", "rules", "plies"),
    [
        ("capture-the-flag", {"length": 4}, 6),
        ("cross-over", {"length": 7}, 4),
        ("cross-over", {"length": 7}, 5),
        ("cross-over", {"length": 7}, 9),
        ("number-race", {"length": 6}, 6),
        ("race-to-the-center", {"length": 8}, 5),
    ],
)
def test_the_value_is_that_of_so_many_plies(name: str, rules: dict[str, Any], plies: int, first: int) -> None:
    plain, cap = headway.load(name, **rules), headway.load(name, **rules, cap=plies)
    expected = capped(plain, plain.start(first), plies)
    assert float(solve(cap).value(cap.start(first))) == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize(("name", "length"), [("cross-over", 8), ("race-to-the-center", 8)])
def test_a_cap_that_no_game_reaches_changes_no_value(name: str, length: int) -> None:
    plain, cap = headway.load(name, length=length), headway.load(name, length=length, cap=2 * length)
    for first in (P1, P2):
        assert value(plain, plain.start(first)) == Fraction(solve(cap).value(cap.start(first)))
    assert cap.code.may_have_draws
    assert not cap.has_draws


def test_a_game_is_drawn_at_the_cap_and_not_before() -> None:
    table = headway.Table(headway.load("cross-over", cap=4))
    for move in ("1", "1", "1", "1"):
        assert table.result is None
        table = table.play(move)
    assert (table.result, table.reason, table.legal) == (headway.Result.DRAW, headway.Reason.RULES, ())
    assert table.story()[-1] == "The game is a draw. The limit of 4 moves is reached."
    assert (
        table.game.words.closing(table.game.rules, table.state)
        == "The limit of 4 moves is reached: the game is a draw."
    )


def test_a_win_on_the_last_ply_is_a_win() -> None:
    moves = ("3", "1", "2", "3", "2", "2", "2")
    for cap, result in ((7, headway.Result.P1), (6, headway.Result.DRAW)):
        table = headway.Table(headway.load("cross-over", cap=cap))
        for move in moves[:cap]:
            table = table.play(move)
        assert table.result is result


def test_a_secret_on_the_last_ply_is_still_answered() -> None:
    table = headway.Table(headway.load("predictive-pursuit", cap=3)).play("1").play("2").play("1")
    assert (table.result, table.is_secret_open) == (None, True)
    assert table.play("2").result is headway.Result.DRAW


def test_the_plies_of_chance_and_of_other_changes_count() -> None:
    table = headway.Table(headway.load("number-race", cap=4, pie="yes"))
    for move in ("roll", "1", "swap", "roll"):
        table = table.play(move)
    assert (table.ply, table.result) == (4, headway.Result.DRAW)


def test_a_record_of_a_drawn_game_is_read(tmp_path: Any) -> None:
    table = headway.play(headway.load("cross-over", cap=2, longest_step=1))
    assert table.result is headway.Result.DRAW
    assert table.game.winner(table.state) == DRAW
    headway.write(table, tmp_path / "drawn.jsonl")
    assert headway.read(tmp_path / "drawn.jsonl").table == table
