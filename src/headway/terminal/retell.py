"""`headway replay`: tell a game again, from its record or from a list of moves."""

import json
from pathlib import Path
from typing import Any

import click

from headway import catalogue
from headway.errors import HeadwayError, IllegalMove, UnknownMove
from headway.rulekit import OVER, P1, P2
from headway.table.record import read
from headway.table.table import SEATS, Table
from headway.terminal.cli import complain, rule_options, settings
from headway.terminal.dialogue import Dialogue
from headway.terminal.dialogue import replay as tell_again


@click.command()
@click.argument("source", metavar="FILE|GAME")
@click.option("--moves", help='The moves of GAME as players type them: "S1 2, S3 1".')
@rule_options
@click.option("--first", type=click.Choice(["p1", "p2"]), default="p1", show_default=True, help="Who moves first.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--plain", is_flag=True, help="The words of the rule book alone, without the track.")
def replay(
    source: str, moves: str | None, rules: tuple[str, ...], board: str | None, first: str, as_json: bool, plain: bool
) -> None:
    """Tell a game again: the record in FILE, or GAME with --moves."""
    if moves is None:
        tables = _recorded(source)
    else:
        game = catalogue.find(source).variant(settings(rules, board))
        tables = [play_out(Table(game, P2 if first == "p2" else P1), moves)]
    if as_json:
        told = [as_plain(table) for table in tables]
        click.echo(json.dumps(told[0] if len(told) == 1 else {"games": told}))
        return
    for number, table in enumerate(tables):
        if number:
            click.echo()
        tell_again(table, Dialogue.on_screen(plain))
        if table.result is None:
            click.echo("\nThe game is not finished.")


def play_out(table: Table, moves: str) -> Table:
    """The table after the moves, which are separated by commas; an error says which of them is wrong."""
    tokens = moves.split(",") if moves.strip() else []
    for number, text in enumerate(tokens, 1):
        try:
            if not text.strip():
                raise UnknownMove("nothing is between the commas.")
            if table.actor == OVER:
                raise IllegalMove("The game is over.")
            table = table.play(table.game.parse(table.state, text), table.actor, table.ply)
        except UnknownMove as error:
            raise UnknownMove(f"Move {number}: {error}") from error
        except IllegalMove as error:
            raise IllegalMove(f"Move {number}, {text.strip()}: {error} {table.game.accepted(table.state)}") from error
    return table


def as_plain(table: Table) -> dict[str, Any]:
    """A game as programs read it: every ply with the positions after it, and who won."""
    plies = []
    for index, move in enumerate(table.moves):
        after = table.states[index + 1]
        p1, p2 = table.game.positions(after)
        plies.append(
            {
                "by": SEATS[table.by(index)],
                "move": table.game.token(move),
                "positions": {"p1": list(p1), "p2": list(p2)},
                "to_move": SEATS.get(table.game.actor(after)),
            }
        )
    winner = table.result if table.result in (SEATS[P1], SEATS[P2]) else None
    return {"plies": plies, "winner": winner}


def _recorded(source: str) -> list[Table]:
    if not Path(source).exists():
        known = catalogue.names()
        if source in known:
            raise HeadwayError(f'Give the moves of {source} with --moves "...", or name the file of a record.')
        raise HeadwayError(f"There is no file {source}.")
    record = read(Path(source))
    if record.is_torn:
        complain(f"{source}: the last line was torn and is left out.")
    return list(record.tables)
