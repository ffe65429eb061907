"""Heat maps of a sweep: a cell for each pair of values, with its number or its sign where there is room."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from headway.drawing.svg import LIGHT
from headway.lab.pictures.layout import Layout, Point

ONE, TWO = "#1c5fa9", "#a84401"
"""Those of the sides, but for a shade: the page changes the colours of the sides in the dark, and leaves the maps."""
COLOURS = 41
"""An odd number, so that one half has a colour of its own; a scale of 50 or more would be an image in the file."""
FONT, SMALLEST_FONT, SIGN = 7.0, 5.0, 11.0
"""The size of the numbers in the cells, which are left out where they would have to be smaller; that of the signs."""
LETTER, LINE = 0.66, 1.4
"""How wide a digit is, and how high a line, as shares of the size of the letters."""
MOST_NUMBERS = 400
ENDLESS, UNKNOWN = "∞", "?"
"""The signs of cells without a number."""
BESIDE, ABOVE = 1.15, 1.1
"""What a map has beside and above its cells, in inches."""


class Map(NamedTuple):
    """What a map shows: its title, whether it is a chance, and the column that says which share of games never ends."""

    title: str
    is_chance: bool
    endless: str | None


MAPS = {
    "first_wins_at_0": Map("first mover wins, perfect", True, "perfect_endless"),
    "first_wins_at_10": Map("first mover wins, both err at 10 %", True, None),
    "random_plies": Map("plies of random games", False, "random_endless"),
}


def draw_map(figure: Any, axes: Any, layout: Layout, part: Point, column: str, size: tuple[float, float]) -> None:
    """A map of a column on some axes, in a picture of this size in inches."""
    from matplotlib.colors import LinearSegmentedColormap

    assert layout.across is not None
    assert layout.up is not None
    kind, limits = MAPS[column], _limits(layout, column)
    across, up = layout.values[layout.across], layout.values[layout.up]
    points = [[{**part, layout.across: one, layout.up: other} for one in across] for other in up]
    cells = [[layout.figure(column, point) for point in line] for line in points]
    middle = "#f4efe4" if kind.is_chance else "#c9bfa9"
    ends = (TWO, middle, ONE) if kind.is_chance else ("#fbfaf6", middle, "#4a4231")
    shades = LinearSegmentedColormap.from_list("headway", ends, N=COLOURS)
    edges = [place - 0.5 for place in range(len(across) + 1)], [place - 0.5 for place in range(len(up) + 1)]
    shown = axes.pcolormesh(
        *edges, cells, cmap=shades, vmin=limits[0], vmax=limits[1], edgecolors="face", linewidth=0.3
    )
    told = [
        [_told(layout, kind, point, value) for point, value in zip(*row, strict=True)]
        for row in zip(points, cells, strict=True)
    ]
    is_endless = any(ENDLESS in line for line in told)
    names = ", ".join(f"{name}={value}" for name, value in part.items())
    title = f"{kind.title}{f'; {ENDLESS} never ends' if is_endless else ''}"
    axes.set(title=f"{names}\n{title}" if names else title, xlabel=layout.across, ylabel=layout.up)
    axes.set_xticks(*_named(across))
    axes.set_yticks(*_named(up))
    figure.colorbar(shown, ax=axes)
    cell = 72 * (size[0] - BESIDE) / len(across), 72 * (size[1] - ABOVE) / len(up)
    for row, place, text, font in _fitting(told, cell):
        value = cells[row][place]
        shade = shades((value - limits[0]) / ((limits[1] - limits[0]) or 1)) if value == value else None  # not nan
        colour = LIGHT["ink"] if shade is None else _readable_on(shade)
        axes.text(place, row, text, ha="center", va="center", fontsize=font, color=colour)


def _told(layout: Layout, kind: Map, point: Point, value: float) -> str:
    """What stands in a cell: its number, or the sign of play that never ends, or of what is not known."""
    if kind.endless is not None and layout.figure(kind.endless, point) == 1:
        return ENDLESS
    if value != value:
        return UNKNOWN
    return f"{value:.2f}" if kind.is_chance else f"{value:.3g}"


def _fitting(told: Sequence[Sequence[str]], cell: tuple[float, float]) -> Iterator[tuple[int, int, str, float]]:
    """What is written into the cells, of this width and height in points: its row, its place, the text and its size."""
    widest = max(len(text) for line in told for text in line)
    has_room = sum(map(len, told)) <= MOST_NUMBERS
    for row, line in enumerate(told):
        for place, text in enumerate(line):
            is_sign = text in (ENDLESS, UNKNOWN)
            most, letters = (SIGN, 1) if is_sign else (FONT, widest)
            font = min(most, cell[1] / LINE, cell[0] / (LETTER * letters))
            if is_sign or (has_room and font >= SMALLEST_FONT):
                yield row, place, text, round(font, 2)


def _readable_on(shade: Sequence[float]) -> str:
    """Black or white, whichever stands out more (WCAG 2: the other one where its luminance is above 0.179)."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade[:3]]
    luminance = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    return "#000001" if luminance > 0.179 else "#fffffe"  # no colours of the page, which differ in the dark


def _named(values: Sequence[object]) -> tuple[list[int], list[str]]:
    """Some places along an axis of cells, with the values there: a dozen at most."""
    apart = -(-len(values) // 12)
    return list(range(0, len(values), apart)), [str(value) for value in values[::apart]]


def _limits(layout: Layout, column: str) -> tuple[float, float]:
    """The least and the greatest figure that a map can show; the same in all parts."""
    if MAPS[column].is_chance:
        return 0.0, 1.0
    found = [value for row in layout.rows if (value := getattr(row, column)) is not None]
    return (min(found), max(found)) if found else (0.0, 1.0)
