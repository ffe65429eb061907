"""Rows in columns that fit the terminal: side by side, in blocks below each other, or row by row."""

import sys
from collections.abc import Iterator, Sequence
from shutil import get_terminal_size

from headway.terminal.output import wrap_line

Rows = Sequence[Sequence[str]]
APART = 2
"""The spaces between columns."""


def in_columns(rows: Rows, *, keys: int = 1, left: int = 1, indent: int = 2) -> str:
    """Rows in columns, of which the first row is the head; the first `left` columns begin at the left edge.

    If they are too wide for the terminal, the columns are shown in blocks below each other, each with the first `keys`
    columns, which say what a row is about. If not even one column fits beside these, each row is shown as a list of its
    cells. A file or a pipe gets all columns side by side.
    """
    width = get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    blocks = list(_blocks(widths, keys, width - indent))
    if any(_total([widths[column] for column in block]) > width - indent for block in blocks):
        return "\n".join(line for row in rows[1:] for line in _as_list(rows[0], row, keys, width, indent))
    margin = " " * indent
    return "\n".join(
        (margin + (" " * APART).join(_cell(row[column], widths[column], column < left) for column in block)).rstrip()
        for block in blocks
        for row in rows
    )


def _blocks(widths: Sequence[int], keys: int, width: int) -> Iterator[list[int]]:
    """The columns of each block: the keys, and as many others as fit beside them, but at least one."""
    block = list(range(keys))
    for column in range(keys, len(widths)):
        is_full = _total([widths[each] for each in [*block, column]]) > width
        if is_full and len(block) > keys:
            yield block
            block = list(range(keys))
        block.append(column)
    yield block


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + APART * (len(widths) - 1)


def _cell(text: str, width: int, is_left: bool) -> str:
    return text.ljust(width) if is_left else text.rjust(width)


def _as_list(head: Sequence[str], row: Sequence[str], keys: int, width: int, indent: int) -> Iterator[str]:
    """The keys of a row on a line, and below it a line for each other cell that is not empty."""
    margin = " " * indent
    yield wrap_line(margin + " ".join(filter(None, row[:keys])), width, indent + APART)
    for name, cell in zip(head[keys:], row[keys:], strict=True):
        if cell:
            yield wrap_line(f"{margin}{' ' * APART}{name}: {cell}", width, indent + 2 * APART)
