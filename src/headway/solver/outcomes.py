"""What best play comes to, once the values are proven: how it can end, and where a side is sure to win."""

from collections.abc import Callable
from typing import Any

from headway.rulekit import P1, P2
from headway.solver.index import ENDS_DRAWN, ENDS_WON, NEVER_ENDS
from headway.solver.kernels.almost_sure import mark_sure, set_certain
from headway.solver.kernels.ends import mark_ends
from headway.solver.kernels.form import Solved
from headway.solver.normal_form import NormalForm
from headway.solver.threads import threads
from headway.tolerances import PROVEN, ROUNDING, UNSURE

BATCH = 100_000
"""Components to a batch: Ctrl-C is noticed in between, too."""


def which_end(normal: NormalForm, solved: Solved) -> Any:
    """For each node, how best play can end: `NEVER_ENDS`, `ENDS_DRAWN` where it has no other end, or `ENDS_WON`."""
    ends, space = normal.backend.new_ints(normal.size), normal.space()
    run = normal.backend.executable(mark_ends)
    for mark in (ENDS_DRAWN, ENDS_WON) if normal.has_draws else (ENDS_WON,):

        def mark_part(begin: int, end: int, mark: int = mark) -> None:
            run(begin, end, normal.form, normal.components, mark, solved.values, ends, space, PROVEN, ROUNDING)

        _in_batches(normal, mark_part, space.stop)
    return ends


def which_end_in_chain(normal: NormalForm) -> list[int]:
    """The same where no side has a choice: every line of play counts."""
    ends = normal.which_reach_an_end()
    won = normal.which_reach_an_end(is_won=True) if normal.has_draws else ends
    marks = {(False, False): NEVER_ENDS, (True, False): ENDS_DRAWN, (True, True): ENDS_WON}
    return [marks[each] for each in zip(ends, won, strict=True)]


def set_certain_values(normal: NormalForm, solved: Solved) -> None:
    """Make proven values 1 and 0 exactly where a side is sure to win, which does not depend on floats."""
    new, size = normal.backend.new_ints, normal.size
    may_stay, sure, stop = new(size), (new(size), new(size)), new(1)
    run = normal.backend.executable(mark_sure)
    for seat in (P1, P2):

        def mark(begin: int, end: int, seat: int = seat) -> None:
            nearly, parts = 1 - PROVEN, normal.components
            run(begin, end, normal.form, parts, seat, solved.values, nearly, may_stay, sure[seat], stop)

        _in_batches(normal, mark, stop)
    normal.backend.executable(set_certain)(size, normal.form, solved.values, *sure, UNSURE)


def _in_batches(normal: NormalForm, mark: Callable[[int, int], None], stop: Any) -> None:
    """Call a function with the bounds of each batch of components, in a thread: a large loop can take long."""
    mark(0, 0)  # it is compiled here: Ctrl-C does not end that in another thread
    begins = range(0, normal.component_count, BATCH)
    with threads(1, normal.needs_thread(normal.size), stop) as parallel:
        for begin in begins:
            list(parallel(mark, [begin], [min(begin + BATCH, normal.component_count)]))
