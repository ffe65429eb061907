"""Reads what a person enters, line by line; secrets without echo."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from getpass import getpass
from select import select

from headway.errors import HeadwayError, quoted
from headway.terminal.output import fitted
from headway.typed_text import normalised

try:
    import termios
except ImportError:  # Windows; there secrets are read by getpass
    termios = None  # type: ignore[assignment]

LONGEST_LINE = 1000
MOMENT = 0.2
HIDDEN = "[Input Hidden]"
LEAVING = ("quit", "exit")
YES, NO = ("yes", "y", "accept"), ("no", "n", "decline")


class EndOfInput(Exception):
    """Standard input has ended."""


class Left(Exception):
    """The person wants to leave."""


class Lapsed(Exception):
    """The question no longer holds, because something else has happened meanwhile."""


class Unreadable(HeadwayError):
    """A line that is too long, or not text."""

    name = "unreadable"


class Keyboard:
    """Standard input. What does not come from a terminal is echoed after its prompt, so that the output is complete."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin is not None and sys.stdin.isatty()

    def line(self, prompt: str, is_secret: bool = False, has_lapsed: Callable[[], bool] | None = None) -> str:
        """One line, without its end. A secret is not echoed.

        At a terminal `has_lapsed` is asked while nothing has been entered; once it is true, `Lapsed` is raised.
        """
        prompt = fitted(prompt)
        hides = is_secret and self.is_terminal
        if hides and termios is None:
            raw = f"{getpass(prompt)}\n".encode()
        else:
            with _silent(prompt) if hides else _asking(prompt):
                if self.is_terminal and termios is not None:
                    self._wait(has_lapsed)
                raw = self._read()
        if not raw:
            sys.stdout.write("\n")
            raise EndOfInput
        text = raw.decode("utf-8", "replace").rstrip("\r\n")
        if is_secret:
            asked = prompt.rpartition("\n")[2] + HIDDEN
            sys.stdout.write(f"{HIDDEN}\n" if fitted(asked) == asked else f"\n{HIDDEN}\n")
        elif not self.is_terminal:
            sys.stdout.write(f"{quoted(text)[1:-1]}\n")
        sys.stdout.flush()
        return _readable(raw, text)

    def forget_typed_ahead(self) -> None:
        """Drop what was typed at a terminal before the next question."""
        if self.is_terminal and termios is not None:
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)

    def _wait(self, has_lapsed: Callable[[], bool] | None) -> None:
        """Wait until a line can be read.

        Not for longer than a moment at once: a signal that arrives just before a system call does not end it.
        """
        while not select([sys.stdin], [], [], MOMENT)[0]:
            if has_lapsed is not None and has_lapsed():
                raise Lapsed

    def _read(self) -> bytes:
        if sys.stdin is None:
            return b""
        raw = line = sys.stdin.buffer.readline(LONGEST_LINE)
        while line and not line.endswith(b"\n"):
            line = sys.stdin.buffer.readline(LONGEST_LINE)
            raw = raw[:LONGEST_LINE] + line
        return raw


def yes_or_no(ask: Callable[[], str], say: Callable[[str], None]) -> bool:
    """Ask until the answer is yes or no; raises `Left` if the person wants to leave instead."""
    while True:
        try:
            answer = normalised(ask())
        except Unreadable as error:
            say(str(error))
            continue
        if answer in LEAVING:
            raise Left
        if answer in (*YES, *NO):
            return answer in YES
        say("Please enter yes or no.")


def _readable(raw: bytes, text: str) -> str:
    if len(raw) > LONGEST_LINE:
        raise Unreadable("That line is too long to be a move.")
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable("That line is not text that can be read (UTF-8).") from None
    return text


@contextmanager
def _asking(prompt: str, prepare: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Print the prompt, and print it again when the program continues after Ctrl-Z."""

    def ask(*signalled: object) -> None:
        prepare()
        sys.stdout.write(prompt.rsplit("\n", 1)[-1] if signalled else prompt)
        sys.stdout.flush()

    before = signal.signal(signal.SIGCONT, ask) if hasattr(signal, "SIGCONT") else None
    try:
        ask()
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGCONT, before)


@contextmanager
def _silent(prompt: str) -> Iterator[None]:
    """Print the prompt and turn the echo off. What was typed ahead has been echoed, so it is dropped."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    silent = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    try:
        with _asking(prompt, lambda: termios.tcsetattr(terminal, termios.TCSAFLUSH, silent)):
            yield
    except BaseException:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)  # half a secret must not appear at the shell's prompt
        raise
    termios.tcsetattr(terminal, termios.TCSADRAIN, before)
