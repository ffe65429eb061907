"""The numbers of moves as players count them."""

from functools import reduce
from pathlib import Path

from headway import review
from headway.catalogue import find
from headway.table.apply import apply, fold
from headway.table.events import Begun, Event, Moved, TakenBack
from headway.table.match import Match
from headway.table.record import read
from headway.table.story import move_numbers, moves_made
from headway.table.table import Table
from headway.terminal.records import described
from tests.conftest import Headway
from tests.lines import played
from tests.table.records import text_of

RACE = played(Table(find("number-race").variant({"board": [1, 2, 3, 4, 5, 6] * 4})), "roll", 1, "roll", 2)
OVER = played(Table(find("cross-over")), 3, 2, 1, 1)


def events(table: Table) -> list[Event]:
    made = [Moved(table.by(index), token, index + 1) for index, token in enumerate(table.history)]
    return [Begun(table.game.name, table.game.settings, table.first), *made]


def test_a_roll_and_the_request_for_it_are_one_move() -> None:
    assert move_numbers(RACE) == [1, 1, 2, 2]
    assert move_numbers(OVER) == [1, 2, 3, 4]
    assert move_numbers(Table(find("cross-over"))) == []


def test_what_counts_moves_counts_a_roll_and_the_request_for_it_once(headway: Headway, tmp_path: Path) -> None:
    """Above a board, of a position, of a kept game and of a review."""
    assert (moves_made(RACE), moves_made(OVER), moves_made(Table(find("cross-over")))) == (2, 4, 0)
    assert ": after move 2, 2; Player 1 to move" in RACE.svg()
    assert "\n2 moves: roll, 1, roll, 2.\n" in headway("position", RACE.text).out
    path = tmp_path / "game.jsonl"
    path.write_bytes(text_of(RACE))
    assert described(read(path)).endswith(", 2 moves played")
    assert repr(review(RACE)).startswith("<Review of number-race: 2 moves;")


def test_a_story_has_the_same_numbers_whether_its_moves_are_made_or_read() -> None:
    for table in (RACE, OVER):
        for match in (fold(events(table)), reduce(apply, events(table), Match())):
            assert [entry.moves for entry in match.current.story] == [0, *move_numbers(table)]


def test_a_move_that_was_taken_back_gives_its_number_to_the_next() -> None:
    [begun, *made] = events(OVER)
    match = fold([begun, *made, TakenBack(2), *made[2:]])
    assert [entry.moves for entry in match.current.story] == [0, 1, 2, 3, 4, 2, 3, 4]
    assert fold([begun, made[0], TakenBack(1)]).current.story.last(1)[0].moves == 0
