"""The exact expectation of the figures that a simulation counts."""

from importlib.util import find_spec
from math import fsum
from typing import NamedTuple

from headway.errors import HeadwayError
from headway.game import Game
from headway.policies.names import NAMES, evaluate
from headway.solver.size import state_count
from headway.table.table import Table
from headway.tolerances import PROVEN

MOST_CELLS = 30_000
MOST_CELLS_INTERPRETED = 2_000
"""Larger games are not evaluated by the way, with machine code and without: they would take longer than some seconds.

What counts is the states, and where moves are secret the choices in each: a secret and its answer are a matrix.
"""


class ExpectedFigures(NamedTuple):
    """The shares of the games that each side wins and of those that never end, the mean number of plies, and the draws.

    `drawn` is None where the rules know no draw.
    """

    p1: float
    p2: float
    unfinished: float
    plies: float
    drawn: float | None = None


def expected_figures(game: Game, players: tuple[str, str], first: int, limit: int) -> ExpectedFigures | None:
    """What is expected of games between two players that are stopped after `limit` plies.

    None if a player is not a policy, if the game is too large to be evaluated by the way or cannot be solved, or if
    games that would end are stopped too often.
    """
    if not set(players) <= set(NAMES) or not _is_evaluated(game):
        return None
    start = Table(game, first)
    try:
        pair = evaluate(game, *players)
        length, value = pair.length(start), float(pair.value(start))
        drawn, endless = float(pair.drawn(start)) if game.has_draws else None, float(length.endless)
    except HeadwayError:  # it cannot be solved: what was counted stands alone
        return None
    if 1 - endless - length.within(limit) > PROVEN:
        return None
    p1 = value - (endless + (drawn or 0.0)) / 2
    plies = fsum(plies * share for plies, share in enumerate(length.probabilities)) + endless * limit
    p2 = max(0.0, 1 - endless - (drawn or 0.0) - p1)
    return ExpectedFigures(p1, p2, endless, plies, drawn)


def _is_evaluated(game: Game) -> bool:
    most = MOST_CELLS if find_spec("numba") is not None else MOST_CELLS_INTERPRETED
    return state_count(game) * (len(game.all_moves) if game.has_secrets else 1) <= most
