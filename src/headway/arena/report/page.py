"""A report as a file: one page with a section for each audit, or for the matches in each game."""

from collections.abc import Sequence
from pathlib import Path

from headway.drawing.html import page
from headway.errors import BadFile
from headway.whole_file import write_whole


def check_place(path: Path | None) -> None:
    """Refuse, before any work, a page that has no place; None if none is written."""
    if path is not None and not path.absolute().parent.is_dir():
        raise BadFile(f"{path} cannot be written: there is no folder {path.parent}.")


def write_report(path: Path | None, about: str, sections: Sequence[str]) -> None:
    """Write the page, if one is wanted: whole or not at all; one that is there is replaced."""
    if path is not None:
        write_whole(path, page(f"Headway's arena: {about}", sections).encode())
