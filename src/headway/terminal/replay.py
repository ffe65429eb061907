"""`headway replay`: print a game again, from its record or from a list of moves."""

import json
from pathlib import Path
from typing import Any

import click

from headway import catalogue
from headway.effects import positions_as_json
from headway.errors import BadRecord, HeadwayError, quoted
from headway.rulekit import OVER
from headway.table.outcome import Actor, Reason, Result
from headway.table.table import Table
from headway.terminal.dialogue import Dialogue
from headway.terminal.moves import play_out
from headway.terminal.options import JSON, PLAIN, SEAT_NAMES, rule_options, variant
from headway.terminal.records import Games, is_file, is_position_text, read_games
from headway.voice import NAMELESS
from headway.whole_file import write_whole


@click.command()
@click.argument("source", metavar="[FILE|GAME|TEXT]", required=False)
@click.option("--moves", help='The moves of GAME as players type them: "S1 2, S3 1".')
@rule_options
@click.option(
    "--first", type=click.Choice(list(SEAT_NAMES), case_sensitive=False), help="Who moves first; p1 by default."
)
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the board after the last move (of a match, of its last game) to a .svg.",
)
@JSON
@PLAIN
def replay(
    source: str | None,
    moves: str | None,
    rules: tuple[str, ...],
    board: str | None,
    first: str | None,
    svg: Path | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Print a game again: the record in FILE, or the last one kept; the TEXT of a position; or GAME with --moves."""
    if moves is None:
        if rules or board is not None or first is not None:
            raise click.UsageError("--rule, --board and --first go with --moves; a record has its own.")
        tables, names, is_match = _recorded(source)
    else:
        if source is None:
            raise click.UsageError('Give a GAME with --moves: headway replay GAME --moves "...".')
        start = Table(variant(source, rules, board), SEAT_NAMES[first or "p1"])
        tables, names, is_match = (play_out(start, moves),), (NAMELESS,), False
    if svg is not None:
        write_whole(svg, tables[-1].svg(names[-1]).encode())
    if as_json:
        told = [as_plain(table) for table in tables]
        click.echo(json.dumps({"games": told} if is_match else told[0]))
        return
    for number, table in enumerate(tables):
        if number:
            click.echo()
        Dialogue.on_screen(plain).tell_game(table, names[number])
        if table.result is None:
            click.echo("\nThe game is not finished.")


def as_plain(table: Table) -> dict[str, Any]:
    """A game as JSON: every ply with the positions after it, and who won, or that the rules made it a draw."""
    plies = []
    for index, move in enumerate(table.moves):
        after = table.states[index + 1]
        plies.append(
            {
                "by": Actor(table.by(index)).name,
                "move": table.game.token(move),
                "positions": positions_as_json(table.game.positions(after)),
                "to_move": _name(table.actor if index + 1 == table.ply else table.by(index + 1)),
            }
        )
    winner = table.result.winner if table.result is not None else None
    told = {"plies": plies, "winner": None if winner is None else Actor(winner).name}
    is_drawn = table.result is Result.DRAW and table.reason is Reason.RULES
    return {**told, "drawn": True} if is_drawn else told


def _name(actor: int) -> str | None:
    return None if actor == OVER else Actor(actor).name


def _recorded(source: str | None) -> Games:
    if source is not None and not is_position_text(source) and not is_file(source):
        try:
            game = catalogue.find(source)
        except HeadwayError:
            raise BadRecord(f"There is no file {quoted(source)}.") from None
        raise BadRecord(f'Give the moves of {game.name} with --moves "...", or name the file of a record.')
    return read_games(source)
