"""The change `head_start`: the second player's pieces start so many positions nearer to their goals."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import headway
from headway.catalogue import own_names
from headway.errors import BadRules
from headway.game import Game
from headway.rulekit import P1, P2
from headway.solver import solve
from tests.changes.minimax import value

SIXTH = Path(__file__).parents[1] / "sixth"


@pytest.mark.parametrize(
    ("name", "p1", "p2"),
    [
        ("capture-the-flag", (2, 2), (8, 8)),
        ("cross-over", (3,), (7,)),
        ("number-race", (2,), (2,)),
        ("predictive-pursuit", (2,), (2,)),
        ("race-to-the-center", (2,), (8,)),
    ],
)
def test_the_second_player_starts_two_positions_ahead(name: str, p1: tuple[int, ...], p2: tuple[int, ...]) -> None:
    plain, ahead = headway.load(name), headway.load(name, head_start=2)
    own = plain.positions(plain.start())
    assert ahead.positions(ahead.start(P1)) == (own[P1], p2)
    assert ahead.positions(ahead.start(P2)) == (p1, own[P2])
    assert [ahead.actor(ahead.start(first)) for first in (P1, P2)] == [P1, P2]


@pytest.mark.parametrize("name", own_names())
def test_only_the_start_is_another_one(name: str) -> None:
    plain, ahead = headway.load(name), headway.load(name, head_start=1)
    assert type(ahead.start()) is type(plain.start())
    parts = plain.code._fields
    assert [part for part in parts if getattr(plain.code, part) is not getattr(ahead.code, part)][:2] == [
        "Rules",
        "start",
    ]


@pytest.mark.parametrize("lead", [1, 2, 3])
@pytest.mark.parametrize(("name", "length"), [("cross-over", 8), ("race-to-the-center", 8)])
def test_the_solver_agrees_with_plain_recursion(name: str, length: int, lead: int) -> None:
    game = headway.load(name, length=length, head_start=lead)
    assert value(game, game.start()) == Fraction(solve(game).value(game.start()))


def test_the_value_is_that_of_the_same_position_without_a_head_start() -> None:
    plain, ahead = headway.load("number-race"), headway.load("number-race", head_start=3)
    assert solve(ahead).value(ahead.start()) == pytest.approx(float(solve(plain).value(tuple(ahead.start()))))


@pytest.mark.parametrize(
    ("name", "most"),
    # the pieces stop before the goal, and in Cross Over before the marker that stands there
    [
        ("capture-the-flag", 9),
        ("cross-over", 7),
        ("number-race", 19),
        ("predictive-pursuit", 9),
        ("race-to-the-center", 4),
    ],
)
def test_a_head_start_ends_before_the_goal(name: str, most: int) -> None:
    headway.load(name, head_start=most)
    with pytest.raises(BadRules, match=f"at most {most} under these rules, not {most + 1}"):
        headway.load(name, head_start=most + 1)


def test_a_game_from_elsewhere_has_it_as_soon_as_it_names_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without them nothing tells which way is ahead."""
    monkeypatch.syspath_prepend(SIXTH)
    book = Game.load("lucky-steps", "lucky_steps")
    assert [change.name for change in book.change_list] == ["lot", "pie", "cap"]
    with_goals: Any = lambda rules: ((rules.length,), (rules.length,))  # noqa: E731
    game = replace(book, code=book.code._replace(goals=with_goals)).variant({"head_start": 2})
    assert game.positions(game.start()) == ((0,), (2,))


def test_a_game_whose_pieces_have_no_number_of_their_own_has_no_head_start() -> None:
    book = headway.load("cross-over")

    def positions(rules: Any, state: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (state.places[P1],), (10 - state.places[P2],)

    game = replace(book, code=book.code._replace(positions=positions))
    assert "head_start" not in [change.name for change in game.change_list]


def test_the_lot_cannot_decide_who_has_it() -> None:
    with pytest.raises(BadRules, match="no lot can decide"):
        headway.load("cross-over", lot="yes", head_start=1)


def test_a_captured_soldier_goes_back_to_its_flag_and_not_to_where_it_started() -> None:
    table = headway.Table(headway.load("capture-the-flag", length=4, head_start=2)).play("S1 2")
    assert table.story()[-1] == "Player 1 moves S1 from 0 to 2 and sends S3 and S4 back to 4."
