"""The arrays by which batches of tables walk through an enumerated game.

A table is at an *entry*: eight times the number of its state, plus the role of whoever moves there. So one number says
where a table is, and whether it waits for the user, for a draw, or for nothing any more.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from headway.envs.enumeration import NONE, Enumeration
from headway.rulekit import OVER

STATE_SHIFT = 3
ROLE_MASK = 7
DRAWN, CERTAIN, WON = 2, 3, 4
"""The roles. 0 and 1 are the seats that the user moves for; then a move that is drawn, one that is certain although
chance or an opponent makes it, and the end: won by P1, and one more if by P2."""


@dataclass(frozen=True, eq=False)
class Walk:
    """Where a walk begins, and where each move leads: `NONE`, or the entry `follow[state * moves + move]`.

    `thresholds` is numbered like `follow`. `seen` has the observation of a state for a seat in row `2 * state + seat`;
    `legal` has a row for each state, and an empty one in the end for tables that were stopped by the cap on plies.
    """

    start: int
    moves: int
    follow: NDArray[np.int32]
    thresholds: NDArray[np.int32]
    seen: NDArray[np.int16]
    legal: NDArray[np.int8]
    has_draws: bool


def walk_of(game: Enumeration) -> Walk:
    """The walk through a game."""
    size, moves = game.after.shape
    roles = np.where(game.actors == OVER, WON + game.winners, game.actors)
    outcomes = (game.after != NONE).sum(axis=1)
    roles = np.where(game.is_drawn, np.where(outcomes == 1, CERTAIN, DRAWN), roles)
    entries = (np.arange(size) << STATE_SHIFT | roles).astype(np.int32)
    return Walk(
        int(entries[0]),
        moves,
        np.where(game.after == NONE, NONE, entries[game.after]).reshape(-1).astype(np.int32),
        game.thresholds.reshape(-1),
        np.ascontiguousarray(game.seen.transpose(1, 0, 2)).reshape(2 * size, -1),
        np.concatenate([game.legal, np.zeros((1, moves), np.int8)]),
        bool(game.is_drawn.any()),
    )
