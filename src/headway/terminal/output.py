"""Output to people besides the dialogue of a game: complaints, lines that fit the terminal, progress."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import get_terminal_size, which
from typing import TextIO

import click

from headway.errors import HeadwayError, printable

WIDEST = 80
LONG_WORD_BREAKS = r"([\t\n\v\f\r ]+|(?<=[,/])(?=\S))"
"""A line may break at spaces, and within lists such as [4,2,6] and S1/S2/S3."""


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


def wrap_line(line: str, width: int) -> str:
    """A line broken between words into lines of at most `width`; spaces at its end, as in a prompt, are kept."""
    from textwrap import TextWrapper

    body = line.rstrip(" ")
    indent = " " * (len(line) - len(line.lstrip("- ")))
    wrapper = TextWrapper(
        width, subsequent_indent=indent, replace_whitespace=False, expand_tabs=False, break_on_hyphens=False
    )
    wrapper.wordsep_simple_re = re.compile(LONG_WORD_BREAKS)
    return "\n".join(wrapper.wrap(body)) + line[len(body) :]


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


def show(text: str) -> None:
    """Print a text in lines that fit the terminal."""
    click.echo(fitted(text))


def wrapped(text: str, indent: int = 0) -> str:
    """The text as one indented paragraph that fits the terminal."""
    width = min(WIDEST, get_terminal_size().columns)
    return click.wrap_text(text, width, " " * indent, " " * indent)


def write_picture(path: Path, picture: bytes) -> None:
    """Write a picture to a file, whole or not at all; one that is there is replaced."""
    try:
        half = path.with_name(f".{path.name}.part")
        try:
            half.write_bytes(picture)
            half.replace(path)
        finally:
            half.unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # a path can be wrong in many ways
        raise HeadwayError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.") from None


@contextmanager
def progress_line() -> Iterator[Callable[[str], None]]:
    """A line that says what is being done, on the error stream if that is a terminal; it is removed afterwards."""

    def show(doing: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\033[K{doing[: get_terminal_size().columns - 2]}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        show("")


def own_command() -> str:
    """How this program is called from here: `headway`, or its path where the shell would not find it."""
    called = sys.argv[0]
    return called if os.path.basename(called) == "headway" and which("headway") is None else "headway"
