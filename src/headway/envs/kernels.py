"""The inner loops of the vector environment: one step of all tables, compiled by Numba, or interpreted without it.

Each loop does one thing to all tables, so that the compiler can do it to many at a time. `tables` has three rows: the
entry of each table (`walk`), how many plies were played, and the seat that moved last; `seeds` has the two words of its
seed and the number of its episode.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from headway.envs.draws import draw
from headway.envs.walk import CERTAIN, DRAWN, ROLE_MASK, STATE_SHIFT, WON

try:
    from numba import njit
except ImportError:
    njit = None  # type: ignore[assignment]

ACCEPTED = -1
"""Instead of the number of a table: no action was refused."""
ENTRY, PLY, MOVER = 0, 1, 2
HIGH, LOW, EPISODE = 0, 1, 2


def compiled(function: Callable[..., Any]) -> Any:
    """The function in machine code, if Numba is there."""
    return function if njit is None else njit(cache=True, nogil=True)(function)


def draw_numbers_interpreted(seeds: Any, plies: Any, numbers: Any) -> None:
    """The random number of each table at its ply."""
    numbers[:] = draw((seeds[HIGH], seeds[LOW]), seeds[EPISODE], plies.astype(np.uint32))


def draw_numbers_compiled(seeds: Any, plies: Any, numbers: Any) -> None:
    """The same as above in numbers of 32 bits, of which Numba would otherwise make 64: `draws.threefry`, unrolled."""
    for table in range(numbers.shape[0]):
        high, low = seeds[HIGH, table], seeds[LOW, table]
        both = high ^ low ^ np.uint32(0x1BD11BDA)
        one = np.uint32(np.uint32(plies[table]) + high)
        other = np.uint32(seeds[EPISODE, table] + low)
        one, other = four_rounds(one, other, 13, 15, 26, 6)
        one, other = np.uint32(one + low), np.uint32(other + both + np.uint32(1))
        one, other = four_rounds(one, other, 17, 29, 16, 24)
        one, other = np.uint32(one + both), np.uint32(other + high + np.uint32(2))
        one, other = four_rounds(one, other, 13, 15, 26, 6)
        one, other = np.uint32(one + high), np.uint32(other + low + np.uint32(3))
        one, other = four_rounds(one, other, 17, 29, 16, 24)
        one, other = np.uint32(one + low), np.uint32(other + both + np.uint32(4))
        one, other = four_rounds(one, other, 13, 15, 26, 6)
        numbers[table] = np.int32(np.uint32(one + both) >> np.uint32(1))


@compiled
def four_rounds(one: Any, other: Any, first: Any, second: Any, third: Any, fourth: Any) -> Any:
    """Four rounds of Threefry, which mix two words."""
    for bits in (first, second, third, fourth):
        one = np.uint32(one + other)
        other = one ^ np.uint32(np.uint32(other << np.uint32(bits)) | np.uint32(other >> np.uint32(32 - bits)))
    return one, other


draw_numbers = draw_numbers_interpreted if njit is None else compiled(draw_numbers_compiled)


@compiled
def drawn_entry(entry: Any, number: Any, follow: Any, thresholds: Any, moves: Any) -> Any:
    """The entry that a random number leads to, where a move is drawn."""
    row = (entry >> STATE_SHIFT) * moves
    move = 0
    for each in range(moves):
        move += number > thresholds[row + each]
    return follow[row + move]


@compiled
def draw_on(tables: Any, seeds: Any, numbers: Any, follow: Any, thresholds: Any, moves: Any, max_plies: Any) -> None:
    """Make the moves of chance and of the opponents, until all tables wait for the user or have ended."""
    entries, plies = tables[ENTRY], tables[PLY]
    while True:
        waiting = 0
        for table in range(entries.shape[0]):
            while entries[table] & ROLE_MASK == CERTAIN and plies[table] < max_plies:
                entries[table] = drawn_entry(entries[table], 0, follow, thresholds, moves)
                plies[table] += 1
            waiting += entries[table] & ROLE_MASK == DRAWN and plies[table] < max_plies
        if waiting == 0:
            return
        draw_numbers(seeds, plies, numbers)
        for table in range(entries.shape[0]):
            if entries[table] & ROLE_MASK == DRAWN and plies[table] < max_plies:
                entries[table] = drawn_entry(entries[table], numbers[table], follow, thresholds, moves)
                plies[table] += 1


@compiled
def show(
    tables: Any, rows: Any, seen: Any, legal: Any, max_plies: Any, observed: Any, masks: Any, rewards: Any, ended: Any
) -> None:
    """Write down what is seen of all tables: by the seat to move, and in the end by the one that moved last."""
    entries, plies, movers = tables[ENTRY], tables[PLY], tables[MOVER]
    terminated, truncated = ended[0], ended[1]
    nothing_legal = legal.shape[0] - 1
    for table in range(entries.shape[0]):
        state, role, mover = entries[table] >> STATE_SHIFT, entries[table] & ROLE_MASK, movers[table]
        is_won = role >= WON
        is_stopped = not is_won and plies[table] >= max_plies
        terminated[table], truncated[table] = is_won, is_stopped
        rewards[table] = 1 - 2 * ((role & 1) ^ mover) if is_won else 0
        rows[0, table] = 2 * state + (mover if is_won or is_stopped else role & 1)
        rows[1, table] = nothing_legal if is_stopped else state
    for part in range(observed.shape[1]):
        for table in range(entries.shape[0]):
            observed[table, part] = seen[rows[0, table], part]
    for part in range(masks.shape[1]):
        for table in range(entries.shape[0]):
            masks[table, part] = legal[rows[1, table], part]


@compiled
def begin(
    which: Any,
    tables: Any,
    seeds: Any,
    rows: Any,
    follow: Any,
    thresholds: Any,
    seen: Any,
    legal: Any,
    moves: Any,
    start: Any,
    max_plies: Any,
    seat: Any,
    observed: Any,
    masks: Any,
    rewards: Any,
    ended: Any,
) -> None:
    """Begin the episode of some tables whose number is in `seeds`, and show all tables."""
    for table in range(which.shape[0]):
        if which[table]:
            tables[ENTRY, table], tables[PLY, table], tables[MOVER, table] = start, 0, seat
    draw_on(tables, seeds, rows[0], follow, thresholds, moves, max_plies)
    show(tables, rows, seen, legal, max_plies, observed, masks, rewards, ended)


@compiled
def step(
    actions: Any,
    tables: Any,
    seeds: Any,
    rows: Any,
    follow: Any,
    thresholds: Any,
    seen: Any,
    legal: Any,
    moves: Any,
    start: Any,
    max_plies: Any,
    seat: Any,
    restarts: Any,
    has_draws: Any,
    observed: Any,
    masks: Any,
    rewards: Any,
    ended: Any,
) -> Any:
    """Play an action at each table. Returns the first table that refuses its own: then none has moved.

    A table that has ended begins its next episode and ignores its action; unless `restarts` is true, it refuses it.
    """
    entries, plies, movers, following = tables[ENTRY], tables[PLY], tables[MOVER], rows[0]
    size = entries.shape[0]
    least = 0
    for table in range(size):
        entry, action = entries[table], actions[table]
        is_over = (entry & ROLE_MASK) >= WON or plies[table] >= max_plies
        is_move = 0 <= action < moves
        to = follow[(entry >> STATE_SHIFT) * moves + (action if is_move else 0)]
        to = to if is_move else -1
        to = (start if restarts else -1) if is_over else to
        following[table] = to
        least = min(least, to)
    if least < 0:
        for table in range(size):
            if following[table] < 0:
                return table
    for table in range(size):
        entry = entries[table]
        is_over = (entry & ROLE_MASK) >= WON or plies[table] >= max_plies
        movers[table] = seat if is_over else entry & 1
        plies[table] = 0 if is_over else plies[table] + 1
        seeds[EPISODE, table] += is_over
        entries[table] = following[table]
    if has_draws:
        draw_on(tables, seeds, following, follow, thresholds, moves, max_plies)
    show(tables, rows, seen, legal, max_plies, observed, masks, rewards, ended)
    return ACCEPTED
