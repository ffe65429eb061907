"""The file of an SQLite database: is the one that is open still the one that has its name?

SQLite writes on to a file that was deleted or renamed, and such a write is lost for all who open the file by its name.
"""

import os

GONE = "The server's database file is gone or was replaced; nothing can be stored until its operator has mended that."
Identity = tuple[int, int]


class FileReplaced(Exception):
    """The file that is open is not the one that has the database's name."""

    def __init__(self) -> None:
        super().__init__(GONE)


class DatabaseFile:
    """Remembers which file has the database's name, and which one its write-ahead log's."""

    def __init__(self, path: str | None) -> None:
        self._path = path if path and path != ":memory:" else None
        self._file: Identity | None = None
        self._log: Identity | None = None
        self._is_watched = False

    def remember(self) -> None:
        """The file that has the name now is the database."""
        if self._path is not None:
            self._file, self._is_watched = _identity(self._path), True

    def remember_log(self) -> None:
        """The write-ahead log that has its name now is the one in use; it is kept as long as a connection is open."""
        if self._path is not None:
            self._log = _identity(f"{self._path}-wal")

    def forget_log(self) -> None:
        """The connection is closed; the next one may create another write-ahead log."""
        self._log = None

    def check(self) -> None:
        """Raise `FileReplaced` if another file, or none, has the database's name or that of its log in use."""
        if self._path is None or not self._is_watched:
            return
        if self._file is None or _identity(self._path) != self._file:
            raise FileReplaced
        log = self._log
        is_gone = log is not None and _identity(f"{self._path}-wal") != log
        if is_gone and self._log is log:  # the writer has not closed its connection meanwhile, in another thread
            raise FileReplaced


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
