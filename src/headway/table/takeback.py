"""Which moves can be taken back: those that have revealed nothing."""

from headway.errors import GameOver, NoTakeback
from headway.rulekit import CHANCE
from headway.table.table import Table

DECIDED = "How the game begins has been decided, and stays so."
"""Of what chance does before the first move, which need not be a die."""


def take_back(table: Table, plies: int) -> Table:
    """The table with that many moves taken back; refuses to take back a roll or a secret that was revealed."""
    if table.result is not None:
        raise GameOver
    for back in range(1, plies + 1):
        before = table.earlier(back)
        if before.actor == CHANCE:
            is_start = table.game.is_start(before.state)
            raise NoTakeback(DECIDED if is_start else "A die that has been rolled stays rolled.")
        if before.is_secret_open:
            raise NoTakeback("A choice that has been revealed cannot be taken back.")
    return table.earlier(plies)


def refusal(table: Table, seat: int) -> str:
    """Why a seat cannot take its own last move back, in a sentence; empty if it can."""
    try:
        plies_since(table, seat)
    except NoTakeback as error:
        return str(error)
    return ""


def plies_since(table: Table, seat: int) -> int:
    """How many moves to take back so that a seat can make its own last move again; refused if there is none."""
    for plies in range(1, table.ply + 1):
        if take_back(table, plies).actor == seat:
            return plies
    raise NoTakeback("There is no move of yours to take back.")
