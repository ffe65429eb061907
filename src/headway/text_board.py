"""Boards in text, for all games alike: the positions in a line, Player 1's pieces above it and Player 2's below.

Neutral pieces stand next to the positions, above them, with their names in parentheses.

Pieces of one side on one square stand over each other, each with its name. A square that is a goal is in brackets.
Once the players have swapped sides, a line below the board says who plays which pieces.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

from headway.contract import NEUTRAL, Goals, Pieces, Positions
from headway.phrases import both, player
from headway.rulekit import P1, P2
from headway.voice import tell_owners

WIDTH = 80
HIGHEST_STACK = 3
"""More pieces of one side on a square are counted there, and named in a line below the board."""
MOST_PARTS = 4
"""With more, a board with numbers is abbreviated too; that of the book has four on 30 columns."""
NEUTRAL_TITLE = "Neutral"
"""The title of the neutral pieces."""
POSITION, NUMBER = "Position", "Number"

Paint = Callable[[int, str], str]
"""Gives a text in the colour of a side."""
Players = tuple[int, int]
"""The seat that plays each side."""
Standing = dict[int, list[str]]
"""The names of a side's pieces, by the place they are drawn at."""


class Board(Hashable, Protocol):
    """What of a game is drawn: a `Game` is such a board, and so is what a server tells of one."""

    @property
    def track(self) -> tuple[int, int]:
        """The first and the last square."""

    @property
    def goals(self) -> Goals:
        """The squares that each side makes for."""

    @property
    def pieces(self) -> Pieces:
        """The names of the pieces of both sides."""

    @property
    def board(self) -> tuple[int, ...] | None:
        """The number on each square from 1 up, where there are numbers."""


class Layout(NamedTuple):
    """The widths of what stands in a line, in columns, and the number of squares on it."""

    title: int  # the name of a row; 0 where there is no room for it
    margin: int  # a piece that has left the track, on either side
    cell: int
    squares: int


class Part(NamedTuple):
    """The part of a board that fits on one line: what does not change while a game is played."""

    edges: dict[int, int]  # the column after the text of each place, the margins included
    middle: str  # the positions, and their numbers where there are any
    has_goal: bool


class Frame(NamedTuple):
    """A board without its pieces, laid out for a width."""

    title: int
    parts: tuple[Part, ...]
    may_crowd: bool  # can more pieces stand on a square than are drawn over each other?


def without_colour(seat: int, text: str) -> str:
    """The text as it is."""
    return text


def draw_board(
    board: Board, sides: Positions, width: int = WIDTH, paint: Paint = without_colour, players: Players = (P1, P2)
) -> str:
    """The whole board with the pieces of both sides at these positions, on several lines if it is long."""
    return _drawn(board, sides, width, paint, players, every_part=True)


def draw_track(
    board: Board, sides: Positions, width: int = WIDTH, paint: Paint = without_colour, players: Players = (P1, P2)
) -> str:
    """The board; of a long one only the parts with a piece or a goal, unless players look for the numbers on it."""
    return _drawn(board, sides, width, paint, players, every_part=False)


def goals_in_words(board: Board, players: Players = (P1, P2)) -> str:
    """A sentence on where each side's goal is; empty where the game does not name goals."""
    p1, p2 = (_goal_in_words(board, goals) for goals in board.goals)
    if p1 == p2:
        return f"The goal of both players is {p1}." if p1 else ""
    told = [f"{player(players[side])}'s goal is {goal}" for side, goal in ((P1, p1), (P2, p2)) if goal]
    return f"{'; '.join(told)}."


def _goal_in_words(board: Board, goals: tuple[int, ...]) -> str:
    places = dict.fromkeys(_beyond(board, place) or f"[{place}]" for place in goals)
    return both(places) if places else ""


def _beyond(board: Board, place: int) -> str:
    """Beyond which end of the track a place is; empty for a square of the track."""
    first, last = board.track
    return f"beyond {first}" if place < first else f"beyond {last}" if place > last else ""


def _drawn(board: Board, sides: Positions, width: int, paint: Paint, players: Players, every_part: bool) -> str:
    first, last = board.track
    standing = [_standing(board, sides, side) for side in range(len(board.pieces))]
    is_outside = False
    for places in standing:
        is_outside = is_outside or first - 1 in places or last + 1 in places
    frame = _frame(board, width, is_outside)
    blocks: list[str] = []
    is_whole = every_part or (board.board is not None and len(frame.parts) <= MOST_PARTS)
    for part in frame.parts:
        rows = [_rows(part, places) for places in standing]
        if is_whole or any(rows) or part.has_goal:
            blocks.append(_block(frame.title, players, rows, part, paint))
        elif blocks[-1:] != ["..."]:
            blocks.append("...")
    drawn = ("\n\n" if every_part else "\n").join(blocks)
    if frame.may_crowd:
        drawn = "\n".join([drawn, *_crowds(board, standing, width, paint, players)])
    return drawn if players == (P1, P2) else "\n".join([drawn, *_owners(board, width, players)])


def _on_board(board: Board, place: int) -> int:
    """The place, or the margin next to the track for one that is beyond its end."""
    first, last = board.track
    return max(first - 1, min(place, last + 1))


def _standing(board: Board, sides: Positions, seat: int) -> Standing:
    """The names of a side's pieces, by the place they are drawn at."""
    first, last = board.track
    standing: Standing = {}
    for name, place in zip(_names(board, seat), sides[seat], strict=True):
        drawn_at = place if first <= place <= last else _on_board(board, place)
        standing.setdefault(drawn_at, []).append(name)
    return standing


def _names(board: Board, side: int) -> tuple[str, ...]:
    """The names of a side's pieces as they are drawn."""
    names = board.pieces[side]
    return names if side < NEUTRAL else tuple(f"({name})" for name in names)


# -- the pieces of one side, row by row


def _block(title: int, players: Players, rows: list[list[str]], part: Part, paint: Paint) -> str:
    """One part of the board with the rows of each side; those next to the track are titled."""
    titles = _titles(players)
    lines = [paint(P1, row) for row in _titled(titles[P1], rows[P1], title)[::-1]]
    for side in range(NEUTRAL, len(rows)):
        lines += [paint(side, row) for row in _titled(titles[side], rows[side], title)[::-1]]
    lines.append(part.middle)
    return "\n".join(lines + [paint(P2, row) for row in _titled(titles[P2], rows[P2], title)])


@lru_cache(maxsize=4)
def _titles(players: Players) -> tuple[str, ...]:
    """What the rows of each side's pieces are called, and the neutral ones."""
    return (*map(player, players), NEUTRAL_TITLE)


def _titled(name: str, rows: list[str], title: int) -> list[str]:
    """The rows with a name before the first of them, where there is room for names."""
    if not title or not rows:
        return rows
    return [f"{name.ljust(title)}{rows[0]}", *(" " * title + row for row in rows[1:])]


def _rows(part: Part, standing: Standing) -> list[str]:
    """A side's pieces in one part of the board, the row next to the track first."""
    rows: list[str] = []
    for place in sorted(standing):
        edge = part.edges.get(place)
        if edge is not None:
            names = standing[place]
            shown = names if len(names) <= HIGHEST_STACK else [f"x{len(names)}"]
            for number, name in enumerate(shown):
                if number == len(rows):
                    rows.append("")
                rows[number] = f"{rows[number].ljust(edge - len(name))}{name}"
    return rows


def _crowds(board: Board, standing: list[Standing], width: int, paint: Paint, players: Players) -> Iterator[str]:
    """A line for each square with more pieces of a side than are drawn over each other."""
    from textwrap import fill  # few boards need it, and a game should start at once

    titles = _titles(players)
    for side, crowds in enumerate(standing):
        for place, names in sorted(crowds.items()):
            if len(names) > HIGHEST_STACK:
                where = _beyond(board, place) or f"at {place}"
                line = f"{titles[side]}, x{len(names)} {where}: {', '.join(names)}"
                yield paint(side, fill(line, width, break_long_words=False))


def _owners(board: Board, width: int, players: Players) -> Iterator[str]:
    """Who plays which pieces: their names, and the rows without titles, would be taken for those of the seats."""
    from textwrap import fill  # as above

    if told := tell_owners(board.pieces, players):
        yield fill(told, width, break_long_words=False)


# -- the board without its pieces


@lru_cache(maxsize=100)  # the same for every turn of a game, unless the window changes
def _frame(board: Board, width: int, is_outside: bool) -> Frame:
    first, last = board.track
    goals = {_on_board(board, goal) for side in board.goals for goal in side}
    has_margin = is_outside or not goals.isdisjoint((first - 1, last + 1))
    layout = _layout(board, goals, has_margin, width)
    starts = range(first, last + 1, layout.squares)
    parts = tuple(_part(board, goals, layout, range(at, min(at + layout.squares, last + 1))) for at in starts)
    return Frame(layout.title, parts, may_crowd=max(map(len, board.pieces)) > HIGHEST_STACK)


def _layout(board: Board, goals: set[int], has_margin: bool, width: int) -> Layout:
    """Spacious where that fits; then narrow; then without titles, unless there are two rows of numbers; then folded."""
    first, last = board.track
    squares = last - first + 1
    names = [name for side in range(len(board.pieces)) for name in _names(board, side)]
    numbers = [first, last, *(board.board or ())]
    widest = max(len(text) for text in (*names, *map(str, numbers), f"x{max(map(len, board.pieces))}"))
    margin = widest + 1 if has_margin else 0
    gap = 2 if any(goal + 1 in goals for goal in goals) else 1  # brackets of neighbours need a column each
    title = max(map(len, (player(P1), player(P2), POSITION, NUMBER))) + 1
    edges = 2 * margin + 3
    tried = [(title, widest + gap + 1), (title, widest + gap), (0, widest + gap)]
    for titled, cell in tried if board.board is None else tried[:2]:
        if titled + squares * cell + edges <= width:
            return Layout(titled, margin, cell, squares)
    return Layout(title, margin, widest + gap, max(1, (width - title - edges) // (widest + gap)))


def _part(board: Board, goals: set[int], layout: Layout, squares: range) -> Part:
    first, last = board.track
    edges = {place: layout.margin + 1 + layout.cell * number for number, place in enumerate(squares, 1)}
    row = _written(edges, {place: str(place) for place in squares}).ljust(edges[squares[-1]] + 1)
    if squares[0] == first:
        row = f"{row[: layout.margin]}|{row[layout.margin + 1 :]}"
        edges[first - 1] = layout.margin
    if squares[-1] == last:
        row = f"{row}|{' ' * (layout.margin + 1)}"
        edges[last + 1] = edges[last] + 2 + layout.margin
    letters = list(row)
    for goal in goals & edges.keys():
        is_margin = goal not in squares
        end = edges[goal] - is_margin
        letters[end - (1 if is_margin else len(str(goal))) - 1], letters[end] = "[", "]"
    lines = _titled(POSITION, ["".join(letters).rstrip()], layout.title)
    if board.board is not None:
        numbers = {place: str(number) for place, number in enumerate(board.board, 1) if place in squares}
        lines += _titled(NUMBER, [_written(edges, numbers)], layout.title)
    return Part(edges, "\n".join(lines), not goals.isdisjoint(edges))


def _written(edges: dict[int, int], texts: dict[int, str]) -> str:
    """A row with each text where its place ends."""
    row = ""
    for place in sorted(texts):
        row = row.ljust(edges[place] - len(texts[place])) + texts[place]
    return row
