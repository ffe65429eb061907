"""A table in one line: above its board, and as Python shows it."""

from headway.rulekit import CHANCE, SPECTATOR
from headway.table.outcome import Actor, Reason, Result
from headway.table.story import moves_made
from headway.table.table import Table
from headway.voice import Voice

MOST_SHOWN = 12
"""How many of the last moves are in the `repr` of a table."""


def caption(table: Table, voice: Voice) -> str:
    """How far the game is, in a line above the board."""
    last = table.log(SPECTATOR)[-1:]
    after = (
        f"after move {moves_made(table)}, {'a secret' if table.is_secret_open else last[0]}" if last else "at the start"
    )
    if table.result is not None:
        winner = table.result.winner
        return f"{after}; {table.result.value if winner is None else f'{voice.name(winner)} wins'}"
    return f"{after}; {_next(table, voice)}"


def _next(table: Table, voice: Voice) -> str:
    if table.actor != CHANCE:
        return f"{voice.name(table.actor)} to move"
    return "chance decides how it begins" if table.game.is_start(table.state) else "the die rolls"


def summary(table: Table) -> str:
    """The game, its last moves, and who is to move or how it ended; an open secret is not shown."""
    tokens = table.log(SPECTATOR)
    shown = tokens if table.ply <= MOST_SHOWN else ["...", *tokens[-MOST_SHOWN:]]
    return f"{table.game.name}: {', '.join(shown) or 'no moves'}; {_outcome(table)}"


def _outcome(table: Table) -> str:
    if table.result is None:
        return f"{table.to_move} to move"
    if table.result.winner is None:
        return "a draw" if table.result is Result.DRAW else "unfinished"
    gave_up = {Reason.RESIGNED: "resigned", Reason.FORFEIT: "forfeited"}.get(table.reason or Reason.RULES)
    loser = Actor(1 - table.result.winner)
    return f"{table.result.winner} won{f', {loser} {gave_up}' if gave_up else ''}"
