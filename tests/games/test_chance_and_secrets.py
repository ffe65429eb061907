"""Whether chance acts and whether there are secrets is known of every game, at any size."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from headway import state_space
from headway.catalogue import find
from headway.game import Game
from headway.rulekit import CHANCE, OVER
from tests.games.test_laws import VARIANTS

SIXTH = Path(__file__).parents[1] / "sixth"


def assert_known(game: Game) -> None:
    """The two properties are what every reachable state says."""
    running = [state for state in game.reachable() if game.actor(state) != OVER]
    assert game.has_chance == any(game.actor(state) == CHANCE for state in running)
    assert game.has_secrets == any(game.secret(state) for state in running)


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_every_reachable_state_agrees(name: str, rules: dict[str, object]) -> None:
    assert_known(find(name).variant(rules))


def test_every_reachable_state_of_a_sixth_game_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SIXTH)
    game = Game.load("lucky-steps", "lucky_steps")
    assert_known(game)
    assert (game.has_chance, game.has_secrets) == (True, True)


@pytest.mark.parametrize(
    ("name", "rules", "chance", "secrets"),
    [
        ("number-race", {"length": 1000}, True, False),
        ("predictive-pursuit", {"length": 1000, "longest_step": 9}, False, True),
        ("capture-the-flag", {"length": 1000, "soldiers": 9, "longest_step": 9}, False, False),
        ("cross-over", {"length": 1000, "longest_step": 9}, False, False),
        ("race-to-the-center", {"length": 1000, "longest_step": 9}, False, False),
    ],
)
def test_a_size_at_which_no_one_can_look_at_every_state(
    name: str, rules: dict[str, object], chance: bool, secrets: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = []
    explored = Game.explore

    def counted(game: Game, origin: dict[Any, Any]) -> Iterator[Any]:
        for state in explored(game, origin):
            looked_at.append(state)
            yield state

    monkeypatch.setattr(Game, "explore", counted)
    game = find(name).variant(rules)
    assert (game.has_chance, game.has_secrets) == (chance, secrets)
    assert len(looked_at) <= 3  # a start or its next state shows what there is; the code shows what there is not


def test_chance_that_acts_late_is_found() -> None:
    """On this board of Cross Over a die falls only where both have all but crossed."""
    book = find("cross-over").variant({"length": 30})

    def actor(rules: Any, state: Any) -> int:
        return CHANCE if state.places == (29, 2) else book.code.actor(rules, state)

    late = replace(book, code=book.code._replace(actor=actor))
    assert late.has_chance
    assert_known(late)


def test_secrets_that_the_rules_rule_out_are_not_found() -> None:
    """With steps of one that cannot be blocked there is nothing to guess."""
    forced = {"forced": "unblockable", "longest_step": 1, "length": 1000}
    assert not find("predictive-pursuit").variant(forced).has_secrets


def test_what_takes_too_long_to_rule_out_is_taken_to_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_space, "MOST_SEARCHED", 10)
    assert find("predictive-pursuit").variant({"forced": "unblockable", "longest_step": 1}).has_secrets
