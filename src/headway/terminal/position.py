"""`headway position`: what a position text holds and what is known of it, and the text of a game."""

import json
from typing import Any

import click

from headway.analysis.worths import hint_as_plain, verdict_in_words
from headway.effects import positions_as_json
from headway.errors import BadPosition, HeadwayError, UnknownGame, quoted
from headway.game import Game
from headway.phrases import count
from headway.rulekit import OVER
from headway.solver.cache import solved
from headway.table.outcome import Actor
from headway.table.story import moves_made
from headway.table.table import Table
from headway.terminal.dialogue import Dialogue
from headway.terminal.hint import hint_in_words, without_solution
from headway.terminal.moves import play_out
from headway.terminal.options import FIRST, JSON, SEAT_NAMES, rule_options, variant
from headway.terminal.output import progress_line, show
from headway.terminal.records import is_file, is_position_text, read_games


@click.command()
@click.argument("source", metavar="[TEXT|FILE|GAME]", required=False)
@click.option("--moves", default="", help='The moves of GAME as players type them: "S1 2, S3 1".')
@rule_options
@FIRST
@JSON
def position(
    source: str | None, moves: str, rules: tuple[str, ...], board: str | None, first: str, as_json: bool
) -> None:
    """Show the position that TEXT holds: the board, the moves, and what is known; a link to it is taken as well.

    Of a record in FILE (or the last one that was kept), or of GAME with --moves, write the text: a line for each game.
    """
    if source is not None and is_position_text(source):
        _show(Table.from_text(source), as_json)
        return
    if source is None or is_file(source):
        tables = read_games(source).tables
    else:
        tables = (play_out(Table(_variant(source, rules, board), SEAT_NAMES[first]), moves),)
    texts = [table.text for table in tables]
    click.echo(json.dumps({"texts": texts}) if as_json else "\n".join(texts))


def _variant(source: str, rules: tuple[str, ...], board: str | None) -> Game:
    try:
        return variant(source, rules, board)
    except UnknownGame:
        sentence = f"{quoted(source)} is not a file, not a game, and not the text of a position."
        raise BadPosition(sentence) from None


def _show(table: Table, as_json: bool) -> None:
    try:
        with progress_line() as progress:
            solution = solved(table.game, progress)
        plain = hint_as_plain(solution, table)
        words = f"{verdict_in_words(solution, table)}\n{hint_in_words(solution, table)}"
    except HeadwayError as reason:
        plain, words = {"moves": [{"move": move} for move in table.legal]}, without_solution(table, reason)
    if as_json:
        click.echo(json.dumps(_as_plain(table) | plain))
        return
    game, dialogue = table.game, Dialogue.on_screen(plain=False)
    show(f"{game.title}{''.join(f', {name}={value}' for name, value in game.changed.items())}")
    dialogue.board(table)
    show(f"\n{_moves_in_words(table)}")
    if table.actor == OVER:
        show(game.words.closing(game.rules, table.state))
    else:
        show(words)


def _as_plain(table: Table) -> dict[str, Any]:
    return {
        "text": table.text,
        "game": table.game.name,
        "rules": table.game.settings,
        "first": Actor(table.first).name,
        "history": list(table.history),
        "positions": positions_as_json(table.positions),
        "to_move": table.to_move.name if table.to_move is not None else None,
    }


def _moves_in_words(table: Table) -> str:
    if not table.moves:
        return "No move has been made."
    return f"{count(moves_made(table), 'move').capitalize()}: {', '.join(table.history)}."
