"""What a move does on the board, as data, in every reachable state of every game."""

import pytest

from headway.effects import as_json, effect, homes, outcome_as_json, shifts
from headway.game import Game, State
from headway.rulekit import CHANCE
from headway.shift import Shift
from tests.lines import every_game, played, table_of


def positions_after(game: Game, state: State, moved: tuple[Shift, ...]) -> list[list[int]]:
    """The positions once those pieces have moved."""
    sides = [list(side) for side in game.positions(state)]
    for seat, piece, start, end in moved:
        assert sides[seat][piece] == start
        sides[seat][piece] = end
    return sides


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_an_effect_is_what_the_move_does_in_every_state(game: Game) -> None:
    for state in game.reachable():
        for move in game.moves_at(state):
            found = effect(game, state, move)
            seat = game.actor(state)
            moved = (found.moved, *found.others) if found.moved is not None else found.others
            if found.is_certain:
                after = game.play_unchecked(state, move)
                assert positions_after(game, state, moved) == [list(side) for side in game.positions(after)]
                own = [shift for shift in shifts(game, state, after) if shift.seat == seat]
                assert (found.moved is not None) == (bool(own) or (seat == CHANCE and bool(moved)))
            elif found.moved is not None:  # a secret: what it leads to unless it is guessed
                assert game.secret(state)
                chosen = game.play_unchecked(state, move)
                ends = [game.play_unchecked(chosen, answer) for answer in game.moves_at(chosen)]
                reached = [[list(side) for side in game.positions(end)] for end in ends]
                assert positions_after(game, state, moved) in reached


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_no_effect_tells_a_player_what_is_hidden_from_it(game: Game) -> None:
    for state in game.reachable():
        seat = game.actor(state)
        if seat in (0, 1) and game.view(state, seat) != state:
            for move in game.moves_at(state):
                assert as_json(game, state, move) == {"move": game.token(move), "certain": False}


def test_a_move_names_its_piece_where_it_leads_and_whom_it_sends_home() -> None:
    table = played(table_of("capture-the-flag", length=4), "S1 2")
    move = table.game.tokens["s3 2"]
    assert as_json(table.game, table.state, move) == {
        "move": "S3 2",
        "piece": "S3",
        "of": [1, 0],
        "from": 4,
        "to": 2,
        "sends": [{"piece": "S1", "of": [0, 0], "from": 2, "to": 0}],
    }
    assert homes(table.game) == ((0, 0), (4, 4))


def test_a_secret_step_leads_where_it_goes_unless_it_is_guessed() -> None:
    table = table_of("predictive-pursuit")
    assert as_json(table.game, table.state, 1) == {
        "move": "2",
        "piece": "P1",
        "of": [0, 0],
        "from": 0,
        "to": 2,
        "certain": False,
    }


def test_a_roll_and_a_skipped_turn_move_no_piece() -> None:
    race = table_of("number-race")
    assert as_json(race.game, race.state, race.game.tokens["roll"]) == {"move": "roll"}


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_what_a_move_has_done_is_told_as_its_button_told_it(game: Game) -> None:
    """Where the effect of a move is certain, front ends get the same data before and after it."""
    for state in game.reachable():
        for move in game.moves_at(state):
            before = as_json(game, state, move)
            if before.pop("certain", True):
                del before["move"]
                assert outcome_as_json(game, state, game.play_unchecked(state, move), game.actor(state)) == before
