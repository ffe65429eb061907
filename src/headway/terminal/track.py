"""Boards in text, for all games alike: the positions in a line, Player 1's pieces above it and Player 2's below.

Pieces of one side on one square stand over each other, each with its name. A square that is a goal is in brackets.
"""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from headway.contract import Positions
from headway.phrases import both, player
from headway.rulekit import P1, P2
from headway.terminal.colour import PLAIN, Palette
from headway.terminal.output import wrap_line

WIDTH = 80
HIGHEST_STACK = 3
"""More pieces of one side on a square are counted there, and named in a line below the board."""
TITLES = {P1: player(P1), P2: player(P2)}
POSITION, NUMBER = "Position", "Number"

Standing = dict[int, list[str]]
"""The names of a side's pieces, by the place they are drawn at."""


class Board(Protocol):
    """What of a game is drawn: a `Game` is such a board, and so is what a server tells of one."""

    @property
    def track(self) -> tuple[int, int]:
        """The first and the last square."""

    @property
    def goals(self) -> Positions:
        """The squares that each side makes for."""

    @property
    def pieces(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the pieces of both sides."""

    @property
    def board(self) -> tuple[int, ...] | None:
        """The number on each square from 1 up, where there are numbers."""


class Layout(NamedTuple):
    """Where things stand in a line: all measures are in columns, but for `squares`."""

    title: int  # what each row is; 0 where there is no room to say it
    margin: int  # a piece that has left the track on either side
    cell: int
    squares: int  # on one line


def draw_board(board: Board, sides: Positions, width: int = WIDTH, palette: Palette = PLAIN) -> str:
    """The whole board with the pieces of both sides at these positions, on several lines if it is long."""
    return _drawn(board, sides, width, palette, every_part=True)


def draw_track(board: Board, sides: Positions, width: int = WIDTH, palette: Palette = PLAIN) -> str:
    """The board; of a long one only the parts with a piece or a goal."""
    return _drawn(board, sides, width, palette, every_part=False)


def goals_in_words(board: Board) -> str:
    """A sentence on where each side's goal is; empty where the game does not name goals."""
    p1, p2 = (_goal_in_words(board, goals) for goals in board.goals)
    if p1 == p2:
        return f"The goal of both players is {p1}." if p1 else ""
    told = [f"{player(seat)}'s goal is {goal}" for seat, goal in ((P1, p1), (P2, p2)) if goal]
    return f"{'; '.join(told)}."


def _goal_in_words(board: Board, goals: tuple[int, ...]) -> str:
    places = dict.fromkeys(_beyond(board, place) or f"[{place}]" for place in goals)
    return both(places) if places else ""


def _beyond(board: Board, place: int) -> str:
    """Beyond which end of the track a place is; empty for a square of the track."""
    first, last = board.track
    return f"beyond {first}" if place < first else f"beyond {last}" if place > last else ""


def _drawn(board: Board, sides: Positions, width: int, palette: Palette, every_part: bool) -> str:
    first, last = board.track
    standing = [_standing(board, sides, seat) for seat in (P1, P2)]
    goals = {_on_board(board, goal) for side in board.goals for goal in side}
    shown = goals.union(*standing)
    layout = _layout(board, goals, shown, width)
    blocks = []
    for at in range(first, last + 1, layout.squares):
        until = min(at + layout.squares - 1, last)
        reach = range(at - (at == first), until + 1 + (until == last))
        if every_part or not shown.isdisjoint(reach):
            blocks.append("\n".join(_block(board, standing, goals, layout, range(at, until + 1), palette)))
        elif blocks[-1:] != ["..."]:
            blocks.append("...")
    return "\n".join([("\n\n" if every_part else "\n").join(blocks), *_crowds(board, standing, width, palette)])


def _on_board(board: Board, place: int) -> int:
    """The place, or the margin next to the track for one that is beyond its end."""
    first, last = board.track
    return max(first - 1, min(place, last + 1))


def _standing(board: Board, sides: Positions, seat: int) -> Standing:
    """The names of a side's pieces, by the place they are drawn at."""
    standing: Standing = {}
    for name, place in zip(board.pieces[seat], sides[seat], strict=True):
        standing.setdefault(_on_board(board, place), []).append(name)
    return standing


def _layout(board: Board, goals: set[int], shown: set[int], width: int) -> Layout:
    """Spacious where that fits; then narrow; then without titles, unless there are two rows of numbers; then folded."""
    first, last = board.track
    squares = last - first + 1
    names = [name for side in board.pieces for name in side]
    numbers = [first, last, *(board.board or ())]
    widest = max(len(text) for text in (*names, *map(str, numbers), f"x{max(map(len, board.pieces))}"))
    margin = widest + 1 if {first - 1, last + 1} & shown else 0
    gap = 2 if any(goal + 1 in goals for goal in goals) else 1  # brackets of neighbours need a column each
    title = max(map(len, (*TITLES.values(), POSITION, NUMBER))) + 1
    edges = 2 * margin + 3
    tried = [(title, widest + gap + 1), (title, widest + gap), (0, widest + gap)]
    for titled, cell in tried if board.board is None else tried[:2]:
        if titled + squares * cell + edges <= width:
            return Layout(titled, margin, cell, squares)
    return Layout(title, margin, widest + gap, max(1, (width - title - edges) // (widest + gap)))


def _block(
    board: Board, standing: list[Standing], goals: set[int], layout: Layout, squares: range, palette: Palette
) -> Iterator[str]:
    """The lines of one part of the track: Player 1's pieces, the positions, their numbers, Player 2's pieces."""
    stacks = [_rows(board, side, layout, squares) for side in standing]
    for number, row in enumerate(reversed(stacks[P1]), 1 - len(stacks[P1])):
        yield palette.paint(P1, _titled(TITLES[P1] if number == 0 else "", row, layout))
    yield _titled(POSITION, _positions(board, goals, layout, squares), layout)
    if board.board is not None:
        numbers = {place: str(number) for place, number in enumerate(board.board, 1)}
        yield _titled(NUMBER, _written(board, numbers, layout, squares), layout)
    for number, row in enumerate(stacks[P2]):
        yield palette.paint(P2, _titled(TITLES[P2] if number == 0 else "", row, layout))


def _rows(board: Board, standing: Standing, layout: Layout, squares: range) -> list[str]:
    """A side's pieces, the row next to the track first."""
    rows: list[dict[int, str]] = [{}]
    for place, names in standing.items():
        shown = names if len(names) <= HIGHEST_STACK else [f"x{len(names)}"]
        rows += [{} for _ in range(len(shown) - len(rows))]
        for row, name in zip(rows, shown, strict=False):
            row[place] = name
    written = [_written(board, row, layout, squares) for row in rows]
    return [row for row in written if row]


def _positions(board: Board, goals: set[int], layout: Layout, squares: range) -> str:
    """The numbers of the squares, with the ends of the track and the goals."""
    first, last = board.track
    texts = {place: str(place) for place in squares} | {place: " " for place in (first - 1, last + 1) if place in goals}
    row = list(_written(board, texts, layout, squares).ljust(_edge(layout, squares, last + 1) + 1))
    for place in goals & {*texts} & {*squares, squares[0] - 1, squares[-1] + 1}:
        end = _edge(layout, squares, place) - (place not in squares)
        row[end - len(texts[place]) - 1], row[end] = "[", "]"
    if squares[0] == first:
        row[layout.margin] = "|"
    if squares[-1] == last:
        row[_edge(layout, squares, last) + 1] = "|"
    return "".join(row)


def _written(board: Board, texts: dict[int, str], layout: Layout, squares: range) -> str:
    """A row with each text at its place, as far as the row reaches."""
    first, last = board.track
    row = ""
    for place in sorted(texts):
        is_margin = (place < first == squares[0]) or (place > last == squares[-1])
        if place in squares or is_margin:
            row = row.ljust(_edge(layout, squares, place) - len(texts[place])) + texts[place]
    return row


def _edge(layout: Layout, squares: range, place: int) -> int:
    """The column after the text of a place: a square of this row, or the margin on either side."""
    if place < squares[0]:
        return layout.margin
    inside = layout.margin + 1 + layout.cell * (min(place, squares[-1]) - squares[0] + 1)
    return inside if place <= squares[-1] else inside + 2 + layout.margin


def _titled(title: str, row: str, layout: Layout) -> str:
    return f"{title.ljust(layout.title) if layout.title else ''}{row}".rstrip()


def _crowds(board: Board, standing: list[Standing], width: int, palette: Palette) -> Iterator[str]:
    """A line for each square with more pieces of a side than are drawn over each other."""
    for seat in (P1, P2):
        for place, names in sorted(standing[seat].items()):
            if len(names) > HIGHEST_STACK:
                where = _beyond(board, place) or f"at {place}"
                line = f"{player(seat)}, x{len(names)} {where}: {', '.join(names)}"
                yield palette.paint(seat, wrap_line(line, width))
