"""What best play comes to, once the values are proven: from where it can end, and where a side is sure to win."""

from typing import Any

from headway.rulekit import P1, P2
from headway.solver.kernels.ends import mark_ends
from headway.solver.kernels.form import Solved
from headway.solver.kernels.sure import mark_sure, set_certain
from headway.solver.normal_form import NormalForm
from headway.tolerances import PROVEN, ROUNDING, UNSURE

BATCH = 100_000
"""Components to a batch: Ctrl-C is noticed in between."""


def which_end(normal: NormalForm, solved: Solved) -> Any:
    """1 for each node from which best play can end, 0 for those from which it never does."""
    ends, space = normal.backend.new_ints(normal.size), normal.space()
    run = normal.backend.run(mark_ends)
    for begin in range(0, normal.component_count, BATCH):
        end = min(begin + BATCH, normal.component_count)
        run(begin, end, normal.form, normal.components, solved.values, ends, space, PROVEN, ROUNDING)
    return ends


def set_certain_values(normal: NormalForm, solved: Solved) -> None:
    """Make proven values 1 and 0 exactly where a side is sure to win, which does not depend on floats."""
    new, size = normal.backend.new_ints, normal.size
    may_stay, sure = new(size), (new(size), new(size))
    run = normal.backend.run(mark_sure)
    for seat in (P1, P2):
        for begin in range(0, normal.component_count, BATCH):
            end = min(begin + BATCH, normal.component_count)
            run(begin, end, normal.form, normal.components, seat, solved.values, 1 - PROVEN, may_stay, sure[seat])
    normal.backend.run(set_certain)(size, normal.form, solved.values, *sure, UNSURE)
