"""The ledger of a run: every answer as it comes, in a file of JSON lines, so that nothing is asked twice.

The first line says what the run is about, and each further line is an answer. Every line ends with a digest of itself
and of the line before, so that a ledger that was edited is recognised. One that was cut off, by a power failure or
`kill -9`, loses its last line at most.
"""

import json
import os
import threading
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from headway.append_only_file import AppendOnlyFile, InUse, whole_lines
from headway.errors import HeadwayError, quoted

VERSION = 1
DIGEST = "digest"
NOTED = "noted"
"""What of the first line is for the record: a run may go on with another version of Headway, or at another address."""
LATER = ("messages_digest",)
"""What the ledgers of earlier versions do not have."""

Entry = dict[str, Any]


class Entries(Protocol):
    """Where answers and games are written down: a ledger, or a list in memory."""

    @property
    def entries(self) -> list[Entry]: ...
    def add(self, entry: Entry) -> None: ...


class InMemory:
    """Entries that are not kept."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def add(self, entry: Entry) -> None:
        """Take down an entry."""
        self.entries.append(entry)


class BadLedger(HeadwayError):
    """A ledger that cannot be used: it was edited, is of another run, or cannot be written."""

    name = "bad-ledger"


class Ledger:
    """A ledger that is open: the `entries` in it, and `add` for further ones. Only one run at a time may have it open.

    `about` says what the run is about: a ledger of another run is refused. A new run needs a path where there is no
    file yet, and one that is resumed needs its file.
    """

    def __init__(self, path: Path, about: Mapping[str, Any], *, resume: bool = False) -> None:
        self.path = path
        self.entries: list[Entry] = []
        self.was_torn = False
        """Was the last line cut off, and left out?"""
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
        if found:
            (first, self._last), *others = found
            changed = _changed(first, header)
            if changed:
                raise BadLedger(f"The ledger {self.path} is of another run: {changed} differs.")
            for entry, self._last in others:
                self.entries.append(entry)
        size = self._file.size
        self._file.cut_torn_line()
        self.was_torn = self._file.size < size
        if not found:
            self._last = ""
            self._append(header)

    def add(self, entry: Entry) -> None:
        """Write an answer down. It is on the disk when this returns."""
        with self._lock:
            self._append(entry)
            self.entries.append(entry)

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


def read_ledger(path: Path) -> tuple[Entry, list[Entry]]:
    """What a ledger is about, and its answers. One that was edited is refused; a last line that was cut off is not
    counted.
    """
    found = _read(path)
    if not found:
        raise BadLedger(f"The ledger {path} is empty.")
    (about, _), *entries = found
    return about, [entry for entry, _ in entries]


def _read(path: Path) -> list[tuple[Entry, str]]:
    """The lines of a ledger with their digests, but for one that was cut off."""
    try:
        lines = list(whole_lines(path))
    except OSError as error:
        raise BadLedger(f"The ledger {path} cannot be read: {error.strerror}.") from None
    found: list[tuple[Entry, str]] = []
    last = ""
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            shown = quoted(line[:60].decode("utf-8", "replace").rstrip("\n"))
            raise BadLedger(f"Line {number} of the ledger {path} is not one of a ledger: {shown}.")
        digest = entry.pop(DIGEST, None)
        if digest != _digest(last, entry):
            raise BadLedger(f"The ledger {path} was edited: line {number} does not follow from the one before.")
        if number == 1 and entry.get("headway_arena") != VERSION:
            raise BadLedger(f"The ledger {path} is not of version {VERSION} of the arena's ledgers.")
        found.append((entry, digest))
        last = digest
    return found


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
