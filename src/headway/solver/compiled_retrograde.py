"""Retrograde analysis in machine code, for large games without chance and secrets. Needs the extra `fast`.

Arrays have an entry for each number of a state, but only the states that can be reached are looked at. Two passes over
their moves count and list the predecessors of each state, the first of them while it explores the game; then wins and
losses propagate backwards from the ends; then a forward pass proves them, on all cores.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
from numba import njit

from headway.compiled import compiled
from headway.game import Code, Game, RuleSet, State
from headway.rulekit import CHANCE, OVER
from headway.solver.compiled_numbering import compiled_numbering
from headway.solver.index import UNREACHED, ReachedIndex
from headway.solver.memory import free_memory
from headway.solver.numbering import Numbering, numbering
from headway.solver.size import TooLarge, rounded, state_count, too_large
from headway.solver.solution import NO_WINNER, Certificate, Solution, Unproven, Winners
from headway.solver.span import leaves_span, start_numbers

NO_PLIES = -1
BYTES_PER_STATE = 4 + 4 + 2 + 1 + 1 + 1  # offset of its predecessors, queue, plies, winner, seat, open moves
BYTES_PER_MOVE = 4
BATCH = 1_000_000
"""States to a batch: well under a second each, so that Ctrl-C is noticed in between."""
BLOCK = 4096
"""States to a block: states are explored block by block, because those next to each other lead to the same places."""
WAITING = UNREACHED + 1
"""In the array of winners: a state that is still to be explored."""
HAS_CHANCE, LEAVES_SPAN = 1, 2
MOST_MOVES = 255  # open moves are counted in a byte
MOST_PLIES = 32_766  # plies are counted in a signed 16-bit integer


def solve_compiled(game: Game, progress: Callable[[str], None]) -> Solution | None:
    """The solution of a game; None if it has chance, secrets or more than 255 moves."""
    if len(game.all_moves) > MOST_MOVES:
        return None
    number, total = numbering(game), state_count(game)
    if not _fits(game):
        raise TooLarge(_refusal(game))
    explore, fill, prove = _kernels(game.code, game.rules, game.start(), number)
    offsets = np.zeros(total + 1, np.uint32)
    wins = np.full(total, UNREACHED, np.uint8)
    seats = np.empty(total, np.uint8)
    degree = np.zeros(total, np.uint8)
    waiting = np.zeros(total // BLOCK + 1, np.uint8)
    starts = start_numbers(game, number)
    wins[starts], waiting[[start // BLOCK for start in starts]] = WAITING, 1
    states, block = len(starts), 0
    while waiting.any():
        progress(f"exploring {states:,} states")
        block, states, problem, at = explore(block, states, waiting, offsets, wins, seats, degree)
        if problem == HAS_CHANCE:
            return None
        if problem == LEAVES_SPAN:
            raise leaves_span(game, number, number.state(game.start(), at))
    moves = int(degree.sum(dtype=np.int64))
    if moves * BYTES_PER_MOVE + total * 6 > free_memory() or moves >= 2**32:
        raise TooLarge(_refusal(game))
    np.cumsum(offsets, out=offsets)
    progress(f"listing {moves:,} moves")
    sources = np.empty(moves, np.uint32)
    for low, high in _batches(total):
        fill(low, high, wins, offsets, sources)
    progress("propagating wins and losses")
    plies = np.full(total, NO_PLIES, np.int16)
    queue = np.empty(total, np.uint32)
    tail = begin(wins, plies, queue)
    head = 0
    while head < tail:
        head, tail = propagate(queue, head, tail, offsets, sources, wins, seats, degree, plies)
        if head < 0:
            raise TooLarge(f"{game.title} can take more than {MOST_PLIES:,} moves under these rules.")
    del offsets, sources, seats, degree, queue
    progress("proving every win, loss and endless state")
    for wrong in _on_all_cores(lambda low, high: prove(low, high, wins, plies), total):
        if wrong >= 0:
            raise Unproven(f"The solution of {game.title} contradicts itself at state {wrong}.")
    return Solution(
        game,
        Certificate("local proof of every win, loss and endless state", 0.0),
        states,
        ReachedIndex(number, wins),
        Winners(wins),
        wins != NO_WINNER,
        plies,
        None,
    )


def _batches(states: int) -> Iterator[tuple[int, int]]:
    for low in range(0, states, BATCH):
        yield low, min(low + BATCH, states)


def _on_all_cores(check: Callable[[int, int], int], states: int) -> Iterator[int]:
    """The results of a check of all states, batch after batch, in threads. Ctrl-C ends it after the current batches."""
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        yield from pool.map(check, *zip(*_batches(states), strict=True))
    finally:
        pool.shutdown(cancel_futures=True)


@cache
def _kernels(interpreted: Code, rules: RuleSet, like: State, number: Numbering) -> tuple[Any, Any, Any]:
    code, all_moves = compiled(interpreted), interpreted.moves(rules)
    actor, legal, play, winner, secret = code.actor, code.legal, code.play, code.winner, code.secret
    state_of, number_of = compiled_numbering(like, number)

    @njit
    def explore(block: int, states: int, waiting: Any, offsets: Any, wins: Any, seats: Any, degree: Any) -> Any:
        """Explore a batch of states: those that wait in the blocks from `block` on.

        Returns the block to go on with, how many states have been found, and what is wrong with which state.
        """
        explored = 0
        while block < len(waiting) and explored < BATCH:
            low, high = block * BLOCK, min(block * BLOCK + BLOCK, len(wins))
            while waiting[block]:
                waiting[block] = 0
                for at in range(low, high):
                    if wins[at] != WAITING:
                        continue
                    explored += 1
                    state = state_of(at)
                    seat = actor(rules, state)
                    seats[at] = seat
                    if seat == OVER:
                        wins[at] = winner(rules, state)
                        continue
                    if seat == CHANCE or secret(rules, state):
                        return block, states, HAS_CHANCE, at
                    wins[at] = NO_WINNER
                    moves = 0
                    for move in range(all_moves):
                        if legal(rules, state, move):
                            to = number_of(play(rules, state, move))
                            if to < 0:
                                return block, states, LEAVES_SPAN, at
                            if wins[to] == UNREACHED:
                                wins[to] = WAITING
                                states += 1
                                if not at < to < high:  # it comes later in this round otherwise
                                    waiting[to // BLOCK] = 1
                            offsets[to] += 1
                            moves += 1
                    degree[at] = moves
            block += 1
        return block % len(waiting), states, 0, 0

    @njit
    def fill(low: int, high: int, wins: Any, offsets: Any, sources: Any) -> None:
        for at in range(low, high):
            if wins[at] != NO_WINNER:  # nothing follows
                continue
            state = state_of(at)
            for move in range(all_moves):
                if legal(rules, state, move):
                    to = number_of(play(rules, state, move))
                    offsets[to] -= 1
                    sources[offsets[to]] = at

    @njit(nogil=True)
    def prove(low: int, high: int, wins: Any, plies: Any) -> int:
        for at in range(low, high):
            if wins[at] == UNREACHED:
                continue
            state = state_of(at)
            seat = actor(rules, state)
            if seat == OVER:
                if wins[at] != winner(rules, state) or plies[at] != 0:
                    return at
                continue
            soonest, latest, lost, moves = MOST_PLIES + 1, -1, 0, 0
            for move in range(all_moves):
                if legal(rules, state, move):
                    to = number_of(play(rules, state, move))
                    moves += 1
                    if wins[to] == seat:
                        soonest = min(soonest, plies[to])
                    elif wins[to] == 1 - seat:
                        lost += 1
                        latest = max(latest, plies[to])
            if soonest <= MOST_PLIES:
                right = wins[at] == seat and plies[at] == soonest + 1
            elif moves > 0 and lost == moves:
                right = wins[at] == 1 - seat and plies[at] == latest + 1
            else:
                right = wins[at] == NO_WINNER and plies[at] == -1
            if not right:
                return at
        return -1

    return explore, fill, prove


@njit(cache=True)
def begin(wins: Any, plies: Any, queue: Any) -> int:
    """Put the states that are over into the queue; returns their number."""
    tail = 0
    for at in range(len(wins)):
        if wins[at] < NO_WINNER:
            plies[at] = 0
            queue[tail] = at
            tail += 1
    return tail


@njit(cache=True)
def propagate(
    queue: Any, head: int, tail: int, offsets: Any, sources: Any, wins: Any, seats: Any, degree: Any, plies: Any
) -> Any:
    """Propagate wins and losses backwards from a batch of decided states, in the order of their plies.

    Returns where the queue is read next, -1 if that takes too many plies; and where it ends.
    """
    stop = min(head + BATCH, len(queue))
    while head < tail and head < stop:
        at = queue[head]
        if plies[at] >= MOST_PLIES:
            return -1, tail
        head += 1
        for source in range(offsets[at], offsets[at + 1]):
            before = sources[source]
            if plies[before] == NO_PLIES:
                degree[before] -= 1
                if seats[before] == wins[at] or degree[before] == 0:
                    wins[before] = wins[at]
                    plies[before] = plies[at] + 1
                    queue[tail] = before
                    tail += 1
    return head, tail


def _bytes(game: Game) -> int:
    """About how many bytes the solution takes; about half of all moves belong to the side to move."""
    return state_count(game) * (BYTES_PER_STATE + 6 + BYTES_PER_MOVE * (len(game.all_moves) + 1) // 2)


MOST_GIB = 1_000_000  # more than that is told as a power of ten


def _refusal(game: Game) -> str:
    needed, free = _bytes(game) / 2**30, free_memory() / 2**30
    gib = f"about {needed:,.1f}" if needed < MOST_GIB else rounded(int(needed), MOST_GIB)
    return too_large(game, f"they take {gib} GiB, and {free:,.1f} GiB are free", _fits)


def _fits(game: Game) -> bool:
    return _bytes(game) <= free_memory() and state_count(game) < 2**32
