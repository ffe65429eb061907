"""The journal of a running game: its record, written as it is played, in the user's state folder or where asked."""

import json
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from headway.append_only_file import AppendOnlyFile, InUse
from headway.errors import HeadwayError, RecordExists, RecordInUse
from headway.table.events import Ended, Event, Moved, TakenBack, to_json
from headway.table.match import Match
from headway.table.record import Record, read


class Journal:
    """One file to which the events of a match are appended, a line each.

    If the file cannot be written there is one warning, and the game goes on.

    A secret is written together with its answer, so that it cannot be read in the file before the guess. Lines that
    could not be written are kept and tried again with the next.
    """

    def __init__(self, path: Path, warn: Callable[[str], None]) -> None:
        self.path = path
        self._warn = warn
        self._file: AppendOnlyFile | None = None
        self._unwritten = b""
        self._open_secret: Moved | None = None
        self._has_warned = False

    @classmethod
    def create(cls, path: Path, warn: Callable[[str], None]) -> "Journal":
        """A new file; an existing one is never written over."""
        journal = cls(path, warn)
        with suppress(OSError):  # what is wrong with the path is reported when it is opened
            if path.is_file() and path.stat().st_size > 0:
                raise RecordExists(f"{path} exists already; choose another name, or resume the game in it.")
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
        if record.is_torn and journal._file is not None:
            with suppress(OSError):  # it is closed then
                journal._file.cut(record.size)
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
        return self._file is not None and self._file.is_open

    @property
    def is_saved(self) -> bool:
        """Has everything been written to the file?"""
        return self.is_open and not self._unwritten

    def mark_as_left(self) -> None:
        """Make this the game that was left last, even if no move was made in it."""
        if self._file is not None:
            with suppress(OSError):  # then the time of the last move counts
                self._file.touch()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _open(self) -> None:
        try:
            self._file = AppendOnlyFile(self.path)
        except InUse:
            raise RecordInUse(f"{self.path} is being played in another terminal.") from None
        except (OSError, ValueError) as error:
            self._failed(error)

    def _write(self, lines: list[dict[str, Any]]) -> None:
        if self._file is None or not self._file.is_open:
            return
        self._unwritten += b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        if not self._unwritten:
            return
        try:
            self._file.append(self._unwritten)
        except OSError as error:
            self._failed(error)
        else:
            self._unwritten = b""

    def _failed(self, error: OSError | ValueError) -> None:
        if not self._has_warned:
            reason = getattr(error, "strerror", None) or error
            self._warn(f"The game cannot be saved in {self.path} ({reason}). It goes on all the same.")
        self._has_warned = True


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
