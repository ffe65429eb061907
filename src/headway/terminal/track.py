"""Boards in text, for all games alike: drawn from the positions and the track, in plain letters."""

from collections.abc import Sequence
from typing import NamedTuple

from headway.game import Game, Positions, State
from headway.phrases import player
from headway.rulekit import P1, P2

WIDTH = 80


class Row(NamedTuple):
    """One line of the full board: what it shows, and its entries by position."""

    title: str
    entries: dict[int, str]


def draw_track(game: Game, sides: Positions, width: int = WIDTH) -> str:
    """The track on one line: a piece where one stands, elsewhere the square's number; several lines if it is long."""
    first, last = game.track
    here = _labels(game, sides, (P1, P2))
    cells = [here.get(place) or _square(game, place) for place in range(first, last + 1)]
    widest = max(_widest_label(game), *map(len, cells))
    room = width - 3  # for the ends of the track
    if len(cells) * (widest + 1) <= room:
        cell, fitting = widest + 1, len(cells)
    elif len(cells) * widest <= room:
        cell, fitting = widest, len(cells)
    else:
        cell, fitting = widest + 1, max(1, room // (widest + 1))
    rows = [cells[at : at + fitting] for at in range(0, len(cells), fitting)]
    lines = [" " + "".join(entry.rjust(cell) for entry in row) for row in rows]
    before = "".join(f"{label} " for place, label in here.items() if place < first)
    after = "".join(f" {label}" for place, label in here.items() if place > last)
    lines[0] = f"{before}|{lines[0][1:]}"
    lines[-1] = f"{lines[-1]} |{after}"
    return "\n".join(lines)


def draw_board(game: Game, state: State, width: int = WIDTH) -> str:
    """The whole board: the positions, what is written on them, and a line for each side's pieces."""
    first, last = game.track
    sides = game.positions(state)
    places = range(min(first, *sides[P1], *sides[P2]), max(last, *sides[P1], *sides[P2]) + 1)
    rows = [Row("Position", {place: str(place) for place in places})]
    if game.board is not None:
        rows.append(Row("Number", {place: str(number) for place, number in enumerate(game.board, 1)}))
    for seat in (P1, P2):
        rows.append(Row(player(seat), _labels(game, sides, (seat,))))
    title = max(len(row.title) for row in rows) + 1
    cell = max(len(entry) for row in rows for entry in row.entries.values()) + 1
    fitting = max(1, (width - title) // cell)
    blocks = []
    for at in range(0, len(places), fitting):
        part = places[at : at + fitting]
        lines = [row.title.ljust(title) + "".join(row.entries.get(p, "").rjust(cell) for p in part) for row in rows]
        blocks.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join(blocks)


def _square(game: Game, place: int) -> str:
    if game.board is None:
        return str(place)
    return str(game.board[place - 1]) if 0 < place <= len(game.board) else "."


def _labels(game: Game, sides: Positions, seats: tuple[int, ...]) -> dict[int, str]:
    """By position, the pieces of those seats that stand there."""
    names = game.pieces
    standing: dict[int, list[str]] = {}
    for seat in seats:
        for name, place in zip(names[seat], sides[seat], strict=True):
            standing.setdefault(place, []).append(name)
    return {place: _together(here) for place, here in standing.items()}


def _widest_label(game: Game) -> int:
    """How wide a label gets while the game runs: a whole side on one square, or two single pieces."""
    p1, p2 = game.pieces
    crowds = [[*p1, *p2]] if len(p1) == len(p2) == 1 else [side[-few:] for side in (p1, p2) for few in range(1, 5)]
    return max(len(_together(crowd)) for crowd in crowds)


def _together(names: Sequence[str]) -> str:
    """Several pieces on one square in short: S1 and S2 as "S12", S9 and S10 as "S9+10", and five soldiers as "5S"."""
    letters = {name.rstrip("0123456789") for name in names}
    shared = letters.pop() if len(letters) == 1 else ""
    rest = [name.removeprefix(shared) for name in names]
    is_short = all(len(part) == 1 for part in rest)
    if len(names) > (4 if is_short else 2):
        return f"{len(names)}{shared}"
    return shared + ("" if is_short else "+").join(rest)
