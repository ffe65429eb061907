"""The parts that every picture is made of: elements, text, the shapes of the sides, and the frame with its colours."""

import re
from collections.abc import Iterable, Sequence
from html import escape

from headway.contract import NEUTRAL
from headway.errors import printable
from headway.rulekit import P1

FONT = 12
LETTER = 0.56
"""The width of an average letter, as a share of the font's size."""
MARGIN = 10

LIGHT = {
    "ground": "#fbfaf7", "card": "#ffffff", "ink": "#1c1b19", "soft": "#5c5952", "line": "#8a867c",
    "one": "#1c5fa8", "two": "#a84400", "neither": "#77736a", "on-side": "#ffffff",
}  # fmt: skip
DARK = {
    "ground": "#161614", "card": "#22211f", "ink": "#f2efe8", "soft": "#b8b3a8", "line": "#8f8a80",
    "one": "#8cc0ff", "two": "#ffb27a", "neither": "#a39e93", "on-side": "#14130f",
}  # fmt: skip

_COLOURS = """
.headway .ground{fill:%(ground)s}
.headway text{fill:%(ink)s}
.headway .soft{fill:%(soft)s}
.headway .square{fill:%(card)s;stroke:%(line)s}
.headway .line{fill:none;stroke:%(line)s}
.headway .side0{fill:%(one)s;stroke:%(one)s}
.headway .side1{fill:%(two)s;stroke:%(two)s}
.headway .neither{fill:%(neither)s;stroke:%(neither)s}
.headway .hollow{fill:none}
.headway .name{fill:%(on-side)s}
.headway .band{fill:%(soft)s;fill-opacity:.35}
.headway .curve{fill:none;stroke:%(ink)s}
.headway .ring{fill:none;stroke:%(ink)s}
"""
STYLE = (
    ".headway{max-width:100%;height:auto}"  # smaller where there is less room: in a narrow window or notebook
    ".headway text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}"
    f"{_COLOURS % LIGHT}@media (prefers-color-scheme:dark){{{_COLOURS % DARK}}}"
)
"""Every rule is limited to the class `headway`, because a page may hold several pictures beside other content."""


def element(name: str, *content: str, **attributes: str | float | None) -> str:
    """An element; `_class` stands for class, `stroke_width` for stroke-width, and what is None is left out."""
    given = "".join(
        f' {key.strip("_").replace("_", "-")}="{number(value) if isinstance(value, int | float) else plain(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{''.join(content)}</{name}>" if content else f"<{name}{given}/>"


def plain(text: str) -> str:
    """Any text as XML can hold it."""
    return escape(printable(text))


def number(value: float) -> str:
    """A number as short as it can be, with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def label(text: str, x: float, y: float, size: float = FONT, kind: str | None = None, anchor: str = "middle") -> str:
    """A line of text with its middle at a height."""
    return element(
        "text", plain(text), _class=kind, x=x, y=y, dy=".35em", font_size=size,
        text_anchor=None if anchor == "start" else anchor,
    )  # fmt: skip


def side(seat: int) -> str:
    """The class of what belongs to a side, or is neutral, which has its colour."""
    return "neither" if seat == NEUTRAL else f"side{int(seat)}"


def shape(seat: int, x: float, y: float, size: float, kind: str = "", **attributes: str | float | None) -> str:
    """The sign of a side around a point: a disc for Player 1, a square for Player 2, a diamond for neutral pieces."""
    name = f"{side(seat)} {kind}".strip()
    if seat == P1:
        return element("circle", _class=name, cx=x, cy=y, r=size, **attributes)
    if seat == NEUTRAL:
        reach = size * 1.2
        corners = (x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)
        points = " ".join(f"{number(across)},{number(down)}" for across, down in corners)
        return element("polygon", _class=name, points=points, **attributes)
    half = size * 0.92  # so that both look equally large
    return element(
        "rect", _class=name, x=x - half, y=y - half, width=2 * half, height=2 * half, rx=size / 4, **attributes
    )


def width_of(text: str, size: float = FONT) -> float:
    """About how wide a text is."""
    return len(text) * size * LETTER


def picture(width: float, height: float, title: str, description: str, content: Iterable[str]) -> str:
    """The whole picture: its frame, its colours, and its description for readers who do not see it."""
    ground = element("rect", _class="ground", width=width, height=height, rx=6)
    parts = [element("title", plain(title)), element("desc", plain(description)), element("style", STYLE), ground]
    box = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" class="headway" role="img" {box}>'
    return "\n".join([opening, *parts, *content, "</svg>"]) + "\n"


def stacked(pictures: Sequence[str]) -> str:
    """Several pictures as one, one below the other."""
    if len(pictures) == 1:
        return pictures[0]
    parts, widest, y = [], 0, 0
    for each in pictures:
        frame, content = each.split(">", 1)
        width, height = (int(re.findall(rf' {side}="(\d+)"', frame)[0]) for side in ("width", "height"))
        parts.append(element("g", content.rpartition("</svg>")[0], transform=f"translate(0,{y})"))
        widest, y = max(widest, width), y + height
    return picture(widest, y, f"{len(pictures)} boards", "Each board is described by itself.", parts)
