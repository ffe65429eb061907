"""How a game stands as a turn begins: told to each viewer, where the game says more of it than its board shows."""

import json
from dataclasses import replace
from typing import Any

import pytest

from headway.catalogue import find, names
from headway.game import Game
from headway.laws import check
from headway.rulekit import CHANCE, P1, P2, SPECTATOR
from headway.table.decide import begin
from headway.table.status import tell_standing
from headway.table.table import Table
from headway.voice import Voice, sentence
from headway.web.tables.views import Personal


def with_standing(book: Game, standing: Any) -> Game:
    return replace(book, words=book.words._replace(standing=standing))


@pytest.fixture
def with_purses() -> Game:
    """Cross Over, in which a player who takes a step pays it from a purse of 20 coins."""
    book = find("cross-over")

    def standing(rules: Any, state: Any, voice: Voice) -> str:
        (one,), (other,) = book.positions(state)
        purses = 20 - (one - 1), 20 - (rules.length - other)
        return sentence(f"{voice.does(state.mover, 'have')} {purses[state.mover]} coins")

    return with_standing(book, standing)


@pytest.mark.parametrize("name", names())
def test_of_the_books_the_board_shows_all(name: str) -> None:
    game = find(name)
    assert {tell_standing(game, state, Voice(P1)) for state in game.reachable()} == {""}


def test_each_viewer_is_told_in_their_own_voice(with_purses: Game) -> None:
    table = Table(with_purses).play("3").play("2")
    called = {viewer: Voice(viewer, ("Ada", None)) for viewer in (P1, P2, SPECTATOR)}
    assert {viewer: tell_standing(with_purses, table.state, voice) for viewer, voice in called.items()} == {
        P1: "You have 17 coins.",
        P2: "Ada has 17 coins.",
        SPECTATOR: "Ada has 17 coins.",
    }


def test_a_server_sends_it_to_each_viewer(with_purses: Game) -> None:
    book = begin(find("cross-over")).after
    match = replace(book, games=(book.current._replace(table=Table(with_purses).play("3")),), names=(None, "Ben"))
    personal = Personal(match, 0, has_new_players=False)
    shown = {viewer: json.loads(f"{{{personal.text(viewer)}}}")["turn_words"] for viewer in (P1, P2, SPECTATOR)}
    assert shown == {P1: "Ben has 20 coins.", P2: "You have 20 coins.", SPECTATOR: "Ben has 20 coins."}
    assert "turn_words" not in Personal(book, 0, has_new_players=False).text(P1)


def test_it_is_asked_for_only_where_a_player_acts_and_given_what_the_viewer_may_see() -> None:
    pursuit, race = find("predictive-pursuit"), find("number-race")
    chosen = with_standing(pursuit, lambda rules, state, voice: f"{state.chosen}")
    secret = Table(pursuit).play("2").state
    assert tell_standing(chosen, secret, Voice(P1)) == "2"
    assert tell_standing(chosen, secret, Voice(P2)) == tell_standing(chosen, secret, Voice()) != "2"
    rolling = Table(race).play("roll")
    assert rolling.actor == CHANCE
    assert tell_standing(with_standing(race, lambda rules, state, voice: "!"), rolling.state, Voice(P1)) == ""


def test_after_a_swap_it_names_the_players_who_have_the_sides(with_purses: Game) -> None:
    rules = with_purses.variant({"pie": "yes", "lot": "yes"})
    table = Table(rules).play("P1 first").play("3")
    for answer, told in (("keep", "Player 2 has 20 coins."), ("swap", "You have 20 coins.")):
        after = table.play(answer)
        assert tell_standing(rules, after.state, Voice(P1)) == told, answer


def test_a_standing_that_is_no_text_breaks_a_law(with_purses: Game) -> None:
    small = with_purses.variant({"length": 3})
    assert not [finding for finding in check(small).findings if finding.failure]
    broken = with_standing(small, lambda rules, state, voice: None if voice.viewer == P2 else "")
    assert [finding for finding in check(broken).findings if finding.failure]
