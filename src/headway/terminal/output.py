"""Output to people besides the dialogue of a game: complaints, text that fits the terminal, progress."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size, which

import click

from headway.errors import printable

WIDEST = 80


def complain(message: str) -> None:
    """Say on the error stream what is wrong, on one line."""
    line = printable(" ".join(message.split()))
    with suppress(OSError):  # the stream may be closed
        sys.stderr.write(f"headway: {line}\n")
        sys.stderr.flush()


def wrapped(text: str, indent: int = 0) -> str:
    """The text in lines that fit the terminal."""
    width = min(WIDEST, get_terminal_size().columns)
    return click.wrap_text(text, width, " " * indent, " " * indent)


@contextmanager
def progress_line() -> Iterator[Callable[[str], None]]:
    """A line on the terminal that says what is being done and is removed afterwards; nothing where there is none."""

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
