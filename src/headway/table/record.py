"""Records: JSON Lines that hold a game, or the games of a match, as they were played.

A header, a line for each move, a line for the result, and so on for the next game. The same file is the journal of
a running game: it grows by one synced write for each step shown on screen.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from headway import catalogue
from headway.errors import BadRecord, HeadwayError, quoted
from headway.rulekit import P1, P2
from headway.table.match import Match
from headway.table.table import AGREED, FORFEIT, LIMIT, RESIGNED, SEATS, UNFINISHED, Table

VERSION = 1
HUMAN = "human"
LONGEST_LINE = 1_000_000
BY_RULES = "rules"


@dataclass(frozen=True)
class Setting:
    """What a game is played under besides its rules: who plays, the match, the limit, the seed of its luck."""

    players: tuple[str, str] = (HUMAN, HUMAN)
    goal: int = 1
    limit: int | None = None
    seed: int | None = None
    is_dealt: bool = False  # was the board dealt by chance, and is another for the next game of the match?
    commitment: str | None = None  # to the seed of this game's dice, where a server rolls them


@dataclass(frozen=True)
class Record:
    """What a file holds: its games in order, and how much of the file is sound."""

    setting: Setting
    tables: tuple[Table, ...]
    is_torn: bool = False
    size: int = 0
    ends_with_newline: bool = True
    has_result: bool = False
    damage: str | None = None  # what stopped a reader that takes a record as far as it goes
    dice: tuple[tuple[str | None, str | None], ...] = ()  # for each game the commitment, and the seed once it is shown

    @property
    def table(self) -> Table:
        """The last game."""
        return self.tables[-1]

    @property
    def match(self) -> Match:
        """The match without the last game."""
        results = tuple(table.result or "" for table in self.tables[:-1])
        return Match(self.setting.goal, self.tables[0].first, results)

    @property
    def is_finished(self) -> bool:
        """Can nothing more be played? Programs do not go on with a match that has a game without an end."""
        result = self.table.result
        if result is None:
            return False
        stuck = result == UNFINISHED and HUMAN not in self.setting.players
        return stuck or self.setting.goal == 1 or self.match.add(result).champion is not None


def header(table: Table, setting: Setting) -> dict[str, Any]:
    """The first line of a game."""
    line: dict[str, Any] = {"headway": VERSION, "game": table.game.name, "rules": table.game.settings}
    line |= {"first": SEATS[table.first], "players": list(setting.players)}
    if setting.goal > 1:
        line["match"] = setting.goal
    if setting.limit is not None:
        line["limit"] = setting.limit
    if setting.seed is not None:
        line["seed"] = setting.seed
    if setting.is_dealt:
        line["dealt"] = True
    if setting.commitment is not None:
        line["commitment"] = setting.commitment
    return line


def move_line(table: Table, index: int) -> dict[str, Any]:
    """The line of one move."""
    return {"ply": index + 1, "by": SEATS[table.by(index)], "move": table.game.token(table.moves[index])}


def result_line(table: Table) -> dict[str, Any]:
    """The last line of a game."""
    return {"result": table.result, "reason": table.ending.reason if table.ending else BY_RULES}


def lines(table: Table, setting: Setting) -> Iterator[dict[str, Any]]:
    """The whole record of one game, without a secret that is still open."""
    yield header(table, setting)
    for index in range(table.ply - table.is_secret_open):
        yield move_line(table, index)
    if table.result is not None:
        yield result_line(table)


def read(path: Path, as_far_as_it_goes: bool = False) -> Record:
    """The record in a file; `BadRecord` says which line is wrong and what was expected.

    Taken as far as it goes, a record that is damaged after its header is given up to there, with the damage named.
    """
    try:
        with path.open("rb") as file:
            return read_stream(file, as_far_as_it_goes)
    except BadRecord as error:
        raise BadRecord(f"{path}, {error}") from error
    except (OSError, ValueError) as error:  # a path can be wrong in many ways
        raise BadRecord(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error


def read_stream(file: BinaryIO, as_far_as_it_goes: bool = False) -> Record:
    """The record that a stream of bytes holds. A last line without its end may be torn and is then left out."""
    reader = _Reader()
    size = number = 0
    whole = True
    while raw := file.readline(LONGEST_LINE):
        number += 1
        try:
            reader.take(_parsed(raw))
        except HeadwayError as error:
            if number > 1 and not raw.endswith(b"\n") and len(raw) < LONGEST_LINE:
                return reader.record(is_torn=True, size=size)
            if as_far_as_it_goes and number > 1:
                return replace(reader.record(is_torn=False, size=size), damage=f"line {number}: {error}")
            raise BadRecord(f"line {number}: {error}") from error
        size += len(raw)
        whole = raw.endswith(b"\n")
    if number == 0:
        raise BadRecord("line 1: the file is empty; expected the header of a Headway record.")
    return reader.record(is_torn=False, size=size, ends_with_newline=whole)


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


class _Reader:
    """Takes the lines of a record one by one and refuses the first that cannot follow."""

    def __init__(self) -> None:
        self.setting: Setting | None = None
        self.tables: list[Table] = []
        self.dice: list[tuple[str | None, str | None]] = []
        self.has_result = False

    def record(self, is_torn: bool, size: int, ends_with_newline: bool = True) -> Record:
        assert self.setting is not None
        dice = tuple(self.dice)
        return Record(self.setting, tuple(self.tables), is_torn, size, ends_with_newline, self.has_result, dice=dice)

    def take(self, line: dict[str, Any]) -> None:
        if "headway" in line or not self.tables:
            self._begin(line)
        elif self.has_result or (self.tables[-1].result is not None and "result" not in line):
            raise BadRecord("the game has ended; expected its result or the header of another game.")
        elif "move" in line:
            self.tables[-1] = self._moved(self.tables[-1], line)
        elif "undo" in line:
            self.tables[-1] = self._undone(self.tables[-1], line["undo"])
        elif "result" in line:
            self.tables[-1] = self._ended(self.tables[-1], line)
            self.dice[-1] = self.dice[-1][0], _hexadecimal(line, "seed")
            self.has_result = True
        else:
            raise BadRecord('expected an object with "move", "undo", "result" or "headway".')

    def _begin(self, line: dict[str, Any]) -> None:
        if _whole(line, "headway", None) != VERSION:
            raise BadRecord(f'expected the header of a Headway record ("headway": {VERSION}).')
        if self.tables and self.tables[-1].result is None:
            raise BadRecord("a new game begins before the last has ended; expected a move or a result.")
        name, rules = line.get("game"), line.get("rules")
        if not isinstance(name, str) or not isinstance(rules, dict):
            raise BadRecord('expected a header with "game" (a name) and "rules" (an object).')
        first = _one_of(line, "first", {name: seat for seat, name in SEATS.items() if seat in (P1, P2)})
        players = line.get("players", [HUMAN, HUMAN])
        if not (isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players)):
            raise BadRecord('expected "players" with the two names.')
        setting = Setting(
            players=(players[0], players[1]),
            goal=_whole(line, "match", 1) or 1,
            limit=_whole(line, "limit", 1),
            seed=_whole(line, "seed", None),
            is_dealt=line.get("dealt") is True,
        )
        if self.setting is not None:
            so_far = self.record(is_torn=False, size=0)
            if so_far.is_finished or (name, setting) != (so_far.table.game.name, self.setting):
                raise BadRecord("another game begins, but this is no match, or not the same one.")
        self.setting = setting
        self.tables.append(Table(catalogue.find(name).variant(rules), first))
        self.dice.append((_hexadecimal(line, "commitment"), None))
        self.has_result = False

    def _moved(self, table: Table, line: dict[str, Any]) -> Table:
        by = _one_of(line, "by", {name: seat for seat, name in SEATS.items()})
        if _whole(line, "ply", None) != table.ply + 1 or by != table.actor:
            raise BadRecord(f"expected ply {table.ply + 1} by {SEATS[table.actor]}.")
        if not isinstance(line["move"], str):
            raise BadRecord('expected "move" with what the player typed.')
        return table.play(table.game.parse(table.state, line["move"]), by, table.ply)

    def _undone(self, table: Table, back: object) -> Table:
        if isinstance(back, bool) or not isinstance(back, int) or not 1 <= back <= table.ply:
            raise BadRecord(f'expected "undo" with a number from 1 to {table.ply}.')
        return table.earlier(back)

    def _ended(self, table: Table, line: dict[str, Any]) -> Table:
        reason = _one_of(line, "reason", {name: name for name in (BY_RULES, AGREED, RESIGNED, FORFEIT, LIMIT)})
        if reason != BY_RULES and table.result is None:
            loser = None
            if reason in (RESIGNED, FORFEIT):
                loser = _one_of(line, "result", {SEATS[P1]: P2, SEATS[P2]: P1})
            table = table.end(reason, loser)
        if table.result is None:
            raise BadRecord("the moves do not end the game; expected another move.")
        if result_line(table) != {"result": line["result"], "reason": reason}:
            raise BadRecord(f"expected the result {table.result}; the moves do not lead to this one.")
        return table


def _one_of(line: dict[str, Any], key: str, known: dict[str, Any]) -> Any:
    value = line.get(key)
    if not isinstance(value, str) or value not in known:
        raise BadRecord(f'expected "{key}" with {" or ".join(known)}.')
    return known[value]


def _hexadecimal(line: dict[str, Any], key: str) -> str | None:
    value = line.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or len(value) != 64 or set(value) - set("0123456789abcdef"):
        raise BadRecord(f'expected "{key}" with 64 hexadecimal digits.')
    return value


def _whole(line: dict[str, Any], key: str, least: int | None) -> int | None:
    value = line.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or (least is not None and value < least):
        raise BadRecord(f'expected "{key}" with a whole number{"" if least is None else f" from {least} up"}.')
    return value
