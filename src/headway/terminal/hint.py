"""`headway hint`: what each legal move is worth."""

import json

import click

from headway.analysis.worths import (
    ALL_ENDLESS,
    are_all_endless,
    hint_as_plain,
    is_mixed,
    note,
    perspective,
    quickest,
    worths_at,
)
from headway.errors import GameOver, HeadwayError
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Solution, value_for
from headway.table.table import Table
from headway.terminal.moves import play_out
from headway.terminal.options import FIRST, JSON, SEAT_NAMES, rule_options, variant
from headway.terminal.output import progress_line, show
from headway.terminal.values import in_percent
from headway.voice import SPECTATING, Voice


@click.command()
@click.argument("game")
@click.option("--moves", default="", help='The moves so far, as players type them: "S1 2, S3 1".')
@rule_options
@FIRST
@JSON
def hint(game: str, moves: str, rules: tuple[str, ...], board: str | None, first: str, as_json: bool) -> None:
    """Show what each legal move of GAME is worth, after the moves given with --moves."""
    from headway.solver.cache import solved

    chosen = variant(game, rules, board)
    table = play_out(Table(chosen, SEAT_NAMES[first]), moves)
    with progress_line() as progress:
        solution = solved(chosen, progress)
    if as_json:
        click.echo(json.dumps(hint_as_plain(solution, table)))
    else:
        show(hint_in_words(solution, table))


def hint_in_words(solution: Solution, table: Table, voice: Voice = SPECTATING) -> str:
    """What each legal move is worth to the side to move, best first."""
    if table.actor == OVER:
        return str(GameOver())
    seat, has_odds = perspective(table), is_mixed(solution, table)
    worths = worths_at(solution, table)
    best = quickest(worths, seat)
    if are_all_endless(worths):
        odds = [f"  {table.game.token(worth.move):6} {note(worth, seat, True, False)}" for worth in worths if has_odds]
        return "\n".join([ALL_ENDLESS, *odds])
    best_first = sorted(worths, key=lambda worth: (-value_for(seat, worth.value), -worth.odds))
    chance_of = f"The chance that {voice.does(seat, 'win')} after"
    if only_move(table):
        lines = [f"There is only one move. {chance_of} it:"]
    elif table.actor != CHANCE:
        lines = [f"{chance_of} each move:"]
    else:
        lines = [f"{chance_of} each {'way to begin' if table.game.is_start(table.state) else 'roll'}:"]
    for worth in best_first:
        chance = value_for(seat, worth.value)
        notes = f", {told}" if (told := note(worth, seat, has_odds, worth.move in best)) else ""
        lines.append(
            f"  {table.game.token(worth.move):6} {in_percent(chance, worth.is_endless, worth.is_drawn)}{notes}"
        )
    return "\n".join(lines)


def without_solution(table: Table, reason: HeadwayError) -> str:
    """A hint where the game is not solved: that there is only one move, or why there is no hint."""
    if move := only_move(table):
        return f"There is only one move: {move}."
    return f"There is no hint, because the game is not solved. {reason}"


def only_move(table: Table) -> str:
    """The token of a player's only legal move; empty if there are several, or chance acts."""
    moves = table.game.moves_at(table.state) if table.actor in (P1, P2) else []
    return table.game.token(moves[0]) if len(moves) == 1 else ""
