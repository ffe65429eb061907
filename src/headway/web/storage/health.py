"""The health of the database: what is wrong with it, in a sentence for players and a line in the log."""

import logging

from headway.web.storage.database_file import FileReplaced

NO_ANSWER = "The database does not answer; try again in a moment."
DISK_FULL = "The disk of the server is full; nothing can be stored until its operator has made room."
NOT_WRITABLE = "The server cannot write to its database; nothing can be stored until its operator has mended that."
DAMAGED = "The server's database is damaged; nothing can be stored until its operator has restored it."
PROBLEMS = {
    "SQLITE_FULL": DISK_FULL,
    "SQLITE_READONLY": NOT_WRITABLE,
    "SQLITE_PERM": NOT_WRITABLE,
    "SQLITE_IOERR": NOT_WRITABLE,
    "SQLITE_CANTOPEN": NOT_WRITABLE,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    "53100": DISK_FULL,  # PostgreSQL's disk_full
    "25006": NOT_WRITABLE,  # PostgreSQL's read_only_sql_transaction
}
log = logging.getLogger(__name__)


class Health:
    """What is wrong with reading and with writing; every change is logged once."""

    def __init__(self) -> None:
        self._problems: dict[str, str] = {}

    @property
    def problem(self) -> str:
        """What is wrong, in a sentence; empty if nothing is."""
        return next(iter(self._problems.values()), "")

    def succeeded(self, what: str) -> None:
        """Reading or writing works."""
        if self._problems.pop(what, None) is not None and not self._problems:
            log.warning("The database can be used again.")

    def failed(self, what: str, error: Exception) -> str:
        """Reading or writing has failed; returns the problem in a sentence."""
        before, problem = self.problem, problem_of(error)
        self._problems[what] = problem
        if self.problem != before:
            log.error("%s (%s)", problem, reason_of(error))
        return problem


def problem_of(error: Exception) -> str:
    """What an error of the database, or of its file, means, in a sentence for players."""
    if isinstance(error, FileReplaced):
        return str(error)
    name = error_name(error)
    return next((sentence for start, sentence in PROBLEMS.items() if name.startswith(start)), NO_ANSWER)


def error_name(error: BaseException | None) -> str:
    """The name or the code that the database has for an error; empty if it has none."""
    original = getattr(error, "orig", None) or error
    return getattr(original, "sqlite_errorname", None) or getattr(original, "sqlstate", None) or ""


def reason_of(error: Exception) -> str:
    """The first line of what the database says of an error."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
