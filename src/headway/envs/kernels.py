"""The inner loops of the vector environment: one step of all tables, compiled by Numba, or interpreted without it.

Each loop does one thing to all tables, so that the compiler can do it to many at a time; numbers that index an array
have no sign, because a sign would have to be looked at. `tables` has a row for each of the names below: the entry of
each table (`walk`), how many plies were played, the seat that moved last, the number of its episode, the two words of
its seed, and what is needed within a step: the next entry, or the rows of its observation and its mask.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from headway.envs.draws import draw
from headway.envs.walk import CERTAIN, DRAWN, END_MASK, ROLE_MASK, WON

try:
    from numba import njit
except ImportError:
    njit = None  # type: ignore[assignment]

ACCEPTED = -1
"""Instead of the number of a table: no action was refused."""
ENTRY, PLY, MOVER, EPISODE, HIGH, LOW, SEEN, LEGAL, STOPPED = range(9)
"""The rows of `tables`. `STOPPED` is one number, not one for each table: has the cap on plies stopped some of them?"""
ROWS = STOPPED + 1
NEXT = SEEN


def compiled(function: Callable[..., Any]) -> Any:
    """The function in machine code, if Numba is there."""
    return function if njit is None else njit(cache=True, nogil=True)(function)


def draw_numbers_interpreted(tables: Any, numbers: Any) -> None:
    """The random number of each table at its ply."""
    words = tables.view(np.uint32)
    numbers[:] = draw((words[HIGH], words[LOW]), words[EPISODE], words[PLY])


def draw_numbers_compiled(tables: Any, numbers: Any) -> None:
    """The same as above in numbers of 32 bits, of which Numba would otherwise make 64: `draws.threefry`, unrolled."""
    words = tables.view(np.uint32)
    for table in range(numbers.shape[0]):
        high, low = words[HIGH, table], words[LOW, table]
        both = high ^ low ^ np.uint32(0x1BD11BDA)
        one, other = np.uint32(words[PLY, table] + high), np.uint32(words[EPISODE, table] + low)
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
def drawn_entry(entry: Any, number: Any, follow: Any, thresholds: Any, bits: Any) -> Any:
    """The entry that a random number leads to, where a move is drawn."""
    row = np.uint64(entry) >> bits << bits
    move = np.uint64(0)
    for each in range(1 << bits):
        move += np.uint64(number > thresholds[row + np.uint64(each)])
    return follow[row + move]


@compiled
def draw_on(tables: Any, follow: Any, thresholds: Any, bits: Any, max_plies: Any) -> None:
    """Make the moves of chance and of the opponents, until all tables wait for the user or have ended."""
    entries, plies, numbers = tables[ENTRY], tables[PLY], tables[NEXT]
    while True:
        waiting = 0
        for table in range(entries.shape[0]):
            while entries[table] & ROLE_MASK == CERTAIN and plies[table] < max_plies:
                entries[table] = drawn_entry(entries[table], 0, follow, thresholds, bits)
                plies[table] += 1
            waiting += entries[table] & ROLE_MASK == DRAWN and plies[table] < max_plies
        if waiting == 0:
            return
        draw_numbers(tables, numbers)
        for table in range(entries.shape[0]):
            if entries[table] & ROLE_MASK == DRAWN and plies[table] < max_plies:
                entries[table] = drawn_entry(entries[table], numbers[table], follow, thresholds, bits)
                plies[table] += 1


@compiled
def show(
    tables: Any, seen: Any, legal: Any, bits: Any, max_plies: Any, observed: Any, masks: Any, rewards: Any, ended: Any
) -> None:
    """Write down what is seen of all tables: by the seat to move, and in the end by the one that moved last."""
    entries, plies, movers, terminated, truncated = tables[ENTRY], tables[PLY], tables[MOVER], ended[0], ended[1]
    seen_rows, legal_rows, nothing_legal = tables[SEEN], tables[LEGAL], np.int32(legal.shape[0] - 1)
    size, stopped = entries.shape[0], np.int32(0)
    limit, two = np.int32(max_plies), np.int32(2)
    for table in range(size):
        seat = np.int32(entries[table] & np.int32(1))
        watcher = movers[table] if is_over(entries[table], plies[table], limit) else seat
        seen_rows[table] = np.int32(np.int32(entries[table] >> bits) * two + watcher)
    for table in range(size):
        is_stopped = (entries[table] & np.int32(ROLE_MASK) < np.int32(WON)) & (plies[table] >= limit)
        legal_rows[table] = nothing_legal if is_stopped else np.int32(entries[table] >> bits)
        stopped |= np.int32(is_stopped)
    tables[STOPPED, 0] = stopped
    for table in range(size):
        terminated[table] = entries[table] & ROLE_MASK >= WON
    for table in range(size):
        truncated[table] = (entries[table] & ROLE_MASK < WON) & (plies[table] >= max_plies)
    for table in range(size):
        is_lost = (entries[table] & 1) ^ movers[table]
        rewards[table] = 1 - 2 * is_lost if entries[table] & END_MASK == WON else 0
    copy_rows(seen, seen_rows, observed.view(seen.dtype))
    copy_rows(legal, legal_rows, masks.view(legal.dtype))


@compiled
def copy_rows(source: Any, rows: Any, target: Any) -> None:
    """Copy some rows of an array into another."""
    for part in range(target.shape[1]):
        for table in range(target.shape[0]):
            target[table, part] = source[np.uint64(rows[table]), part]


@compiled
def begin(
    which: Any,
    tables: Any,
    follow: Any,
    thresholds: Any,
    seen: Any,
    legal: Any,
    bits: Any,
    start: Any,
    max_plies: Any,
    seat: Any,
    observed: Any,
    masks: Any,
    rewards: Any,
    ended: Any,
) -> None:
    """Begin the episode of some tables whose number is in `tables` already, and show all tables."""
    for table in range(which.shape[0]):
        if which[table]:
            tables[ENTRY, table], tables[PLY, table], tables[MOVER, table] = start, 0, seat
    draw_on(tables, follow, thresholds, bits, max_plies)
    show(tables, seen, legal, bits, max_plies, observed, masks, rewards, ended)


@compiled
def step(
    actions: Any,
    tables: Any,
    follow: Any,
    thresholds: Any,
    seen: Any,
    legal: Any,
    bits: Any,
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
    entries, plies, movers, following = tables[ENTRY], tables[PLY], tables[MOVER], tables[NEXT]
    size = entries.shape[0]
    refused = find_next(actions, entries, follow, bits, following)
    if (
        refused or tables[STOPPED, 0] > 0
    ):  # look at each: an action that is refused may be that of a table that has ended
        for table in range(size):
            if entries[table] & ROLE_MASK >= WON or plies[table] >= max_plies:
                following[table] = start if restarts else -1
            elif not 0 <= actions[table] < 1 << bits:
                following[table] = -1
            if following[table] < 0:
                return table
    move_on(entries, plies, movers, tables[EPISODE], following, np.int32(seat), np.int32(max_plies))
    if has_draws:
        draw_on(tables, follow, thresholds, bits, max_plies)
    show(tables, seen, legal, bits, max_plies, observed, masks, rewards, ended)
    return ACCEPTED


@compiled
def move_on(entries: Any, plies: Any, movers: Any, episodes: Any, following: Any, seat: Any, max_plies: Any) -> None:
    """Bring all tables to their next entry. All numbers have 32 bits, so that most fit into an operation at once."""
    for table in range(entries.shape[0]):
        episodes[table] += is_over(entries[table], plies[table], max_plies)
    for table in range(entries.shape[0]):
        mover = np.int32(entries[table] & np.int32(1))
        movers[table] = seat if is_over(entries[table], plies[table], max_plies) else mover
    for table in range(entries.shape[0]):
        ply = np.int32(plies[table] + np.int32(1))
        plies[table] = np.int32(0) if is_over(entries[table], plies[table], max_plies) else ply
    for table in range(entries.shape[0]):
        entries[table] = following[table]


@compiled
def is_over(entry: Any, ply: Any, max_plies: Any) -> Any:
    """Has the episode of a table ended?"""
    return (entry & np.int32(ROLE_MASK) >= np.int32(WON)) | (ply >= max_plies)


@compiled
def find_next(actions: Any, entries: Any, follow: Any, bits: Any, following: Any) -> Any:
    """The entry to which the action of each table leads. Returns whether one of them leads to none."""
    most = (1 << bits) - 1
    beyond, none = np.int64(0), np.int32(0)
    for table in range(entries.shape[0]):
        action = np.int64(actions[table])
        to = follow[np.uint64((np.int64(entries[table]) >> bits << bits) | (action & most))]
        following[table] = to
        beyond |= action & ~most
        none |= to
    return (beyond != 0) | (none < 0)
