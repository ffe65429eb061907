"""Retrograde analysis of a game in normal form, without chance and secrets."""

from headway.solver.kernels.retrograde import Decided, Predecessors, decide
from headway.solver.normal_form import NormalForm


def retrograde(normal: NormalForm) -> Decided:
    """Who wins each node under best play, DRAW, or `NO_WINNER` where it is endless; after how many plies, -1 there."""
    new, size, outcomes = normal.backend.new_ints, normal.size, int(normal.form.first[normal.size])
    decided = Decided(new(size), new(size))
    before = Predecessors(normal.backend.new_longs(size + 1), new(outcomes))
    normal.backend.executable(decide)(size, normal.form, normal.results, decided, before, new(size), new(size))
    return decided
