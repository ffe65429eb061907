"""Curves and heat maps of a sweep, by matplotlib: who wins, at which skill, and how long it lasts."""

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from headway.api.catalogue import load
from headway.drawing.svg import LIGHT
from headway.errors import BadRules, NotInstalled, UnknownGame, install_hint
from headway.lab.pictures.heat_map import MAPS, draw_map
from headway.lab.pictures.layout import MOST_PARTS, Layout, Point, layout_of, title_of
from headway.lab.row import Row
from headway.lab.study import RATES

WIDTH, HEIGHT = 4.4, 3.2
"""The size of one pair of axes, in inches."""
ALONE = 3.6, 3.0
"""That of a picture of one pair of axes alone, which fits a telephone."""
SKILLS = {f"first_wins_at_{rate}": f"both err at {rate} %" for rate in RATES} | {
    "first_wins_at_0": "perfect",
    "first_wins_at_100": "random",
}
LENGTHS = {"perfect_plies": "perfect", "level_5_plies": "level 5", "random_plies": "random"}
CURVES = {"first mover wins": SKILLS, "mean plies": LENGTHS}
"""The two kinds of curves, by their titles."""
STROKES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))
MARKS = "osD^vx"
"""Curves differ in strokes and marks as well as in colour."""
SHADES = (LIGHT["one"], "#6f93bd", "#8b6fa8", "#b9845a", LIGHT["two"], LIGHT["neither"])
MOST_MARKED = 40
"""The most points of a curve that are marked."""


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
        raise NotInstalled(f"A picture of a sweep needs: {install_hint('lab')}")


def panels(rows: Sequence[Row]) -> list[str]:
    """The parts of the picture of a sweep, each as SVG: they can stand beside or below each other."""
    refuse_without_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure

    layout = layout_of(rows)
    found = []
    with matplotlib.rc_context(STYLE):
        for part in layout.parts:
            for column in _columns(layout):
                figure = Figure(figsize=ALONE, layout="constrained")
                _panel(figure, figure.subplots(), layout, part, column, ALONE)
                drawn = BytesIO()
                figure.savefig(drawn, format="svg", metadata={"Date": None})
                found.append(drawn.getvalue().decode())
    return found


def heading_of(layout: Layout) -> str:
    """What is said of all parts of a picture: the game, the rules that vary, and how many parts are left out."""
    more = f" (the first {MOST_PARTS} of {layout.part_count:,} parts)" if layout.part_count > MOST_PARTS else ""
    return title_of(layout.rows, name_of(layout.rows)) + more


def _columns(layout: Layout) -> Sequence[str]:
    """What stands beside each other in a part: maps, or the two kinds of curves."""
    return tuple(MAPS) if layout.up else tuple(CURVES)


def _drawn(layout: Layout) -> Any:
    """The figure: a row of axes for each part."""
    from matplotlib.figure import Figure

    parts, columns = layout.parts, _columns(layout)
    figure = Figure(figsize=(WIDTH * len(columns), HEIGHT * len(parts) + 0.5), layout="constrained")
    all_axes = figure.subplots(len(parts), len(columns), squeeze=False)
    for axes, part in zip(all_axes, parts, strict=True):
        for one, column in zip(axes, columns, strict=True):
            _panel(figure, one, layout, part, column, (WIDTH, HEIGHT))
    figure.suptitle(heading_of(layout))
    return figure


def _panel(figure: Any, axes: Any, layout: Layout, part: Point, column: str, size: tuple[float, float]) -> None:
    """One pair of axes: a map, or curves."""
    if column in MAPS:
        draw_map(figure, axes, layout, part, column, size)
        return
    told = ", ".join(f"{name}={value}" for name, value in part.items())
    _curves(axes, layout, part, CURVES[column], f"{told}\n{column}" if told else column)
    if CURVES[column] is SKILLS:
        axes.set_ylim(-0.03, 1.03)
        axes.axhline(0.5, color=LIGHT["line"], linewidth=0.8, zorder=0)


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
