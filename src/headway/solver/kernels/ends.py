"""How best play can end. Draws and endless play are worth one half: from any other node, a side can win."""

from headway.rulekit import DRAW
from headway.solver.index import ENDS_DRAWN
from headway.solver.kernels.arrays import Floats, Ints
from headway.solver.kernels.form import Components, Form, Space, has_choice, winner_of
from headway.solver.kernels.matrix_game import solve_matrix


def mark_ends(
    begin: int,
    end: int,
    form: Form,
    parts: Components,
    mark: int,
    values: Floats,
    ends: Ints,
    space: Space,
    equal: float,
    noticed: float,
) -> None:
    """Mark in `ends` the nodes from which best play can end: in any way, or if the mark is `ENDS_WON`, with a winner.

    Best play is every choice that keeps the value; where both sides choose, every choice that some optimal odds have.
    So it does not matter which of several best moves a strategy takes. Moves are equally good if they differ by no more
    than `noticed`, and a node is even if it differs from one half by no more than `equal`, the precision of values. It
    is given up once `space.stop[0]` is set.
    """
    for part in range(begin, end):
        low, high = parts.bounds[part], parts.bounds[part + 1]
        changed = True
        while changed:
            if space.stop[0]:
                return
            changed = False
            for member in range(low, high):
                at = parts.order[member]
                if ends[at] != mark and may_end(form, at, mark, values, ends, space, equal, noticed):
                    ends[at] = mark
                    changed = high - low > 1


def may_end(
    form: Form, at: int, mark: int, values: Floats, ends: Ints, space: Space, equal: float, noticed: float
) -> bool:
    """Can best play end in this way at a node, or lead to one from which it can?"""
    if form.rows[at] == 0:
        return mark == ENDS_DRAWN or winner_of(values[at]) != DRAW
    if abs(values[at] - 0.5) > equal:
        return True
    rows, columns, begin = form.rows[at], form.columns[at], form.first[at]
    for outcome in range(begin, form.first[at + 1]):
        after = form.to[outcome]
        if ends[after] != mark:
            continue
        if not has_choice(form, at):
            return True
        if rows == 1 or columns == 1:
            if is_best(form, at, after, values, noticed):
                return True
            continue
        row, column = (outcome - begin) // columns, (outcome - begin) % columns
        if are_best(form, at, row, column, values, space, equal, noticed):
            return True
    return False


def is_best(form: Form, at: int, after: int, values: Floats, noticed: float) -> bool:
    """Is a move to this node a best one of the side that chooses: worth no less, but for rounding, than any other?"""
    sign = 1.0 if form.columns[at] == 1 else -1.0
    for outcome in range(form.first[at], form.first[at + 1]):
        if sign * (values[form.to[outcome]] - values[after]) > noticed:
            return False
    return True


def are_best(
    form: Form, at: int, row: int, column: int, values: Floats, space: Space, bonus: float, noticed: float
) -> bool:
    """Has some optimal strategy of P1 a certain row among its choices, and some of P2 a certain column?

    A choice is in some optimal strategy if, and only if, a small bonus for it is worth something.
    """
    rows, columns, begin = form.rows[at], form.columns[at], form.first[at]
    plain = 0.0
    for favoured in range(3):  # no choice, the row, the column: in a loop, as each call is compiled by itself
        for cell in range(rows * columns):
            space.entries[cell] = values[form.to[begin + cell]]
            if favoured == 1 and cell // columns == row:
                space.entries[cell] += bonus
            elif favoured == 2 and cell % columns == column:
                space.entries[cell] -= bonus
        value = solve_matrix(space.entries, rows, columns, space.rows, space.columns, space.work, space.marks)
        if favoured == 0:
            plain = value
        elif not abs(value - plain) > noticed:
            return False
    return True
