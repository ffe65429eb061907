"""Whether chance acts, whether there are secrets, draws and choices, is known of every game, at any size."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from headway import state_space
from headway.catalogue import find, names
from headway.errors import BadRules
from headway.game import Game
from headway.rulekit import CHANCE, DRAW, OVER, P1, P2
from headway.ruleset import Rule
from tests.conftest import SEVENTH, SIXTH
from tests.games.test_laws import VARIANTS

PUBLISHED = Path(__file__).parents[2] / "examples" / "published_games"
OTHERS = {
    "lucky-steps": "lucky_steps",
    "tug-of-war": "tug_of_war",
    "chutes-and-ladders": "published_games.chutes_and_ladders",
    "pig": "published_games.pig",
}
SMALL = {"length": (1, 2, 3, 4), "goal": (2, 3, 4), "longest_step": (1, 2), "soldiers": (1, 2), "pulls": (2,)}
"""The values of these rules in small variants; of others, all that they can have up to 2."""
CHANGED: list[dict[str, object]] = [
    {},
    {"cap": 1},
    {"lot": "yes"},
    {"pie": "yes"},
    {"head_start": 1},
    {"cap": 4, "lot": "yes", "pie": "yes"},
]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Game]:
    """Loads a game, the five of the books or another, under some rules."""
    for folder in (SIXTH, SEVENTH, PUBLISHED):
        monkeypatch.syspath_prepend(folder)

    def load(name: str, **rules: object) -> Game:
        return (Game.load(name, OTHERS[name]) if name in OTHERS else find(name)).variant(rules)

    return load


def assert_known(game: Game) -> None:
    """The properties are what every reachable state says."""
    states = game.reachable()
    running = [state for state in states if game.actor(state) != OVER]
    over = [state for state in states if game.actor(state) == OVER]
    assert game.has_chance == any(game.actor(state) == CHANCE for state in running)
    assert game.has_secrets == any(game.secret(state) for state in running)
    assert game.has_draws == any(game.winner(state) == DRAW for state in over)
    assert game.has_choice == any(len(game.moves_at(state)) > 1 for state in running if game.actor(state) in (P1, P2))


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_every_reachable_state_agrees(name: str, rules: dict[str, object]) -> None:
    assert_known(find(name).variant(rules))


def values_of(rule: Rule) -> list[object]:
    return [rule.show(value) for value in SMALL.get(rule.name, range(3)) if value in rule.allowed]


@pytest.mark.parametrize("name", [*names(), *OTHERS])
def test_every_reachable_state_of_all_small_variants_agrees(
    name: str, load: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With changes and without; what is searched for is ruled out before the second state, if it can be."""
    monkeypatch.setattr(state_space, "FEW", 0)
    rules = [rule for rule in load(name).rule_list if not rule.is_row]
    checked = 0
    for values in product(*map(values_of, rules)):
        for changes in CHANGED:
            try:
                game = load(name, **{rule.name: value for rule, value in zip(rules, values, strict=True)}, **changes)
            except BadRules:  # no head start or no lot can be had
                continue
            assert_known(game)
            checked += 1
    assert checked > 9


def test_every_reachable_state_of_a_sixth_game_agrees(lucky_steps: Game) -> None:
    assert_known(lucky_steps)
    assert (lucky_steps.has_chance, lucky_steps.has_secrets) == (True, True)


@pytest.mark.parametrize(
    ("name", "rules", "true"),
    [
        ("number-race", {"length": 1000}, "chance"),
        ("number-race", {"length": 100}, "chance"),
        ("number-race", {"length": 1000, "pie": "yes"}, "chance choice"),
        ("number-race", {"length": 1000, "head_start": 500}, "chance"),
        ("predictive-pursuit", {"length": 1000, "longest_step": 9}, "secrets choice"),
        ("predictive-pursuit", {"length": 1000, "longest_step": 1}, "secrets"),
        ("predictive-pursuit", {"length": 1000, "longest_step": 1, "forced": "unblockable"}, ""),
        ("capture-the-flag", {"length": 1000, "soldiers": 9, "longest_step": 9}, "choice"),
        ("capture-the-flag", {"length": 1000, "soldiers": 1, "longest_step": 1}, ""),
        ("capture-the-flag", {"length": 1000, "soldiers": 1, "longest_step": 1, "lot": "yes"}, "chance"),
        ("cross-over", {"length": 1000, "longest_step": 9}, "choice"),
        ("cross-over", {"length": 1000, "longest_step": 1}, ""),
        ("race-to-the-center", {"length": 1000, "longest_step": 9}, "choice"),
        ("race-to-the-center", {"length": 1000, "longest_step": 1}, ""),
        ("lucky-steps", {"length": 50}, "chance secrets choice"),
        ("chutes-and-ladders", {"length": 1000}, "chance"),
        ("pig", {"goal": 1000}, "chance choice"),
    ],
)
def test_a_size_at_which_no_one_can_look_at_every_state(
    name: str,
    rules: dict[str, object],
    true: str,
    load: Callable[..., Game],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at = []
    explored = Game.explore

    def counted(game: Game, origin: dict[Any, Any]) -> Iterator[Any]:
        for state in explored(game, origin):
            looked_at.append(state)
            yield state

    monkeypatch.setattr(Game, "explore", counted)
    game = load(name, **rules)
    found = {"chance": game.has_chance, "secrets": game.has_secrets, "draws": game.has_draws, "choice": game.has_choice}
    assert [each for each, is_true in found.items() if is_true] == true.split()
    assert len(looked_at) <= 90  # states near the start show what there is; the rules show what there is not


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


def test_the_largest_variants_of_a_game_that_can_be_drawn(tug_of_war: Game) -> None:
    calm = tug_of_war.variant({"length": 30, "pulls": 30, "strength": 9})
    windy = tug_of_war.variant({"length": 30, "pulls": 30, "strength": 0, "wind": "windy"})
    assert (calm.has_chance, calm.has_secrets, calm.has_draws, calm.has_choice) == (False, False, True, True)
    assert (windy.has_chance, windy.has_secrets, windy.has_draws, windy.has_choice) == (True, False, True, False)


def test_what_cannot_be_ruled_out_is_taken_to_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """These rules look at the bits of a number, of which its bounds say nothing."""
    book = find("number-race").variant({"length": 100})

    def legal(rules: Any, state: Any, move: int) -> bool:
        return book.code.legal(rules, state, move) and state.places[P1] & 1024 == 0

    unclear = replace(book, code=book.code._replace(legal=legal))
    assert unclear.has_choice
    assert not book.has_choice
    monkeypatch.setattr(state_space, "MOST_SEARCHED", 1_000_000)
    assert not replace(unclear).has_choice
