"""Number Race against its book."""

import pytest

from headway.catalogue import find
from headway.errors import IllegalMove
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.table.outcome import Result
from tests.conftest import Headway, entries
from tests.lines import legal_tokens, places, played, table_of

BOARD = "4,2,6,1,3,5,2,4,6,1,3,5,2,4,6,1,3,5,2,4"
EXAMPLE = [  # the book's nine turns: what P1 rolled and where it went, then P2
    ((4, 1), (3, 5)),
    ((2, 2), (5, 6)),
    ((6, 3), (2, 7)),
    ((1, 4), (6, 9)),
    ((5, 6), (4, 14)),
    ((2, 7), (1, 16)),
    ((4, 8), (5, 18)),
    ((6, 9), (2, 19)),
    ((1, 10), (4, 20)),
]


def test_the_worked_example_replays_roll_by_roll() -> None:
    table = table_of("number-race", board=BOARD)
    for turn in EXAMPLE:
        for seat, (face, place) in zip((P1, P2), turn, strict=True):
            table = played(table, "roll", face)
            assert places(table)[seat] == place
    assert table.result is Result.P2


def test_the_dialogue_is_the_books(headway: Headway) -> None:
    moves = ", ".join(f"roll, {face}" for turn in EXAMPLE for face, _ in turn)
    told = headway("replay", "number-race", "--board", BOARD, "--moves", moves).out
    assert told.startswith("""\
Welcome to Number Race!
Player 1 Token: P1
Player 2 Token: P2
Array Length: 20

Position Numbers:
[4,2,6,1,3,5,2,4,6,1,3,5,2,4,6,1,3,5,2,4]

Game Start! Player 1 goes first.

Player 1's Turn:
Roll the die (Press Enter to roll)...
You rolled a 4.
Moving to position 1.

Player 2's Turn:
Roll the die (Press Enter to roll)...
You rolled a 3.
Moving to position 5.
""")
    assert told.endswith("""\
Player 2's Turn:
Roll the die (Press Enter to roll)...
You rolled a 4.
Moving to position 20.
Congratulations, Player 2! You have reached the end and won the game!
""")


def test_a_bare_enter_rolls_and_so_does_the_word(headway: Headway) -> None:
    told = headway("play", "number-race", "--board", BOARD, "--seed", 1, typed=entries("", "roll", "ROLL")).out
    assert told.count("You rolled a ") == 3


def test_no_player_chooses_the_die(headway: Headway) -> None:
    table = table_of("number-race")
    assert legal_tokens(table) == ["roll"]
    with pytest.raises(IllegalMove, match="cannot choose the number"):
        played(table, 4)
    told = headway("play", "number-race", typed=entries(4)).out
    assert "You cannot choose the number; the die does." in told
    assert "You rolled" not in told


def test_faces_are_equally_likely() -> None:
    rolling = played(table_of("number-race"), "roll")
    assert rolling.actor == CHANCE
    weights = [rolling.game.weight(rolling.state, move) for move in rolling.game.moves_at(rolling.state)]
    assert weights == [1] * 6


def test_the_nearest_match_ahead_counts_and_places_may_be_shared() -> None:
    table = played(table_of("number-race", board="1,2,1,2,6"), "roll", 1, "roll", 1, "roll", 1)
    assert places(table) == [3, 1]


def test_a_roll_without_a_match_ahead_passes_the_turn(headway: Headway) -> None:
    table = played(table_of("number-race", board="1,2,1,2,6"), "roll", 5)
    assert places(table) == [0, 0]
    assert table.actor == P2
    told = headway("replay", "number-race", "--board", "1,2,1,2,6", "--moves", "roll,5").out
    assert "You rolled a 5.\nNo position ahead has a 5. You lose your turn and stay at position 0.\n" in told


def test_landing_on_the_last_position_wins_at_once() -> None:
    table = played(table_of("number-race", board="1,2"), "roll", 2)
    assert (table.actor, table.result) == (OVER, Result.P1)


def test_erratum_the_last_position_cannot_be_passed() -> None:
    game = find("number-race")
    assert max(place for state in game.reachable() for side in game.positions(state) for place in side) == 20


def test_erratum_there_is_no_decision_in_the_game() -> None:
    game = find("number-race")
    states = [state for state in game.reachable() if game.actor(state) in (P1, P2)]
    assert states
    assert all(game.moves_at(state) == [game.tokens["roll"]] for state in states)


def test_the_array_is_dealt_anew_unless_it_is_given(headway: Headway) -> None:
    boards = {headway("play", "number-race", "--seed", seed).out.split("[")[1].split("]")[0] for seed in range(5)}
    assert len(boards) == 5
    assert all(len(board.split(",")) == 20 and set(board.split(",")) <= set("123456") for board in boards)
    assert f"[{BOARD}]" in headway("play", "number-race", "--board", BOARD).out


def test_a_board_sets_the_length_and_must_agree_with_it(headway: Headway) -> None:
    assert "Array Length: 3\n" in headway("play", "number-race", "--board", "1,2,3").out
    refused = headway("play", "number-race", "--board", "1,2,3", "--rule", "length=4")
    assert (refused.status, refused.err) == (2, "headway: The board has 3 numbers, but length is 4.\n")
    board = find("number-race").variant({"length": 15}).board
    assert board is not None
    assert len(board) == 15
