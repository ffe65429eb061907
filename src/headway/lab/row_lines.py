"""Rows as lines of text: CSV, and JSON Lines."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from headway.append_only_file import whole_lines
from headway.errors import HeadwayError, quoted
from headway.lab.row import Cell

Cells = dict[str, Any]


class BadRows(HeadwayError):
    """A file of rows that cannot be read or written, or that has other columns."""

    name = "bad-rows"


class LineForm(NamedTuple):
    """How rows are written as lines, and read from a file."""

    header: Callable[[Cells], bytes]
    line: Callable[[Cells], bytes]
    read: Callable[[Path], Iterator[Cells]]


def _csv_line(cells: Iterable[Cell]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(["" if cell is None else cell for cell in cells])
    return text.getvalue().encode()


def _csv_cells(path: Path) -> Iterator[Cells]:
    lines = csv.reader(line.decode("utf-8", "replace") for line in whole_lines(path))
    try:
        header = next(lines, [])
        for number, line in enumerate(lines, 2):
            if len(line) != len(header) or "key" not in header or not line[header.index("key")]:
                raise BadRows(f"Line {number} of {path} is not a row of a sweep.")
            yield dict(zip(header, line, strict=True))
    except csv.Error:
        raise BadRows(f"Line {lines.line_num} of {path} is not a row of a sweep.") from None


def _json_line(cells: Cells) -> bytes:
    return json.dumps(cells).encode() + b"\n"


def _json_cells(path: Path) -> Iterator[Cells]:
    for number, line in enumerate(whole_lines(path), 1):
        try:
            cells = json.loads(line)
        except (ValueError, RecursionError):
            cells = None
        if not isinstance(cells, dict) or not isinstance(cells.get("key"), str):
            shown = quoted(line[:40].decode("utf-8", "replace").rstrip("\n"))
            raise BadRows(f"Line {number} of {path} is not a row of a sweep: {shown}.")
        yield cells


CSV = LineForm(_csv_line, lambda cells: _csv_line(cells.values()), _csv_cells)
JSON_LINES = LineForm(lambda cells: b"", _json_line, _json_cells)
