"""Fixing the odds of one side or of both: the normal form of the game that is left.

Where both sides are fixed, a Markov chain is left; where one is, a Markov decision process. A node with no
choice left leads to its outcomes with their shares. Where one of two sides is left to choose, each of its choices leads
to what the other side's odds make of it: to a node of its own, after the others, unless that is certain.
"""

from headway.solver.kernels.arrays import Floats, Ints
from headway.solver.kernels.form import Form, has_choice


def count_fixed(
    count: int, form: Form, p1_odds: Floats, p2_odds: Floats, fixes_p1: bool, fixes_p2: bool, sizes: Ints
) -> None:
    """The numbers of nodes and of outcomes that are left, in this order."""
    sizes[0], sizes[1] = count, 0
    for at in range(count):
        rows, columns, own = form.rows[at], form.columns[at], form.first_odds[at]
        if rows == 0:
            continue
        if not has_choice(form, at):
            sizes[1] += form.first[at + 1] - form.first[at]
            continue
        likely_rows = support(p1_odds, own, rows) if fixes_p1 else rows
        likely_columns = support(p2_odds, own + rows, columns) if fixes_p2 else columns
        if fixes_p1 and not fixes_p2 and columns > 1:
            sizes[1] += columns
            if likely_rows > 1:
                sizes[0] += columns
                sizes[1] += columns * likely_rows
        elif fixes_p2 and not fixes_p1 and rows > 1:
            sizes[1] += rows
            if likely_columns > 1:
                sizes[0] += rows
                sizes[1] += rows * likely_columns
        else:
            sizes[1] += likely_rows * likely_columns


def fix(count: int, form: Form, p1_odds: Floats, p2_odds: Floats, fixes_p1: bool, fixes_p2: bool, fixed: Form) -> None:
    """Fill in the form that is left."""
    used, added = 0, count
    for at in range(count):
        rows, columns, own = form.rows[at], form.columns[at], form.first_odds[at]
        fixed.first[at] = used
        fixed.rows[at] = 1 if fixes_p1 and rows > 0 else rows
        fixed.columns[at] = 1 if fixes_p2 and columns > 0 else columns
        if rows == 0:
            continue
        if not has_choice(form, at):
            for outcome in range(form.first[at], form.first[at + 1]):
                fixed.to[used] = form.to[outcome]
                fixed.share[used] = form.share[outcome]
                used += 1
        elif fixed.rows[at] * fixed.columns[at] == 1:
            row, column = -1 if fixes_p1 else 0, -1 if fixes_p2 else 0
            used = mix(form, at, row, column, p1_odds, p2_odds, fixed, used)
        else:
            is_added = False
            if fixes_p1:
                is_added = support(p1_odds, own, rows) > 1
            if fixes_p2:
                is_added = support(p2_odds, own + rows, columns) > 1
            for choice in range(fixed.rows[at] * fixed.columns[at]):
                if is_added:
                    fixed.to[used] = added
                    fixed.share[used] = 1.0
                    added += 1
                    used += 1
                else:
                    row, column = (-1, choice) if fixes_p1 else (choice, -1)
                    used = mix(form, at, row, column, p1_odds, p2_odds, fixed, used)
    added = count
    for at in range(count):
        if fixed.rows[at] * fixed.columns[at] <= 1:
            continue
        if fixed.to[fixed.first[at]] < count:
            continue
        for choice in range(fixed.rows[at] * fixed.columns[at]):
            fixed.first[added] = used
            fixed.rows[added] = 1
            fixed.columns[added] = 1
            row, column = (-1, choice) if fixes_p1 else (choice, -1)
            used = mix(form, at, row, column, p1_odds, p2_odds, fixed, used)
            added += 1
    fixed.first[added] = used


def mix(form: Form, at: int, row: int, column: int, p1_odds: Floats, p2_odds: Floats, fixed: Form, used: int) -> int:
    """Add the outcomes of a node for a row and a column; -1 stands for all of them, each with its odds.

    Returns how many outcomes there are then.
    """
    rows, columns, begin, own = form.rows[at], form.columns[at], form.first[at], form.first_odds[at]
    before, total = used, 0.0
    for each in range(rows):
        for other in range(columns):
            share = 1.0
            if row == -1:
                share *= p1_odds[own + each]
            elif row != each:
                share = 0.0
            if column == -1:
                share *= p2_odds[own + rows + other]
            elif column != other:
                share = 0.0
            if share > 0.0:
                fixed.to[used] = form.to[begin + each * columns + other]
                fixed.share[used] = share
                total += share
                used += 1
    for outcome in range(before, used):
        fixed.share[outcome] /= total
    return used


def support(odds: Floats, begin: int, size: int) -> int:
    """How many of the odds are above zero."""
    found = 0
    for place in range(begin, begin + size):
        if odds[place] > 0.0:
            found += 1
    return found
