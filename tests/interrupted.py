"""`headway` as a program of its own that is stopped by Ctrl-C in the middle of its work."""

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Sequence

PATIENCE = 300
"""Seconds after which a program that shows nothing is given up, however busy the machine is."""


def interrupted(*args: object, when: bytes, command: Sequence[str] = ("-m", "headway")) -> tuple[int, bytes, bytes]:
    """Run a command, press Ctrl-C once its error stream, a terminal, has shown `when`; its status and both outputs."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, *command, *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=theirs,
        preexec_fn=reset_sigint,
    )
    os.close(theirs)
    try:
        shown = read_until(ours, when)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, out, shown + read_until(ours, None)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def reset_sigint() -> None:
    """Let Ctrl-C end a child also where the tests run in the background, with SIGINT ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def read_until(terminal: int, wanted: bytes | None) -> bytes:
    """What a terminal shows until it has shown the wanted text, or until it is closed."""
    shown = b""
    while wanted is None or wanted not in shown:
        if not select.select([terminal], [], [], PATIENCE)[0]:
            raise TimeoutError(f"{wanted!r} was not shown, only {shown!r}")
        try:
            more = os.read(terminal, 10_000)
        except OSError:  # the other end is closed
            more = b""
        if not more:
            assert wanted is None, shown
            break
        shown += more
    return shown
