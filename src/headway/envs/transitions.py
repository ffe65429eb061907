"""The moves of an enumerated game as arrays, by which batches of tables are moved.

A table is at a *node*, one number that says where it is and what it waits for: the number of its state, shifted by
some bits, and in the last three of these bits the role of the side that moves there. The bits are enough for a move:
with a move in place of the role, the node is the place in `follow` where the next node stands.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headway.envs.draws import GREATEST_DRAW
from headway.envs.enumeration import NONE, Enumeration
from headway.errors import TooLarge
from headway.rulekit import DRAW, OVER

ROLE_MASK = 7
SAMPLED, CERTAIN, WON, DRAWN = 2, 3, 4, 6
"""The roles. 0 and 1 are the seats that the user moves for; then a move that is drawn, one that is certain although
chance or an opponent makes it, and the end: won by P1, one more if by P2, and a draw."""
MOST_NODES = 2**31
"""Nodes are numbers of 32 bits."""
END_MASK = 6
"""Of a role: `WON` for a win of either side, `DRAWN` after a draw."""


@dataclass(frozen=True, eq=False)
class Transitions:
    """The node of the start, and where each move leads: `follow[state << bits | move]` is a node, or `NONE`.

    `thresholds` is numbered like `follow`. `seen` has the observation of a state for a seat in row `2 * state + seat`;
    `legal` has a row for each state, and an empty one in the end for tables that were stopped by the cap on plies.
    `held` has the node at which a table waits for an action whose game has stopped in a state before the first one.
    """

    start: int
    bits: int
    follow: NDArray[np.int32]
    thresholds: NDArray[np.int32]
    seen: NDArray[np.signedinteger[Any]]
    legal: NDArray[np.int8]
    held: NDArray[np.int32]
    has_draws: bool


def transitions_of(game: Enumeration, restarts: bool = False) -> Transitions:
    """The moves of a game. If it `restarts`, all moves lead from the end back to the start."""
    size, moves = game.after.shape
    bits = max(ROLE_MASK, moves - 1).bit_length()
    if size << bits > MOST_NODES:
        title = game.setup.game.title
        raise TooLarge(f"{title} has too many states and moves under these rules for an environment in arrays.")
    ends = np.where(game.winners == DRAW, DRAWN, WON + game.winners)
    roles = np.where(game.actors == OVER, ends, game.actors)
    outcomes = (game.after != NONE).sum(axis=1)
    roles = np.where(game.is_drawn, np.where(outcomes == 1, CERTAIN, SAMPLED), roles)
    nodes = (np.arange(size) << bits | roles).astype(np.int32)
    follow = np.full((size, 1 << bits), NONE, np.int32)
    follow[:, :moves] = np.where(game.after == NONE, NONE, nodes[game.after])
    if restarts:
        follow[game.actors == OVER] = nodes[0]
    thresholds = np.full((size, 1 << bits), GREATEST_DRAW, np.int32)
    thresholds[:, :moves] = game.thresholds
    return Transitions(
        int(nodes[0]),
        bits,
        follow.reshape(-1),
        thresholds.reshape(-1),
        np.ascontiguousarray(game.seen.transpose(1, 0, 2)).reshape(2 * size, -1),
        np.concatenate([game.legal, np.zeros((1, moves), np.int8)]),
        np.where(game.held == NONE, NONE, nodes[game.held]),
        bool(game.is_drawn.any()),
    )
