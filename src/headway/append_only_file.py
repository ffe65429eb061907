"""A file of lines that only grows, and that one process at a time writes: a line that was appended survives `kill -9`.

A process that is killed while it writes may leave a last line that lacks its newline: a torn line.
"""

import errno
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

try:
    import fcntl
except ImportError:  # Windows has no such locks; there nothing keeps two processes from one file
    fcntl = None  # type: ignore[assignment]

TRIES, SECONDS_APART = 5, 0.02
"""A file is locked at the fifth try at the latest, because `is_free` has it for a moment."""
BLOCK = 1 << 16
"""The number of bytes that are read at a time to find the end of the last whole line."""


class InUse(Exception):
    """Another process is writing the file."""


class AppendOnlyFile:
    """A file of lines that is open, for this process alone: others get `InUse`.

    `flags` are those of `os.open` that say whether it is created, and `mode` says who may read it then. The disk is
    waited for at every line, or once in `sync_seconds`: what is lost by a power failure then is no more than that.
    """

    def __init__(self, path: Path, flags: int = os.O_CREAT, mode: int = 0o600, *, sync_seconds: float = 0.0) -> None:
        self.path = path
        self._sync_seconds, self._synced = sync_seconds, 0.0
        self._file: int | None = os.open(path, os.O_RDWR | os.O_APPEND | flags, mode)
        if not _locked(self._file, TRIES):
            self.close()
            raise InUse(str(path))

    @property
    def is_open(self) -> bool:
        """Can it be written to? A file that could not be cut is closed, before more damage is done."""
        return self._file is not None

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return os.fstat(self._descriptor).st_size

    def append(self, lines: bytes) -> None:
        """Write lines, all of them or nothing; `OSError` says why they cannot be written, and the file is as before."""
        before = self.size
        try:
            if os.write(self._descriptor, lines) < len(lines):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if time.monotonic() - self._synced >= self._sync_seconds:
                self.sync()
        except OSError:
            with suppress(OSError):
                self.cut(before)
            raise

    def sync(self) -> None:
        """Wait until all that was written is on the disk."""
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            if error.errno != errno.EINVAL:  # a device or a pipe has nothing to sync
                raise
        self._synced = time.monotonic()

    def cut(self, size: int) -> None:
        """Cut the file off after this many bytes. A file that cannot be cut is closed."""
        try:
            os.ftruncate(self._descriptor, size)
        except OSError:
            self.close()
            raise

    def cut_torn_line(self) -> None:
        """Cut off a last line that lacks its newline."""
        with self.path.open("rb") as file:
            for end in range(self.size, 0, -BLOCK):
                begin = max(0, end - BLOCK)
                file.seek(begin)
                newline = file.read(end - begin).rfind(b"\n")
                if newline >= 0:
                    self.cut(begin + newline + 1)
                    return
        self.cut(0)

    def touch(self) -> None:
        """Make this the file that was written last."""
        now = time.time_ns()  # more exact than the clock that dates what is written
        os.utime(self._descriptor if os.utime in os.supports_fd else self.path, ns=(now, now))

    def close(self) -> None:
        """Close the file, if it is open."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    @property
    def _descriptor(self) -> int:
        if self._file is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self._file

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def whole_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, each with its newline; a torn one at the end is left out."""
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield line


def is_free(path: Path) -> bool:
    """Is the file free, that is, not being written by another process?"""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        return _locked(file, tries=1)
    finally:
        os.close(file)


def _locked(file: int, tries: int) -> bool:
    """Lock the file for this process; False if another has it."""
    if fcntl is None:
        return True
    for _ in range(tries):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(SECONDS_APART)
        except OSError:
            return True  # a file system without locks
        else:
            return True
    return False
