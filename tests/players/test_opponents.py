"""The list of opponents: every computer player once, and those that make a difference in a game."""

import pytest

from headway.catalogue import find, names
from headway.game import Game
from headway.players import COMPUTERS, seat_player
from headway.players.opponents import DEFAULT_LEVEL, computers_for, player_in_words
from headway.rulekit import P1, P2


def test_every_computer_can_be_seated() -> None:
    assert all(seat_player(name) is not None for name in COMPUTERS)
    assert DEFAULT_LEVEL in COMPUTERS


@pytest.mark.parametrize("name", names())
def test_levels_are_offered_where_a_player_ever_has_a_choice(name: str) -> None:
    game = find(name)
    has_choice = any(len(game.moves_at(state)) > 1 for state in game.reachable() if game.actor(state) in (P1, P2))
    offered = computers_for(game)
    assert game.has_choice is has_choice
    assert (len(offered) > 1) is has_choice
    assert ("reader" in offered) is (name == "predictive-pursuit")  # the one with secrets


def test_a_variant_may_leave_nothing_to_decide() -> None:
    for game in (find("cross-over").variant({"longest_step": 1}), find("number-race").variant({"length": 1000})):
        assert not game.has_choice
        assert computers_for(game) == ("random",)


def test_a_sixth_game_has_choices(lucky_steps: Game) -> None:
    assert lucky_steps.has_choice


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("human", "a person"),
        ("5", "the computer, level 5"),
        ("perfect", "the computer, perfect"),
        ("engine:./bot --fast", "the engine ./bot --fast"),
        ("engine:\x1b[2J", "the engine ?[2J"),
    ],
)
def test_players_in_words(name: str, told: str) -> None:
    assert player_in_words(name) == told
