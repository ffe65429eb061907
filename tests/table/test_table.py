"""The table, its undo, its luck and matches."""

import pytest

from headway.catalogue import find, names
from headway.errors import IllegalMove, OutOfTurn, UnknownMove
from headway.players import Observation
from headway.players.random import RandomPlayer
from headway.rulekit import CHANCE, P1, P2
from headway.table.luck import Luck, draw
from headway.table.match import Match
from headway.table.table import AGREED, LIMIT, RESIGNED, Table
from tests.lines import played, table_of

HUMANS, AGAINST_P2 = (True, True), (True, False)


def test_the_wrong_seat_and_a_stale_ply_are_refused() -> None:
    table = table_of("cross-over")
    with pytest.raises(OutOfTurn, match="Player 1 is to move"):
        table.play(0, P2, 0)
    after = table.play(0, P1, 0)
    with pytest.raises(OutOfTurn, match="meant for ply 1, and the game is at ply 2"):
        after.play(0, P2, 0)
    with pytest.raises(OutOfTurn, match="the die is to move"):
        played(table_of("number-race"), "roll").play(3, P1, 1)


@pytest.mark.parametrize("move", [-3, -1, 4, 57, 10**9])
@pytest.mark.parametrize("name", names())
def test_a_number_that_is_no_move_is_refused(name: str, move: int) -> None:
    table = table_of(name)
    if move in table.game.all_moves:
        move = len(table.game.all_moves)
    with pytest.raises(UnknownMove, match="There is no move"):
        table.play(move, P1, 0)


def test_a_table_is_a_value() -> None:
    table = table_of("cross-over")
    assert played(table, 3, 2) == Table(table.game, P1, (2, 1))
    assert Table(table.game, P1, (2, 1)).state == played(table, 3, 2).state
    assert table.moves == ()


def test_an_ended_game_takes_no_more_moves() -> None:
    table = table_of("cross-over")
    for ended, result in (
        (table.end(AGREED), "draw"),
        (table.end(RESIGNED, P1), "P2"),
        (table.end(LIMIT), "unfinished"),
    ):
        assert ended.result == result
        with pytest.raises(IllegalMove, match="over"):
            ended.play(0, P1, 0)
        with pytest.raises(IllegalMove, match="over"):
            ended.end(AGREED)


def test_undo_between_people_takes_back_one_move() -> None:
    table = table_of("cross-over")
    assert played(table, 3, 2).undo(P1, HUMANS) == played(table, 3)
    assert played(table, 3).undo(P2, HUMANS) == table


def test_undo_against_a_computer_takes_its_reply_along() -> None:
    table = table_of("cross-over")
    assert played(table, 3, 2).undo(P1, AGAINST_P2) == table
    with pytest.raises(IllegalMove, match="no move of yours"):
        table.undo(P1, AGAINST_P2)
    computer_began = played(table_of("cross-over", P2), 1)
    with pytest.raises(IllegalMove, match="no move of yours"):
        computer_began.undo(P1, AGAINST_P2)


def test_undo_never_goes_across_a_die() -> None:
    rolled = played(table_of("number-race"), "roll", 4)
    with pytest.raises(IllegalMove, match="stays rolled"):
        rolled.undo(P2, HUMANS)


def test_undo_never_goes_across_a_revealed_secret_but_an_open_one_may_be_chosen_again() -> None:
    table = table_of("predictive-pursuit")
    assert played(table, 2).undo(P2, HUMANS) == table
    with pytest.raises(IllegalMove, match="revealed"):
        played(table, 2, 1).undo(P2, HUMANS)
    # a computer's secret cannot be shaken off: behind it is a guess that revealed another
    with pytest.raises(IllegalMove, match="revealed"):
        played(table, 2, 1, 2).undo(P1, AGAINST_P2)


def test_the_same_seed_gives_the_same_luck_at_each_moment_and_no_seed_gives_another() -> None:
    assert Luck(7).at(1, 2).random() == Luck(7).at(1, 2).random() != Luck(7).at(1, 3).random()
    assert Luck().at(1).random() != Luck().at(1).random()


def test_chance_follows_its_weights() -> None:
    rolling = played(table_of("number-race"), "roll")
    assert rolling.actor == CHANCE
    rng = Luck(1).at()
    faces = [draw(rolling.game, rolling.state, rng) for _ in range(6000)]
    # each face is a binomial of 6000 rolls at 1/6: 1000 with a deviation of 29, so six of them stay within 180
    assert all(820 < faces.count(face) < 1180 for face in range(6))


def test_a_random_player_plays_every_legal_move() -> None:
    table = played(table_of("cross-over"), 3, 2)
    rng = Luck(1).at()
    chosen = {RandomPlayer().choose(Observation.of(table, P1), rng) for _ in range(100)}
    assert chosen == set(table.game.moves_at(table.state))


def test_a_player_sees_no_more_than_its_view() -> None:
    chosen = played(table_of("predictive-pursuit"), 2)
    observation = Observation.of(chosen, P2)
    assert observation == Observation.of(played(table_of("predictive-pursuit"), 1), P2)


def test_in_a_match_the_start_alternates_and_draws_score_for_nobody() -> None:
    match = Match(2, P2)
    openers = []
    for result in ("P1", "draw", "P2", "P1"):
        openers.append(match.opener)
        assert match.champion is None
        match = match.add(result)
    assert openers == [P2, P1, P2, P1]
    assert match.score == (2, 1)
    assert match.champion == P1


def test_a_refusal_names_what_is_legal() -> None:
    game = find("cross-over")
    assert game.accepted(game.start()) == "You can enter 1, 2, or 3."
