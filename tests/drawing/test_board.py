"""Boards as SVG: what is drawn is what the contract tells, whatever the game, its length and the crowd on a square."""

import random
from dataclasses import replace
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from headway.catalogue import find, names
from headway.drawing import draw_board
from headway.drawing.board import CELL, MOST_COLUMNS, MOST_ROWS
from headway.game import Game, Positions
from headway.rulekit import P1, P2

SVG = "{http://www.w3.org/2000/svg}"
LENGTHS = (2, 60, 1000)
VARIANTS: list[tuple[str, dict[str, object]]] = [(name, {}) for name in names()]
VARIANTS += [(name, {"length": length}) for name in names() for length in LENGTHS]
VARIANTS += [("capture-the-flag", {"soldiers": 9, "length": length}) for length in (10, 3, 1000)]
VARIANTS += [("cross-over", {"longest_step": 9})]


def game_of(name: str, rules: dict[str, object]) -> Game:
    return find(name).variant(rules)


def positions_of_a_game(game: Game, moves: int = 300) -> list[Positions]:
    """The positions in the course of a random game."""
    rng, state = random.Random(5), game.start()
    found = [game.positions(state)]
    while len(found) < moves and game.moves_at(state):
        state = game.play_unchecked(state, rng.choice(game.moves_at(state)))
        found.append(game.positions(state))
    return found


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(root: ElementTree.Element, kind: str | None = None) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text") if kind is None or text.get("class") == kind]


def center(element: ElementTree.Element) -> tuple[float, float]:
    if element.tag == f"{SVG}circle":
        return float(element.attrib["cx"]), float(element.attrib["cy"])
    x, y, width, height = (float(element.attrib[key]) for key in ("x", "y", "width", "height"))
    return x + width / 2, y + height / 2


def drawn_pieces(root: ElementTree.Element) -> dict[tuple[int, str], tuple[float, float]]:
    """By seat and name, where the pieces are drawn: a shape of the side, and its name right after it."""
    found, shape = {}, None
    for element in root:
        if element.get("class") in ("side0", "side1"):
            shape = element
        elif element.get("class") == "name":
            assert shape is not None
            seat = int(shape.attrib["class"][-1])
            assert (shape.tag == f"{SVG}circle") == (seat == P1)
            found[seat, element.text or ""] = center(shape)
    return found


def squares(root: ElementTree.Element) -> dict[int, tuple[float, float, float, float]]:
    """By position, the box of its square: left, top, right and bottom."""
    found, box = {}, None
    for element in root:
        if element.get("class") == "square":
            x, y, width, height = (float(element.attrib[key]) for key in ("x", "y", "width", "height"))
            box = x, y, x + width, y + height
        elif element.tag == f"{SVG}text" and box is not None:
            found[int(element.text or "")] = box
            box = None
    return found


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_every_piece_stands_on_its_square_and_apart_from_the_others(name: str, rules: dict[str, object]) -> None:
    game = game_of(name, rules)
    course = positions_of_a_game(game)
    for before, after in [
        (course[0], course[0]),
        *random.Random(1).sample(list(pairwise(course)), min(20, len(course) - 1)),
    ]:
        root = parsed(draw_board(game, after, before))
        boxes, pieces = squares(root), drawn_pieces(root)
        assert len(pieces) == sum(map(len, after))
        for seat in (P1, P2):
            for piece, place in zip(game.pieces[seat], after[seat], strict=True):
                (x, y), (left, top, right, bottom) = pieces[seat, piece], boxes[place]
                assert left + 8 < x < right - 8
                assert top + 8 < y < bottom - 8
        for one, other in combinations(pieces.values(), 2):
            assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= 18


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_everything_is_inside_the_picture(name: str, rules: dict[str, object]) -> None:
    game = game_of(name, rules)
    course = positions_of_a_game(game)
    root = parsed(draw_board(game, course[-1], course[-2], "a caption"))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert root.attrib["viewBox"] == f"0 0 {width:g} {height:g}"
    for element in root.iter():
        if "x" in element.attrib:
            assert 0 <= float(element.attrib["x"]) < width
            assert 0 <= float(element.attrib["y"]) < height
    for left, top, right, bottom in squares(root).values():
        assert left >= 0 <= top
        assert right <= width
        assert bottom <= height


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_neighbours_on_the_track_are_neighbours_in_the_picture(name: str, rules: dict[str, object]) -> None:
    game = game_of(name, rules)
    root = parsed(draw_board(game, game.positions(game.start())))
    boxes = squares(root)
    for place, after in pairwise(sorted(boxes)):
        if after != place + 1:
            assert f"… {place + 1} to {after - 1} …" in texts(root, "soft")
            continue
        (left, top, _, bottom), (next_left, next_top, _, _) = boxes[place], boxes[after]
        beside = top == next_top and abs(left - next_left) == CELL
        below = left == next_left and 0 < next_top - bottom <= 10
        assert beside or below


def test_a_short_track_is_drawn_whole_and_a_long_one_where_something_is() -> None:
    book, long = find("race-to-the-center"), find("race-to-the-center").variant({"length": 1000})
    assert sorted(squares(parsed(draw_board(book, ((0,), (10,)))))) == list(range(11))
    shown = squares(parsed(draw_board(long, ((300,), (1000,)))))
    assert {0, 300, 500, 1000} <= set(shown)
    assert len(shown) <= 4 * MOST_COLUMNS
    most = find("capture-the-flag").variant({"length": MOST_COLUMNS * MOST_ROWS - 1})
    assert len(squares(parsed(draw_board(most, most.positions(most.start()))))) == MOST_COLUMNS * MOST_ROWS


def test_the_last_move_is_marked_where_it_came_from_and_where_it_went() -> None:
    game = find("capture-the-flag")
    # S1 lands on 9, where S3 and S4 stood: both go home to 10
    root = parsed(draw_board(game, ((9, 0), (10, 10)), before=((7, 0), (9, 9))))
    boxes = squares(root)
    rings = [center(element) for element in root if element.get("class") in ("side0 ring", "side1 ring")]
    traces = [element for element in root if element.get("stroke-dasharray") == "3 2"]

    def square_at(point: tuple[float, float]) -> int:
        return next(at for at, (left, top, right, bottom) in boxes.items() if left < point[0] < right)

    assert sorted(map(square_at, rings)) == [9, 10, 10]
    assert sorted(square_at(center(trace)) for trace in traces) == [7, 9, 9]
    description = root.findtext(f"{SVG}desc")
    assert description is not None
    assert description.endswith("S1 has come from 7 to 9. S3 has come from 9 to 10. S4 has come from 9 to 10.")
    assert not [element for element in parsed(draw_board(game, ((9, 0), (10, 10)))) if "dash" in str(element.attrib)]


def test_the_picture_says_in_words_what_it_shows() -> None:
    root = parsed(draw_board(find("capture-the-flag"), ((2, 0), (10, 9)), caption="Player 1 to move"))
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root.findtext(f"{SVG}title") == "Capture the Flag: Player 1 to move"
    assert root.findtext(f"{SVG}desc") == (
        "The track runs from 0 to 10. Player 1, round, has S1 on 2 and S2 on 0 and makes for 10. "
        "Player 2, square, has S3 on 10 and S4 on 9 and makes for 0."
    )
    assert "Capture the Flag: Player 1 to move" in texts(root)


def test_the_numbers_of_a_board_stand_on_their_squares() -> None:
    game = find("number-race").variant({"board": "4,2,6"})
    root = parsed(draw_board(game, ((0,), (2,))))
    boxes = squares(root)
    numbers = {text.text: float(text.attrib["x"]) for text in root.iter(f"{SVG}text") if text.get("font-size") == "16"}
    assert numbers == {number: sum(boxes[place][::2]) / 2 for place, number in ((1, "4"), (2, "2"), (3, "6"))}
    assert "The numbers on its positions are 4, 2, 6." in (root.findtext(f"{SVG}desc") or "")


def test_goals_are_marked_with_the_shape_of_the_side_that_makes_for_them() -> None:
    root = parsed(draw_board(find("cross-over"), ((1,), (9,))))
    boxes = squares(root)
    assert sorted(boxes) == list(range(11))  # the goals are beyond the track; the nearest of them are drawn
    marks = {element.get("class"): center(element)[0] for element in root if "hollow" in element.get("class", "")}
    assert boxes[10][0] < marks["side0 hollow"] < boxes[10][2]
    assert boxes[0][0] < marks["side1 hollow"] < boxes[0][2]


def test_names_that_are_hostile_or_long_do_no_harm() -> None:
    game = find("capture-the-flag")
    hostile = game.words._replace(
        TITLE='<script>&"\x00', pieces=lambda rules: (("<b>", "&amp;"), ("A very long name", "\ud800"))
    )
    root = parsed(draw_board(replace(game, words=hostile), ((2, 0), (10, 9)), caption="]]><x>\x1b"))
    assert root.findtext(f"{SVG}title") == '<script>&"?: ]]><x>?'
    assert {"<b>", "&amp;", "A very long name", "?"} <= set(texts(root, "name"))
    (long,) = [text for text in root.iter(f"{SVG}text") if text.text == "A very long name"]
    assert len(long.text or "") * float(long.attrib["font-size"]) * 0.5 < 26


def test_a_side_without_pieces_is_drawn() -> None:
    game = find("cross-over")
    nothing = replace(game, words=game.words._replace(pieces=lambda rules: ((), ())))
    assert "has nothing on the board" in draw_board(nothing, ((), ()))


@pytest.mark.parametrize("name", names())
def test_a_picture_stands_alone_and_is_the_same_every_time(name: str) -> None:
    game = find(name)
    course = positions_of_a_game(game, 10)
    svg = draw_board(game, course[-1], course[0])
    assert svg == draw_board(find(name), course[-1], course[0])
    assert "prefers-color-scheme:dark" in svg
    for foreign in ("href", "url(", "@import", "@font-face", "<script", "http://", "https://", ' id="'):
        assert foreign not in svg.replace('xmlns="http://www.w3.org/2000/svg"', "")
