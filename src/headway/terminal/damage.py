"""What is said of a record that is damaged, by the commands that read records."""

from pathlib import Path

from headway.table.record import Record
from headway.terminal.output import complain


def report_damage(path: Path | str, record: Record) -> None:
    """Say if a record was not read to its end, and why."""
    if record.damage is not None:
        complain(f"{path}, {record.damage} What comes before that line is used.")
    if record.is_torn:
        complain(f"{path}: the last line was torn and is left out.")
