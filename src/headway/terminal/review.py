"""`headway review`: what each move of a recorded game gave away, and what was luck."""

import json
from io import BytesIO
from pathlib import Path
from shutil import get_terminal_size

import click

from headway.analysis.review import ENDINGS, Ply, Review, as_plain, sentence
from headway.analysis.review import review as review_table
from headway.analysis.review_chart import draw_review
from headway.errors import HeadwayError, install_hint
from headway.phrases import player
from headway.rulekit import CHANCE, P1, P2
from headway.solver.cache import solved
from headway.table.outcome import Reason
from headway.terminal.options import JSON
from headway.terminal.output import progress_line, show, wrapped, write_picture
from headway.terminal.records import read_record
from headway.terminal.values import in_percent
from headway.tolerances import PROVEN

ROWS, COLUMNS, MARGIN = 10, 70, 8
ENDLESS_MARK = "~"


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@JSON
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the value over the game (of a match, the last) to a .png or .svg.",
)
def review(file: Path | None, as_json: bool, plot: Path | None) -> None:
    """Review the recorded game in FILE, or the last one that was kept: what each move gave away, and what was luck."""
    if plot is not None and plot.suffix not in (".png", ".svg"):
        raise HeadwayError(f"A picture is a .png or a .svg, not {plot.name}.")
    record = read_record(file, as_far_as_it_goes=True)
    reviews = []
    for table in record.tables:
        with progress_line() as progress:
            reviews.append(review_table(table, solved(table.game, progress)))
    if plot is not None:
        drawn = draw_review(reviews[-1]).encode() if plot.suffix == ".svg" else _as_png(reviews[-1])
        write_picture(plot, drawn)
    if as_json:
        told = [as_plain(found) for found in reviews]
        click.echo(json.dumps({"games": told} if record.match.begun.wins > 1 else told[0]))
        return
    show("\n\n".join(in_words(found) for found in reviews))


def in_words(found: Review) -> str:
    """A review in text: a chart, every ply, a sentence for each mistake, and the sum."""
    lines = [f"{found.table.game.title}: the chance that {player(P1)} wins, after each move"]
    if _has_endless(found):
        lines.append(f"({ENDLESS_MARK} marks endless play, which counts as one half)")
    lines += ["", chart(found), ""]
    lines += [_row(ply) for ply in found.plies] + [""]
    lines += [wrapped(f"{ply.label:>4} {player(ply.by)}: {sentence(found, ply)}") for ply in found.mistakes]
    if not found.mistakes:
        lines.append("No move gave anything away.")
    turning = found.turning_point
    if turning:
        what = (
            ENDINGS[turning.reason] if turning.reason else f"move {turning.number}, {turning.move} by {_who(turning)}"
        )
        lines.append(f"The turning point was {what}.")
    if found.table.result is None:
        lines.append("The game is not finished.")
    elif not found.is_finished:
        lines.append("The game was stopped by its limit on moves.")
    p1, p2 = float(found.given_by(P1)), float(found.given_by(P2))
    lines += [
        "",
        f"start {float(found.start):.6f}  luck {float(found.luck):+.6f}  given away by {player(P1)} {0 - p1:+.6f}"
        f"  by {player(P2)} {p2:+.6f}",
        f"{'result' if found.is_finished else 'value so far'} {float(found.result):.6f}",
    ]
    return "\n".join(lines)


def _row(ply: Ply) -> str:
    """One ply: the value after it, what it gave away, and how much luck it was for Player 1."""
    row = f"{ply.label:>4} {_who(ply):9} {ply.move:9}  {in_percent(float(ply.after), ply.is_endless)}"
    if ply.given_away > PROVEN:
        row += f"   gave away {100 * float(ply.given_away):.2f} %"
    if abs(float(ply.luck)) > PROVEN:
        row += f"   luck {100 * float(ply.luck):+.2f} % for {player(P1)}"
    return row


def _has_endless(found: Review) -> bool:
    return found.starts_endless or any(ply.is_endless for ply in found.plies)


def _who(ply: Ply) -> str:
    if ply.reason is Reason.AGREED:
        return "both"
    return "the die" if ply.by == CHANCE else player(ply.by)


def chart(found: Review) -> str:
    """The value over the game as a chart in text; a long game is thinned out to fit."""
    points = [(float(found.start), found.starts_endless)]
    points += [(float(ply.after), ply.is_endless) for ply in found.plies]
    stride = -(-len(points) // max(1, min(COLUMNS, get_terminal_size().columns - MARGIN)))
    shown = [*points[:-1:stride], points[-1]]
    rows = []
    for row in range(ROWS, -1, -1):
        label = {ROWS: "100 %", ROWS // 2: " 50 %", 0: "  0 %"}.get(row, "     ")
        marks = "".join(
            (ENDLESS_MARK if is_endless else "o") if round(value * ROWS) == row else "-" if row == ROWS // 2 else " "
            for value, is_endless in shown
        )
        rows.append(f"{label} |{marks}".rstrip())
    return "\n".join(rows)


def _as_png(found: Review) -> bytes:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise HeadwayError(f"A .png needs: {install_hint('lab')}; a .svg does not.") from None
    figure = Figure(figsize=(8, 4))
    axes = figure.subplots()
    values = [float(found.start), *(float(ply.after) for ply in found.plies)]
    axes.step(range(len(values)), values, where="post", color="#205080")
    axes.axhline(0.5, color="#999999", linewidth=0.8)
    axes.set(ylim=(-0.05, 1.05), xlabel="move", ylabel=f"chance that {player(P1)} wins", title=found.table.game.title)
    picture = BytesIO()
    figure.savefig(picture, format="png")
    return picture.getvalue()
