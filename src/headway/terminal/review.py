"""`headway review`: what each move of a recorded game gave away, and what was luck."""

import json
from pathlib import Path
from shutil import get_terminal_size

import click

from headway.analysis.review import Ply, Review, as_plain
from headway.analysis.review import review as review_table
from headway.analysis.review_chart import draw_review, png_of_review
from headway.analysis.review_words import (
    DRAW,
    ENDLESS,
    comment,
    conclusions,
    heading,
    is_always_endless,
    luck_word,
    maker,
    points,
    sums,
    sums_heading,
)
from headway.errors import BadArgument
from headway.rulekit import P1
from headway.solver import value_for
from headway.solver.cache import solved
from headway.table.status import status
from headway.terminal.options import JSON
from headway.terminal.output import progress_line, show, wrapped
from headway.terminal.records import read_games
from headway.terminal.values import in_percent
from headway.tolerances import PROVEN
from headway.voice import SPECTATING, Voice
from headway.whole_file import write_whole

ROWS, COLUMNS, MARGIN = 10, 70, 8
NARROWEST_MAKER = 9
MARKS, MARKED = {"endless": "~", "draw": "="}, {"endless": ENDLESS, "draw": DRAW}


@click.command()
@click.argument("source", metavar="[FILE|TEXT]", required=False)
@JSON
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the value over the game (of a match, the last) to a .png or .svg.",
)
def review(source: str | None, as_json: bool, plot: Path | None) -> None:
    """Review the recorded game in FILE, or the last one that was kept, or the TEXT of a position.

    A review tells what each move gave away, and what was luck or a guess.
    """
    if plot is not None and plot.suffix not in (".png", ".svg"):
        raise BadArgument(f"A picture is a .png or a .svg, not {plot.name}.")
    tables, names, is_match = read_games(source, as_far_as_it_goes=True)
    reviews, voices = [], [Voice(names=called) for called in names]
    for table in tables:
        with progress_line() as progress:
            reviews.append(review_table(table, solved(table.game, progress)))
    if plot is not None:
        drawn = draw_review if plot.suffix == ".svg" else png_of_review
        picture = drawn(reviews[-1], voices[-1])
        write_whole(plot, picture.encode() if isinstance(picture, str) else picture)
    if as_json:
        told = [as_plain(found) for found in reviews]
        click.echo(json.dumps({"games": told} if is_match else told[0]))
        return
    show("\n\n".join(in_words(found, voice) for found, voice in zip(reviews, voices, strict=True)))


def in_words(found: Review, voice: Voice = SPECTATING) -> str:
    """A review in text: a chart, every ply, a sentence for each mistake, and the sum."""
    lines = [heading(found, voice)]
    names = {point.name for point in points(found)}
    lines += [f"({mark} marks {MARKED[name]})" for name, mark in MARKS.items() if name in names]
    lines += ["", chart(found), ""]
    lines += [*_rows(found, voice), ""]
    lines += [wrapped(f"{ply.label:>4} {comment(found, ply, voice)}") for ply in found.mistakes]
    lines += [status(found.table, voice)] if found.table.result is not None else []
    lines += [wrapped(told) for told in conclusions(found, voice)]
    return "\n".join([*lines, "", f"{sums_heading(voice)}:", *_sum_rows(found, voice)])


def _sum_rows(found: Review, voice: Voice) -> list[str]:
    """The sum in two columns."""
    rows = sums(found, voice)
    width = max(len(row.name) for row in rows)
    return [f"  {row.name:{width}}  {row.percent:>9}" for row in rows]


def _rows(found: Review, voice: Voice) -> list[str]:
    """Each move in a row, in columns."""
    widest = max((len(maker(plies[0], voice)) for plies in found.moves), default=0)
    word, is_flat = luck_word(found.table.game), is_always_endless(found)
    return [_row(plies, voice, max(NARROWEST_MAKER, widest), word, is_flat) for plies in found.moves]


def _row(plies: list[Ply], voice: Voice, width: int, luck_word: str, is_flat: bool) -> str:
    """One move: the value after it, unless all are endless, what it gave away, and the luck in it for Player 1."""
    first, last = plies[0], plies[-1]
    value = "" if is_flat else in_percent(value_for(P1, last.after), last.is_endless, last.is_drawn)
    row = f"{first.label:>4} {maker(first, voice):{width}} {' '.join(ply.move for ply in plies):9}  {value}".rstrip()
    given, luck = (float(sum(parts)) for parts in zip(*((ply.given_away, ply.luck) for ply in plies), strict=True))
    if given > PROVEN:
        row += f"   gave away {100 * given:.2f} %"
    if abs(luck) > PROVEN:
        row += f"   {luck_word} {100 * luck:+.2f} % for {voice.name(P1)}"
    return row


def chart(found: Review) -> str:
    """The value over the game as a chart in text; a long game is thinned out to fit."""
    drawn = points(found)
    stride = -(-len(drawn) // max(1, min(COLUMNS, get_terminal_size().columns - MARGIN)))
    shown = [*drawn[:-1:stride], drawn[-1]]
    rows = []
    for row in range(ROWS, -1, -1):
        label = {ROWS: "100 %", ROWS // 2: " 50 %", 0: "  0 %"}.get(row, "     ")
        marks = "".join(
            MARKS.get(point.name, "o") if round(point.value * ROWS) == row else "-" if row == ROWS // 2 else " "
            for point in shown
        )
        rows.append(f"{label} |{marks}".rstrip())
    return "\n".join(rows)
