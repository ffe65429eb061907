"""The laws of a game that can be drawn and has a neutral piece, and what each of them catches."""

from dataclasses import replace
from typing import Any

import pytest

from headway.game import Game
from headway.laws import LAWS, check
from headway.rulekit import DRAW, OVER, P1

NOBODY = DRAW
"""By another name: a function here that calls it DRAW would count as one of the rules."""
VARIANTS: list[dict[str, Any]] = [
    {},
    {"style": "at-once"},
    {"wind": "windy"},
    {"style": "at-once", "wind": "windy", "length": 4},
    {"length": 2, "pulls": 1, "strength": 0},
]


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_the_laws_hold_compiled_and_interpreted(tug_of_war: Game, rules: dict[str, Any]) -> None:
    report = check(tug_of_war.variant(rules))
    assert [finding.failure for finding in report.findings if finding.failure] == []
    assert not any(finding.is_skipped for finding in report.findings)


def test_it_is_known_which_games_can_be_drawn(tug_of_war: Game) -> None:
    assert tug_of_war.has_draws
    assert not tug_of_war.variant({"length": 2}).has_draws  # one pull decides


def winner_without_a_name(rules: Any, state: Any) -> int:
    """Answers a draw, which no function of this module calls by its name."""
    return 0 if state.knot == 0 else 1 if state.knot == rules.length else 2 + 2


def strange_winner(rules: Any, state: Any) -> int:
    return 7


def wrong_winner(rules: Any, state: Any) -> int:
    return P1


def two_groups(rules: Any, state: Any) -> Any:
    return (), ()


def off_the_track(rules: Any, state: Any) -> Any:
    return (), (), (state.knot - 9,)


def two_knots(rules: Any, state: Any) -> Any:
    return (), (), (state.knot, state.knot)


BROKEN: dict[str, tuple[dict[str, Any], str, str]] = {
    "strange winner": ({"winner": strange_winner}, "who has won is known", "winner is 7"),
    "no name": (
        {"winner": winner_without_a_name},
        "who has won is known",
        "the game is drawn, and no function of the rules names DRAW",
    ),
    "wrong winner": ({"winner": wrong_winner}, "the winner, or a neutral piece", "seat 0 has won on"),
    "two groups": ({"positions": two_groups}, "every piece has a name", "2 groups of pieces and 3 of names"),
    "off the track": (
        {"positions": off_the_track},
        "every piece has a name",
        "a piece of the neutral side is off the track",
    ),
    "two knots": (
        {"positions": two_knots},
        "every piece has a name",
        "the neutral side has 2 pieces and 1 names for them",
    ),
}


@pytest.mark.parametrize("which", BROKEN)
def test_a_law_catches_a_game_that_breaks_it(tug_of_war: Game, which: str) -> None:
    changes, law, message = BROKEN[which]
    game = replace(tug_of_war, code=tug_of_war.code._replace(**changes))
    broken = {each.sentence: each.broken for each in LAWS}
    (sentence,) = (each for each in broken if each.startswith(law))
    told = [failure for state in game.reachable() if (failure := broken[sentence](game, state)) is not None]
    assert told
    assert all(message in failure for failure in told)


def test_every_end_is_one_of_three(tug_of_war: Game) -> None:
    ends = [state for state in tug_of_war.reachable() if tug_of_war.actor(state) == OVER]
    knots = {tug_of_war.winner(state): set[int]() for state in ends}
    for state in ends:
        knots[tug_of_war.winner(state)] |= set(tug_of_war.positions(state)[2])
    assert knots[NOBODY] == {1, 2, 3, 4, 5}
    assert (knots[0], knots[1]) == ({0}, {6})
