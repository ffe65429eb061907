"""Records: games on disk."""

import json
import os
from pathlib import Path
from warnings import warn

from headway.errors import HeadwayError
from headway.table import record
from headway.table.events import HUMAN, Begun, to_json
from headway.table.match import MatchGame
from headway.table.outcome import Reason
from headway.table.record import Record
from headway.table.table import Table


def read(path: str | os.PathLike[str]) -> Record:
    """The games of a record: what `headway play` saved, in this version or an earlier one.

    >>> headway.write(headway.Table(headway.load("cross-over")).play("3"), "game.jsonl")
    >>> (table,) = headway.read("game.jsonl")
    >>> table
    <Table cross-over: 3; P2 to move>
    >>> headway.read("nowhere.jsonl")
    Traceback (most recent call last):
    headway.errors.BadRecord: nowhere.jsonl cannot be read: No such file or directory.
    """
    found = record.read(Path(path))
    if found.is_torn:
        warn(f"{path}: the last line was torn and is left out.", stacklevel=2)
    return found


def write(table: Table, path: str | os.PathLike[str], players: tuple[str, str] = (HUMAN, HUMAN)) -> None:
    """Save a game as a record, which `headway resume`, `replay` and `review` take. An existing file is not replaced.

    A secret that is not answered yet is left out.

    >>> table = headway.Table(headway.load("cross-over")).play("3")
    >>> headway.write(table, "mine.jsonl", players=("Ada", "Grace"))
    >>> headway.read("mine.jsonl").players
    ('Ada', 'Grace')
    """
    limit = table.ply if table.reason is Reason.LIMIT else None
    played = MatchGame(Begun(table.game.name, table.game.settings, table.first, players, limit=limit), table)
    lines = "".join(f"{json.dumps(to_json(event))}\n" for event in record.events_of(played))
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            file.write(lines)
    except OSError as error:
        raise HeadwayError(f"{path} cannot be written: {error.strerror}.") from None
