"""Numbers with their intervals as SVG: a row each on one scale, with what is exactly true where it is known."""

from collections.abc import Sequence
from typing import NamedTuple

from headway.drawing.svg import FONT, MARGIN, element, label, number, picture, plain, shape, width_of
from headway.rulekit import P1

WIDTH = 340
"""Narrow enough for a telephone."""
LINE, BAR = 20, 12
DOT, TICK = 4.0, 6


class Span(NamedTuple):
    """A number between `low` and `high`: its name, what is told of it, and the `truth` if it is known.

    One that is `hollow` stands back behind the others.
    """

    name: str
    number: float
    low: float
    high: float
    told: str
    truth: float | None = None
    is_hollow: bool = False


def draw_intervals(spans: Sequence[Span], ticks: Sequence[tuple[float, str]], title: str, description: str) -> str:
    """A row for each number. The scale runs from the first of the `ticks` to the last, which have names."""
    lowest, highest = ticks[0][0], ticks[-1][0]
    left, right = MARGIN + DOT, WIDTH - MARGIN - DOT

    def x(value: float) -> float:
        return left + (right - left) * (min(max(value, lowest), highest) - lowest) / ((highest - lowest) or 1)

    parts = [label(title, MARGIN, MARGIN + 6, anchor="start")]
    top = MARGIN + LINE + 4
    bottom = top + len(spans) * (LINE + BAR + 4)
    for value, name in ticks:
        parts.append(element("path", _class="line", d=f"M{number(x(value))} {top}V{bottom}", stroke_width=0.5))
        half = width_of(name, 10) / 2
        middle = min(max(x(value), MARGIN + half), WIDTH - MARGIN - half)
        parts.append(label(name, middle, bottom + 10, 10, "soft"))
    for row, span in enumerate(spans):
        y = float(top + row * (LINE + BAR + 4))
        parts.append(label(_fitting(span), MARGIN, y + LINE / 2, anchor="start"))
        middle = y + LINE + BAR / 2
        reach = f"M{number(x(span.low))} {number(middle)}H{number(x(span.high))}"
        drawn = [
            element("title", plain(f"{span.name}: {span.told}")),
            element("path", _class="curve", d=reach, stroke_width=2),
            shape(P1, x(span.number), middle, DOT, "hollow" if span.is_hollow else "", stroke_width=2),
        ]
        if span.truth is not None:
            end = number(middle - TICK)
            drawn.append(
                element("path", _class="curve", d=f"M{number(x(span.truth))} {end}v{2 * TICK}", stroke_width=2)
            )
        parts.append(element("g", *drawn))
    return picture(WIDTH, bottom + FONT + MARGIN, title, description, parts)


def _fitting(span: Span) -> str:
    """What stands above a row: a long name is cut, what is told of it is not."""
    whole = f"{span.name}: {span.told}"
    over = len(whole) - int((WIDTH - 2 * MARGIN) / width_of("n"))
    return whole if over <= 0 else f"{span.name[: -over - 1]}…: {span.told}"
