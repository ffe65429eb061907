"""The lock of a server on its SQLite file.

The players at two servers on one file would never hear of each other's moves.
The system releases the lock when the process ends, however it ends. The file beside the database holds the process and
the address of the server that locked it last; it is removed with the lock, and stays if the process was killed.
"""

import os
import sys
from contextlib import suppress

from headway.web.refusals import DatabaseUnavailable
from headway.web.storage.store import Store

LOCKED_BYTE = 2**30  # behind all text, which Windows could not read otherwise


class ServerLock:
    """A lock that is held until it is closed, or the process ends."""

    def __init__(self, store: Store) -> None:
        database = store.url.database
        self._file: int | None = None
        if store.is_shared or not database or database == ":memory:":
            return
        self._path = f"{os.path.realpath(database)}.lock"
        os.makedirs(os.path.dirname(self._path), exist_ok=True)
        while self._file is None:
            self._file = self._opened()
        self.write("starting")

    def _opened(self) -> int | None:
        """The lock file, locked; None if the one that was opened has been removed meanwhile."""
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise DatabaseUnavailable(f"The database cannot be used: {self._path}: {error.strerror}") from None
        try:
            _lock(file)
        except OSError:
            holder = os.read(file, 200).decode(errors="replace").strip()
            os.close(file)
            raise DatabaseUnavailable(
                f"Another server uses this database ({holder or 'it is just starting'}); "
                "only a PostgreSQL database can be shared."
            ) from None
        with suppress(OSError):
            if os.path.samestat(os.fstat(file), os.stat(self._path)):
                return file
        os.close(file)
        return None

    def close(self) -> None:
        """Release the lock, and remove its file."""
        if self._file is not None:
            with suppress(OSError):  # Windows keeps a file that is open
                os.unlink(self._path)
            os.close(self._file)
            self._file = None

    def write(self, address: str) -> None:
        """Tell those who find the database locked where this server is."""
        if self._file is not None:
            os.lseek(self._file, 0, os.SEEK_SET)
            os.ftruncate(self._file, 0)
            os.write(self._file, f"process {os.getpid()}, {address}\n".encode())


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
