"""Rows as a Parquet file. It cannot be written row by row: it is written whole, from what is known so far."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from headway.errors import NotInstalled, install_hint
from headway.lab.row import KINDS
from headway.lab.row_lines import BadRows, Cells

BATCH = 10_000
"""The number of rows that are in memory at a time."""


def refuse_without_pyarrow() -> None:
    """Parquet needs pyarrow."""
    _arrow()


def parquet_cells(path: Path) -> Iterator[Cells]:
    """The cells of the rows of a Parquet file."""
    arrow, parquet = _arrow()
    try:
        for batch in parquet.ParquetFile(path).iter_batches(BATCH):
            yield from batch.to_pylist()
    except arrow.ArrowInvalid:
        raise BadRows(f"{path} is not a Parquet file.") from None


def write_parquet(path: Path, cells_of_all: Callable[[], Iterator[Cells]]) -> None:
    """Write the rows to a file, which is replaced as a whole: of each variant the last row stays."""
    arrow, parquet = _arrow()
    last = {cells["key"]: number for number, cells in enumerate(cells_of_all())}
    half = path.with_name(f".{path.name}.part")
    schema = None
    writer: Any = None
    try:
        for batch in _batches(cells for number, cells in enumerate(cells_of_all()) if last[cells["key"]] == number):
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
    """The columns: of the rules by what they hold, of the others by what they are."""
    types = {int: arrow.int64(), float: arrow.float64()}
    kinds = {name: KINDS.get(name, type(cell)) for name, cell in cells.items()}
    return arrow.schema([(name, types.get(kind, arrow.string())) for name, kind in kinds.items()])


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise NotInstalled(f"Parquet needs pyarrow: {install_hint('lab')}") from None
    return pyarrow, parquet
