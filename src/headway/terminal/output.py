"""Output to people besides the dialogue of a game: complaints, lines that fit the terminal, progress."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size, which
from typing import TextIO

import click

from headway.errors import printable
from headway.progress import with_bar

WIDEST = 80
WORD = re.compile(r"\s*(?:\[ \]|\S)+")  # [ ] stands for a square and is not broken
COLUMN = re.compile(r"\s+\S+\s{2,}|[- ]*")  # what a line of a list begins with, or the first of two columns
NUMBERS = re.compile(r"\[\d+(,\d+)+\]\S?|(\w+=)?\d+(,\d+)+,?")
"""A board as the rule books print it, [4,2,6], or as a rule, board=4,2,6: only these are broken, after a comma."""


def complain(message: str) -> None:
    """Print what is wrong to the error stream, on one line (wrapped if that is a narrow terminal)."""
    line = fitted(f"headway: {printable(' '.join(message.split()))}", sys.stderr)
    with suppress(OSError):  # the stream may be closed
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def fitted(text: str, stream: TextIO | None = None) -> str:
    """The text, with long lines broken between words if the stream (by default standard output) is a terminal.

    A file or a pipe gets the text as it is: the dialogue of a rule book is given to the letter.
    """
    if not (stream or sys.stdout).isatty():
        return text
    width = get_terminal_size().columns
    return "\n".join(line if len(line) <= width else wrap_line(line, width) for line in text.split("\n"))


def wrap_line(line: str, width: int, indent: int | None = None) -> str:
    """A line broken at spaces into lines of at most `width`; spaces at its end, as in a prompt, are kept.

    A word that is longer than that stays whole, so that a path can be copied; only a row of numbers is broken. The
    lines that follow are indented by `indent`, or else like the text of this line, which may be a list item or the
    second of two columns.
    """
    body = line.rstrip(" ")
    if indent is None:
        begins = COLUMN.match(body)
        indent = len(begins[0]) if begins is not None else 0
    margin = " " * indent
    lines = [""]
    for word in WORD.findall(body):
        for part in _parts(word, width - len(margin)):
            if lines != [""] and len(lines[-1]) + len(part) > width:
                lines.append(margin + part.lstrip())
            else:
                lines[-1] += part
    return "\n".join(lines) + line[len(body) :]


def _parts(word: str, width: int) -> list[str]:
    """A word as a whole, or a row of numbers that does not fit on a line as its numbers."""
    is_broken = len(word.lstrip()) > width and NUMBERS.fullmatch(word.lstrip())
    return re.split(r"(?<=,)", word) if is_broken else [word]


def reflowed(text: str) -> str:
    """A rule book with its paragraphs and list items each on one line, if the terminal is narrower than its lines."""
    if get_terminal_size().columns >= WIDEST or not sys.stdout.isatty():
        return text
    lines: list[str] = []
    for line in text.split("\n"):
        if lines and lines[-1] and not lines[-1].startswith("#") and line.strip() and line.strip()[0] not in "#-|":
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


def hanging(text: str) -> str:
    """The text with the lines of its lists broken where the terminal is too narrow for them, and set further in."""
    if not sys.stdout.isatty():
        return text
    width = get_terminal_size().columns
    lines = text.split("\n")
    return "\n".join(
        wrap_line(line, width, 4) if line.startswith("  ") and len(line) > width else line for line in lines
    )


def show(text: str) -> None:
    """Print a text in lines that fit the terminal."""
    click.echo(fitted(text))


def wrapped(text: str, indent: int = 0) -> str:
    """The text as one indented paragraph that fits the terminal."""
    width = min(WIDEST, get_terminal_size().columns)
    return wrap_line(" " * indent + text, width, indent)


@contextmanager
def progress_line() -> Iterator[Callable[[str], None]]:
    """A line that says what is being done, on the error stream if that is a terminal; it is removed afterwards.

    Where it is known how much of the work is done, a bar shows it: plain characters, which need no colours.
    """

    def show(doing: str) -> None:
        if sys.stderr.isatty():
            room = get_terminal_size().columns - 2  # how far the work is stands at the end
            doing = with_bar(doing, room)
            sys.stderr.write(f"\r\033[K{doing if len(doing) <= room else f'…{doing[1 - room :]}'}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        show("")


def own_command() -> str:
    """How this program is called from here: `headway`, or its path where the shell would not find it."""
    called = sys.argv[0]
    return called if os.path.basename(called) == "headway" and which("headway") is None else "headway"
