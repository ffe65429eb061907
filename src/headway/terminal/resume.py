"""`headway resume`: continue a game that was left."""

from datetime import datetime
from pathlib import Path
from shlex import quote

import click

from headway.errors import BadRecord, HeadwayError
from headway.table.journal import Journal
from headway.table.saved_games import unfinished
from headway.terminal.dialogue import Dialogue
from headway.terminal.options import PLAIN
from headway.terminal.output import complain, own_command, show
from headway.terminal.play import preparation, resume_command, seated, start_programs
from headway.terminal.records import described, report_damage
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
            show(f"{left:%Y-%m-%d %H:%M}  {described(record)}")
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
    prepared = preparation()
    players = seated(record.match.players, prepared)
    start_programs(players)
    dialogue = Dialogue.on_screen(plain)
    dialogue.say(f"Going on with {described(record)}.")
    dialogue.track(record.table)
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
