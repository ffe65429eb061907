"""Records: JSON Lines that hold the events of a match, as they happened.

The same file is the journal of a running game: it grows by one synced write for each intent that is carried out.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from headway.errors import BadRecord, HeadwayError, quoted
from headway.phrases import either
from headway.table.apply import apply
from headway.table.events import READABLE, Ended, Event, Hinted, Moved, Named, Seated, from_json
from headway.table.match import Match, MatchGame
from headway.table.table import Table

LONGEST_LINE = 1_000_000


class Record(NamedTuple):
    """What a file holds: a match, and how much of the file is sound. Its games are its tables, in order."""

    match: Match
    is_torn: bool = False
    size: int = 0
    ends_with_newline: bool = True
    damage: str | None = None  # where reading stopped, and why, with `as_far_as_it_goes`

    @property
    def tables(self) -> tuple[Table, ...]:
        """The games, in order."""
        return tuple(played.table for played in self.match.games)

    @property
    def table(self) -> Table:
        """The last game."""
        return self.match.table


def events_of(played: MatchGame) -> Iterator[Event]:
    """The record of one game as anyone may read it: without its dice before the end, or a secret that is open.

    Moves that were taken back, and offers, are left out. A change of players comes at the ply at which it happened, or
    at the end if fewer plies are left; so do hints.
    """
    table = played.table
    seated = [(entry.ply, entry.what) for entry in played.story if isinstance(entry.what, Seated | Named | Hinted)]
    yield played.begun._replace(dice=None)
    for index in range(table.ply - table.is_secret_open):
        while seated and seated[0][0] <= index:
            yield seated.pop(0)[1]
        client_seed = played.client_seeds.get(index + 1)
        yield Moved(table.by(index), table.game.token(table.moves[index]), index + 1, client_seed)
    yield from (event for _, event in seated)
    if table.result is not None and table.reason is not None:
        why = played.ended.why if played.ended is not None else None
        yield Ended(table.result, table.reason, why, played.begun.dice)


def read(path: Path, as_far_as_it_goes: bool = False) -> Record:
    """The record in a file; `BadRecord` says which line is wrong and what was expected.

    With `as_far_as_it_goes`, a record that is damaged after its header is read up to the damage, which it describes.
    """
    try:
        with path.open("rb") as file:
            return read_stream(file, as_far_as_it_goes)
    except BadRecord as error:
        raise BadRecord(f"{path}, {error}") from error
    except (OSError, ValueError) as error:  # a path can be wrong in many ways
        raise BadRecord(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error


def read_stream(file: BinaryIO, as_far_as_it_goes: bool = False) -> Record:
    """The record in a stream of bytes. A last line that lacks its newline and makes no sense is left out as torn."""
    match = Match()
    size = number = 0
    is_whole = True
    while raw := file.readline(LONGEST_LINE):
        number += 1
        try:
            match = apply(match, _event(raw, is_first=number == 1))
        except HeadwayError as error:
            if number > 1 and not raw.endswith(b"\n") and len(raw) < LONGEST_LINE:
                return Record(match, is_torn=True, size=size)
            if as_far_as_it_goes and number > 1:
                return Record(match, size=size, damage=f"line {number}: {error}")
            raise BadRecord(f"line {number}: {error}") from error
        size += len(raw)
        is_whole = raw.endswith(b"\n")
    if number == 0:
        raise BadRecord("line 1: the file is empty; expected the header of a Headway record.")
    return Record(match, size=size, ends_with_newline=is_whole)


def _event(raw: bytes, is_first: bool) -> Event:
    line = _parsed(raw)
    if is_first and "headway" not in line:
        raise BadRecord(f'expected the header of a Headway record ("headway": {either(READABLE)}).')
    return from_json(line)


def _parsed(raw: bytes) -> dict[str, Any]:
    if len(raw) == LONGEST_LINE:
        raise BadRecord(f"longer than {LONGEST_LINE:,} bytes; expected a line of a Headway record.")
    try:
        line = json.loads(raw)
    except UnicodeDecodeError:
        raise BadRecord("not UTF-8 text; expected a line of a Headway record.") from None
    except (ValueError, RecursionError):
        raise BadRecord(f"expected a JSON object, found {quoted(raw.decode('utf-8', 'replace').strip())}.") from None
    if not isinstance(line, dict):
        raise BadRecord(f"expected a JSON object, found {quoted(json.dumps(line))}.")
    return line
