"""Boards in text: every piece is named at its square, at any width and with any number of pieces."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.catalogue import find, names
from headway.game import Game, Positions
from headway.rulekit import P1, P2
from headway.table.table import Table
from headway.terminal.colour import COLOURS
from headway.text_board import draw_board, draw_track, goals_in_words
from tests.lines import played

CODES = re.compile(r"\033\[[0-9;]*m")


def board_of(name: str, sides: Positions, width: int = 80, **rules: object) -> str:
    return "\n" + draw_board(find(name).variant(rules), sides, width)


def test_one_piece_each() -> None:
    assert (
        board_of("race-to-the-center", ((2,), (9,)))
        == """
Player 1            P1
Position |   0   1   2   3   4  [5]  6   7   8   9  10 |
Player 2                                        P2"""
    )


def test_both_sides_on_one_square() -> None:
    assert (
        board_of("race-to-the-center", ((5,), (5,)))
        == """
Player 1                        P1
Position |   0   1   2   3   4  [5]  6   7   8   9  10 |
Player 2                        P2"""
    )


def test_pieces_of_one_side_stand_over_each_other() -> None:
    assert (
        board_of("capture-the-flag", ((0, 0, 2), (9, 10, 10)), soldiers=3)
        == """
            S2
Player 1    S1      S3
Position |  [0]  1   2   3   4   5   6   7   8   9 [10]|
Player 2                                        S4  S5
                                                    S6"""
    )


def test_more_than_three_are_counted_and_named() -> None:
    assert (
        board_of("capture-the-flag", ((0, 0, 3, 0, 0), (1, 4, 4, 4, 4)), soldiers=5, length=4)
        == """
Player 1     x4             S3
Position |   [0]   1    2    3   [4]|
Player 2          S6             x4
Player 1, x4 at 0: S1, S2, S4, S5
Player 2, x4 at 4: S7, S8, S9, S10"""
    )


def test_numbers_of_the_squares_stand_below_the_positions() -> None:
    assert (
        board_of("number-race", ((0,), (2,)), board="4,2,6,1")
        == """
Player 1    P1
Position |   0   1   2   3  [4]|
Number           4   2   6   1
Player 2            P2"""
    )


def test_pieces_that_have_left_the_track_stand_beside_it() -> None:
    assert (
        board_of("cross-over", ((6,), (-1,)), length=4)
        == """
Player 1                        P1
Position [ ]|   1   2   3   4 |[ ]
Player 2  P2"""
    )


def test_without_room_for_titles_the_line_stays_whole() -> None:
    assert (
        board_of("capture-the-flag", ((2, 0), (9, 10)), 40)
        == """
  S2    S1
| [0] 1  2  3  4  5  6  7  8  9[10]|
                             S3 S4"""
    )


def test_a_long_track_is_folded_and_the_board_shows_all_of_it() -> None:
    sides = ((1,), (16,))
    assert (
        board_of("number-race", sides, 40)
        == """
Player 1      P1
Position |  0  1  2  3  4  5  6  7  8
Number         4  2  6  1  3  5  2  4

Position    9 10 11 12 13 14 15 16 17
Number      6  1  3  5  2  4  6  1  3
Player 2                        P2

Position   18 19[20]|
Number      5  2  4"""
    )


def test_under_a_turn_only_parts_with_a_piece_or_a_goal_are_drawn() -> None:
    long = find("capture-the-flag").variant({"length": 60})
    assert (
        "\n" + draw_track(long, ((0, 50), (9, 10)), 80)
        == """
Player 1   S1
Position | [0] 1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21
Player 2                              S3 S4
...
Player 1                     S2
Position   44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59[60]|"""
    )


def test_every_number_is_in_sight_on_a_narrow_terminal() -> None:
    race = find("number-race").variant({"board": (4, 2, 6, 1, 3, 5, 2, 4, 6, 1, 3, 5, 2, 4, 6, 1, 3, 5, 2, 4)})
    assert (
        "\n" + draw_track(race, ((1,), (18,)), 40)
        == """
Player 1      P1
Position |  0  1  2  3  4  5  6  7  8
Number         4  2  6  1  3  5  2  4
Position    9 10 11 12 13 14 15 16 17
Number      6  1  3  5  2  4  6  1  3
Position   18 19[20]|
Number      5  2  4
Player 2   P2"""
    )
    for width in range(30, 81):
        drawn = draw_track(race, ((1,), (18,)), width)
        places = re.findall(r"\d+", " ".join(re.findall("^Position(.*)$", drawn, re.MULTILINE)))
        numbers = re.findall(r"\d+", " ".join(re.findall("^Number(.*)$", drawn, re.MULTILINE)))
        assert [*map(int, places)] == [*range(21)]
        assert tuple(map(int, numbers)) == race.board
        assert max(map(len, drawn.splitlines())) <= width


def test_a_board_with_very_many_numbers_is_abbreviated() -> None:
    drawn = draw_track(find("number-race").variant({"length": 200}), ((1,), (18,)), 40)
    assert "\n...\n" in drawn


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("capture-the-flag", "Player 1's goal is [10]; Player 2's goal is [0]."),
        ("cross-over", "Player 1's goal is beyond 9; Player 2's goal is beyond 1."),
        ("number-race", "The goal of both players is [20]."),
        ("predictive-pursuit", "The goal of both players is [10]."),
        ("race-to-the-center", "The goal of both players is [5]."),
    ],
)
def test_goals_in_words(name: str, sentence: str) -> None:
    assert goals_in_words(find(name)) == sentence


@st.composite
def boards(draw: st.DrawFn) -> tuple[Game, Positions]:
    """Any game, small and large variants, with the pieces anywhere."""
    name = draw(st.sampled_from(names()))
    rules: dict[str, object] = {"length": draw(st.sampled_from([2, 8, 10, 20, 64, 150]))}
    if name == "capture-the-flag":
        rules["soldiers"] = draw(st.integers(1, 9))
    game = find(name).variant(rules)
    first, last = game.track
    places = st.integers(first - 1, last + 1)
    p1, p2 = (tuple(draw(places) for _ in side) for side in game.pieces)
    return game, (p1, p2)


@settings(max_examples=200, deadline=None)
@given(board=boards(), width=st.integers(30, 130))
def test_every_piece_is_named_once_and_stands_at_its_square(board: tuple[Game, Positions], width: int) -> None:
    game, sides = board
    drawn = draw_board(game, sides, width)
    assert max(map(len, drawn.splitlines())) <= width
    found = [standing(game, drawn, seat) for seat in (P1, P2)]
    assert found == [dict(zip(game.pieces[seat], sides[seat], strict=True)) for seat in (P1, P2)]
    if game.board is not None:
        assert numbers(game, drawn) == dict(enumerate(game.board, 1))


@given(board=boards())
def test_colour_changes_nothing_but_the_colour(board: tuple[Game, Positions]) -> None:
    game, sides = board
    coloured = draw_track(game, sides, 80, COLOURS.paint)
    assert CODES.sub("", coloured) == draw_track(game, sides, 80)
    for line in coloured.splitlines():
        named = set(re.findall(r"[A-Z]\d+", CODES.sub("", line)))
        for seat in (P1, P2):
            if named & {*game.pieces[seat]}:
                assert line.startswith(COLOURS.codes[seat])


def standing(game: Game, drawn: str, seat: int) -> dict[str, int]:
    """Where the pieces of a side are, read from the drawing by eye: by the number in the same columns."""
    first, last = game.track
    crowds = {}
    named = re.compile(rf"^Player {seat + 1}, x(\d+) (at|beyond) (\d+): ([A-Z]\d+(?:,\s[A-Z]\d+)+)$", re.MULTILINE)
    for number, where, text, pieces in named.findall(drawn):
        place = int(text) if where == "at" else first - 1 if int(text) == first else last + 1
        crowds[place] = pieces.replace("\n", " ").split(", ")
        assert len(crowds[place]) == int(number)
    drawn = re.sub(r"^Player \d, x(.|\n)*", "", drawn, flags=re.MULTILINE)
    found: dict[str, int] = {}
    for block in drawn.rstrip("\n").split("\n\n"):
        lines = block.split("\n")
        (middle,) = [number for number, line in enumerate(lines) if "|" in line or line.startswith("Position")]
        below = middle + 1 + (game.board is not None)
        columns = places_by_column(game, lines[middle])
        for line in lines[:middle] if seat == P1 else lines[below:]:
            for label in re.finditer(r"(?<!\S)([A-Z]\d+|x\d+)(?!\S)", line):
                place = columns[label.end()]
                here = crowds.pop(place) if label[0].startswith("x") else [label[0]]
                assert not found.keys() & {*here}
                found.update(dict.fromkeys(here, place))
    assert not crowds
    return found


def places_by_column(game: Game, line: str) -> dict[int, int]:
    """Which square ends at which column; the margins end at the bars' outer sides."""
    first, last = game.track
    columns = {number.end(): int(number[0]) for number in re.finditer(r"\d+", line)}
    if first in columns.values() and (bar := line.find("|")) >= 0:
        columns[bar] = first - 1
    if last in columns.values() and (bar := line.rfind("|")) >= 0:
        widest = max(len(text) for text in (*game.pieces[P1], *game.pieces[P2], str(first), str(last), "x0"))
        columns[bar + 2 + widest] = last + 1
    return columns


def numbers(game: Game, drawn: str) -> dict[int, int]:
    """The numbers on the squares, read from the drawing by eye."""
    found: dict[int, int] = {}
    lines = drawn.split("\n")
    for at, line in enumerate(lines):
        if line.startswith("Position"):
            columns = places_by_column(game, line)
            found |= {columns[number.end()]: int(number[0]) for number in re.finditer(r"\d+", lines[at + 1])}
    return found


def test_neutral_pieces_stand_in_parentheses_next_to_the_positions(tug_of_war: Game) -> None:
    table = played(Table(tug_of_war), 2)
    assert draw_board(tug_of_war, table.positions) == (
        """\
Neutral             (knot)
Position |      [0]      1       2       3       4       5      [6]|"""
    )
