"""A file of rows: CSV, JSON Lines or Parquet by its ending. Each row is written as soon as it is there.

A line that was cut off, by a power failure or `kill -9`, is dropped when the file is opened again. Parquet cannot be
written row by row: its rows go to a journal beside it, which becomes part of it when it is closed.
"""

import csv
import io
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from headway.errors import HeadwayError, install_hint, quoted
from headway.lab.row import Cell, Row, Status

try:
    import fcntl
except ImportError:  # not on Windows; there nothing keeps two sweeps from one file
    fcntl = None  # type: ignore[assignment]

SECONDS_APART = 1.0
"""So often, at most, the disk is waited for: what is lost by a power failure is computed again."""
BATCH = 10_000
MOST_HEADER = 1 << 16
"""More bytes than the names of all columns take."""
JOURNAL = ".journal"
DONE = {Status.OK, Status.PARTIAL}

Cells = dict[str, Any]


class BadRows(HeadwayError):
    """A file of rows that cannot be read or written, or that has other columns."""

    name = "bad-rows"


class Form(NamedTuple):
    """How rows are written as lines, and read from a file."""

    header: Callable[[Cells], bytes]
    line: Callable[[Cells], bytes]
    read: Callable[[Path], Iterator[Cells]]


class RowFile:
    """A file of rows that is open. `known` has the keys of the rows that need not be measured again.

    `columns` are those of a row; a file with others is refused. With `retry`, only rows that have figures are known.
    """

    def __init__(self, path: Path, columns: Row, *, retry: bool = False) -> None:
        self.path = path
        self._form = _form_of(path)
        self._is_parquet = path.suffix == ".parquet"
        self._lines = path.with_name(path.name + JOURNAL) if self._is_parquet else path
        self._synced = 0.0
        expected = list(columns.cells())
        try:
            self._file = os.open(self._lines, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        except OSError as error:
            raise BadRows(f"{path} cannot be opened: {error.strerror}.") from None
        try:
            self._lock()
            self._refuse_other_files(columns.cells())
            self.known = set[str]()
            for cells in cells_of(path):
                if set(cells) != set(expected):
                    raise BadRows(f"{path} has other columns: it is of another game, or of another version.")
                if not retry or cells["status"] in DONE:
                    self.known.add(cells["key"])
                else:
                    self.known.discard(cells["key"])
            self._drop_torn_line()
            if os.fstat(self._file).st_size == 0:
                self._write(self._form.header(columns.cells()))
        except BaseException:
            if self._is_parquet and os.fstat(self._file).st_size == 0:
                self._lines.unlink(missing_ok=True)
            os.close(self._file)
            raise

    def _lock(self) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadRows(f"Another sweep is writing to {self.path}.") from None

    def _refuse_other_files(self, cells: Cells) -> None:
        """Refuse a file that does not begin as one of such rows does, before anything is written."""
        begins, content = self._form.header(cells), self._lines.read_bytes()[:MOST_HEADER]
        if b"\n" in content:
            if begins and content.partition(b"\n")[0] != begins.rstrip(b"\n"):
                raise BadRows(f"{self.path} has other columns: it is of another game, or of another version.")
            return  # the lines tell the rest
        begins = begins or self._form.line(cells).partition(b":")[0]
        if not content.startswith(begins) and not begins.startswith(content):
            raise BadRows(f"{self.path} is not a file of rows of a sweep.")

    def _drop_torn_line(self) -> None:
        whole = self._lines.read_bytes().rfind(b"\n") + 1
        os.ftruncate(self._file, whole)

    def add(self, row: Row) -> None:
        """Write a row down. It survives the end of this process at once, and a power failure within a second or so."""
        self._write(self._form.line(row.cells()))
        self.known.add(row.key)
        if time.monotonic() - self._synced >= SECONDS_APART:
            os.fsync(self._file)
            self._synced = time.monotonic()

    def _write(self, line: bytes) -> None:
        size = os.fstat(self._file).st_size
        try:
            if os.write(self._file, line) < len(line):
                os.ftruncate(self._file, size)
                raise BadRows(f"{self.path} cannot be written: the disk is full.")
        except OSError as error:
            raise BadRows(f"{self.path} cannot be written: {error.strerror}.") from None

    def close(self) -> None:
        """Wait for the disk, and close the file."""
        os.fsync(self._file)
        if self._is_parquet and os.fstat(self._file).st_size:
            _fold(self.path, self._lines)
        if self._is_parquet:
            self._lines.unlink()
        os.close(self._file)

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
        if path.suffix != ".parquet":
            yield from form.read(path)
            return
        if not path.exists() and not journal.exists():
            raise FileNotFoundError(2, "No such file or directory")
        if path.exists():
            yield from _parquet_cells(path)
        if journal.exists():
            yield from form.read(journal)
    except OSError as error:
        raise BadRows(f"{path} cannot be read: {error.strerror or error}.") from None


def _csv_line(cells: Iterable[Cell]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(["" if cell is None else cell for cell in cells])
    return text.getvalue().encode()


def _csv_cells(path: Path) -> Iterator[Cells]:
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.reader(line for line in file if line.endswith("\n"))
        header = next(lines, [])
        for number, line in enumerate(lines, 2):
            if len(line) != len(header) or "key" not in header or not line[header.index("key")]:
                raise BadRows(f"Line {number} of {path} is not a row of a sweep.")
            yield dict(zip(header, line, strict=True))


def _json_line(cells: Cells) -> bytes:
    return json.dumps(cells).encode() + b"\n"


def _json_cells(path: Path) -> Iterator[Cells]:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return  # it was cut off
            try:
                cells = json.loads(line)
            except (ValueError, RecursionError):
                cells = None
            if not isinstance(cells, dict) or not isinstance(cells.get("key"), str):
                shown = quoted(line[:40].decode("utf-8", "replace"))
                raise BadRows(f"Line {number} of {path} is not a row of a sweep: {shown}.")
            yield cells


def _fold(path: Path, journal: Path) -> None:
    """Make the rows of a journal part of a Parquet file: of each variant the last one stays."""
    arrow, parquet = _arrow()
    last = {cells["key"]: number for number, cells in enumerate(cells_of(path))}
    half = path.with_name(f".{path.name}.part")
    schema = None
    writer: Any = None
    try:
        for batch in _batches(cells for number, cells in enumerate(cells_of(path)) if last[cells["key"]] == number):
            if schema is None:
                schema = _schema(arrow, batch[0])
                writer = parquet.ParquetWriter(half, schema)
            writer.write_table(arrow.Table.from_pylist(batch, schema))
        writer.close()
        with half.open("rb+") as file:
            os.fsync(file.fileno())
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


def _batches(cells: Iterator[Cells]) -> Iterator[list[Cells]]:
    batch = list[Cells]()
    for each in cells:
        batch.append(each)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _schema(arrow: Any, cells: Cells) -> Any:
    """The columns of a Parquet file: of the rules by what they hold, of the others by what they are."""
    from headway.lab.row import KINDS

    types = {int: arrow.int64(), float: arrow.float64()}
    kinds = {name: KINDS.get(name, type(cell)) for name, cell in cells.items()}
    return arrow.schema([(name, types.get(kind, arrow.string())) for name, kind in kinds.items()])


def _parquet_cells(path: Path) -> Iterator[Cells]:
    arrow, parquet = _arrow()
    try:
        for batch in parquet.ParquetFile(path).iter_batches(BATCH):
            yield from batch.to_pylist()
    except arrow.ArrowInvalid:
        raise BadRows(f"{path} is not a Parquet file.") from None


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise HeadwayError(f"Parquet needs pyarrow: {install_hint('lab')}") from None
    return pyarrow, parquet


FORMS = {
    ".csv": Form(_csv_line, lambda cells: _csv_line(cells.values()), _csv_cells),
    ".jsonl": Form(lambda cells: b"", _json_line, _json_cells),
    ".parquet": Form(lambda cells: b"", _json_line, _json_cells),
}


def _form_of(path: Path) -> Form:
    if path.suffix not in FORMS:
        raise BadRows(f"{path} must end with .csv, .jsonl or .parquet.")
    if path.suffix == ".parquet":
        _arrow()
    return FORMS[path.suffix]
