"""The journal of a running game: its record, written as it is played, in the user's state folder or where asked."""

import errno
import json
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from headway.errors import HeadwayError
from headway.table.events import Ended, Event, Moved, TakenBack, to_json
from headway.table.match import Match
from headway.table.record import Record, read

try:
    import fcntl
except ImportError:  # Windows has no such locks; there two terminals can resume one game
    fcntl = None  # type: ignore[assignment]


class Journal:
    """One file to which the events of a match are appended, a line each.

    If the file cannot be written there is one warning, and the game goes on.

    A secret is written together with its answer, so that it cannot be read in the file before the guess. Lines that
    could not be written are kept and tried again with the next.
    """

    def __init__(self, path: Path, warn: Callable[[str], None]) -> None:
        self.path = path
        self._warn = warn
        self._file: int | None = None
        self._unwritten = b""
        self._open_secret: Moved | None = None
        self._has_warned = False

    @classmethod
    def create(cls, path: Path, warn: Callable[[str], None]) -> "Journal":
        """A new file; an existing one is never written over."""
        journal = cls(path, warn)
        with suppress(OSError):  # what is wrong with the path is reported when it is opened
            if path.is_file() and path.stat().st_size > 0:
                raise HeadwayError(f"{path} exists already; choose another name, or resume the game in it.")
        journal._open()
        return journal

    @classmethod
    def resumed(cls, path: Path, warn: Callable[[str], None]) -> tuple["Journal", Record]:
        """The journal of a game that goes on, and what it holds. It is read once no other process can write it."""
        journal = cls(path, warn)
        journal._open()
        try:
            record = read(path)
        except HeadwayError:
            journal.close()
            raise
        if record.is_torn:
            journal._cut(record.size)
        if not record.ends_with_newline:
            journal._unwritten = b"\n"
            journal._write([])
        return journal, record

    def append(self, events: Iterable[Event], after: Match) -> None:
        """Write events that have just happened; `after` is the match after them."""
        with _uninterrupted():
            public = self._without_open_secret(list(events), after)
            self._write([to_json(event) for event in public])

    def _without_open_secret(self, events: list[Event], after: Match) -> list[Event]:
        """The events without a secret that is open; one that is answered comes with its answer.

        A secret that is taken back, or that a game ends with, is never written.
        """
        public: list[Event] = []
        for event in events:
            secret = self._open_secret
            if isinstance(event, Moved):
                public += [secret, event] if secret is not None else [event]
                self._open_secret = None
            elif isinstance(event, TakenBack) and secret is not None:
                public += [TakenBack(event.plies - 1)] if event.plies > 1 else []
                self._open_secret = None
            else:
                public.append(event)
                if isinstance(event, Ended):
                    self._open_secret = None
        last = next((event for event in reversed(public) if isinstance(event, Moved)), None)
        if last is not None and after.table.is_secret_open:
            public.remove(last)
            self._open_secret = last if after.table.result is None else None
        return public

    @property
    def is_open(self) -> bool:
        """Is there a file to write to?"""
        return self._file is not None

    @property
    def is_saved(self) -> bool:
        """Has everything been written to the file?"""
        return self.is_open and not self._unwritten

    def mark_as_left(self) -> None:
        """Make this the game that was left last, even if no move was made in it."""
        if self._file is not None:
            now = time.time_ns()  # more exact than the clock that dates what is written
            with suppress(OSError):  # then the time of the last move counts
                os.utime(self._file if os.utime in os.supports_fd else self.path, ns=(now, now))

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> None:
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        except (OSError, ValueError) as error:
            self._failed(error)
            return
        if not _locked(self._file):
            self.close()
            raise HeadwayError(f"{self.path} is being played in another terminal.")

    def _write(self, lines: list[dict[str, Any]]) -> None:
        if self._file is None:
            return
        self._unwritten += b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        if not self._unwritten:
            return
        sound = os.fstat(self._file).st_size
        try:
            if os.write(self._file, self._unwritten) < len(self._unwritten):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            _sync(self._file)
        except OSError as error:
            self._failed(error)
            self._cut(sound)
        else:
            self._unwritten = b""

    def _cut(self, size: int) -> None:
        """Cut off what was written only in part. A file that cannot be cut is closed, before more damage is done."""
        try:
            if self._file is not None:
                os.ftruncate(self._file, size)
        except OSError:
            self.close()

    def _failed(self, error: OSError | ValueError) -> None:
        if not self._has_warned:
            reason = getattr(error, "strerror", None) or error
            self._warn(f"The game cannot be saved in {self.path} ({reason}). It goes on all the same.")
        self._has_warned = True


def _sync(file: int) -> None:
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a device or a pipe has nothing to sync
            raise


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C back until the lines are written and synced."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _locked(file: int, tries: int = 5) -> bool:
    """Lock the file for this process; False if another has it. `is_free` has it for a moment, hence several tries."""
    if fcntl is None:
        return True
    for _ in range(tries):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.02)
        except OSError:
            return True  # a file system without locks
        else:
            return True
    return False


def is_free(path: Path) -> bool:
    """Is no other process writing this journal?"""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        return _locked(file, tries=1)
    finally:
        os.close(file)
