"""Records of games, for the commands that read them: which one, what is in it, and whether it is damaged."""

import sys
from pathlib import Path
from shlex import quote
from typing import NamedTuple

import click

from headway.errors import BadRecord
from headway.phrases import count
from headway.players.opponents import player_in_words
from headway.rulekit import P1, P2
from headway.table.record import Record, read
from headway.table.saved_games import kept
from headway.table.story import moves_made
from headway.table.table import Table
from headway.terminal.output import complain, fitted
from headway.voice import NAMELESS, Names, Voice


def read_record(file: Path | None, as_far_as_it_goes: bool = False) -> Record:
    """The record in a file, or the last one that was kept, saying which; damage is reported."""
    path = file if file is not None else next(kept(), None)
    if path is None:
        raise BadRecord("No game has been kept yet. Name the file of a record, or play a game first.")
    record = read(path, as_far_as_it_goes)
    if file is None:  # not on standard output, which may be read by a program
        click.echo(fitted(f"The last game kept: {described(record)}, in {quote(str(path))}\n", sys.stderr), err=True)
    report_damage(path, record)
    return record


def read_games(source: str | None, as_far_as_it_goes: bool = False) -> "Games":
    """The games in a file, or the one that a position text holds; without a source, the last record that was kept."""
    if source is not None and is_position_text(source):
        return Games((Table.from_text(source),), (NAMELESS,))
    record = read_record(None if source is None else Path(source), as_far_as_it_goes)
    return Games(record.tables, tuple(played.called for played in record.match.games), record.match.begun.wins > 1)


class Games(NamedTuple):
    """Games in order, what the players were called in each, and whether the games are a match."""

    tables: tuple[Table, ...]
    names: tuple[Names, ...]
    is_match: bool = False


def is_position_text(source: str) -> bool:
    """Is this the text of a position, or a link to one, and not the name of a file or of a game?"""
    return "#" in source or (source.isalnum() and source[0].isdigit() and not is_file(source))


def is_file(name: str) -> bool:
    """Is there a file, or a folder, of that name?"""
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def report_damage(path: Path, record: Record) -> None:
    """Say if a record was not read to its end, and why."""
    if record.damage is not None:
        complain(f"{path}, {record.damage} What comes before that line is used.")
    if record.is_torn:
        complain(f"{path}: the last line was torn and is left out.")


def described(record: Record) -> str:
    """A game or a match in a line: what is played, by whom, and how far it has come."""
    table, match, voice = record.table, record.match, Voice(names=record.match.names)
    parts = [table.game.title]
    parts += [f"{name}={value}" for name, value in table.game.changed.items()]
    parts.append(" and ".join(f"{voice.name(seat)} ({player_in_words(match.players[seat])})" for seat in (P1, P2)))
    if match.begun.wins > 1:
        parts.append(f"match to {match.begun.wins} at {match.score[P1]} to {match.score[P2]}")
    return ", ".join([*parts, f"{count(moves_made(table), 'move')} played"])
