"""From where best play can end. Endless play is worth one half: from a node that is worth more or less, it can."""

from headway.solver.kernels.form import Components, Form, Space, has_choice
from headway.solver.kernels.matrix_game import Floats, Ints, solve_matrix


def mark_ends(
    begin: int,
    end: int,
    form: Form,
    parts: Components,
    values: Floats,
    ends: Ints,
    space: Space,
    equal: float,
    noticed: float,
) -> None:
    """Mark in `ends` the nodes from which best play can end.

    Best play is every choice that keeps the value; where both sides choose, every choice that some optimal odds have.
    So it does not matter which of several best moves a strategy takes. Differences up to `equal` do not count.
    """
    for part in range(begin, end):
        low, high = parts.bounds[part], parts.bounds[part + 1]
        changed = True
        while changed:
            changed = False
            for member in range(low, high):
                at = parts.order[member]
                if not ends[at] and may_end(form, at, values, ends, space, equal, noticed):
                    ends[at] = 1
                    changed = high - low > 1


def may_end(form: Form, at: int, values: Floats, ends: Ints, space: Space, equal: float, noticed: float) -> bool:
    """Can best play end at a node, or lead to one from which it can end?"""
    if form.rows[at] == 0 or abs(values[at] - 0.5) > equal:
        return True
    rows, columns, begin = form.rows[at], form.columns[at], form.first[at]
    for outcome in range(begin, form.first[at + 1]):
        after = form.to[outcome]
        if not ends[after]:
            continue
        if not has_choice(form, at):
            return True
        if rows == 1 or columns == 1:
            if abs(values[after] - values[at]) <= equal:
                return True
            continue
        row, column = (outcome - begin) // columns, (outcome - begin) % columns
        is_best_row = is_best(form, at, row, -1, values, space, equal, noticed)
        if is_best_row and is_best(form, at, -1, column, values, space, equal, noticed):
            return True
    return False


def is_best(
    form: Form, at: int, row: int, column: int, values: Floats, space: Space, bonus: float, noticed: float
) -> bool:
    """Has some optimal strategy a certain row (or column) among its choices? The other number is below 0.

    If so, and only then, a small bonus for that choice is worth something.
    """
    rows, columns, begin = form.rows[at], form.columns[at], form.first[at]
    for cell in range(rows * columns):
        space.entries[cell] = values[form.to[begin + cell]]
    plain = solve_matrix(space.entries, rows, columns, space.rows, space.columns, space.work, space.marks)
    for cell in range(rows * columns):
        if cell // columns == row:
            space.entries[cell] += bonus
        elif cell % columns == column:
            space.entries[cell] -= bonus
    better = solve_matrix(space.entries, rows, columns, space.rows, space.columns, space.work, space.marks)
    return abs(better - plain) > noticed
