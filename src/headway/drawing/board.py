"""A board as SVG, from what the contract tells of any game: the track, its numbers, the goals, the pieces and where
they stand.

A long track is folded into rows that run to the right and to the left in turn, so that neighbours stay neighbours. If
it is very long, rows without a piece or a goal are left out, and the picture says so.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from headway.contract import Goals, Pieces, Positions, neutral
from headway.drawing.svg import FONT, MARGIN, element, label, picture, shape, width_of
from headway.phrases import both, either
from headway.rulekit import P1, P2
from headway.shift import Shift, shifts_between
from headway.voice import SPECTATING, Voice, capitalised

CELL, GAP = 42, 10
MOST_COLUMNS = 21
"""The longest row: a track from 0 to 20 fits."""
MOST_ROWS = 8
"""From more rows than these, those where nothing stands are left out."""
HEAD = 18
"""The height of a square's upper edge, which holds its position and the goals."""
NUMBER = 20
PIECE, SMALL_PIECE = 13.0, 9.0
MOST_STACKED = 4
"""More pieces than these on a square are drawn smaller, side by side."""
LINE = 22


Players = tuple[int, int]
"""The seat that plays each side."""


class Board(Protocol):
    """What is drawn of a game, besides its pieces' positions; every `Game` has it."""

    @property
    def title(self) -> str: ...
    @property
    def track(self) -> tuple[int, int]: ...
    @property
    def goals(self) -> Goals: ...
    @property
    def pieces(self) -> Pieces: ...
    @property
    def board(self) -> tuple[int, ...] | None: ...


class Piece(NamedTuple):
    """What is drawn on a square: a piece, the trace of one that left, or one that has just come."""

    seat: int
    name: str
    has_left: bool = False
    is_new: bool = False


def draw_board(
    game: Board,
    positions: Positions,
    before: Positions | None = None,
    caption: str = "",
    voice: Voice = SPECTATING,
    players: Players = (P1, P2),
) -> str:
    """The board with the pieces at these positions.

    Where they were one move earlier is marked if `before` is given. The title of the game and a caption stand above.
    The voice has the names of the players, and `players` are the seats that play the sides, if they are swapped.
    """
    moved = shifts_between(before, positions) if before is not None else ()
    names = [voice.name(seat) for seat in players]
    legend = [f"{names[side]}{_plays(game, side, players)}{_aim(game, side)}" for side in (P1, P2)]
    drawing = _Drawing(game, positions, moved, legend)
    title = f"{game.title}: {caption}" if caption else game.title
    return drawing.finished(title, _described(game, positions, moved, names))


def _described(game: Board, positions: Positions, moved: Sequence[Shift], names: Sequence[str]) -> str:
    """The board in words."""
    told = [f"The track runs from {game.track[0]} to {game.track[1]}."]
    if game.board is not None and len(game.board) <= MOST_COLUMNS * MOST_ROWS:
        told.append(f"The numbers on its positions are {', '.join(map(str, game.board))}.")
    for seat in (P1, P2):
        standing = [f"{name} on {place}" for name, place in zip(game.pieces[seat], positions[seat], strict=True)]
        has = f"has {both(standing)}" if standing else "has nothing on the board"
        told.append(f"{names[seat]}, {'round' if seat == P1 else 'square'}, {has}{_aim(game, seat, ' and')}.")
    if neutral(game.pieces):
        standing = [f"{name} on {place}" for name, place in zip(neutral(game.pieces), neutral(positions), strict=True)]
        told.append(f"Neutral, in the shape of a diamond: {both(standing)}.")
    pieces = [capitalised(game.pieces[shift.seat][shift.piece]) for shift in moved]
    told += [f"{name} has come from {shift.start} to {shift.end}." for name, shift in zip(pieces, moved, strict=True)]
    return " ".join(told)


def _aim(game: Board, seat: int, joint: str = "") -> str:
    return f"{joint} makes for {either(game.goals[seat])}" if game.goals[seat] else ""


def _plays(game: Board, side: int, players: Players) -> str:
    """Which pieces a player has by a swap: their names would be taken for those of the other player."""
    names = game.pieces[side]
    if players == (P1, P2) or not names:
        return ""
    told = both(names) if len(names) <= MOST_STACKED else f"{names[0]} to {names[-1]}"
    return f" plays {told}{' and' if game.goals[side] else ''}"


class _Drawing:
    """The elements of a board, collected from top to bottom."""

    def __init__(self, game: Board, positions: Positions, moved: Sequence[Shift], legend: Sequence[str]) -> None:
        self.game = game
        self.standing = _standing(game, positions, moved)
        first, last = game.track
        near = [place for side in game.goals for place in side if first - 1 <= place <= last + 1]
        self.low = min([first, *near, *self.standing])
        self.high = max([last, *near, *self.standing])
        squares = self.high - self.low + 1
        self.rows = -(-squares // MOST_COLUMNS)
        self.columns = -(-squares // self.rows)
        self.legend = [*legend, *(["neutral"] if neutral(game.pieces) else [])]
        self.parts: list[str] = []
        self.y = float(MARGIN)

    def finished(self, title: str, description: str) -> str:
        """The whole picture."""
        lines = [title, *self.legend]
        width = max(self.columns * CELL, *(width_of(line) + 2 * FONT for line in lines)) + 2 * MARGIN
        width = float(round(width))
        self.edge = (width - self.columns * CELL) / 2
        self.parts.append(label(title, MARGIN, self.y + LINE / 2 - 4, anchor="start"))
        self.y += LINE
        self._rows()
        self._legend(width)
        return picture(width, self.y + MARGIN - 4, title, description, self.parts)

    def _rows(self) -> None:
        shown = [row for row in range(self.rows) if self._is_shown(row)]
        previous = -1
        for row in shown:
            if row > previous + 1:
                left_out = [self._places(previous + 1)[0], self._places(row - 1)[-1]]
                text = f"… {left_out[0]} to {left_out[1]} …"
                self.parts.append(
                    label(text, self.edge + self.columns * CELL / 2, self.y + LINE / 2 - GAP / 2, kind="soft")
                )
                self.y += LINE
            elif row:
                x = self._x(self._places(row)[0])
                self.parts.append(element("path", _class="line", d=f"M{x:g} {self.y - GAP:g}v{GAP}", stroke_width=4))
            self._row(row)
            previous = row

    def _is_shown(self, row: int) -> bool:
        if self.rows <= MOST_ROWS or row in (0, self.rows - 1):
            return True
        return any(place in self.standing or self._is_goal(place) for place in self._places(row))

    def _is_goal(self, place: int) -> bool:
        return any(place in side for side in self.game.goals)

    def _places(self, row: int) -> range:
        first = self.low + row * self.columns
        return range(first, min(first + self.columns, self.high + 1))

    def _x(self, place: int) -> float:
        """The middle of a square: rows run to the right and to the left in turn."""
        row, column = divmod(place - self.low, self.columns)
        return self.edge + CELL * ((column if row % 2 == 0 else self.columns - 1 - column) + 0.5)

    def _row(self, row: int) -> None:
        places = self._places(row)
        has_numbers = self.game.board is not None
        crowds = [len(self.standing.get(place, ())) for place in places]
        height = HEAD + (NUMBER if has_numbers else 0) + max(_height(crowd) for crowd in [1, *crowds]) + 4
        for place in places:
            self._square(place, height)
        self.y += height + GAP

    def _square(self, place: int, height: float) -> None:
        x, top = self._x(place), self.y
        first, last = self.game.track
        dashes = None if first <= place <= last else "4 3"
        left, wide = x - CELL / 2 + 1.5, CELL - 3
        self.parts.append(
            element("rect", _class="square", x=left, y=top, width=wide, height=height, rx=5, stroke_dasharray=dashes)
        )
        marks = [seat for seat in (P2, P1) if place in self.game.goals[seat]]
        size = 10 if len(str(place)) + len(marks) < 5 else 8
        self.parts.append(label(str(place), x - CELL / 2 + 4, top + HEAD / 2, size, "soft", "start"))
        for index, seat in enumerate(marks):
            self.parts.append(shape(seat, x + CELL / 2 - 7 - 9 * index, top + HEAD / 2, 3, "hollow", stroke_width=1.5))
        top += HEAD
        board = self.game.board
        if board is not None:
            if 1 <= place <= len(board):
                self.parts.append(label(str(board[place - 1]), x, top + NUMBER / 2 - 1, 16))
            top += NUMBER
        self.parts += _crowd(self.standing.get(place, ()), x, top)

    def _legend(self, width: float) -> None:
        widths = [width_of(text) + 2 * FONT for text in self.legend]
        is_one_line = sum(widths) + FONT * (len(widths) - 1) <= width - 2 * MARGIN
        x = float(MARGIN)
        for seat, text in enumerate(self.legend):
            self.parts.append(shape(seat, x + FONT / 2, self.y + LINE / 2 - 4, FONT / 2))
            self.parts.append(label(text, x + 1.5 * FONT, self.y + LINE / 2 - 4, anchor="start"))
            if is_one_line and seat < len(self.legend) - 1:
                x += widths[seat] + FONT
            else:
                self.y += LINE


def _standing(game: Board, positions: Positions, moved: Sequence[Shift]) -> dict[int, list[Piece]]:
    """By position, what is to be drawn there; traces come last."""
    standing: dict[int, list[Piece]] = {}
    new = {(shift.seat, shift.piece) for shift in moved}
    for seat, places in enumerate(positions):
        for index, (name, place) in enumerate(zip(game.pieces[seat], places, strict=True)):
            standing.setdefault(place, []).append(Piece(seat, name, is_new=(seat, index) in new))
    for shift in moved:
        name = game.pieces[shift.seat][shift.piece]
        standing.setdefault(shift.start, []).append(Piece(shift.seat, name, has_left=True))
    return standing


def _height(crowd: int) -> float:
    if crowd <= MOST_STACKED:
        return crowd * (2 * PIECE + 4)
    return -(-crowd // 2) * (2 * SMALL_PIECE + 3)


def _crowd(pieces: Sequence[Piece], x: float, top: float) -> Iterator[str]:
    """The pieces on a square: below each other, in two columns where they are many."""
    is_small = len(pieces) > MOST_STACKED
    size, columns, space = (SMALL_PIECE, 2, 3) if is_small else (PIECE, 1, 4)
    for index, piece in enumerate(pieces):
        row, column = divmod(index, columns)
        across = x + (column - (columns - 1) / 2) * (2 * size + 1)
        yield from _piece(piece, across, top + row * (2 * size + space) + size, size)


def _piece(piece: Piece, x: float, y: float, size: float) -> Iterator[str]:
    font = min(0.9 * size, 1.55 * size / (max(len(piece.name), 1) * 0.62))
    if piece.has_left:
        yield shape(piece.seat, x, y, size - 1, "hollow", stroke_dasharray="3 2", stroke_width=1.5)
        yield label(piece.name, x, y, font, "soft")
        return
    yield shape(piece.seat, x, y, size - 1)
    if piece.is_new:
        yield shape(piece.seat, x, y, size, "ring", stroke_width=2)
    yield label(piece.name, x, y, font, "name")
