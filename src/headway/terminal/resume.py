"""`headway resume`: continue a game that was left."""

from datetime import datetime
from pathlib import Path
from shlex import quote

import click

from headway.errors import BadRecord, HeadwayError, printable
from headway.phrases import count, player
from headway.rulekit import P1, P2
from headway.table.journal import Journal
from headway.table.record import Record
from headway.table.saved_games import unfinished
from headway.terminal.damage import report_damage
from headway.terminal.dialogue import Dialogue
from headway.terminal.options import PLAIN
from headway.terminal.output import complain, own_command, show, wrapped
from headway.terminal.play import preparation, resume_command, seated
from headway.terminal.session import Session
from headway.terminal.status import FAILED


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--list", "list_them", is_flag=True, help="List the games that can be continued.")
@PLAIN
def resume(file: Path | None, list_them: bool, plain: bool) -> int:
    """Continue the game in FILE, or the last one that was left."""
    if list_them:
        for found, record in unfinished(complain):
            left = datetime.fromtimestamp(found.stat().st_mtime)
            show(f"{left:%Y-%m-%d %H:%M}  {_described(record)}")
            click.echo(f"    {own_command()} resume {quote(str(found))}")
        return 0
    path = file if file is not None else _latest()
    if path is None:
        complain("There is no unfinished game.")
        return FAILED
    if not path.is_file():
        raise BadRecord(f"{path} is not a file.")
    journal, record = Journal.resumed(path, complain)
    if record.match.is_over:
        complain(f"The game in {path} has ended; see it again with: {own_command()} replay {quote(str(path))}")
        return FAILED
    report_damage(path, record)
    dialogue = Dialogue.on_screen(plain)
    dialogue.say(wrapped(f"Going on with {_described(record)}."))
    dialogue.track(record.table)
    prepared = preparation()
    players = seated(record.match.players, prepared)
    Session(record.match, players, prepared.solution, journal, dialogue, resume_command(path)).play()
    return 0


def _latest() -> Path | None:
    """The game that was left last, of those whose players can be seated here."""
    for path, record in unfinished(complain):
        try:
            seated(record.match.players, preparation())
        except HeadwayError as error:
            complain(f"{path}: {error}")
        else:
            return path
    return None


def _described(record: Record) -> str:
    table, match = record.table, record.match
    parts = [table.game.title]
    parts += [f"{name}={value}" for name, value in table.game.changed.items()]
    parts.append(" and ".join(f"{player(seat)} ({printable(match.players[seat])})" for seat in (P1, P2)))
    if match.begun.wins > 1:
        parts.append(f"match to {match.begun.wins} at {match.score[P1]} to {match.score[P2]}")
    return ", ".join([*parts, f"{count(table.ply, 'move')} played"])
