"""The ledger of a run: every answer as it comes, in a file of JSON lines, so that nothing is asked twice.

The first line says what the run is about, and each further line is an answer. Every line ends with a digest of itself
and of the line before, so that a ledger that was edited is recognised. When a run comes to its end, a closing line
counts the entries before it. A power failure or `kill -9` cuts off the last line at most. What may have been cut off is
told: a last line that is not whole, and the end of a ledger without a closing line, while there is more to be asked.
"""

import json
import os
import threading
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

from headway.api.user_warning import warn_user
from headway.append_only_file import AppendOnlyFile, InUse
from headway.errors import HeadwayError, quoted
from headway.phrases import count

VERSION = 1
DIGEST = "digest"
ENDED = "ended"
"""What a closing line has: the number of entries before it."""
NOTED = "noted"
"""What of the first line is for the record: a run may go on with another version of Headway, or at another address."""
LATER = ("messages_digest",)
"""What the ledgers of earlier versions do not have."""

Entry = dict[str, Any]
Notify = Callable[[str], object]
"""Tells a person, in a line, that something was cut off."""


class Entries(Protocol):
    """Where answers and games are written down: a ledger, or a list in memory."""

    @property
    def entries(self) -> list[Entry]: ...
    def add(self, entry: Entry) -> None: ...
    def end(self) -> None: ...
    def tell_missing(self, done: int, of: int, what: str) -> None: ...


class InMemory:
    """Entries that are not kept."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def add(self, entry: Entry) -> None:
        """Take down an entry."""
        self.entries.append(entry)

    def end(self) -> None:
        """The run is over; here this is not noted."""

    def tell_missing(self, done: int, of: int, what: str) -> None:
        """Nothing that was here before can have been cut off."""


class BadLedger(HeadwayError):
    """A ledger that cannot be used: it was edited, is of another run, or cannot be written."""

    name = "bad-ledger"


class Ledger:
    """A ledger that is open: the `entries` in it, and `add` for further ones. Only one run at a time may have it open.

    `about` says what the run is about: a ledger of another run is refused. A new run needs a path where there is no
    file yet, and one that is resumed needs its file. `notify` is told what was cut off.
    """

    def __init__(
        self, path: Path, about: Mapping[str, Any], *, resume: bool = False, notify: Notify = warn_user
    ) -> None:
        self.path = path
        self.entries: list[Entry] = []
        self._notify, self._has_ended, self._is_gone_on_with = notify, False, False
        self._lock = threading.Lock()
        try:
            self._file = AppendOnlyFile(path, 0 if resume else os.O_CREAT | os.O_EXCL)
        except FileExistsError:
            raise BadLedger(f"There is a ledger at {path} already; go on with it with --resume.") from None
        except InUse:
            raise BadLedger(f"The ledger {path} is in use by another run.") from None
        except OSError as error:
            raise BadLedger(f"The ledger {path} cannot be opened: {error.strerror}.") from None
        try:
            self._begin(dict(about), resume)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, about: Entry, resume: bool) -> None:
        header = {"headway_arena": VERSION, **about}
        if not resume:
            self._last = ""
            self._append(header)
            return
        found = _read(self.path)
        self._last, self.entries, self._has_ended = found.last, found.entries, found.has_ended
        if found.about is not None:
            changed = _changed(found.about, header)
            if changed:
                raise BadLedger(f"The ledger {self.path} is of another run: {changed} differs.")
            self._is_gone_on_with = True
        if found.is_torn:
            self._notify(_torn(self.path))
        self._file.cut_torn_line()
        if found.about is None:
            self._append(header)

    def add(self, entry: Entry) -> None:
        """Write an answer down. It is on the disk when this returns."""
        with self._lock:
            self._append(entry)
            self.entries.append(entry)
            self._has_ended = False

    def end(self) -> None:
        """Write the closing line, as nothing is left to be asked; one that is there already is enough."""
        with self._lock:
            if not self._has_ended:
                self._append({ENDED: len(self.entries)})
                self._has_ended = True

    def tell_missing(self, done: int, of: int, what: str) -> None:
        """Tell, as a run goes on, how much its ledger has, unless it has all or says that it had come to its end."""
        if self._is_gone_on_with and not self._has_ended and done < of:
            self._notify(no_closing_line(self.path, done, of, what))

    def _append(self, entry: Entry) -> None:
        digest = _digest(self._last, entry)
        line = json.dumps({**entry, DIGEST: digest}).encode() + b"\n"
        try:
            self._file.append(line)
        except OSError as error:
            raise BadLedger(f"The ledger {self.path} cannot be written: {error.strerror}.") from None
        self._last = digest

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Kept(NamedTuple):
    """What a ledger has: what it is `about` (None if it is empty), and its `entries`; `last` is the last digest.

    `is_torn` says that its last line was cut off, and `has_ended` that its run had come to its end.
    """

    about: Entry | None
    entries: list[Entry]
    last: str
    has_ended: bool
    is_torn: bool


def read_ledger(path: Path, notify: Notify = warn_user) -> tuple[Entry, list[Entry], bool]:
    """What a ledger is about, its entries, and whether its run had come to its end. One that was edited is refused; a
    last line that was cut off is not counted, and told.
    """
    found = _read(path)
    if found.is_torn:
        notify(_torn(path))
    if found.about is None:
        raise BadLedger(f"The ledger {path} is empty.")
    return found.about, found.entries, found.has_ended


def no_closing_line(path: Path, done: int, of: int, what: str) -> str:
    """How it is told that a ledger is of a run that was interrupted, or was cut off at the end of a line."""
    known = f"The ledger {path} has no closing line: it has {done:,} of {count(of, what, ',')}."
    return f"{known} The run was interrupted, or the ledger was cut off."


def _torn(path: Path) -> str:
    return f"The last line of the ledger {path} was cut off; it is left out."


def _read(path: Path) -> Kept:
    """The lines of a ledger, but for one that was cut off."""
    about, entries, last, has_ended = None, list[Entry](), "", False
    try:
        *lines, rest = path.read_bytes().split(b"\n")
    except OSError as error:
        raise BadLedger(f"The ledger {path} cannot be read: {error.strerror}.") from None
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            shown = quoted(line[:60].decode("utf-8", "replace"))
            raise BadLedger(f"Line {number} of the ledger {path} is not one of a ledger: {shown}.")
        digest = entry.pop(DIGEST, None)
        is_closing = number > 1 and ENDED in entry
        if digest != _digest(last, entry) or (is_closing and entry != {ENDED: len(entries)}):
            raise BadLedger(f"The ledger {path} was edited: line {number} does not follow from the one before.")
        if number == 1 and entry.get("headway_arena") != VERSION:
            raise BadLedger(f"The ledger {path} is not of version {VERSION} of the arena's ledgers.")
        if number == 1:
            about = entry
        elif not is_closing:
            entries.append(entry)
        last, has_ended = digest, is_closing
    return Kept(about, entries, last, has_ended, rest != b"")


def _changed(kept: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """The name of something by which a run differs from that of a ledger; empty if it is the same."""
    for name, value in now.items():
        other = kept.get(name)
        if name == NOTED or (name in LATER and name not in kept):
            continue
        if isinstance(value, list) and isinstance(other, list) and len(value) == len(other):
            pairs = zip(other, value, strict=True)
            if all(not _changed(one, two) if isinstance(one, dict) else one == two for one, two in pairs):
                continue
        elif value == other:
            continue
        return name
    return ""


def _digest(last: str, entry: Entry) -> str:
    """A digest of a line and of all before it."""
    return sha256(f"{last}\n{json.dumps(entry, sort_keys=True)}".encode()).hexdigest()[:32]
