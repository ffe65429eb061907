"""Small charts as SVG: the value over a game, how a number of games ended, and what each move is worth."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from headway.drawing.svg import FONT, MARGIN, element, label, number, picture, plain, shape, side, width_of
from headway.voice import SPECTATING, Voice

WIDTH, HEIGHT = 560, 150
LINE = 22
SCALE = 44
"""The room for the numbers beside a chart."""
BAR, BAND = 14, 8


class Dot(NamedTuple):
    """A move to be marked on the value over a game, by its number: whose it was, and what is told of it."""

    number: int
    seat: int
    told: str


class Bar(NamedTuple):
    """A share of the whole, from 0 to 1: its name, what is told of it, whose side it is, and whether to mark it."""

    name: str
    share: float
    told: str
    seat: int | None = None
    is_marked: bool = False


def draw_values(
    values: Sequence[float],
    endless: Sequence[bool],
    dots: Sequence[Dot],
    title: str,
    description: str,
    voice: Voice = SPECTATING,
) -> str:
    """The chance that Player 1 wins over a game: `values[0]` before the first move, `values[n]` after move n.

    Where best play is endless the value is one half, but the game is not even; a band marks these moves.
    """
    left, top = MARGIN + SCALE, MARGIN + LINE
    right, last = WIDTH - MARGIN - 8, max(len(values) - 1, 1)

    def x(move: int) -> float:
        return left + (right - left) * move / last

    def y(value: float) -> float:
        return top + HEIGHT * (1 - value)

    parts = [label(title, MARGIN, MARGIN + 6, anchor="start")]
    for value in (0.0, 0.5, 1.0):
        parts.append(element("path", _class="line", d=f"M{left} {number(y(value))}H{right}", stroke_width=1))
        parts.append(label(f"{100 * value:.0f} %", left - 6, y(value), 10, "soft", "end"))
    for move in _ticks(len(values) - 1):
        parts.append(label(str(move), x(move), top + HEIGHT + 12, 10, "soft"))
    for first, final in _runs(endless):
        edges = max(x(first) - BAND / 2, left), min(x(final) + BAND / 2, right)
        parts.append(_band(edges[0], y(0.5), edges[1] - edges[0]))
    curve = "L".join(f"{number(x(move))} {number(y(value))}" for move, value in enumerate(values))
    parts.append(element("path", _class="curve", d=f"M{curve}", stroke_width=2, stroke_linejoin="round"))
    for dot in dots:
        parts.append(_told(shape(dot.seat, x(dot.number), y(values[dot.number]), 5.0), dot.told))
    height = top + HEIGHT + LINE + MARGIN
    legend = [
        (f"a mistake of {voice.name(seat)}", shape(seat, 5, 0, 5.0)) for seat in sorted({dot.seat for dot in dots})
    ]
    if any(endless):
        legend.append(("endless play", _band(0, 0, 10)))
    for index, (text, sign) in enumerate(legend):
        across = left + index * (right - left) / 3
        parts.append(element("g", sign, transform=f"translate({number(across)} {number(height - 4)})"))
        parts.append(label(text, across + 1.5 * FONT, height - 4, anchor="start"))
    height += LINE if legend else 0
    return picture(WIDTH, height, title, description, parts)


def draw_shares(bars: Sequence[Bar], title: str, description: str, width: int = WIDTH) -> str:
    """How a whole divides: one bar in parts, and below it the name and the share of each."""
    parts = [label(title, MARGIN, MARGIN + 6, anchor="start")]
    full, x, y = width - 2 * MARGIN, float(MARGIN), MARGIN + LINE
    for bar in bars:
        if bar.share > 0:
            part = element("rect", _class=_kind(bar), x=x, y=y, width=full * bar.share, height=2 * BAR, stroke="none")
            parts.append(_told(part, f"{bar.name}: {bar.told}"))
            if full * bar.share > width_of(bar.name) + FONT:
                parts.append(label(bar.name, x + full * bar.share / 2, y + BAR, kind="name"))
            x += full * bar.share
    y += 2 * BAR + 4
    for bar in bars:
        y += LINE
        parts.append(_sign(bar, MARGIN + FONT / 2, y - LINE / 2))
        parts.append(label(bar.name, MARGIN + 1.5 * FONT, y - LINE / 2, anchor="start"))
        parts.append(label(bar.told, MARGIN + 1.5 * FONT + _widest(bars) + FONT, y - LINE / 2, anchor="start"))
    return picture(width, y + MARGIN - 4, title, description, parts)


def draw_worths(bars: Sequence[Bar], title: str, description: str, width: int = WIDTH) -> str:
    """What each of several moves is worth: a bar each, from 0 to 100 %, with a ring beside those that are marked."""
    parts = [label(title, MARGIN, MARGIN + 6, anchor="start")]
    left = MARGIN + 1.5 * FONT + _widest(bars) + FONT / 2
    room = max((width_of(bar.told) for bar in bars), default=0.0) + FONT
    full, y = width - left - room - MARGIN, MARGIN + LINE
    for bar in bars:
        middle = y + LINE / 2
        if bar.is_marked:
            parts.append(_ring(middle))
        parts.append(label(bar.name, MARGIN + 1.5 * FONT, middle, anchor="start"))
        parts.append(element("rect", _class="square", x=left, y=middle - BAR / 2, width=full, height=BAR))
        if bar.share > 0:
            long = full * min(bar.share, 1)
            parts.append(element("rect", _class=_kind(bar), x=left, y=middle - BAR / 2, width=long, height=BAR))
        parts.append(label(bar.told, left + full + FONT / 2, middle, anchor="start"))
        y += LINE
    if any(bar.is_marked for bar in bars):
        parts += [_ring(y + LINE / 2), label("best", MARGIN + 1.5 * FONT, y + LINE / 2, kind="soft", anchor="start")]
        y += LINE
    return picture(width, y + MARGIN, title, description, parts)


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The first and the last index of each run of true flags."""
    for is_one, run in groupby(range(len(flags)), key=flags.__getitem__):
        if is_one:
            found = list(run)
            yield found[0], found[-1]


def _band(x: float, y: float, width: float) -> str:
    return element("rect", _class="band", x=x, y=y - BAND / 2, width=width, height=BAND, rx=BAND / 2)


def _ticks(last: int) -> list[int]:
    """Up to about ten moves to be named, at round distances."""
    distance = next((step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if last <= 10 * step), max(1, last // 10))
    return list(range(0, last + 1, distance))


def _ring(y: float) -> str:
    return element("circle", _class="ring", cx=MARGIN + FONT / 2, cy=y, r=4, stroke_width=2)


def _sign(bar: Bar, x: float, y: float) -> str:
    if bar.seat is not None:
        return shape(bar.seat, x, y, FONT / 2)
    return element("rect", _class="neither", x=x - FONT / 2, y=y - 2, width=FONT, height=4)


def _kind(bar: Bar) -> str:
    return "neither" if bar.seat is None else side(bar.seat)


def _widest(bars: Sequence[Bar]) -> float:
    return max((width_of(bar.name) for bar in bars), default=0.0)


def _told(part: str, text: str) -> str:
    """A part of a chart with a text that is shown when it is pointed at."""
    return element("g", element("title", plain(text)), part)
