"""Retrograde analysis of a game in normal form, without chance and secrets."""

from collections.abc import Callable
from typing import Any

from headway.solver.backend import Backend
from headway.solver.kernels.backward_form import BackwardForm, store_backwards
from headway.solver.kernels.retrograde import NO_PLIES, Decided, propagate, queue_ends
from headway.solver.normal_form import NormalForm

BATCH = 1_000_000
"""States to a batch: well under a second each, so that Ctrl-C is noticed in between."""


class TooLong(Exception):
    """Best play takes more plies than can be counted."""


def retrograde(normal: NormalForm) -> Decided:
    """Who wins each node under best play, DRAW, or `NO_WINNER` where it is endless; after how many plies, -1 there."""
    backend, size, outcomes = normal.backend, normal.size, int(normal.form.first[normal.size])
    new = backend.new_ints
    form = BackwardForm(backend.new_longs(size + 1), new(outcomes), new(size), new(size))
    decided = Decided(new(size), new(size, NO_PLIES))
    backend.executable(store_backwards)(size, normal.form, normal.results, form, decided.winners)
    decide(backend, form, decided, new(size), most_plies=size)
    return decided


def decide(
    backend: Backend,
    form: BackwardForm,
    decided: Decided,
    queue: Any,
    most_plies: int,
    tell: Callable[[int], None] = lambda done: None,
) -> bool:
    """Decide all states, of which those are decided already that are over; returns whether some state is drawn.

    `queue` has room for each of them, and `form.left` is used up. Raises `TooLong` if more plies are needed than can be
    counted.
    """
    head = tail = won = 0
    for are_drawn in (False, True):
        won = tail
        tail = backend.executable(queue_ends)(are_drawn, tail, *decided, queue)
        while head < tail:
            tell(head)
            head, tail = backend.executable(propagate)(head, tail, BATCH, most_plies, queue, form, *decided)
            if head < 0:
                raise TooLong
    return tail > won
