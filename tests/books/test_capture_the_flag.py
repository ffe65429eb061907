"""Capture the Flag against its book."""

import pytest

from headway.catalogue import find
from headway.errors import IllegalMove
from headway.rulekit import OVER, P2
from headway.table.outcome import Result
from tests.conftest import Headway, entries
from tests.lines import legal_tokens, places, played, table_of

EXAMPLE = [  # the eleven turns of the example: the move, and where S1 to S4 then are
    ("S1 2", [2, 0, 10, 10]),
    ("S3 1", [2, 0, 9, 10]),
    ("S2 1", [2, 1, 9, 10]),
    ("S3 2", [2, 1, 7, 10]),
    ("S1 2", [4, 1, 7, 10]),
    ("S4 2", [4, 1, 7, 8]),
    ("S1 2", [6, 1, 7, 8]),
    ("S3 2", [6, 1, 5, 8]),
    ("S1 2", [8, 1, 5, 10]),  # combat: S4 is sent home
    ("S3 1", [8, 1, 4, 10]),  # the book has S2 here on 4, and sends it home
    ("S1 2", [10, 1, 4, 10]),
]


def test_the_example_replays_move_by_move_but_for_its_erratum() -> None:
    table = table_of("capture-the-flag")
    for move, after in EXAMPLE:
        assert table.result is None
        table = played(table, move)
        assert places(table) == after
    assert table.result is Result.P1


def test_erratum_turn_10_has_no_combat(headway: Headway) -> None:
    moves = ",".join(move for move, _ in EXAMPLE[:9])
    before = played(table_of("capture-the-flag"), *(move for move, _ in EXAMPLE[:9]))
    assert 4 not in places(before)
    assert places(before)[1] == 1
    told = headway("replay", "capture-the-flag", "--moves", f"{moves}, S3 1").out
    assert told.count("Combat occurs") == 1  # that of turn 9
    assert "S2 is sent back" not in told


def test_erratum_the_drawing_after_turn_6_has_the_soldiers_the_wrong_way_round() -> None:
    drawing = "Player 2:               [S4]   [S3]     [Flag]"
    _, _, s3, s4 = places(played(table_of("capture-the-flag"), *(move for move, _ in EXAMPLE[:6])))
    assert s3 < s4
    assert drawing.index("S4") < drawing.index("S3")


def test_the_dialogue_is_the_books(headway: Headway) -> None:
    told = headway("play", "capture-the-flag", typed=entries("S1 2")).out
    assert told.startswith("""\
Welcome to Capture the Flag!
Player 1: You are 'P1' with soldiers S1 and S2 starting at position 0.
Player 2: You are 'P2' with soldiers S3 and S4 starting at position 10.

Positions: 0 [P1_Flag] ... 10 [P2_Flag]

Player 1, it's your turn.
Enter the soldier to move (S1/S2) and positions to move (1 or 2): S1 2
Player 1 moves S1 forward 2 positions to position 2.

Positions:
0 [P1_Flag, S2]
1 []
2 [S1]
...
10 [P2_Flag, S3, S4]

Player 2, it's your turn.
Enter the soldier to move (S3/S4) and positions to move (1 or 2):""")


def test_combat_and_the_end_are_told_in_the_books_voice(headway: Headway) -> None:
    moves = ",".join(move for move, _ in EXAMPLE)
    told = headway("replay", "capture-the-flag", "--moves", moves).out
    assert (
        """\
Player 1 moves S1 forward 2 positions to position 8.
Combat occurs: S1 lands on position 8 occupied by S4.
S4 is sent back to Player 2's flag at position 10.
"""
        in told
    )
    assert told.endswith("""\
Player 1 moves S1 forward 2 positions to position 10.
S1 reaches Player 2's flag position.
Player 1 wins the game by capturing Player 2's flag.
""")


def test_landing_sends_every_enemy_there_home() -> None:
    # S3 and S4 meet on 6, and S1 lands on them
    table = played(table_of("capture-the-flag"), "S1 2", "S3 2", "S1 2", "S3 2", "S2 1", "S4 2", "S2 1", "S4 2")
    assert places(table) == [4, 2, 6, 6]
    assert places(played(table, "S1 2")) == [6, 2, 10, 10]


def test_soldiers_may_jump_over_anyone() -> None:
    # turn 8 of the example: S3 goes from 7 to 5 over S1 on 6
    before = played(table_of("capture-the-flag"), *(move for move, _ in EXAMPLE[:7]))
    assert places(before) == [6, 1, 7, 8]
    assert places(played(before, "S3 2")) == [6, 1, 5, 8]


def test_entering_the_flags_square_wins_whoever_defends_it() -> None:
    line = ["S1 2", "S3 1", "S1 2", "S3 1", "S1 2", "S3 1", "S1 2", "S3 1"]
    before = played(table_of("capture-the-flag"), *line)
    assert places(before) == [8, 0, 6, 10]  # S4 is at home
    assert played(before, "S1 2").result is Result.P1


def test_a_step_past_the_end_is_refused() -> None:
    line = ["S1 1", "S3 1", "S1 2", "S3 1", "S1 2", "S4 1", "S1 2", "S4 1", "S1 2", "S4 1"]
    before = played(table_of("capture-the-flag"), *line)
    assert places(before)[0] == 9
    with pytest.raises(IllegalMove, match="S1 cannot move 2 positions; that would be beyond position 10"):
        played(before, "S1 2")
    assert "S1 1" in legal_tokens(before)


def test_only_your_own_soldiers_obey() -> None:
    table = table_of("capture-the-flag")
    assert legal_tokens(table) == ["S1 1", "S1 2", "S2 1", "S2 2"]
    with pytest.raises(IllegalMove, match="S3 is Player 2's soldier; you can move S1 or S2"):
        played(table, "S3 1")


def test_a_soldier_can_always_be_moved() -> None:
    game = find("capture-the-flag")
    assert all(game.moves_at(state) for state in game.reachable() if game.actor(state) != OVER)


def test_erratum_a_game_need_not_end() -> None:
    start = table_of("capture-the-flag", P2)
    table, seen = start, {start.state}
    for _ in range(1000):
        table = played(table, "S3 1" if table.actor == P2 else "S1 1")
        if table.state in seen:
            return
        seen.add(table.state)
    pytest.fail("no position came up twice")


def test_the_variants() -> None:
    table = table_of("capture-the-flag", length=6, soldiers=3, longest_step=3)
    assert places(table) == [0, 0, 0, 6, 6, 6]
    assert legal_tokens(table)[-1] == "S3 3"
    assert legal_tokens(played(table, "S3 3"))[0] == "S4 1"
    assert played(table, "S3 3", "S4 1", "S3 3").result is Result.P1
