"""A file of rows: CSV, JSON Lines or Parquet by its ending. Each row is written as soon as it is there.

A line that was cut off, by a power failure or `kill -9`, is dropped when the file is opened again. Parquet cannot be
written row by row: its rows go to a journal beside it, which becomes part of it when it is closed.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from headway.append_only_file import AppendOnlyFile, InUse
from headway.lab.parquet import parquet_cells, refuse_without_pyarrow, write_parquet
from headway.lab.row import Row, Status
from headway.lab.row_lines import CSV, JSON_LINES, BadRows, Cells, LineForm

SYNC_SECONDS = 1.0
"""So often, at most, the disk is waited for: what is lost by a power failure is computed again."""
MOST_HEADER = 1 << 16
"""More bytes than the names of all columns take."""
PARQUET = ".parquet"
JOURNAL = ".journal"
FORMS = {".csv": CSV, ".jsonl": JSON_LINES, PARQUET: JSON_LINES}
"""How the lines of a file are written, by its ending; those of a Parquet file are in its journal."""
DONE = {Status.OK, Status.PARTIAL, Status.REFUSED}


class RowFile:
    """A file of rows that is open. `known` has the keys of the rows that need not be measured again.

    `columns` are those of a row; a file with others is refused. With `retry`, rows without figures are not known, but
    for those of variants that the game refuses. `failed` has the keys of variants that failed.
    """

    def __init__(self, path: Path, columns: Row, *, retry: bool = False) -> None:
        self.path = path
        self._form = _form_of(path)
        self._is_parquet = path.suffix == PARQUET
        self._lines = path.with_name(path.name + JOURNAL) if self._is_parquet else path
        try:
            self._file = AppendOnlyFile(self._lines, mode=0o644, sync_seconds=SYNC_SECONDS)
        except InUse:
            raise BadRows(f"Another sweep is writing to {path}.") from None
        except OSError as error:
            raise BadRows(f"{path} cannot be opened: {error.strerror}.") from None
        try:
            self._begin(columns.cells(), retry)
        except BaseException:
            if self._is_parquet and self._file.size == 0:
                self._lines.unlink(missing_ok=True)
            self._file.close()
            raise

    def _begin(self, columns: Cells, retry: bool) -> None:
        self._refuse_other_files(columns)
        self.known, self.failed = set[str](), set[str]()
        for cells in cells_of(self.path):
            if cells.keys() != columns.keys():
                raise BadRows(f"{self.path} has other columns: it is of another game, or of another version.")
            self._note(cells["key"], cells["status"])
            if retry and cells["status"] not in DONE:
                self.known.discard(cells["key"])
        self._file.cut_torn_line()
        if self._file.size == 0:
            self._write(self._form.header(columns))

    def _refuse_other_files(self, columns: Cells) -> None:
        """Refuse a file that does not begin as one of such rows does, before anything is written."""
        with self._lines.open("rb") as file:
            begins, content = self._form.header(columns), file.read(MOST_HEADER)
        if b"\n" in content:
            if begins and content.partition(b"\n")[0] != begins.rstrip(b"\n"):
                raise BadRows(f"{self.path} has other columns: it is of another game, or of another version.")
            return  # the lines tell the rest
        begins = begins or self._form.line(columns).partition(b":")[0]
        if not content.startswith(begins) and not begins.startswith(content):
            raise BadRows(f"{self.path} is not a file of rows of a sweep.")

    def add(self, row: Row) -> None:
        """Write a row down. It survives the end of this process at once, and a power failure within a second or so."""
        self._write(self._form.line(row.cells()))
        self._note(row.key, row.status)

    def _note(self, key: str, status: str) -> None:
        self.known.add(key)
        if status == Status.FAILED:
            self.failed.add(key)
        else:
            self.failed.discard(key)

    def _write(self, line: bytes) -> None:
        try:
            self._file.append(line)
        except OSError as error:
            raise BadRows(f"{self.path} cannot be written: {error.strerror}.") from None

    def close(self) -> None:
        """Wait for the disk, and close the file."""
        try:
            if self._file.is_open:
                self._file.sync()
            if self._is_parquet:
                if self._lines.stat().st_size:
                    write_parquet(self.path, lambda: cells_of(self.path))
                self._lines.unlink()
        except OSError as error:
            kept = f"; its rows are in {self._lines}" if self._is_parquet else ""
            raise BadRows(f"{self.path} cannot be written: {error.strerror or error}{kept}.") from None
        finally:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read(path: str | os.PathLike[str]) -> list[Row]:
    """The rows of a file in the order in which they were written, of each variant the last one.

    >>> rows = headway.lab.sweep("cross-over", {"length": "4..6"}, out="sweep.csv")
    >>> sorted(row.rules["length"] for row in headway.lab.read("sweep.csv"))
    [4, 5, 6]
    """
    return list({cells["key"]: Row.from_cells(cells) for cells in cells_of(Path(path))}.values())


def cells_of(path: Path) -> Iterator[Cells]:
    """The cells of all rows of a file, with those of the journal beside it."""
    form, journal = _form_of(path), path.with_name(path.name + JOURNAL)
    try:
        if path.suffix != PARQUET:
            yield from form.read(path)
            return
        if not path.exists() and not journal.exists():
            raise FileNotFoundError(2, "No such file or directory")
        if path.exists():
            yield from parquet_cells(path)
        if journal.exists():
            yield from form.read(journal)
    except OSError as error:
        raise BadRows(f"{path} cannot be read: {error.strerror or error}.") from None


def _form_of(path: Path) -> LineForm:
    if path.suffix not in FORMS:
        raise BadRows(f"{path} must end with .csv, .jsonl or .parquet.")
    if path.suffix == PARQUET:
        refuse_without_pyarrow()
    return FORMS[path.suffix]
