"""What simulated games are expected to come to, exactly: beside it stands what was counted."""

from math import fsum
from typing import NamedTuple

from headway.errors import HeadwayError
from headway.game import Game
from headway.policies.names import NAMES, evaluate
from headway.solver.size import state_count
from headway.table.table import Table
from headway.tolerances import PROVEN

MOST_STATES = 2_000
"""Games with more states are not evaluated by the way: they would take longer than a second."""


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
    if not set(players) <= set(NAMES) or state_count(game) > MOST_STATES:
        return None
    start = Table(game, first)
    try:
        pair = evaluate(game, *players)
        length, value = pair.length(start), float(pair.value(start))
        drawn = pair.drawn(start) if game.has_draws else None
    except HeadwayError:  # it cannot be solved: what was counted stands alone
        return None
    if 1 - length.endless - length.within(limit) > PROVEN:
        return None
    p1 = value - (length.endless + (drawn or 0.0)) / 2
    plies = fsum(plies * share for plies, share in enumerate(length.probabilities)) + length.endless * limit
    p2 = max(0.0, 1 - length.endless - (drawn or 0.0) - p1)
    return ExpectedFigures(p1, p2, length.endless, plies, drawn)
