"""Best play from a table on, move by move, as far as it is certain what comes next."""

from enum import Enum
from typing import NamedTuple

from headway.game import State
from headway.rulekit import CHANCE, OVER
from headway.solver import Solution
from headway.table.table import Table

MOST_PLIES = 500


class Stop(Enum):
    """Why a line of best play ends where it does; each has a sentence."""

    OVER = "Best play was played to the end of the game."
    CHANCE = "The die decides what comes next: choose a roll."
    REPEATED = "From here best play goes round for ever."
    LONG = f"The first {MOST_PLIES} moves of best play were played."


class BestLine(NamedTuple):
    """Moves of best play, and why they end."""

    moves: tuple[int, ...]
    stop: Stop


def best_line(solution: Solution, table: Table) -> BestLine:
    """The best move of each side until the end, a roll, or a state that comes back.

    Where several moves are equally good it is the first of them, and where best play mixes the likeliest.
    """
    seen: set[State] = set()
    moves: list[int] = []
    while table.actor not in (OVER, CHANCE):
        if table.state in seen:
            return BestLine(tuple(moves), Stop.REPEATED)
        if len(moves) == MOST_PLIES:
            return BestLine(tuple(moves), Stop.LONG)
        seen.add(table.state)
        known = table.view(table.actor)
        odds = solution.odds(known)
        move = max(odds, key=lambda move: odds[move]) if odds else solution.best(known)[0]
        moves.append(move)
        table = table.play_unchecked(move)
    return BestLine(tuple(moves), Stop.OVER if table.actor == OVER else Stop.CHANCE)
