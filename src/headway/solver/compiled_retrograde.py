"""Retrograde analysis in machine code, for large games without chance and secrets. Needs the extra `fast`.

Arrays have an entry for each number of a state, but only the states that can be reached are looked at. Two passes over
their moves count and list the predecessors of each state, the first of them while it explores the game; then wins and
losses, and after them draws, propagate backwards from the ends; then a forward pass proves them, on all cores.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numba import njit

from headway.compiled import machine_rules
from headway.game import Game
from headway.rulekit import DRAW
from headway.solver.backend import Compiled, available_cores, compiled_for
from headway.solver.index import ENDS_DRAWN, ENDS_WON, NEVER_ENDS, NO_WINNER, UNREACHED, ReachedIndex
from headway.solver.kernels.numbered_retrograde import (
    HAS_CHANCE,
    MOST_PLIES,
    explore_numbers,
    find_contradiction,
    list_predecessors,
    propagate,
    queue_ends,
)
from headway.solver.kernels.reach import BLOCK, WAITING
from headway.solver.kernels.retrograde import NO_PLIES
from headway.solver.kernels.span import LEAVES_SPAN, Span
from headway.solver.memory import free_memory
from headway.solver.numbering import numbering
from headway.solver.size import TooLarge, memory_limit, state_count, too_large
from headway.solver.solution import Certificate, Solution, Unproven, Winners, every_state
from headway.solver.span import leaves_span, start_numbers
from headway.solver.threads import threads
from headway.solver.time_left import TimeLeft

BYTES_PER_STATE = 4 + 4 + 2 + 1 + 1 + 1  # offset of its predecessors, queue, plies, winner, seat, open moves
BYTES_PER_MOVE = 4
BATCH = 1_000_000
"""States to a batch: well under a second each, so that Ctrl-C is noticed in between."""
MANY = 5_000_000
"""Above this number of states the rules are compiled anew, as constants: that takes seconds, but divisions by them are
quick.
"""
MOST_MOVES = 255  # open moves are counted in a byte
MOST_LISTED = 2**32 - 1  # states and moves are numbered in 32 bits


def solve_compiled(game: Game, progress: Callable[[str], None]) -> Solution | None:
    """The solution of a game; None if it has chance, secrets or more than 255 moves."""
    if len(game.all_moves) > MOST_MOVES:
        return None
    number, total = numbering(game), state_count(game)
    free = free_memory()
    if not _fits(game, free):
        raise TooLarge(_refusal(game, free))
    by_rules, run = partial(_with_rules, game, Span(game.start(), *number)), Compiled().run
    offsets = np.zeros(total + 1, np.uint32)
    winners = np.full(total, UNREACHED, np.uint8)
    seats = np.empty(total, np.uint8)
    degree = np.zeros(total, np.uint8)
    waiting = np.zeros(total // BLOCK + 1, np.uint8)
    starts = start_numbers(game, number)
    winners[starts], waiting[[start // BLOCK for start in starts]] = WAITING, 1
    states, block = len(starts), 0
    explore = by_rules(explore_numbers)
    while waiting.any():
        progress(f"exploring: {states:,} of at most {total:,} states")
        block, states, problem, at = explore(block, states, BATCH, waiting, offsets, winners, seats, degree)
        if problem == HAS_CHANCE:
            return None
        if problem == LEAVES_SPAN:
            raise leaves_span(game, number, number.state(game.start(), at))
    moves = int(degree.sum(dtype=np.int64))
    if moves > MOST_LISTED:
        raise TooLarge(
            _refusal_of_moves(game, f"they have {moves:,} moves, and {MOST_LISTED:,} fit", moves, MOST_LISTED)
        )
    needed = total * BYTES_PER_STATE + moves * BYTES_PER_MOVE
    if needed > free:
        raise TooLarge(_refusal_of_moves(game, memory_limit(needed, free), needed, free))
    np.cumsum(offsets, out=offsets)
    listing = TimeLeft(progress, f"listing {moves:,} moves")
    sources = np.empty(moves, np.uint32)
    fill = by_rules(list_predecessors)
    for low, high in _batches(total):
        listing.tell(low, total)
        fill(low, high, winners, offsets, sources)
    propagating = TimeLeft(progress, f"propagating wins and losses of {states:,} states")
    plies = np.full(total, NO_PLIES, np.int16)
    queue = np.empty(total, np.uint32)
    head = tail = won = 0
    for are_drawn in (False, True):
        won = tail
        tail = run(queue_ends)(are_drawn, tail, winners, plies, queue)
        while head < tail:
            propagating.tell(head, states)
            head, tail = run(propagate)(head, tail, BATCH, queue, offsets, sources, winners, seats, degree, plies)
            if head < 0:
                raise TooLarge(f"{game.title} can take more than {MOST_PLIES:,} moves under these rules.")
    del offsets, sources, seats, degree, queue
    proved = every_state(has_draws=tail > won)
    proving = TimeLeft(progress, f"proving {proved} of {states:,}")
    prove = by_rules(find_contradiction)
    with threads(available_cores()) as parallel:
        found = parallel(lambda low, high: prove(low, high, winners, plies), *zip(*_batches(total), strict=True))
        for batch, wrong in enumerate(found):
            proving.tell(batch * BATCH, total)
            if wrong >= 0:
                raise Unproven(f"The solution of {game.title} contradicts itself at state {wrong}.")
    ends = np.full(total, ENDS_WON, np.uint8)
    ends[winners == NO_WINNER] = NEVER_ENDS
    ends[winners == DRAW] = ENDS_DRAWN
    return Solution(
        game,
        Certificate(f"local proof of {proved}", 0.0),
        states,
        ReachedIndex(game.start(), number, winners),
        Winners(winners),
        ends,
        plies,
        None,
    )


def _batches(states: int) -> Iterator[tuple[int, int]]:
    for low in range(0, states, BATCH):
        yield low, min(low + BATCH, states)


def _with_rules(game: Game, span: Span, kernel: Any) -> Any:
    """A kernel with its first arguments: the rules of a game, how many moves it has, and the span of its states."""
    rules, moves = machine_rules(game.rules), len(game.all_moves)
    if state_count(game) <= MANY:
        return partial(compiled_for(game, kernel), rules, moves, span)
    inner = compiled_for(game, kernel, is_inner=True)

    @njit(nogil=True)
    def with_constants(*others: Any) -> Any:
        return inner(rules, moves, span, *others)

    return with_constants


def _bytes(game: Game) -> int:
    """About how many bytes the solution takes; about half of all moves belong to the side to move."""
    return state_count(game) * (BYTES_PER_STATE + 6 + BYTES_PER_MOVE * (len(game.all_moves) + 1) // 2)


def _refusal(game: Game, free: int) -> str:
    limit = f"{MOST_LISTED:,} fit"
    if _bytes(game) > free:
        limit = memory_limit(_bytes(game), free, "about ")
    return too_large(game, limit, lambda smaller: _fits(smaller, free))


def _refusal_of_moves(game: Game, limit: str, needed: int, fits: int) -> str:
    """The refusal of a game that has been explored. What a shorter one takes is not known, but about in proportion."""
    share = needed / state_count(game)
    return too_large(game, limit, lambda smaller: share * state_count(smaller) <= fits)


def _fits(game: Game, free: int) -> bool:
    return _bytes(game) <= free and state_count(game) <= MOST_LISTED
