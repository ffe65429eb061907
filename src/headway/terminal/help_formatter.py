"""The formatter of `--help`: it fits every terminal and breaks lines between words only.

Click takes no terminal to be narrower than 50 columns and breaks words that do not fit.
"""

from collections.abc import Iterable
from shutil import get_terminal_size

import click

from headway.terminal.output import WIDEST, wrap_line

NARROWEST = 30
"""In a terminal narrower than this, lines are as long as in one of this width."""
LEAST_TEXT = 24
"""The columns that a description needs beside its term; where there are fewer it stands below the term."""
LONGEST_TERM = 30
"""A term that is longer has a line of its own."""
APART = 2
"""The columns between a term and its description."""


class HelpFormatter(click.HelpFormatter):
    """Help pages for a terminal of any width."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        if width is None:
            width = max(min(get_terminal_size().columns, max_width or WIDEST) - 2, NARROWEST - 2)
        super().__init__(indent_increment, width, max_width)

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        start = f"{prefix or 'Usage: '}{prog} "
        beside = len(start) if self.width - len(start) >= LEAST_TEXT else 2 * self.indent_increment
        self.write(f"{wrap_line(start + args, self.width, beside).rstrip()}\n")

    def write_text(self, text: str) -> None:
        paragraphs = (" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
        self.write("\n\n".join(self._indented(paragraph) for paragraph in paragraphs) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = LONGEST_TERM, col_spacing: int = APART) -> None:
        rows = list(rows)
        longest = min(max(len(term) for term, _ in rows), col_max)
        column = self.current_indent + longest + col_spacing
        is_beside = self.width - column >= LEAST_TEXT
        if not is_beside:
            column = self.current_indent + 2 * self.indent_increment
        for term, text in rows:
            if is_beside and len(term) <= longest:
                line = f"{'':{self.current_indent}}{term:{longest + col_spacing}}{text}"
                self.write(f"{wrap_line(line, self.width, column).rstrip()}\n")
            else:
                self.write(f"{self._indented(term)}\n")
                if text:
                    self.write(f"{wrap_line(' ' * column + text, self.width, column)}\n")

    def _indented(self, text: str) -> str:
        return wrap_line(f"{'':{self.current_indent}}{text}", self.width, self.current_indent)


class HelpContext(click.Context):
    """The context of a command, whose help fits the terminal."""

    formatter_class = HelpFormatter
