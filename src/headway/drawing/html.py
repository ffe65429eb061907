"""A page of HTML that needs nothing else: its frame and its parts, in the colours of the pictures, light and dark.

Every text is escaped here, no matter who wrote it, so that it cannot become markup.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from urllib.parse import urlsplit

from headway.drawing.svg import DARK, LIGHT, STYLE
from headway.errors import BadArgument, quoted

CHART = 340
"""The width of a chart: it can be read on a telephone."""
MOST_NARROW = 5
"""The number of columns of a table that fit a telephone."""
SERVER = "http://127.0.0.1:8000"
"""Where `headway serve` listens if it is not told otherwise."""
_VARIABLES = ";".join(f"--{name}:%({name})s" for name in LIGHT)
_STYLE = f"""
:root{{color-scheme:light dark;{_VARIABLES % LIGHT}}}
@media (prefers-color-scheme:dark){{:root{{{_VARIABLES % DARK}}}}}
*{{box-sizing:border-box}}
body{{margin:0 auto;padding:1rem;max-width:72rem;background:var(--ground);color:var(--ink);
font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;overflow-wrap:anywhere}}
h1,h2,h3{{line-height:1.2;margin:1.5rem 0 .5rem}}
a{{color:var(--one)}}
.soft{{color:var(--soft)}}
.wide{{overflow-x:auto;margin:.5rem 0}}
table{{border-collapse:collapse;background:var(--card);overflow-wrap:normal}}
table{{font-size:.9rem}}
th,td{{padding:.3rem .5rem;border:1px solid var(--line);text-align:right;white-space:nowrap}}
th:first-child,td:first-child{{text-align:left}}
th{{font-weight:600;white-space:normal;vertical-align:bottom}}
.charts{{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));align-items:start}}
.figures{{display:flex;flex-wrap:wrap;gap:.5rem;margin:.5rem 0}}
.figures div{{padding:.3rem .6rem;background:var(--card);border:1px solid var(--line);border-radius:.4rem}}
dt{{color:var(--soft);font-size:.85rem}}
dd{{margin:0;font-weight:600}}
.board .headway{{max-width:none}}
details{{margin:.3rem 0;padding:.3rem .4rem;background:var(--card);border:1px solid var(--line);border-radius:.4rem}}
details details{{background:var(--ground)}}
summary{{cursor:pointer}}
pre{{margin:.3rem 0;padding:.5rem;background:var(--ground);border-radius:.3rem;white-space:pre-wrap;
font:.85rem/1.45 ui-monospace,'DejaVu Sans Mono',monospace}}
details details pre{{background:var(--card)}}
code{{font:.9em ui-monospace,'DejaVu Sans Mono',monospace;user-select:all}}
svg.headway{{display:block}}
.wide:not(.board) th:first-child,.wide td:first-child{{position:sticky;left:0;background:var(--card)}}
@media (max-width:40rem){{
.cards,.cards table,.cards tbody{{display:block;background:none}}
.cards thead{{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
.cards tr{{display:grid;grid-template-columns:1fr 1fr;gap:.15rem 1.2rem;margin:.5rem 0;padding:.4rem .6rem;
background:var(--card);border:1px solid var(--line);border-radius:.4rem}}
.cards td{{display:flex;justify-content:space-between;align-items:baseline;gap:.5rem;padding:0;border:0}}
.cards td{{font-size:.85rem;overflow-wrap:anywhere}}
.cards td:empty{{display:none}}
.cards td::before{{content:attr(data-name);color:var(--soft);white-space:normal;text-align:left}}
.cards td.name{{grid-column:1/-1;font-weight:600;white-space:normal}}
.cards td.name::before{{content:none}}
}}
@media (max-width:30rem){{body{{padding:.6rem}}pre{{font-size:.68rem}}}}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def checked_server(address: str) -> str:
    """The address of a server, without a slash at its end."""
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.fragment
    except ValueError:
        is_address = False
    if not is_address:
        raise BadArgument(f"The address of a server is like {SERVER}, not {quoted(address)}.")
    return address.rstrip("/")


def text(value: object) -> str:
    """Any text as HTML: escaped, and without characters that do not show or that turn the line around."""
    plain = "".join(letter if letter.isprintable() or letter in "\n\t" else "�" for letter in str(value))
    return escape(plain)


def page(title: str, sections: Iterable[str], script: str = "") -> str:
    """The whole page; no script but the given one can run on it."""
    policy, end = _POLICY, ""
    if script:
        policy += f"; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
        end = f"<script>{script}</script>"
    return "\n".join([
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{text(title)}</title>",
        f"<style>{STYLE}{_STYLE}</style></head><body>",
        f"<main><h1>{text(title)}</h1>",
        *sections,
        f"</main>{end}</body></html>\n",
    ])  # fmt: skip


def chart(svg: str) -> str:
    """A picture; the page has its style already."""
    return svg.replace(f"<style>{STYLE}</style>", "")


def figures(found: Mapping[str, str]) -> str:
    """Numbers by their names, each in a place of its own."""
    parts = (f"<div><dt>{text(name)}</dt><dd>{text(value)}</dd></div>" for name, value in found.items())
    return f'<dl class="figures">{"".join(parts)}</dl>'


def charts(*svgs: str) -> str:
    """Pictures beside each other, where there is room."""
    return f'<div class="charts">{"".join(f"<div>{chart(svg)}</div>" for svg in svgs)}</div>'


def grid(table: Sequence[Sequence[object]]) -> str:
    """A table, whose first row is its head. One with many columns is a card for each row where the screen is narrow."""
    head, *rows = table
    kind = "wide" if len(head) <= MOST_NARROW else "wide cards"
    lines = "".join(f"<tr>{''.join(_cells(head, row))}</tr>\n" for row in rows)
    names = "".join(f'<th scope="col">{text(name)}</th>' for name in head)
    return (
        f'<div class="{kind}" tabindex="0"><table><thead><tr>{names}</tr></thead><tbody>\n{lines}</tbody></table></div>'
    )


def _cells(head: Sequence[object], row: Sequence[object]) -> Iterator[str]:
    """The cells of a row, which on a card have their names beside them; the first is the name of the card."""
    if len(head) <= MOST_NARROW:
        yield from (f"<td>{text(cell)}</td>" for cell in row)
        return
    yield f'<td class="name">{text(row[0])}</td>'
    for name, cell in zip(head[1:], row[1:], strict=True):
        yield f'<td data-name="{text(name)}">{text(cell)}</td>'


def folded(summary: str, *content: str) -> str:
    """What is shown when it is asked for; the summary is a text."""
    return f"<details><summary>{text(summary)}</summary>\n{''.join(content)}</details>"
