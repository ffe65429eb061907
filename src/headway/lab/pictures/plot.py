"""Curves and heat maps of a sweep, by matplotlib: who wins, at which skill, and how long it lasts."""

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from headway.api.catalogue import load
from headway.drawing.svg import LIGHT
from headway.errors import BadRules, HeadwayError, UnknownGame, install_hint
from headway.lab.pictures.layout import MOST_PARTS, Layout, Point, layout_of, title_of
from headway.lab.row import Row
from headway.lab.study import RATES

WIDTH, HEIGHT = 4.4, 3.2
"""The size of one pair of axes, in inches."""
SKILLS = {f"first_wins_at_{rate}": f"both err at {rate} %" for rate in RATES} | {
    "first_wins_at_0": "perfect",
    "first_wins_at_100": "random",
}
LENGTHS = {"perfect_plies": "perfect", "level_5_plies": "level 5", "random_plies": "random"}
MAPS = {
    "first_wins_at_0": "first mover wins, perfect",
    "first_wins_at_10": "first mover wins, both err at 10 %",
    "random_plies": "plies of random games",
}
STROKES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))
MARKS = "osD^vx"
"""Curves differ in strokes and marks as well as in colour."""
SHADES = (LIGHT["one"], "#6f93bd", "#8b6fa8", "#b9845a", LIGHT["two"], LIGHT["neither"])
ONE, TWO = "#1c5fa9", "#a84401"
"""Those of the sides, but for a shade: the page changes the colours of the sides in the dark, and leaves the maps."""
COLOURS = 41
"""An odd number, so that one half has a colour of its own; a scale of 50 or more would be an image in the file."""
MOST_MARKED, MOST_NUMBERS = 40, 64
"""So many points of a curve are marked, and so many cells of a map have their number in them, but not more."""


def plot(rows: Sequence[Row]) -> str:
    """A picture of a sweep, as SVG: curves if one rule varies, heat maps if two numbers do.

    The number with the most values is drawn across, the second one up; of the other rules that vary, each combination
    has a row of its own. Of several boards the mean is drawn.

    >>> rows = headway.lab.sweep("cross-over", {"length": "4..9"})
    >>> headway.lab.plot(rows)[:13]
    '<?xml version'
    """
    return draw(rows, "svg").decode()


def draw(rows: Sequence[Row], form: str) -> bytes:
    """The picture of a sweep as a file of that form."""
    refuse_without_matplotlib()
    import matplotlib

    layout = layout_of(rows)
    with matplotlib.rc_context(STYLE):
        figure = _drawn(layout)
        found = BytesIO()
        figure.savefig(found, format=form, metadata={"Date": None} if form == "svg" else None)
    return found.getvalue()


STYLE: Any = {
    "svg.hashsalt": "headway",
    "svg.fonttype": "none",
    "font.size": 9,
    "font.family": "sans-serif",
    "figure.facecolor": LIGHT["ground"],
    "axes.facecolor": LIGHT["card"],
    "axes.edgecolor": LIGHT["line"],
    "text.color": LIGHT["ink"],
    "axes.labelcolor": LIGHT["ink"],
    "xtick.color": LIGHT["soft"],
    "ytick.color": LIGHT["soft"],
    "axes.titlesize": 9,
    "text.parse_math": False,
}


def name_of(rows: Sequence[Row]) -> str:
    """The title of the game of some rows; its name where it is not installed."""
    try:
        return load(rows[0].game).title
    except (UnknownGame, BadRules):
        return rows[0].game


def refuse_without_matplotlib() -> None:
    """Pictures need matplotlib."""
    if find_spec("matplotlib") is None:
        raise HeadwayError(f"A picture of a sweep needs: {install_hint('lab')}")


def _drawn(layout: Layout) -> Any:
    """The figure: a row of axes for each part."""
    from matplotlib.figure import Figure

    parts = layout.parts
    columns = len(MAPS) if layout.up else 2
    figure = Figure(figsize=(WIDTH * columns, HEIGHT * len(parts) + 0.5), layout="constrained")
    all_axes = figure.subplots(len(parts), columns, squeeze=False)
    limits = {column: _limits(layout, column) for column in MAPS}
    for axes, part in zip(all_axes, parts, strict=True):
        told = ", ".join(f"{name}={value}" for name, value in part.items())
        if layout.up:
            for one, (column, title) in zip(axes, MAPS.items(), strict=True):
                _map(figure, one, layout, part, column, f"{told}\n{title}" if told else title, limits[column])
        else:
            _curves(axes[0], layout, part, SKILLS, f"{told}\nfirst mover wins" if told else "first mover wins")
            axes[0].set_ylim(-0.03, 1.03)
            axes[0].axhline(0.5, color=LIGHT["line"], linewidth=0.8, zorder=0)
            _curves(axes[1], layout, part, LENGTHS, f"{told}\nmean plies" if told else "mean plies")
    more = f" (the first {MOST_PARTS} of {layout.part_count:,} parts)" if layout.part_count > MOST_PARTS else ""
    figure.suptitle(title_of(layout.rows, name_of(layout.rows)) + more)
    return figure


def _curves(axes: Any, layout: Layout, part: Point, columns: dict[str, str], title: str) -> None:
    """A curve for each column, over the rule that is across."""
    from matplotlib.ticker import MaxNLocator

    across = layout.across
    values = layout.values[across] if across else ["the game"]
    is_number = all(isinstance(value, int) for value in values)
    places = values if is_number else list(range(len(values)))
    marked = len(values) <= MOST_MARKED
    for (column, told), colour, stroke, mark in zip(columns.items(), SHADES, STROKES, MARKS, strict=False):
        points = [layout.figure(column, {**part, across: value} if across else part) for value in values]
        axes.plot(
            places,
            points,
            color=colour,
            linestyle=stroke if is_number else "none",
            marker=mark if marked else None,
            markersize=4,
            linewidth=1.4,
            label=told,
        )
    axes.set(title=title, xlabel=across or "")
    if is_number:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    else:
        axes.set_xticks(places, [str(value) for value in values])
        axes.margins(x=0.2)
    axes.legend(fontsize=7, framealpha=0.6)


def _map(
    figure: Any, axes: Any, layout: Layout, part: Point, column: str, title: str, limits: tuple[float, float]
) -> None:
    """A cell for each pair of values, with its number where there is room."""
    from matplotlib.colors import LinearSegmentedColormap

    assert layout.across is not None
    assert layout.up is not None
    across, up = layout.values[layout.across], layout.values[layout.up]
    cells = [[layout.figure(column, {**part, layout.across: one, layout.up: other}) for one in across] for other in up]
    middle = "#f4efe4" if column in SKILLS else "#c9bfa9"
    ends = (TWO, middle, ONE) if column in SKILLS else ("#fbfaf6", middle, "#4a4231")
    shades = LinearSegmentedColormap.from_list("headway", ends, N=COLOURS)
    edges = [place - 0.5 for place in range(len(across) + 1)], [place - 0.5 for place in range(len(up) + 1)]
    shown = axes.pcolormesh(
        *edges, cells, cmap=shades, vmin=limits[0], vmax=limits[1], edgecolors="face", linewidth=0.3
    )
    axes.set(title=title, xlabel=layout.across, ylabel=layout.up)
    axes.set_xticks(*_named(across))
    axes.set_yticks(*_named(up))
    figure.colorbar(shown, ax=axes)
    if len(across) * len(up) <= MOST_NUMBERS:
        for row, line in enumerate(cells):
            for place, value in enumerate(line):
                if value == value:  # not nan
                    shade = shades((value - limits[0]) / ((limits[1] - limits[0]) or 1))
                    text = f"{value:.2f}" if column in SKILLS else f"{value:.3g}"
                    axes.text(place, row, text, ha="center", va="center", fontsize=7, color=_readable_on(shade))


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
    if column in SKILLS:
        return 0.0, 1.0
    found = [value for row in layout.rows if (value := getattr(row, column)) is not None]
    return (min(found), max(found)) if found else (0.0, 1.0)
