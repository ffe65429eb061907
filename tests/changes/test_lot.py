"""The change `lot`: chance decides, evenly, who moves first."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import headway
from headway.catalogue import own_names
from headway.errors import BadRules
from headway.rulekit import CHANCE, P1, P2
from headway.solver import solve
from tests.changes.minimax import value

SMALL: dict[str, dict[str, Any]] = {
    "capture-the-flag": {"length": 3},
    "cross-over": {"length": 7},
    "number-race": {"length": 6},
    "predictive-pursuit": {"length": 3, "overshoot": "stops"},
    "race-to-the-center": {"length": 6},
}


@pytest.mark.parametrize("name", own_names())
def test_the_value_is_the_mean_of_those_with_either_player_first(name: str) -> None:
    plain, lot = headway.load(name, **SMALL[name]), headway.load(name, **SMALL[name], lot="yes")
    with_first, by_lot = solve(plain), solve(lot)
    mean = sum(float(with_first.value(plain.start(first))) for first in (P1, P2)) / 2
    assert float(by_lot.value(lot.start())) == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center"])
def test_the_solver_agrees_with_plain_recursion(name: str) -> None:
    game = headway.load(name, **SMALL[name], lot="yes")
    assert value(game, game.start()) == Fraction(solve(game).value(game.start()))


def test_the_lot_falls_on_either_player_with_even_odds() -> None:
    table = headway.Table(headway.load("cross-over", lot="yes"), first=headway.Actor.P2)
    assert table.to_move is headway.Actor.CHANCE
    assert table.legal == ("P1 first", "P2 first")
    assert {table.game.weight(table.state, move) for move in table.game.moves_at(table.state)} == {1}
    for first, token in ((P1, "P1 first"), (P2, "P2 first")):
        plain = headway.load("cross-over").start(first)
        assert tuple(table.play(token).state)[: len(plain)] == tuple(plain)


def test_who_was_to_move_first_makes_no_difference() -> None:
    game = headway.load("race-to-the-center", lot="yes")
    assert game.start(P1) == game.start(P2)
    assert game.actor(game.start()) == CHANCE


def test_it_is_told_who_moves_first() -> None:
    table = headway.Table(headway.load("cross-over", lot="yes")).play("P2 first").play("2")
    assert table.story(headway.Actor.P2) == ["The lot decides: you move first.", "You move from 9 to 7."]
    assert table.story()[0] == "The lot decides: Player 2 moves first."


def test_a_game_that_begins_elsewhere_for_the_other_player_has_no_lot() -> None:
    """Machine code cannot run `start`: who begins must be all that the two starts differ in."""
    book = headway.load("cross-over")

    def start(rules: Any, first: int) -> Any:
        begun: Any = book.code.start(rules, first)
        return begun._replace(places=(1 + first, 9))

    game = replace(book, code=book.code._replace(start=start))
    assert "lot" not in [change.name for change in game.change_list]
    with pytest.raises(BadRules, match='There is no rule "lot"'):
        game.variant({"lot": "yes"})
