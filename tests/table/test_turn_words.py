"""The words that open a turn: shown to viewers where they tell something that the board does not show."""

import json
from dataclasses import replace
from typing import Any

import pytest

from headway.catalogue import find, names
from headway.game import Game
from headway.phrases import player
from headway.rulekit import P1, P2, SPECTATOR
from headway.table.decide import begin
from headway.table.table import Table
from headway.table.turn_words import turn_words
from headway.web.tables.views import Personal


@pytest.fixture
def with_purses() -> Game:
    """Cross Over, in which a player who takes a step pays it from a purse of 20 coins."""
    book = find("cross-over")

    def turn(rules: Any, state: Any) -> str:
        (one,), (other,) = book.positions(state)
        purses = 20 - (one - 1), 20 - (rules.length - other)
        return f"\n{player(state.mover)} has {purses[state.mover]} coins."

    return replace(book, words=book.words._replace(turn=turn))


def words_by_actor(game: Game) -> dict[int, set[str]]:
    """What opens the turns of each player, over every state that can be reached; empty words open none."""
    said: dict[int, set[str]] = {P1: set(), P2: set()}
    for state in game.reachable():
        actor = game.actor(state)
        if actor in said:
            said[actor].add(game.words.turn(game.rules, game.view(state, SPECTATOR)).strip())
    return {actor: words - {""} for actor, words in said.items()}


@pytest.mark.parametrize("name", names())
def test_the_books_name_only_the_player_which_the_status_does(name: str) -> None:
    """Random play decides whether the words of a game tell more; here every state does, under every preset."""
    book = find(name)
    for game in (book, *(book.variant(rules) for rules in book.words.PRESETS.values())):
        assert all(len(words) <= 1 for words in words_by_actor(game).values())
        assert {turn_words(game, state) for state in game.reachable()} == {""}


def test_words_that_change_are_told_in_every_state(with_purses: Game) -> None:
    assert all(len(words) > 1 for words in words_by_actor(with_purses).values())
    for state in with_purses.reachable():
        is_turn = with_purses.actor(state) in (P1, P2)
        assert bool(turn_words(with_purses, state)) == is_turn


def test_a_sixth_game_names_only_the_player_too(lucky_steps: Game) -> None:
    assert all(len(words) == 1 for words in words_by_actor(lucky_steps).values())
    assert {turn_words(lucky_steps, state) for state in lucky_steps.reachable()} == {""}


def test_a_game_with_purses_tells_what_is_in_them(with_purses: Game) -> None:
    table = Table(with_purses)
    assert turn_words(with_purses, table.state) == "Player 1 has 20 coins."
    table = table.play("3").play("2")
    assert turn_words(with_purses, table.state) == "Player 1 has 17 coins."


def test_every_viewer_at_a_table_of_a_server_reads_it(with_purses: Game) -> None:
    book = begin(find("cross-over")).after
    match = replace(book, games=(book.current._replace(table=Table(with_purses).play("3")),))
    for viewer in (P1, P2, SPECTATOR):
        shown = json.loads(f"{{{Personal(match, 0, has_new_players=False).text(viewer)}}}")
        assert shown["turn_words"] == "Player 2 has 20 coins."
    assert "turn_words" not in Personal(book, 0, has_new_players=False).text(P1)
