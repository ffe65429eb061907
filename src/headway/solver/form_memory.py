"""The memory that the normal form of a game takes, before it is built. Needs the extra `fast`.

The number of encodable states often shows that it fits. Otherwise what can come up is counted, in a byte for each of
these states.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from headway.compiled import machine_rules
from headway.errors import TooLarge
from headway.game import Game
from headway.solver.backend import Interpreted, compiled_for
from headway.solver.explored import explore_interpreted
from headway.solver.index import UNREACHED
from headway.solver.kernels.reach import BLOCK, NODES, WAITING, count_reachable
from headway.solver.kernels.span import Span
from headway.solver.memory import free_memory
from headway.solver.numbering import numbering
from headway.solver.size import (
    how_many_fit,
    largest_length,
    memory_limit,
    refusal,
    shorter_lengths,
    state_count,
    with_length,
)
from headway.solver.span import leaves_span, start_numbers

BATCH = 1_500_000
"""Outcomes to a batch: well under a second each, so that Ctrl-C is noticed in between."""
MOST_NODES = 2**31 - 1
BYTES_PER_NUMBER = 4
"""What finds the node of an encodable state."""
BYTES_PER_NODE = 8 + 4 + 4 + 8 + 8 + 8  # number, rows, columns, first outcome, result, first odds
BYTES_PER_OUTCOME = 4 + 8  # node and share
BYTES_PER_SOLVED_NODE = 8 + 24 + 12
"""In addition, while it is solved: its component, value and bounds, and marks; to find the components takes less."""
BYTES_PER_ODDS = 8
BYTES_PER_LOOP_NODE, BYTES_PER_LOOP_OUTCOME = 48, 4
"""Working space for the largest component."""
BYTES_PER_SECRET = 16
"""What finds a secret by what the side sees that has to guess."""
BYTES_PER_SORTED_SECRET = 32
"""In addition, while these are sorted: keys and numbers; and `BYTES_PER_ENTRY` for each integer that is seen."""
BYTES_PER_ENTRY = 4
MOST_COUNTED = 5_000_000
"""Encodable states that are counted in about a second. A game with more is judged by the longest that has no more."""
MOST_IN_PYTHON = 5_000
"""Encodable states that are explored without machine code in a fraction of a second."""


class Reachable(NamedTuple):
    """How much of a game can come up: nodes of its normal form, their outcomes, odds in strategies, and secrets."""

    nodes: int
    outcomes: int
    odds: int
    secrets: int


class Count(NamedTuple):
    """What has been counted of a game, and whether it is all; the memory that it takes at least and at most.

    The largest component, for which the solver needs working space, is known only later: it may be all.
    """

    reachable: Reachable
    is_all: bool
    least: int
    most: int


class Judged(NamedTuple):
    """About the memory that a game takes at least, and the largest length that fits, judged by a shorter one."""

    needed: int
    length: int | None


def room_for_form(game: Game, progress: Callable[[str], None]) -> Reachable:
    """An upper bound of what can come up in a game: the exact numbers, unless more surely fits into the memory.

    Raises `TooLarge` if the normal form does not fit.
    """
    free = free_memory()
    if not _may_fit(game, free):
        limit = memory_limit(BYTES_PER_NUMBER * state_count(game), free, "at least ")
        length = _length_judged_in_python(game, free)
        if length is not None:
            raise TooLarge(refusal(game, limit, length, is_judged=True))
        surely = largest_length(game, lambda smaller: _surely_fits(smaller, free))
        raise TooLarge(refusal(game, limit, surely, "surely "))
    if _surely_fits(game, free):
        return most_reachable(game)
    judged = _judged(game, free, progress) if state_count(game) > MOST_COUNTED else None
    expected = ""  # told from the beginning: it is certain only once as much has been counted as does not fit
    if judged is not None and judged.needed > free:
        expected = f"; {memory_limit(judged.needed, free, 'about ')}"
    found = count(game, free, lambda doing: progress(doing + expected))
    if not _fits(found, free):
        raise TooLarge(_refusal(game, found, free, progress, judged))
    return found.reachable


def nodes_to_a_batch(game: Game) -> int:
    """How many nodes have about `BATCH` outcomes, at the least."""
    return max(1, BATCH // (most_reachable(game).outcomes // state_count(game)))


def most_reachable(game: Game) -> Reachable:
    """What could come up in a game at most, by the number of its encodable states."""
    states, moves = state_count(game), len(game.all_moves)
    if game.has_secrets:  # each may be a matrix of all moves
        return Reachable(states, states * moves**2, states * 2 * moves, states)
    return Reachable(states, states * moves, states * (moves + 1), 0)


def counted(game: Game, reachable: Reachable, is_all: bool) -> Count:
    """What has been counted of a game, with the memory that its normal form and its solution take."""
    nodes, outcomes, odds, secrets = reachable
    form = BYTES_PER_NUMBER * state_count(game) + BYTES_PER_NODE * nodes + BYTES_PER_OUTCOME * outcomes
    form += BYTES_PER_SECRET * secrets
    sorting = secrets * (BYTES_PER_SORTED_SECRET + BYTES_PER_ENTRY * len(numbering(game).sizes))
    solving = BYTES_PER_SOLVED_NODE * nodes + BYTES_PER_ODDS * odds
    loop = BYTES_PER_LOOP_NODE * nodes + BYTES_PER_LOOP_OUTCOME * outcomes
    return Count(reachable, is_all, form + max(sorting, solving), form + max(sorting, solving + loop))


def count(game: Game, free: int, progress: Callable[[str], None]) -> Count:
    """Count what can come up in a game, until it is clear that it does not fit into the memory."""
    number, total = numbering(game), state_count(game)
    kernel = partial(
        compiled_for(game, count_reachable),
        machine_rules(game.rules),
        len(game.all_moves),
        Span(game.start(), *number),
    )
    marks, waiting = np.full(total, UNREACHED, np.uint8), np.zeros(total // BLOCK + 1, np.uint8)
    counts = np.zeros(len(Reachable._fields), np.int64)
    starts = start_numbers(game, number)
    marks[starts], waiting[[start // BLOCK for start in starts]], counts[NODES] = WAITING, 1, len(starts)
    found, block, batch = counted(game, Reachable(*map(int, counts)), False), 0, nodes_to_a_batch(game)
    while not found.is_all and found.least <= free:
        block, problem, at = kernel(block, batch, waiting, marks, counts)
        if problem:
            raise leaves_span(game, number, number.state(game.start(), at))
        found = counted(game, Reachable(*map(int, counts)), not waiting.any())
        progress(f"counting: {found.reachable.nodes:,} of at most {total:,} states")
    return found


def _may_fit(game: Game, free: int) -> bool:
    return BYTES_PER_NUMBER * state_count(game) <= free


def _surely_fits(game: Game, free: int) -> bool:
    return _fits(counted(game, most_reachable(game), True), free)


def _fits(found: Count, free: int) -> bool:
    return found.is_all and found.most <= free and found.reachable.nodes <= MOST_NODES


def _refusal(game: Game, found: Count, free: int, progress: Callable[[str], None], judged: Judged | None) -> str:
    limit = f"{MOST_NODES:,} fit"
    if not found.is_all:
        limit = memory_limit(found.least, free, "at least ")
        if judged is not None and judged.needed > found.least:
            limit = memory_limit(judged.needed, free, "about ")
    elif found.most > free:
        limit = memory_limit(found.most, free, "up to ")
    if judged is not None:
        return refusal(game, limit, judged.length, is_judged=True)
    return refusal(game, limit, _largest_length(game, found, free, progress))


def _judged(game: Game, free: int, progress: Callable[[str], None]) -> Judged | None:
    """A game judged by its longest variant that is counted quickly; None if it has none, or that does not fit."""
    quick = largest_length(game, lambda smaller: state_count(smaller) <= MOST_COUNTED)
    if quick is None:
        return None
    shorter = with_length(game, quick)
    found = count(shorter, free, progress)
    if not found.is_all:
        return None
    needed = found.least * state_count(game) // state_count(shorter)
    return Judged(needed, largest_length(game, partial(_is_in_proportion, shorter, found, free)))


def _length_judged_in_python(game: Game, free: int) -> int | None:
    """About the largest length that fits, judged by a short one without machine code; None if none is short."""
    quick = largest_length(game, lambda smaller: state_count(smaller) <= MOST_IN_PYTHON)
    if quick is None:
        return None
    shorter = with_length(game, quick)
    found = explore_interpreted(shorter, backend=Interpreted())
    form, secrets = found.normal.form, len(found.secret_nodes)
    reachable = Reachable(found.normal.size, len(form.to), int(form.first_odds[found.normal.size]), secrets)
    taken = counted(shorter, reachable, True)
    return largest_length(game, partial(_is_in_proportion, shorter, taken, free))


def _largest_length(game: Game, found: Count, free: int, progress: Callable[[str], None]) -> int | None:
    """The largest length of a game that fits, found by counting.

    A game takes about as much memory for each encodable state at any length: two or three counts are usually enough.
    """
    lengths = shorter_lengths(game)
    fitting = how_many_fit(game, lengths, lambda smaller: _surely_fits(smaller, free))
    most = how_many_fit(game, lengths, lambda smaller: _may_fit(smaller, free))
    last, tried = game, found
    while fitting < most:
        at = (fitting + most) // 2
        if tried.is_all:
            will_fit = partial(_is_in_proportion, last, tried, free)
            at = min(max(how_many_fit(game, lengths, will_fit) - 1, fitting), most - 1)
        last = with_length(game, lengths[at])
        tried = count(last, free, progress)
        fitting, most = (at + 1, most) if _fits(tried, free) else (fitting, at)
    return lengths[fitting - 1] if fitting else None


def _is_in_proportion(game: Game, found: Count, free: int, other: Game) -> bool:
    """Does another length of a game fit, if it takes as much for each encodable state as the one that was counted?"""
    return found.most * state_count(other) <= free * state_count(game)
