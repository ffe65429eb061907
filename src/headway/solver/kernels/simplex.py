"""The simplex method for a matrix game, on the rows and columns that are marked.

The entries are scaled to lie between 1 and 2. The column player then maximises the sum of y >= 0 under A y <= 1; the
value is the reciprocal of that sum, the odds are y times the value, and the dual solution gives the rows'.
"""

from headway.solver.kernels.arrays import Floats, Ints
from headway.tolerances import SMALL_PIVOT, ZERO_SLOPE

MOST_PIVOTS = 10_000
CORRECTIONS = 3
PIVOTS_BY_STEEPEST = 200
"""The number of pivots by the steepest column; after them Bland's rule is used, which cannot go in circles."""


def simplex(
    entries: Floats,
    height: int,
    width: int,
    left_rows: int,
    left_columns: int,
    rows: Floats,
    columns: Floats,
    work: Floats,
    marks: Ints,
) -> float:
    """The game of the marked rows and columns: its value; `rows` and `columns` receive the odds."""
    least, most = 0.0, 0.0
    is_first = True
    for row in range(height):
        for column in range(width):
            if marks[row] and marks[height + column]:
                entry = entries[row * width + column]
                least = entry if is_first else min(least, entry)
                most = entry if is_first else max(most, entry)
                is_first = False
    scale = most - least
    wide = left_columns + left_rows + 1
    fill_tableau(entries, height, width, left_rows, left_columns, least, scale, work, marks)
    basis = height + width  # where the basis starts in `marks`
    for row in range(left_rows):
        marks[basis + row] = left_columns + row
    smallest = 1.0
    for step in range(MOST_PIVOTS):
        enters = entering(work, left_rows, wide, step < PIVOTS_BY_STEEPEST)
        if enters < 0:
            break
        leaves = leaving(work, left_rows, wide, enters, marks, basis)
        if leaves < 0:
            break
        smallest = min(smallest, abs(work[leaves * wide + enters]))
        pivot(work, left_rows, wide, leaves, enters)
        marks[basis + leaves] = enters
    if smallest < SMALL_PIVOT:
        for _ in range(CORRECTIONS):
            refine(entries, height, width, left_rows, left_columns, least, scale, work, marks)
    total = 0.0
    for row in range(left_rows):
        chosen = marks[basis + row]
        if chosen < left_columns:
            total += work[row * wide + wide - 1]
            columns[nth_marked(marks, height, chosen)] = max(0.0, work[row * wide + wide - 1])
    for row in range(left_rows):
        rows[nth_marked(marks, 0, row)] = max(0.0, work[left_rows * wide + left_columns + row])
    normalise(rows, height)
    normalise(columns, width)
    return least + (1.0 / total - 1.0) * scale


def fill_tableau(
    entries: Floats,
    height: int,
    width: int,
    left_rows: int,
    left_columns: int,
    least: float,
    scale: float,
    work: Floats,
    marks: Ints,
) -> None:
    """The first tableau: scaled entries, slack variables and right sides; the last row is the goal."""
    wide = left_columns + left_rows + 1
    for at in range((left_rows + 1) * wide):
        work[at] = 0.0
    line = 0
    for row in range(height):
        if marks[row]:
            place = line * wide
            for column in range(width):
                if marks[height + column]:
                    work[place] = (entries[row * width + column] - least) / scale + 1.0
                    place += 1
            work[line * wide + left_columns + line] = 1.0
            work[line * wide + wide - 1] = 1.0
            line += 1
    for column in range(left_columns):
        work[left_rows * wide + column] = -1.0


def entering(work: Floats, height: int, wide: int, is_steepest: bool) -> int:
    """The column that enters the basis: the steepest, or the first that improves; -1 if none does."""
    found, best = -1, -ZERO_SLOPE
    for column in range(wide - 1):
        slope = work[height * wide + column]
        if slope < best:
            found, best = column, slope
            if not is_steepest:
                break
    return found


def leaving(work: Floats, height: int, wide: int, enters: int, marks: Ints, basis: int) -> int:
    """The row whose variable leaves the basis: it is the first to reach zero."""
    found, least = -1, 0.0
    for row in range(height):
        slope = work[row * wide + enters]
        if slope > ZERO_SLOPE:
            ratio = work[row * wide + wide - 1] / slope
            is_tied = found >= 0 and ratio == least and marks[basis + row] < marks[basis + found]
            if found < 0 or ratio < least or is_tied:
                found, least = row, ratio
    return found


def pivot(work: Floats, height: int, wide: int, leaves: int, enters: int) -> None:
    """Make a column the unit vector of a row."""
    factor = work[leaves * wide + enters]
    for column in range(wide):
        work[leaves * wide + column] /= factor
    for row in range(height + 1):
        factor = work[row * wide + enters]
        if row != leaves and factor != 0.0:
            for column in range(wide):
                work[row * wide + column] -= factor * work[leaves * wide + column]


def refine(
    entries: Floats,
    height: int,
    width: int,
    left_rows: int,
    left_columns: int,
    least: float,
    scale: float,
    work: Floats,
    marks: Ints,
) -> None:
    """Correct both solutions by what is left of the equations, after pivots that were so small that digits were lost.

    The tableau has the inverse of the basis where the slack variables were, good enough for a correction.
    """
    wide, basis = left_columns + left_rows + 1, height + width
    goal, rest = left_rows * wide + left_columns, (left_rows + 1) * wide
    for place in range(left_rows):
        variable = marks[basis + place]
        work[rest + place] = 1.0 if variable < left_columns else 0.0
        for row in range(left_rows):
            entry = basis_entry(entries, height, width, left_columns, least, scale, marks, row, variable)
            work[rest + place] -= work[goal + row] * entry
    for row in range(left_rows):
        for place in range(left_rows):
            work[goal + row] += work[rest + place] * work[place * wide + left_columns + row]
    for row in range(left_rows):
        work[rest + row] = 1.0
        for place in range(left_rows):
            variable = marks[basis + place]
            entry = basis_entry(entries, height, width, left_columns, least, scale, marks, row, variable)
            work[rest + row] -= entry * work[place * wide + wide - 1]
    for place in range(left_rows):
        for row in range(left_rows):
            work[place * wide + wide - 1] += work[place * wide + left_columns + row] * work[rest + row]


def basis_entry(
    entries: Floats,
    height: int,
    width: int,
    left_columns: int,
    least: float,
    scale: float,
    marks: Ints,
    row: int,
    variable: int,
) -> float:
    """What a variable has in a row of the first tableau: a scaled entry, or that of a slack variable."""
    if variable >= left_columns:
        return 1.0 if variable - left_columns == row else 0.0
    at = nth_marked(marks, 0, row) * width + nth_marked(marks, height, variable)
    return (entries[at] - least) / scale + 1.0


def nth_marked(marks: Ints, begin: int, count: int) -> int:
    """The choice, counted among all, that is the one of this number among the marked ones; marks start at `begin`."""
    at = 0
    while True:
        if marks[begin + at]:
            if count == 0:
                return at
            count -= 1
        at += 1


def normalise(odds: Floats, size: int) -> None:
    """Make odds add up to 1."""
    total = 0.0
    for choice in range(size):
        total += odds[choice]
    for choice in range(size):
        odds[choice] /= total
