"""Retrograde analysis of a game in normal form, without chance and secrets."""

from collections.abc import Callable
from typing import Any

from headway.solver.backend import Backend
from headway.solver.kernels.backward_form import BackwardForm, store_backwards
from headway.solver.kernels.retrograde import NO_PLIES, Decided, propagate, queue_ends
from headway.solver.normal_form import NormalForm

BATCH = 1_000_000
"""States to a batch: well under a second each, so that Ctrl-C is noticed in between."""


def retrograde(normal: NormalForm) -> Decided:
    """Who wins each node under best play, DRAW, or `NO_WINNER` where it is endless; after how many plies, -1 there."""
    backend, size, outcomes = normal.backend, normal.size, int(normal.form.first[normal.size])
    new = backend.new_ints
    form = BackwardForm(backend.new_longs(size + 1), new(outcomes), new(size), new(size))
    decided = Decided(new(size), new(size, NO_PLIES))
    backend.executable(store_backwards)(size, normal.form, normal.results, form, decided.winners)
    decided, _ = decide(backend, form, decided, new(size), size, backend.longs)
    return decided


def decide(
    backend: Backend,
    form: BackwardForm,
    decided: Decided,
    queue: Any,
    most_plies: int,
    widened: Callable[[Any], Any],
    tell: Callable[[int], None] = lambda done: None,
) -> tuple[Decided, bool]:
    """Decide all states, of which those are decided already that are over; also whether some state is drawn.

    `queue` has room for each of them, and `form.left` is used up. If best play takes longer than `most_plies`, which
    `decided` can hold, its plies are `widened`: then they can be as many as there are states.
    """
    head = tail = won = 0
    for are_drawn in (False, True):
        won = tail
        tail = backend.executable(queue_ends)(are_drawn, tail, *decided, queue)
        while head < tail:
            tell(head)
            if decided.plies[queue[head]] == most_plies:
                decided, most_plies = decided._replace(plies=widened(decided.plies)), len(queue)
            head, tail = backend.executable(propagate)(head, tail, BATCH, most_plies, queue, form, *decided)
    return decided, tail > won
