"""Retrograde analysis in machine code, for large games without chance and secrets. Needs the extra `fast`.

The normal form is stored backwards (`kernels.backward_form`), since it does not fit into the memory otherwise. Two
passes over the moves of the states that can be reached count and list the predecessors of each, the first of them while
it explores the game; then wins and losses, and after them draws, propagate backwards from the ends; then a forward pass
over the rules proves them, on all cores.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from headway.compiled import machine_rules
from headway.errors import TooLarge
from headway.game import Game
from headway.rulekit import DRAW
from headway.solver.backend import Compiled, available_cores, compiled_for
from headway.solver.certificate import every_state
from headway.solver.index import ENDS_DRAWN, ENDS_WON, NEVER_ENDS, NO_WINNER, UNREACHED, ReachedIndex
from headway.solver.kernels.backward_form import BackwardForm
from headway.solver.kernels.numbered_retrograde import (
    HAS_CHANCE,
    explore_numbers,
    find_contradiction,
    list_predecessors,
)
from headway.solver.kernels.reach import BLOCK, WAITING
from headway.solver.kernels.retrograde import NO_PLIES, Decided
from headway.solver.kernels.span import LEAVES_SPAN, Span
from headway.solver.memory import free_memory
from headway.solver.numbering import numbering
from headway.solver.retrograde import BATCH, decide
from headway.solver.size import memory_limit, most_moves, state_count, too_large
from headway.solver.solution import Certificate, Solution, Unproven
from headway.solver.span import leaves_span, start_numbers
from headway.solver.threads import threads
from headway.solver.values import Winners
from headway.time_left import TimeLeft

BYTES_PER_STATE = 4 + 2 + 1 + 1 + 1
"""Queue, plies, winner, seat, open moves. In addition, the offset of its predecessors, and the plies of a long game."""
BYTES_PER_MOVE = 4
MANY = 5_000_000
"""Above this number of states the rules are compiled anew, as constants: that takes seconds, but divisions by them are
quick.
"""
MOST_MOVES = 255  # open moves are counted in a byte
MOST_PLIES = 2**15 - 1  # plies are counted in 16 bits, and in more if best play takes longer
MOST_STATES = 2**32 - 1  # states are numbered in 32 bits
MOST_SMALL_OFFSET = 2**32 - 1  # where there may be more moves, offsets have 64 bits


class Reached(NamedTuple):
    """The states that can be reached: how many there are, and the winner of each that is over.

    Others have `NO_WINNER`, or `UNREACHED` if they cannot come up.
    """

    states: int
    winners: Any


def solve_compiled(game: Game, progress: Callable[[str], None]) -> Solution | None:
    """The solution of a game; None if it has chance, secrets or more than 255 moves.

    Raises `TooLarge`, before anything else is done, if it might not fit into the memory.
    """
    if len(game.all_moves) > MOST_MOVES:
        return None
    free = free_memory()
    if not _fits(game, free):
        raise TooLarge(_refusal(game, free))
    by_rules = partial(_with_rules, game, Span(game.start(), *numbering(game)))
    form = _unlisted(game)
    found = _explore(game, by_rules(explore_numbers), form, progress)
    if found is None:
        return None
    form = _listed(game, by_rules(list_predecessors), form, found.winners, progress)
    plies, has_draws = _decide(game, form, found, progress)
    del form  # the proof needs none of it
    proved = every_state(has_draws)
    _prove(
        game, by_rules(find_contradiction), found, plies, TimeLeft(progress, f"proving {proved} of {found.states:,}")
    )
    ends = np.full(len(plies), ENDS_WON, np.uint8)
    ends[found.winners == NO_WINNER] = NEVER_ENDS
    ends[found.winners == DRAW] = ENDS_DRAWN
    return Solution(
        game,
        Certificate(f"local proof of {proved}", 0.0),
        found.states,
        ReachedIndex(game.start(), numbering(game), found.winners),
        Winners(found.winners),
        ends,
        plies,
        None,
    )


def _unlisted(game: Game) -> BackwardForm:
    """A form in which nothing leads to any state yet."""
    total, nothing = state_count(game), np.empty(0, np.uint32)
    first = np.zeros(total + 1, _offset(game))
    return BackwardForm(first, nothing, np.empty(total, np.uint8), np.zeros(total, np.uint8))


def _explore(game: Game, explore: Any, form: BackwardForm, progress: Callable[[str], None]) -> Reached | None:
    """Find the states that can be reached, and count what leads to each; None if there is chance or a secret."""
    number, total = numbering(game), state_count(game)
    winners, waiting = np.full(total, UNREACHED, np.uint8), np.zeros(total // BLOCK + 1, np.uint8)
    starts = start_numbers(game, number)
    winners[starts], waiting[[start // BLOCK for start in starts]] = WAITING, 1
    states, block = len(starts), 0
    while waiting.any():
        progress(f"exploring: {states:,} of at most {total:,} states")
        block, states, problem, at = explore(block, states, BATCH, waiting, winners, form)
        if problem == HAS_CHANCE:
            return None
        if problem == LEAVES_SPAN:
            raise leaves_span(game, number, number.state(game.start(), at))
    return Reached(states, winners)


def _listed(game: Game, fill: Any, form: BackwardForm, winners: Any, progress: Callable[[str], None]) -> BackwardForm:
    """The form with what leads to each state."""
    total, moves = len(winners), int(form.left.sum(dtype=np.int64))
    np.cumsum(form.first, out=form.first)
    form = form._replace(before=np.empty(moves, np.uint32))
    listing = TimeLeft(progress, f"listing {moves:,} moves")
    for low, high in _batches(total):
        listing.tell(low, total)
        fill(low, high, winners, form)
    return form


def _decide(game: Game, form: BackwardForm, found: Reached, progress: Callable[[str], None]) -> tuple[Any, bool]:
    """Write down who wins each state; returns after how many plies, and whether some state is drawn."""
    total = len(found.winners)
    plies: Any = np.full(total, NO_PLIES, np.int16)
    queue = np.empty(total, np.uint32)
    propagating = TimeLeft(progress, f"propagating wins and losses of {found.states:,} states")
    decided, has_draws = decide(
        Compiled(),
        form,
        Decided(found.winners, plies),
        queue,
        MOST_PLIES,
        lambda plies: plies.astype(_long_plies(game)),
        lambda done: propagating.tell(done, found.states),
    )
    return decided.plies, has_draws


def _prove(game: Game, prove: Any, found: Reached, plies: Any, time_left: TimeLeft) -> None:
    """Compare each state with those that it leads to. Raises `Unproven` where they contradict each other."""
    total = len(plies)
    with threads(available_cores()) as parallel:
        wrong_in = parallel(
            lambda low, high: prove(low, high, found.winners, plies), *zip(*_batches(total), strict=True)
        )
        for batch, wrong in enumerate(wrong_in):
            time_left.tell(batch * BATCH, total)
            if wrong >= 0:
                raise Unproven(f"The solution of {game.title} contradicts itself at state {wrong}.")


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


def _refusal(game: Game, free: int) -> str:
    limit = f"{MOST_STATES:,} fit"
    if not _may_fit(game, free):
        limit = memory_limit(_least_bytes(game), free, "at least ")
    elif _bytes(game) > free:
        limit = memory_limit(_bytes(game), free, "up to ")
    return too_large(game, limit, lambda smaller: _fits(smaller, free))


def _fits(game: Game, free: int) -> bool:
    return state_count(game) <= MOST_STATES and _may_fit(game, free) and _bytes(game) <= free


def _may_fit(game: Game, free: int) -> bool:
    """Do the states fit into the memory? Whether their moves do takes longer to find out."""
    return _least_bytes(game) <= free


def _least_bytes(game: Game) -> int:
    return state_count(game) * BYTES_PER_STATE


def _bytes(game: Game) -> int:
    """The most bytes that a solution takes: if every state comes up, with as many moves as one can have."""
    in_addition = _offset(game).itemsize + _long_plies(game).itemsize + BYTES_PER_MOVE * most_moves(game)
    return state_count(game) * (BYTES_PER_STATE + in_addition)


def _offset(game: Game) -> np.dtype[Any]:
    """The type of an offset among the moves of all states."""
    return np.dtype(np.uint32 if state_count(game) * most_moves(game) <= MOST_SMALL_OFFSET else np.int64)


def _long_plies(game: Game) -> np.dtype[Any]:
    """The type that can count as many plies as there are states: no line of best play has more."""
    return np.min_scalar_type(-state_count(game))
