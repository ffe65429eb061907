"""The report of a sweep: one page of HTML that needs nothing else. Every variant opens by its text."""

import re
from collections import Counter
from collections.abc import Sequence
from html import escape
from math import isfinite

from headway.api.catalogue import load
from headway.drawing.html import SERVER, checked_server, figures, page, text
from headway.drawing.svg import LIGHT
from headway.errors import HeadwayError
from headway.lab.pictures.layout import layout_of, rules_told
from headway.lab.pictures.plot import heading_of, name_of, panels
from headway.lab.row import Row, Status
from headway.phrases import percent
from headway.table.table import Table
from headway.tolerances import PROVEN

COLUMNS = {
    "P1 wins, P1 first": "value_p1_first",
    "P1 wins, P2 first": "value_p2_first",
    "first wins, perfect": "first_wins_at_0",
    "erring 10 %": "first_wins_at_10",
    "erring 50 %": "first_wins_at_50",
    "random": "first_wins_at_100",
    "plies, perfect": "perfect_plies",
    "plies, random": "random_plies",
    "endless, perfect": "perfect_endless",
    "at stake": "at_stake",
    "skill": "perfect_over_random",
    "states": "states",
    "gap": "gap",
}
"""What is shown of a row: the heading and the column."""
EXPLAINED = (
    "P1 wins: the chance of Player 1 under best play, by who moves first; endless play counts one half. First wins: "
    "the chance of the side that moves first, if neither or both err. Endless: the share of games between perfect "
    "players that never end. At stake: the share of choices in which some move loses something. Skill: the chance of a "
    "perfect player against a random one. Gap: the certificate, by how much the values can be wrong at most. A heading "
    "sorts."
)
SORT = """
for (const head of document.querySelectorAll("th button")) {
  head.addEventListener("click", () => {
    const cell = head.parentElement, body = cell.closest("table").tBodies[0];
    const up = cell.getAttribute("aria-sort") !== "ascending", at = cell.cellIndex;
    for (const other of cell.parentElement.cells) other.removeAttribute("aria-sort");
    cell.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (row) => row.cells[at].dataset.sort;
    const compare = (one, other) => {
      const [a, b] = [key(one), key(other)];
      if (a === "" || b === "") return (a === "") - (b === "");
      const order = isNaN(a) || isNaN(b) ? (a < b ? -1 : a > b ? 1 : 0) : a - b;
      return up ? order : -order;
    };
    body.append(...[...body.rows].sort(compare));
  });
}
"""
_STYLE = """<style>
th button{all:unset;cursor:pointer}
th button:focus-visible{outline:3px solid var(--one)}
th[aria-sort=ascending] button::after{content:" \\2191"}
th[aria-sort=descending] button::after{content:" \\2193"}
tbody td{vertical-align:top}
td.why{white-space:normal;min-width:14rem;text-align:left}
td.open{text-align:left}
td.open code{margin-left:.6rem}
@media (max-width:40rem){
.sweep thead{position:static;width:auto;height:auto;clip-path:none;display:block}
.sweep thead tr{display:flex;flex-wrap:wrap;gap:.3rem;padding:0;border:0;background:none}
.sweep thead th{position:static;padding:.1rem .5rem;border-radius:.4rem;background:var(--card);font-size:.8rem}
.sweep td.why,.sweep td.open{grid-column:1/-1;flex-wrap:wrap;justify-content:start;white-space:normal}
.sweep td.why::before,.sweep td.open::before{content:none}
.sweep td.open code{margin-left:0}
}
.charts svg{display:block;height:auto;width:100%;max-width:27rem}
</style>"""


def report(rows: Sequence[Row], server: str = SERVER) -> str:
    """A page of HTML about a sweep: its pictures, and a table that sorts. It needs nothing else, and loads nothing.

    Each variant has its position text in a command to copy, and in links to the page and the analysis board of a
    server, by default where `headway serve` listens.

    >>> rows = headway.lab.sweep("cross-over", {"length": "4..6"})
    >>> '<a href="http://127.0.0.1:8000/p#' in headway.lab.report(rows)
    True
    """
    address = checked_server(server)
    layout = layout_of(rows)
    title = name_of(rows)
    statuses = Counter(row.status for row in rows)
    told = {"game": rows[0].game, "variants": f"{len(rows):,}"}
    told |= {name: _span(values) for name, values in layout.values.items()}
    told |= {name: str(value) for name, value in rules_told(rows[0].rules).items() if name not in layout.values}
    told |= {status.value: f"{statuses[status]:,}" for status in Status if statuses[status] and status != Status.OK}
    gaps = [row.gap for row in rows if row.gap is not None]
    if gaps:
        told["largest gap"] = f"{max(gaps):.1e}" if max(gaps) else "0"
    told["code"] = ", ".join(dict.fromkeys(row.code for row in rows))
    sections = [
        _STYLE,
        figures(told),
        f"<h2>{text(heading_of(layout))}</h2>",
        f'<div class="charts">{"".join(f"<div>{_picture(svg)}</div>" for svg in panels(rows))}</div>',
        f'<p class="soft">{text(EXPLAINED)}</p>',
        _table(rows, tuple(layout.values) or tuple(rules_told(rows[0].rules)), address),
    ]
    return page(f"Variants of {title}", sections, SORT)


def _picture(svg: str) -> str:
    """A picture with the colours of the page, and without the names of its parts, which other pictures have as well."""
    svg = svg[svg.index("<svg") :]
    for name in ("ground", "card", "ink", "soft", "line", "one", "two", "neither"):
        svg = re.sub(f"(fill|stroke): {LIGHT[name]}", rf"\1: var(--{name})", svg)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' id="[\w.]+_\d+"', "", svg)
    return re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg, count=2)


def _table(rows: Sequence[Row], rules: Sequence[str], server: str) -> str:
    """A line for each variant; a heading sorts by its column."""
    has_deals = any(row.deal is not None for row in rows)
    names = [*rules, *(["board"] if has_deals else []), *COLUMNS, "open"]
    heads = "".join(f'<th scope="col"><button type="button">{_breakable(name)}</button></th>' for name in names)
    lines = "".join(_line(row, rules, has_deals, server) for row in rows)
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>\n{lines}</tbody></table>"
    return f'<div class="wide cards sweep" tabindex="0">{table}</div>'


def _breakable(name: str) -> str:
    """The name of a column, which may be broken after an underscore."""
    return text(name).replace("_", "_<wbr>")


def _line(row: Row, rules: Sequence[str], has_deals: bool, server: str) -> str:
    cells = [_cell(row.rules.get(name, ""), text(row.rules.get(name, "")), name) for name in rules]
    if has_deals:
        cells.append(_cell(row.deal, text(row.deal), "board"))
    if row.states is None:
        cells.append(_cell("", text(f"{row.status.value}: {row.why}"), kind="why", span=len(COLUMNS)))
    else:
        cells += [_figure(name, column, getattr(row, column)) for name, column in COLUMNS.items()]
    cells.append(_opened(row, server))
    return f"<tr>{''.join(cells)}</tr>\n"


def _figure(name: str, column: str, value: float | None) -> str:
    if value is None or not isfinite(value):
        return _cell("", "-", name)
    if column == "states":
        return _cell(value, f"{value:,}", name)
    if column == "gap":
        return _cell(value, f"{value:.0e}" if value else "0", name)
    return _cell(value, f"{value:.2f}" if column.endswith("plies") else text(percent(value, unsure=PROVEN)), name)


def _opened(row: Row, server: str) -> str:
    """How a variant is opened: a command to copy, and two links."""
    try:
        found = Table(load(row.game).variant(row.rules)).text
    except HeadwayError as error:  # the game is not installed here, or has other rules
        return _cell("", text(error), kind="why")
    links = " ".join(
        f'<a href="{text(f"{server}/{section}#{found}")}">{told}</a>'
        for section, told in (("p", "page"), ("analysis", "analysis"))
    )
    command = f'headway play --position "{found}"'
    return _cell(found, f"{links} <code>{text(command)}</code>", kind="open")


def _cell(key: object, content: str, name: str = "", kind: str = "", span: int = 1) -> str:
    """A cell with what it is sorted by, and the name of its column; the content is markup."""
    more = (f' class="{kind}"' if kind else "") + (f' colspan="{span}"' if span > 1 else "")
    more += f' data-name="{text(name)}"' if name else ""
    return f'<td data-sort="{escape(str("" if key is None else key))}"{more}>{content}</td>'


def _span(values: Sequence[object]) -> str:
    """The values of a rule, in short."""
    if len(values) <= 6:
        return ", ".join(map(str, values))
    return f"{values[0]} to {values[-1]} ({len(values)} values)"
