"""Reading what a person enters, one line at a time, whatever it is."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from getpass import getpass

from headway.errors import HeadwayError, quoted

try:
    import termios
except ImportError:  # Windows; there secrets are read by getpass
    termios = None  # type: ignore[assignment]

LONGEST_LINE = 1000
HIDDEN = "[Input Hidden]"


class EndOfInput(Exception):
    """Nobody will enter anything more."""


class Unreadable(HeadwayError):
    """A line that is no text a person could have meant."""


class Keyboard:
    """The standard input. What does not come from a terminal is written after its prompt, so the output reads whole."""

    def __init__(self) -> None:
        self._is_terminal = sys.stdin is not None and sys.stdin.isatty()

    def line(self, prompt: str, is_secret: bool = False) -> str:
        """One line, without its end. A secret is not shown."""
        if is_secret and self._is_terminal and termios is None:
            raw = getpass(prompt).encode() + b"\n"
        else:
            with _unechoed() if is_secret and self._is_terminal else nullcontext():
                sys.stdout.write(prompt)
                sys.stdout.flush()
                raw = self._read()
        if not raw:
            sys.stdout.write("\n")
            raise EndOfInput
        text = raw.decode("utf-8", "replace").rstrip("\r\n")
        if is_secret:
            sys.stdout.write(f"{HIDDEN}\n")
        elif not self._is_terminal:
            sys.stdout.write(f"{quoted(text)[1:-1]}\n")
        sys.stdout.flush()
        return _readable(raw, text)

    def _read(self) -> bytes:
        if sys.stdin is None:
            return b""
        raw = line = sys.stdin.buffer.readline(LONGEST_LINE)
        while line and not line.endswith(b"\n"):
            line = sys.stdin.buffer.readline(LONGEST_LINE)
            raw = raw[:LONGEST_LINE] + line
        return raw


def _readable(raw: bytes, text: str) -> str:
    if len(raw) > LONGEST_LINE:
        raise Unreadable("That line is too long to be a move.")
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable("That line is not text that can be read (UTF-8).") from None
    return text


@contextmanager
def _unechoed() -> Iterator[None]:
    """The terminal without its echo, set before the prompt appears and put back whatever happens."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    silent = termios.tcgetattr(terminal)
    silent[3] &= ~termios.ECHO
    try:
        termios.tcsetattr(terminal, termios.TCSADRAIN, silent)
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
