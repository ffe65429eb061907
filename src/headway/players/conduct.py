"""What a program does at a table: it moves or forfeits when it is its turn, and answers the offer of a draw."""

from random import Random

from headway.errors import IllegalMove, UnknownMove
from headway.players.player import Observation, Player, PlayerFailed
from headway.table.intents import Forfeit, Play
from headway.table.repetition import is_endless
from headway.table.table import Table

FORFEITING_ERRORS = (PlayerFailed, IllegalMove, UnknownMove)
"""The errors for which a program forfeits its game: it gave no legal move.

Any other error, such as a game that cannot be solved or rules that break the contract, is not the program's fault: it
is raised, since a game must not be lost by it.
"""


def turn_of(program: Player, table: Table, rng: Random) -> Play | Forfeit:
    """What a program wants on its turn: to make a move, or to forfeit the game if it gives no legal one."""
    try:
        move = program.choose(Observation.of(table, table.actor), rng)
        table.game.check(table.state, move)
    except FORFEITING_ERRORS as error:
        return Forfeit(str(error))
    return Play(table.game.token(move), table.ply)


def has_to_think_about_draw(table: Table) -> bool:
    """Does a program decide by itself about a draw? If no line of play ends the game, all programs agree."""
    return not is_endless(table)


def agrees_to_draw(program: Player, table: Table, seat: int) -> bool:
    """Does a program on a seat accept the draw that it is offered?"""
    return not has_to_think_about_draw(table) or program.agrees_to_draw(Observation.of(table, seat))
