"""Records: games on disk."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from warnings import warn

from headway.api.arguments import checked_path, checked_player, checked_table
from headway.errors import BadFile, expected, printable
from headway.phrases import count
from headway.players import HUMAN, seat_player
from headway.table import record
from headway.table.events import Begun, to_json
from headway.table.match import MatchGame
from headway.table.outcome import Reason
from headway.table.table import Table


@dataclass(frozen=True, repr=False)
class Record:
    """The games that a file holds, in order. It can be gone through, counted and indexed like a tuple of tables.

    >>> headway.write(headway.Table(headway.load("cross-over")).play("3"), "record.jsonl")
    >>> record = headway.read("record.jsonl")
    >>> record
    <Record of 1 game of cross-over, human against human>
    >>> [table.ply for table in record], len(record), record[0].ply
    ([1], 1, 1)
    """

    _record: record.Record

    @property
    def tables(self) -> tuple[Table, ...]:
        """The games, in order.

        >>> headway.write(headway.Table(headway.load("cross-over")).play("3"), "tables.jsonl")
        >>> headway.read("tables.jsonl").tables
        (<Table cross-over: 3; P2 to move>,)
        """
        return self._record.tables

    @property
    def table(self) -> Table:
        """The last game.

        >>> headway.write(headway.Table(headway.load("cross-over")).play("3"), "table.jsonl")
        >>> headway.read("table.jsonl").table
        <Table cross-over: 3; P2 to move>
        """
        return self._record.table

    @property
    def players(self) -> tuple[str, str]:
        """Who plays, by seat, in the last game: "human", or a program as `simulate` names them.

        >>> headway.write(headway.Table(headway.load("cross-over")), "players.jsonl", players=("human", "perfect"))
        >>> headway.read("players.jsonl").players
        ('human', 'perfect')
        """
        return self._record.match.players

    @property
    def is_torn(self) -> bool:
        """Was the last line written in part only, and is left out?

        >>> headway.write(headway.Table(headway.load("cross-over")).play("3"), "whole.jsonl")
        >>> headway.read("whole.jsonl").is_torn
        False
        """
        return self._record.is_torn

    def __iter__(self) -> Iterator[Table]:
        return iter(self.tables)

    def __len__(self) -> int:
        return len(self.tables)

    def __getitem__(self, index: int) -> Table:
        return self.tables[index]

    def __repr__(self) -> str:
        games, (p1, p2) = count(len(self), "game"), map(printable, self.players)
        return f"<Record of {games} of {self.table.game.name}, {p1} against {p2}>"


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
    found = Record(record.read(checked_path(path)))
    if found.is_torn:
        warn(f"{path}: the last line was torn and is left out.", stacklevel=2)
    return found


def write(table: Table, path: str | os.PathLike[str], players: tuple[str, str] = (HUMAN, HUMAN)) -> None:
    """Save a game as a record, which `headway resume`, `replay` and `review` take. An existing file is not replaced.

    The players are "human" or programs, as `simulate` names them. A secret that is not answered yet is left out.

    >>> table = headway.Table(headway.load("cross-over")).play("3")
    >>> headway.write(table, "mine.jsonl", players=("human", "perfect"))
    >>> headway.read("mine.jsonl")
    <Record of 1 game of cross-over, human against perfect>
    """
    table, path = checked_table(table), checked_path(path)
    limit = table.ply if table.reason is Reason.LIMIT else None
    begun = Begun(table.game.name, table.game.settings, table.first, _checked_players(players), limit=limit)
    lines = "".join(f"{json.dumps(to_json(event))}\n" for event in record.events_of(MatchGame(begun, table)))
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            file.write(lines)
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}.") from None


def _checked_players(players: object) -> tuple[str, str]:
    if not isinstance(players, tuple | list) or len(players) != 2:
        raise expected('two players, such as ("human", "perfect")', players)
    one, two = map(checked_player, players)
    for player in (one, two):
        seat_player(player)  # refuses one that `headway resume` could not seat
    return one, two
