"""The pictures and the report of a sweep, as files."""

from collections.abc import Sequence
from pathlib import Path

from headway.drawing.html import checked_server
from headway.errors import BadArgument, BadFile
from headway.lab import Row, report
from headway.lab.pictures.plot import draw, refuse_without_matplotlib
from headway.whole_file import write_whole

FORMS = (".svg", ".png")


def refuse_bad_pictures(plot: Path | None, html: Path | None, server: str) -> None:
    """Refuse, before any work, files that cannot be written, and links that lead nowhere."""
    if plot is not None and plot.suffix not in FORMS:
        raise BadArgument(f"{plot} must end with .svg or .png.")
    if html is not None:
        checked_server(server)
    for path in (plot, html):
        if path is not None:
            refuse_without_matplotlib()
            if not path.absolute().parent.is_dir():
                raise BadFile(f"{path} cannot be written: there is no folder {path.parent}.")


def write_pictures(rows: Sequence[Row], plot: Path | None, html: Path | None, server: str) -> None:
    """Write the picture and the report that are asked for."""
    if plot is not None:
        write_whole(plot, draw(rows, plot.suffix[1:]))
    if html is not None:
        write_whole(html, report(rows, server).encode())
