"""Levels of components: those of one level do not lead to each other, so they can be solved at the same time."""

from headway.solver.kernels.arrays import Ints
from headway.solver.kernels.form import Components, Form


def number_levels(form: Form, parts: Components, components: int, component_of: Ints, level: Ints) -> int:
    """Find the level of each component, one above the highest that it leads to; returns how many levels there are."""
    for part in range(components):
        for member in range(parts.bounds[part], parts.bounds[part + 1]):
            component_of[parts.order[member]] = part
    levels = 0
    for part in range(components):
        level[part] = 0
        for member in range(parts.bounds[part], parts.bounds[part + 1]):
            at = parts.order[member]
            for outcome in range(form.first[at], form.first[at + 1]):
                after = component_of[form.to[outcome]]
                if after != part:
                    level[part] = max(level[part], level[after] + 1)
        levels = max(levels, level[part] + 1)
    return levels


def order_by_level(
    parts: Components, components: int, level: Ints, levels: int, first: Ints, place: Ints, by_level: Components
) -> None:
    """Write the components into `by_level`, level after level; those of level n begin with number `first[n]`."""
    for each in range(levels + 1):
        first[each] = 0
    for part in range(components):
        first[level[part] + 1] += 1
    for each in range(levels):
        first[each + 1] += first[each]
    for part in range(components):
        place[first[level[part]]] = part
        first[level[part]] += 1
    for each in range(levels, 0, -1):
        first[each] = first[each - 1]
    first[0] = 0
    filled = 0
    for number in range(components):
        by_level.bounds[number] = filled
        for member in range(parts.bounds[place[number]], parts.bounds[place[number] + 1]):
            by_level.order[filled] = parts.order[member]
            filled += 1
    by_level.bounds[components] = filled
