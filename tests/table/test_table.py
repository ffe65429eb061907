"""The table: a value that moves, ends and is taken back."""

import pytest

from headway.catalogue import find, names
from headway.errors import GameOver, HeadwayError, NoTakeback, UnknownMove
from headway.players import Observation
from headway.players.random import RandomPlayer
from headway.rulekit import CHANCE, P1, P2
from headway.table.outcome import Reason, Result
from headway.table.random_source import RandomSource
from headway.table.table import Table
from headway.table.takeback import plies_since, take_back
from tests.lines import played, table_of


@pytest.mark.parametrize("move", [-3, -1, 4, 57, 10**9])
@pytest.mark.parametrize("name", names())
def test_a_number_that_is_not_a_move_is_refused(name: str, move: int) -> None:
    table = table_of(name)
    if move in table.game.all_moves:
        move = len(table.game.all_moves)
    with pytest.raises(UnknownMove, match="There is no move"):
        table.play_move(move)


def test_a_table_is_a_value() -> None:
    table = table_of("cross-over")
    assert played(table, 3, 2) == Table(table.game, P1, (2, 1))
    assert Table(table.game, P1, (2, 1)).state == played(table, 3, 2).state
    assert table.moves == ()


def test_an_ended_game_takes_no_more_moves() -> None:
    table = table_of("cross-over")
    for ended, result in (
        (table.end(Reason.AGREED), Result.DRAW),
        (table.end(Reason.RESIGNED, P1), Result.P2),
        (table.end(Reason.LIMIT), Result.UNFINISHED),
    ):
        assert ended.result is result
        assert ended.to_move is None
        assert ended.legal == ()
        with pytest.raises(GameOver, match="over"):
            ended.play(0)
        with pytest.raises(GameOver, match="over"):
            ended.end(Reason.AGREED)


def test_a_game_ends_by_a_seat_or_by_both_as_the_reason_says() -> None:
    table = table_of("cross-over")
    seats = r"headway\.Actor\.P1 or headway\.Actor\.P2"
    for reason, seat, refusal in (
        (Reason.AGREED, P1, r"Expected no seat with Reason\.AGREED, not 0\."),
        (Reason.LIMIT, P2, r"Expected no seat with Reason\.LIMIT, not 1\."),
        (Reason.RESIGNED, None, rf"Expected the seat that ended the game \(resigned\), {seats}, not None\."),
        (Reason.FORFEIT, CHANCE, rf"Expected the seat that ended the game \(forfeit\), {seats}, not 2\."),
        (Reason.RULES, None, r"Expected headway\.Reason\.RESIGNED, .* not Reason\.RULES\."),
    ):
        with pytest.raises(HeadwayError, match=f"^{refusal}$"):
            table.end(reason, seat)
    with pytest.raises(HeadwayError, match="Only 0 moves"):
        table.earlier(1)


def test_a_seat_takes_back_its_own_last_move_and_what_followed() -> None:
    table = table_of("cross-over")
    assert plies_since(played(table, 3, 2), P2) == 1
    assert plies_since(played(table, 3, 2), P1) == 2
    assert take_back(played(table, 3, 2), 2) == table
    with pytest.raises(NoTakeback, match="no move of yours"):
        plies_since(table, P1)
    with pytest.raises(NoTakeback, match="no move of yours"):
        plies_since(played(table_of("cross-over", P2), 1), P1)


def test_nothing_is_taken_back_across_a_die() -> None:
    rolled = played(table_of("number-race"), "roll", 4)
    with pytest.raises(NoTakeback, match="stays rolled"):
        plies_since(rolled, P1)
    with pytest.raises(NoTakeback, match="stays rolled"):
        take_back(rolled, 2)


def test_a_revealed_secret_is_not_taken_back_but_an_open_one_may_be_chosen_again() -> None:
    table = table_of("predictive-pursuit")
    assert take_back(played(table, 2), 1) == table
    with pytest.raises(NoTakeback, match="revealed"):
        plies_since(played(table, 2, 1), P2)
    # a computer's secret cannot be shaken off: behind it is a guess that revealed another
    with pytest.raises(NoTakeback, match="revealed"):
        plies_since(played(table, 2, 1, 2), P1)


def test_a_random_player_plays_every_legal_move() -> None:
    table = played(table_of("cross-over"), 3, 2)
    rng = RandomSource(1).at()
    chosen = {RandomPlayer().choose(Observation.of(table, P1), rng) for _ in range(100)}
    assert chosen == set(table.game.moves_at(table.state))


def test_a_player_sees_no_more_than_its_view() -> None:
    chosen = played(table_of("predictive-pursuit"), 2)
    observation = Observation.of(chosen, P2)
    assert observation == Observation.of(played(table_of("predictive-pursuit"), 1), P2)


def test_a_refusal_names_what_is_legal() -> None:
    game = find("cross-over")
    assert game.accepted(game.start()) == "You can enter 1, 2, or 3."
