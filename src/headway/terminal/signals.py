"""Signals that end the program: each becomes an exception, so that open files and the terminal's echo are restored."""

import signal
import sys
from types import FrameType
from typing import Any

ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT")


def raise_on_signals() -> None:
    """Let the signals that end a program raise `SystemExit`, and let no Ctrl-C be lost."""
    for name in ENDING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _exit)
    sys.unraisablehook = _raise_again


def _exit(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _raise_again(lost: Any) -> None:
    """Raise an exception that is to end the program a moment later, where Python cannot raise it and drops it.

    Ctrl-C during compilation often falls into a callback of the compiler.
    """
    if not isinstance(lost.exc_value, KeyboardInterrupt | SystemExit) or not hasattr(signal, "setitimer"):
        sys.__unraisablehook__(lost)
        return
    ending = lost.exc_value

    def end(number: int, frame: FrameType | None) -> None:
        raise ending

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
