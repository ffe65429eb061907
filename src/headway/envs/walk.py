"""The arrays by which batches of tables walk through an enumerated game.

A table is at an *entry*, one number that says where it is and what it waits for: the number of its state, shifted by
some bits, and in the last three of these bits the role of whoever moves there. The bits are enough for a move as well:
with a move in place of the role, the entry is the place in `follow` where the next entry stands.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from headway.envs.draws import DRAWN as GREATEST
from headway.envs.enumeration import NONE, Enumeration
from headway.rulekit import DRAW, OVER

ROLE_MASK = 7
DRAWN, CERTAIN, WON, NOBODY_WON = 2, 3, 4, 6
"""The roles. 0 and 1 are the seats that the user moves for; then a move that is drawn, one that is certain although
chance or an opponent makes it, and the end: won by P1, one more if by P2, and a draw."""
END_MASK = 6
"""Of a role: `WON` whoever has won, `NOBODY_WON` after a draw."""


@dataclass(frozen=True, eq=False)
class Walk:
    """Where a walk begins, and where each move leads: `follow[state << bits | move]` is an entry, or `NONE`.

    `thresholds` is numbered like `follow`. `seen` has the observation of a state for a seat in row `2 * state + seat`;
    `legal` has a row for each state, and an empty one in the end for tables that were stopped by the cap on plies.
    """

    start: int
    bits: int
    follow: NDArray[np.int32]
    thresholds: NDArray[np.int32]
    seen: NDArray[np.int16]
    legal: NDArray[np.int8]
    has_draws: bool


def walk_of(game: Enumeration, restarts: bool = False) -> Walk:
    """The walk through a game. If it `restarts`, all moves lead from the end back to the start."""
    size, moves = game.after.shape
    ends = np.where(game.winners == DRAW, NOBODY_WON, WON + game.winners)
    roles = np.where(game.actors == OVER, ends, game.actors)
    outcomes = (game.after != NONE).sum(axis=1)
    roles = np.where(game.is_drawn, np.where(outcomes == 1, CERTAIN, DRAWN), roles)
    bits = max(ROLE_MASK, moves - 1).bit_length()
    entries = (np.arange(size) << bits | roles).astype(np.int32)
    follow = np.full((size, 1 << bits), NONE, np.int32)
    follow[:, :moves] = np.where(game.after == NONE, NONE, entries[game.after])
    if restarts:
        follow[game.actors == OVER] = entries[0]
    thresholds = np.full((size, 1 << bits), GREATEST, np.int32)
    thresholds[:, :moves] = game.thresholds
    return Walk(
        int(entries[0]),
        bits,
        follow.reshape(-1),
        thresholds.reshape(-1),
        np.ascontiguousarray(game.seen.transpose(1, 0, 2)).reshape(2 * size, -1),
        np.concatenate([game.legal, np.zeros((1, moves), np.int8)]),
        bool(game.is_drawn.any()),
    )
