"""`headway` as a program of its own that is stopped by Ctrl-C in the middle of its work."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.patience import PATIENCE


def interrupted(*args: object, when: bytes, typed: bytes = b"") -> tuple[int, bytes, bytes]:
    """Run a command, type something, and press Ctrl-C once its error stream, a terminal, has shown `when`.

    Returns the status and both outputs, after every process that the command had started has ended.
    """
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "headway", *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        assert process.stdin is not None
        process.stdin.write(typed)
        process.stdin.flush()
        shown = read_until(ours, when)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the program and all that it has started
        out, _ = process.communicate(timeout=PATIENCE)
        shown += read_until(ours, None)
        wait_for_end_of_group(process.pid)
        return process.returncode, out, shown
    finally:
        process.kill()
        process.wait()
        os.close(ours)


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


def wait_for_end_of_group(group: int) -> None:
    """Wait until no process of a group is running."""
    until = time.monotonic() + PATIENCE
    while running := running_in_group(group):
        if time.monotonic() > until:
            raise TimeoutError(f"still running: {running}")
        time.sleep(0.05)


def running_in_group(group: int) -> list[int]:
    """The processes of a group that have not ended; one that has ended may still wait for its parent to notice."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, own_group = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # it has ended in between
            continue
        if int(own_group) == group and state != "Z":
            found.append(int(path.parent.name))
    return found
