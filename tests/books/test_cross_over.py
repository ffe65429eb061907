"""Cross Over against its book."""

import pytest

from headway.catalogue import find
from headway.errors import IllegalMove
from headway.rulekit import OVER
from headway.table.outcome import Result
from tests.conftest import Headway, entries
from tests.lines import legal_tokens, places, played, table_of

EXAMPLE = [(3, [4, 9]), (2, [4, 7]), (2, [6, 7]), (2, [6, 5]), (3, [9, 5]), (3, [9, 2]), (1, [10, 2])]


def test_the_worked_example_replays_move_by_move() -> None:
    table = table_of("cross-over")
    for step, after in EXAMPLE:
        assert table.result is None
        table = played(table, step)
        assert places(table) == after
    assert table.result is Result.P1


def test_the_examples_remarks_on_impossible_steps_hold() -> None:
    turn_3 = played(table_of("cross-over"), 3, 2)
    assert legal_tokens(turn_3) == ["1", "2"]  # "Cannot move 3 positions"
    turn_4 = played(turn_3, 2)
    assert legal_tokens(turn_4) == ["2", "3"]  # "Cannot move 1 position"


def test_the_dialogue_is_the_books(headway: Headway) -> None:
    told = headway("play", "cross-over", typed=entries(3, 2, 3, 2, 2, 3, 3, 1)).out
    assert told.startswith("""\
Welcome to Cross Over!

Player 1 starts at position 1.
Player 2 starts at position 9.

Player 1, it's your turn.
Enter the number of positions to move forward (1, 2, or 3):
Player 1: 3

Player 1 moves to position 4.
Player 2 is at position 9.

Player 2, it's your turn.
Enter the number of positions to move forward (1, 2, or 3):
Player 2: 2
""")
    assert (
        """\
Player 1: 3

Cannot move 3 positions; that would land on Player 2's position.
Please choose a different number of positions to move (1 or 2):
Player 1: 2
"""
        in told
    )
    assert told.endswith("""\
Player 1 has crossed over Player 2's starting position!
Player 1 wins the game!
""")


def test_the_winning_step_may_overshoot() -> None:
    for step, place in ((1, 10), (2, 11), (3, 12)):
        table = played(table_of("cross-over"), 3, 1, 3, 2, 2, 1)
        assert places(table)[0] == 9
        won = played(table, step)
        assert (places(won)[0], won.result) == (place, Result.P1)


def test_reaching_the_other_start_is_not_enough() -> None:
    table = played(table_of("cross-over"), 3, 1, 3, 2, 2)
    assert places(table)[0] == 9
    assert table.result is None


def test_player_2_wins_below_position_1() -> None:
    table = played(table_of("cross-over"), 1, 3, 1, 1, 1, 3, 1)
    assert places(table) == [5, 2]
    assert played(table, 1).result is None
    assert played(table, 2).result is Result.P2


def test_you_may_not_skip_while_you_can_move(headway: Headway) -> None:
    with pytest.raises(IllegalMove, match="cannot skip"):
        played(table_of("cross-over"), "skip")
    assert "\nYou cannot skip your turn while you have a legal move.\n" in headway("play", "cross-over", typed="\n").out


def test_erratum_no_player_is_ever_forced_to_skip() -> None:
    game = find("cross-over")
    skip = game.tokens["skip"]
    assert not any(game.legal(state, skip) for state in game.reachable())


def test_every_turn_of_the_books_game_moves_a_marker_so_it_ends() -> None:
    game = find("cross-over")
    for state in game.reachable():
        for move in game.moves_at(state):
            (p1,), (p2,) = game.positions(state)
            (p1_after,), (p2_after,) = game.positions(game.play_unchecked(state, move))
            assert p1_after - p2_after > p1 - p2


def test_erratum_with_steps_of_one_both_skip_for_ever(headway: Headway) -> None:
    met = played(table_of("cross-over", longest_step=1), *[1] * 7)
    assert places(met) == [5, 6]
    assert legal_tokens(met) == ["skip"]
    again = played(met, "skip", "skip")
    assert (again.state, again.actor != OVER) == (met.state, True)
    told = headway("play", "cross-over", "--rule", "longest_step=1", typed=entries(*[1] * 7, "", 1, "skip")).out
    assert "You have no legal moves and must skip your turn (Press Enter to skip)...\nPlayer 2: \n" in told
    assert "\n\nPlayer 2 has no legal moves and skips this turn.\n" in told
    assert "Cannot move 1 position; that would land on Player 2's position." in told


def test_erratum_the_drawing_after_turn_1_misses_the_positions() -> None:
    positions = "Positions: 1 2 3 4 5 6 7 8 9"
    markers = "Markers:           P1         P2"
    p1, p2 = places(played(table_of("cross-over"), 3))
    assert (p1, p2) == (4, 9)
    assert markers.index("P1") == positions.index("5") != positions.index("4")
    assert markers.index("P2") > positions.index("9")


def test_the_variants(headway: Headway) -> None:
    table = table_of("cross-over", length=15, longest_step=4)
    assert places(table) == [1, 15]
    assert legal_tokens(table) == ["1", "2", "3", "4"]
    told = headway("play", "cross-over", "--rule", "length=15", "--rule", "longest_step=4").out
    assert "Player 2 starts at position 15.\n" in told
    assert "(1, 2, 3, or 4):\n" in told
