"""Race to the Center against its book."""

import pytest

from headway.catalogue import find
from headway.contract import fields
from headway.errors import HeadwayError, IllegalMove
from headway.rulekit import OVER, P1, P2
from headway.table.outcome import Result
from tests.conftest import Headway, entries
from tests.lines import legal_tokens, places, played, table_of

EXAMPLE_1 = [(2, [2, 10]), (1, [2, 9]), (2, [4, 9]), (2, [4, 7]), (1, [5, 7])]
EXAMPLE_2 = [(1, [1, 10]), (2, [1, 8]), (2, [3, 8]), (2, [3, 6]), (2, [5, 6]), (1, [5, 5])]


@pytest.mark.parametrize(("example", "winner"), [(EXAMPLE_1, "P1"), (EXAMPLE_2, "P2")])
def test_both_examples_replay_move_by_move(example: list[tuple[int, list[int]]], winner: str) -> None:
    table = table_of("race-to-the-center")
    for step, after in example:
        assert table.result is None
        table = played(table, step)
        assert places(table) == after
    assert table.result is Result(winner)


def test_the_dialogue_is_the_books(headway: Headway) -> None:
    assert (
        headway("play", "race-to-the-center", typed=entries(2, 1, 2, 2, 1)).out
        == """\
Welcome to Race to the Center!
Player 1 starts at position 0.
Player 2 starts at position 10.
First to reach position 5 wins.

Player 1's turn. You are at position 0. Move 1 or 2 positions? 2
Player 1 moves to position 2.

Player 2's turn. You are at position 10. Move 1 or 2 positions? 1
Player 2 moves to position 9.

Player 1's turn. You are at position 2. Move 1 or 2 positions? 2
Player 1 moves to position 4.

Player 2's turn. You are at position 9. Move 1 or 2 positions? 2
Player 2 moves to position 7.

Player 1's turn. You are at position 4. Move 1 or 2 positions? 1
Player 1 moves to position 5.
Player 1 has reached the center and wins the game!
"""
    )


def test_a_simultaneous_arrival_is_told_in_the_books_voice(headway: Headway) -> None:
    told = headway("play", "race-to-the-center", typed=entries(1, 2, 2, 2, 2, 1)).out
    assert told.endswith("""\
Player 1 moves to position 5.
Player 1 has reached the center. Player 2 can still reach it on this turn.

Player 2's turn. You are at position 6. Move 1 or 2 positions? 1
Player 2 moves to position 5.
Player 2 has also reached the center and, moving second, wins the game!
""")


@pytest.mark.parametrize(
    ("reply", "first_example_holds", "second_example_holds"),
    [("adjacent", True, True), ("always", False, True), ("never", True, False)],
)
def test_only_one_reading_of_the_reply_saves_both_examples(
    reply: str, first_example_holds: bool, second_example_holds: bool
) -> None:
    start = table_of("race-to-the-center", reply=reply)
    first = played(start, *(step for step, _ in EXAMPLE_1))
    assert (first.result is Result.P1) == first_example_holds
    try:
        second = played(start, *(step for step, _ in EXAMPLE_2))
    except HeadwayError:
        assert not second_example_holds  # Player 2 did not get the turn the example gives them
    else:
        assert (second.result is Result.P2) == second_example_holds


def test_erratum_reaching_the_center_does_not_always_end_the_game() -> None:
    arrived = played(table_of("race-to-the-center"), *(step for step, _ in EXAMPLE_2[:5]))
    assert places(arrived)[0] == 5
    assert arrived.actor == P2
    assert legal_tokens(arrived) == ["1"]


def test_the_second_mover_who_arrives_first_wins_at_once() -> None:
    table = played(table_of("race-to-the-center"), 1, 2, 1, 2, 2, 1)
    assert places(table) == [4, 5]
    assert table.result is Result.P2


def test_who_moves_first_opens_every_round() -> None:
    # the second example with the sides exchanged: now Player 1 moves second, and wins
    table = played(table_of("race-to-the-center", P2), *(step for step, _ in EXAMPLE_2))
    assert places(table) == [5, 5]
    assert table.result is Result.P1


def test_a_reply_may_also_fall_short() -> None:
    arrived = played(table_of("race-to-the-center", reply="always"), *(step for step, _ in EXAMPLE_1))
    assert legal_tokens(arrived) == ["1", "2"]
    assert played(arrived, 1).result is Result.P1
    assert played(arrived, 2).result is Result.P2


def test_no_marker_moves_past_the_center() -> None:
    table = played(table_of("race-to-the-center"), 2, 1, 2, 1)
    with pytest.raises(IllegalMove, match="past the center; you are 1 away and must move 1"):
        played(table, 2)


def test_erratum_the_markers_share_no_square_but_the_center() -> None:
    game = find("race-to-the-center")
    assert all(p1 != p2 or p1 == 5 for (p1,), (p2,) in map(game.positions, game.reachable()))


def test_erratum_no_move_blocks_the_opponent() -> None:
    game = find("race-to-the-center")
    options: dict[tuple[int, int], set[tuple[int, ...]]] = {}
    for state in game.reachable():
        seat, ((p1,), (p2,)) = game.actor(state), game.positions(state)
        if seat != OVER and 5 not in (p1, p2):
            options.setdefault((seat, (p1, p2)[seat]), set()).add(tuple(game.moves_at(state)))
    assert {seat for seat, _ in options} == {P1, P2}
    assert all(len(different) == 1 for different in options.values())


def test_erratum_only_the_second_mover_ever_arrives_second() -> None:
    game = find("race-to-the-center")
    both_arrived = [state for state in game.reachable() if game.positions(state) == ((5,), (5,))]
    assert both_arrived
    assert all(game.winner(state) != fields(state)["first"] for state in both_arrived)


def test_the_variants() -> None:
    table = table_of("race-to-the-center", length=14, longest_step=3)
    assert places(table) == [0, 14]
    assert legal_tokens(table) == ["1", "2", "3"]
    assert played(table, 3, 1, 3, 1, 1).result is Result.P1
