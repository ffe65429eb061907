"""Maximal end components of a normal form, as sets of nodes."""

from typing import Any

from headway.solver.kernels.end_components import number_end_components
from headway.solver.kernels.form import Space
from headway.solver.normal_form import NormalForm


def maximal_end_components(
    normal: NormalForm, seat: int, odds: Any, part: int | None = None, space: Space | None = None
) -> list[set[int]]:
    """Where the side other than `seat` can keep the game going for ever, if `seat` keeps to its odds.

    Of the odds it matters only which are above zero. With `part`, only those within one component are found.
    """
    begin, end = (0, normal.component_count) if part is None else (part, part + 1)
    space = space or normal.space()
    count = normal.backend.executable(number_end_components)(
        begin, end, normal.form, normal.components, seat, odds, space
    )
    found: list[set[int]] = [set() for _ in range(count)]
    bounds = normal.components.bounds
    for member in range(int(bounds[begin]), int(bounds[end])):
        at = int(normal.components.order[member])
        if space.local[at]:
            found[space.local[at] - 1].add(at)
    return found
