"""Saved games: the journals in the user's state folder, one file for each match."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from headway.append_only_file import is_free
from headway.errors import BadRecord
from headway.table.events import VERSION
from headway.table.journal import Journal
from headway.table.record import LONGEST_LINE, Record, read


def folder() -> Path:
    """Where journals are kept unless a game is recorded elsewhere."""
    from platformdirs import user_state_path

    try:
        return user_state_path("headway") / "games"
    except RuntimeError:  # a user without a home
        return Path(os.devnull) / "games"


def new_journal(name: str, elsewhere: Path | None, warn: Callable[[str], None]) -> Journal:
    """A journal for a game that starts. If it is kept elsewhere, a note in the state folder says where."""
    place = folder() / f"{datetime.now():%Y%m%d-%H%M%S-%f}-{name}.jsonl"
    with suppress(OSError):  # a folder that cannot be made shows when the file is opened
        place.parent.mkdir(parents=True, exist_ok=True)
    if elsewhere is not None:
        journal = Journal.create(elsewhere, warn)
        if journal.is_open and elsewhere.is_file():
            note = {"headway": VERSION, "continues": str(elsewhere.resolve())}
            with suppress(OSError):  # it can still be resumed by its name
                place.write_text(json.dumps(note) + "\n", "utf-8")
        if journal.is_open:
            return journal
        return Journal.create(place, lambda message: None)  # in the state folder instead; one warning is enough
    return Journal.create(place, warn)


def is_in_state_folder(path: Path) -> bool:
    """Is the file in the state folder, where `headway resume` finds it without its name?"""
    return path.resolve().parent == folder().resolve()


def kept() -> Iterator[Path]:
    """The files of all games that are kept, the latest first."""
    written = {path: _written_at(path) for path in map(_target, folder().glob("*.jsonl"))}
    return (path for path in sorted(written, key=lambda path: written[path], reverse=True) if written[path])


def unfinished(warn: Callable[[str], None]) -> Iterator[tuple[Path, Record]]:
    """The games that can be resumed, the latest first. A damaged file is reported with `warn` and skipped."""
    for path in kept():
        try:
            record = read(path)
        except BadRecord as error:
            warn(str(error))
            continue
        if not record.match.is_over and is_free(path):
            yield path, record


def _target(note: Path) -> Path:
    """The journal that a file of the state folder stands for: the one that a note names, or the file itself."""
    try:
        with note.open("rb") as file:
            line = json.loads(file.readline(10_000))
        return Path(line["continues"])
    except (OSError, ValueError, RecursionError, TypeError, KeyError):
        return note


def _written_at(path: Path) -> float:
    """When a record was last written; 0 if the path has no regular file, or one without a complete header."""
    try:
        if not path.is_file():
            return 0.0
        with path.open("rb") as file:
            return path.stat().st_mtime if b"\n" in file.readline(LONGEST_LINE) else 0.0
    except (OSError, ValueError):
        return 0.0
