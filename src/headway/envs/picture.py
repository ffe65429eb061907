"""A board as a picture of pixels, from what the contract tells of any game. All pictures of a game have one size.

Player 1 is round and blue and stands in the upper half of a square, Player 2 is square and orange and stands in the
lower half. Neutral pieces are dark diamonds between these. A bar at the edge of a square marks a goal of that side. A
square beyond the end of the track is pale. A long track is folded into rows. The two marks on top show which side is to
move: that one is filled. If both are, chance moves; if one of them is in a frame, that side has won.
"""

from math import ceil, isqrt

import numpy as np
from numpy.typing import NDArray

from headway.contract import NEUTRAL, neutral
from headway.game import Game
from headway.rulekit import CHANCE, P1, P2
from headway.table.table import Table

Picture = NDArray[np.uint8]
"""Height, width, and red, green and blue from 0 to 255."""

MOST_COLUMNS = 21
"""The longest row of squares: a track from 0 to 20 fits."""
CELL, LABEL, HALF, BAR = 40, 14, 24, 4
"""In pixels: the width of a square, the height of its number, of the half of each side, and of the bar of a goal."""
GAP, MARGIN, HEAD = 8, 8, 28
"""In pixels: between two rows, around the board, and the height of the marks on top."""
PAPER, SQUARE, OUTSIDE, INK = (255, 255, 255), (222, 225, 231), (243, 244, 246), (70, 74, 84)
COLOURS = {P1: (31, 95, 191), P2: (209, 98, 13), NEUTRAL: INK}
DIGITS = (
    "111101101101111", "010110010010111", "111001111100111", "111001011001111", "101101111001001",
    "111100111001111", "111100111101111", "111001010010010", "111101111101111", "111101111001111",
)  # fmt: skip
"""Each digit in 5 rows of 3 dots."""
DOT = 2
"""The width of a dot of a digit, in pixels."""


def draw_picture(table: Table) -> Picture:
    """The board of a table as all may see it."""
    game = table.game
    low, high = _shown(game)
    columns = min(high - low + 1, MOST_COLUMNS)
    rows = ceil((high - low + 1) / columns)
    bands = (P1, NEUTRAL, P2) if neutral(game.pieces) else (P1, P2)
    height = LABEL + len(bands) * HALF
    size = 2 * MARGIN + HEAD + rows * (height + GAP) - GAP, 2 * MARGIN + columns * CELL, 3
    picture = np.full(size, PAPER, np.uint8)
    _draw_marks(picture[MARGIN : MARGIN + HEAD, MARGIN:-MARGIN], table)
    for place in range(low, high + 1):
        row, column = divmod(place - low, columns)
        top, left = MARGIN + HEAD + row * (height + GAP), MARGIN + column * CELL
        square = picture[top : top + height, left + 1 : left + CELL - 1]
        _draw_square(square, game, place)
        for band, side in enumerate(bands):
            crowd = sum(max(low, min(at, high)) == place for at in table.positions[side])
            _draw_crowd(square[LABEL + band * HALF :][:HALF], side, crowd)
    return picture


def _shown(game: Game) -> tuple[int, int]:
    """The first and the last square that are drawn: those of the track, and one beyond an end with a goal there."""
    first, last = game.track
    goals = [place for side in game.goals for place in side] or [first - 1, last + 1]
    return first - (min(goals) < first), last + (max(goals) > last)


def _draw_marks(area: Picture, table: Table) -> None:
    """A mark for each side: filled if its player is to move, framed if its player has won."""
    winner = None if table.result is None else table.result.winner
    for side, columns in ((P1, slice(HEAD - 4)), (P2, slice(4 - HEAD, None))):
        mark, seat = area[: HEAD - 4, columns], table.sides[side]
        if winner == seat:
            mark[:] = INK
            mark[2:-2, 2:-2] = PAPER
        inner = mark[4:-4, 4:-4]
        inner[_shape(side, len(inner))] = COLOURS[side]
        if table.actor not in (seat, CHANCE) and winner != seat:
            hollow = inner[2:-2, 2:-2]
            hollow[_shape(side, len(hollow))] = PAPER


def _draw_square(square: Picture, game: Game, place: int) -> None:
    """A square without its pieces: its number on the board, or its position, and the bars of the goals."""
    first, last = game.track
    square[:] = SQUARE if first <= place <= last else OUTSIDE
    if game.board is None:
        number = place if first <= place <= last else None
    else:
        number = game.board[place - 1] if 1 <= place <= len(game.board) else None
    if number is not None:
        _write(square[2:LABEL], str(abs(number)))
    if place in game.goals[P1]:
        square[LABEL : LABEL + BAR] = COLOURS[P1]
    if place in game.goals[P2]:
        square[-BAR:] = COLOURS[P2]


def _write(area: Picture, digits: str) -> None:
    """Digits in the middle of an area."""
    left = (area.shape[1] - (4 * len(digits) - 1) * DOT) // 2
    for number, digit in enumerate(digits):
        dots = np.array(list(map(int, DIGITS[int(digit)])), bool).reshape(5, 3).repeat(DOT, 0).repeat(DOT, 1)
        area[: 5 * DOT, left + 4 * DOT * number :][:, : 3 * DOT][dots] = INK


def _draw_crowd(area: Picture, seat: int, pieces: int) -> None:
    """The pieces of a side in its part of a square, the smaller the more there are."""
    if pieces == 0:
        return
    lines = isqrt(pieces - 1) + 1
    size = (HALF - BAR - 2) // lines
    for piece in range(pieces):
        row, column = divmod(piece, lines)
        top = (BAR if seat == P1 else 1) + row * size + 1
        left = (area.shape[1] - min(pieces, lines) * size) // 2 + column * size
        spot = area[top : top + max(size - 1, 1), left : left + max(size - 1, 1)]
        spot[_shape(seat, len(spot))] = COLOURS[seat]


def _shape(seat: int, size: int) -> NDArray[np.bool_]:
    """Which pixels of a small square belong to a piece: a disc, a square, or a diamond if it is neutral."""
    if seat == P2:
        return np.ones((size, size), bool)
    distance = np.abs(np.arange(size) - (size - 1) / 2)
    power = 1 if seat == NEUTRAL else 2
    inside: NDArray[np.bool_] = np.add.outer(distance**power, distance**power) <= (size / 2) ** power
    return inside
