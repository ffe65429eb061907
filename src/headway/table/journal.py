"""The journal of a running game: its record, written as it is played, in the user's state folder or where asked."""

import errno
import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from headway.errors import HeadwayError
from headway.table.record import Record, Setting, header, move_line, result_line
from headway.table.table import Table

try:
    import fcntl
except ImportError:  # Windows has no such locks; there two terminals can resume one game
    fcntl = None  # type: ignore[assignment]


class Journal:
    """One file that a game is written to, line by line. A file that cannot be written costs one warning, not the game.

    A secret is written together with its answer, so that nobody can read it in the file before the guess. Lines that
    could not be written are kept and tried again with the next.
    """

    def __init__(self, path: Path, warn: Callable[[str], None]) -> None:
        self.path = path
        self._warn = warn
        self._file: int | None = None
        self._unwritten = b""
        self._written_plies = 0
        self._has_result = False
        self._has_warned = False

    @classmethod
    def create(cls, path: Path, warn: Callable[[str], None]) -> "Journal":
        """A new file; an existing one is never written over."""
        journal = cls(path, warn)
        if path.is_file() and path.stat().st_size > 0:
            raise HeadwayError(f"{path} exists already; choose another name, or resume the game in it.")
        journal._open()
        return journal

    @classmethod
    def continued(cls, path: Path, record: Record, warn: Callable[[str], None]) -> "Journal":
        """The file of a record that was just read, without its torn end."""
        journal = cls(path, warn)
        journal._open()
        journal._cut(record.size)
        if record.size and not path.read_bytes().endswith(b"\n"):
            journal._unwritten = b"\n"
        journal._written_plies = record.table.ply
        journal._has_result = record.table.result is not None
        return journal

    def begin(self, table: Table, setting: Setting) -> None:
        """Write the header of a game that starts."""
        self._written_plies = 0
        self._has_result = False
        self._write([header(table, setting)])

    def keep(self, table: Table) -> None:
        """Bring the file up to the table: moves made or taken back, and the result."""
        lines = []
        public = table.ply - table.is_secret_open
        if public < self._written_plies:
            lines.append({"undo": self._written_plies - public})
        lines += [move_line(table, index) for index in range(self._written_plies, public)]
        self._written_plies = public
        if table.result is not None and not self._has_result:
            lines.append(result_line(table))
            self._has_result = True
        self._write(lines)

    @property
    def is_open(self) -> bool:
        return self._file is not None

    @property
    def is_saved(self) -> bool:
        """Is everything that should be in the file there?"""
        return self.is_open and not self._unwritten

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> None:
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            self._failed(error)
            return
        if not _locked(self._file):
            self.close()
            raise HeadwayError(f"{self.path} is being played in another terminal.")

    def _write(self, lines: list[dict[str, Any]]) -> None:
        if self._file is None or not (lines or self._unwritten):
            return
        self._unwritten += b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        sound = os.lseek(self._file, 0, os.SEEK_END)
        try:
            if os.write(self._file, self._unwritten) < len(self._unwritten):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            _sync(self._file)
        except OSError as error:
            self._cut(sound)
            self._failed(error)
        else:
            self._unwritten = b""

    def _cut(self, size: int) -> None:
        if self._file is None:
            return
        with suppress(OSError):  # a device has no length to cut back
            os.ftruncate(self._file, size)

    def _failed(self, error: OSError) -> None:
        if not self._has_warned:
            self._warn(f"The game cannot be saved in {self.path} ({error.strerror}). It goes on all the same.")
        self._has_warned = True


def _sync(file: int) -> None:
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a device or a pipe has nothing to sync
            raise


def _locked(file: int) -> bool:
    """Take the file for this process; False where another has it."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks
    return True


def is_free(path: Path) -> bool:
    """Is no other process writing this journal?"""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        return _locked(file)
    finally:
        os.close(file)
