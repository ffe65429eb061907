"""Matrix games: the entries in one array, row after row; the row player maximises.

Saddle points and 2 x 2 games are solved in closed form, others by the simplex method after dominated choices are
removed. All work is done on differences of entries, which may lie close together.
"""

from collections.abc import MutableSequence
from typing import TypeAlias

from headway.tolerances import SMALL_PIVOT, ZERO_SLOPE

Floats: TypeAlias = MutableSequence[float]
Ints: TypeAlias = MutableSequence[int]

MOST_PIVOTS = 10_000
CORRECTIONS = 3
PIVOTS_BY_STEEPEST = 200
"""So many steps of the simplex method take the steepest column; then Bland's rule, which cannot go in circles."""


def space(height: int, width: int) -> int:
    """How many floats of working space a matrix game needs."""
    return (height + 1) * (height + width + 1) + height


def solve_matrix(
    entries: Floats, height: int, width: int, rows: Floats, columns: Floats, work: Floats, marks: Ints
) -> float:
    """The value of a matrix game; `rows` and `columns` receive optimal odds of both players."""
    floor, ceiling = entries[0], entries[0]
    for row in range(height):
        least = entries[row * width]
        for column in range(1, width):
            least = min(least, entries[row * width + column])
        rows[row] = least
        floor = least if row == 0 else max(floor, least)
    for column in range(width):
        most = entries[column]
        for row in range(1, height):
            most = max(most, entries[row * width + column])
        columns[column] = most
        ceiling = most if column == 0 else min(ceiling, most)
    if floor >= ceiling:  # a saddle point: equally good choices get equal odds
        spread_evenly(rows, height, floor)
        spread_evenly(columns, width, ceiling)
        return floor
    for at in range(height + width):
        marks[at] = 1
    left_rows, left_columns = height, width
    if height > 2 or width > 2:  # where 2 x 2 have no saddle point, none is dominated
        left_rows, left_columns = without_dominated(entries, height, width, marks)
    for row in range(height):
        rows[row] = 0.0
    for column in range(width):
        columns[column] = 0.0
    if left_rows == 2 and left_columns == 2:
        value = two_by_two(entries, height, width, rows, columns, marks)
    else:
        value = simplex(entries, height, width, left_rows, left_columns, rows, columns, work, marks)
    return min(max(value, floor), ceiling)  # rounding may lead a little beyond


def spread_evenly(odds: Floats, size: int, best: float) -> None:
    """Replace what each choice guarantees by odds: equal ones for those that guarantee `best`, zero for the others."""
    count = 0
    for choice in range(size):
        if odds[choice] == best:
            count += 1
    for choice in range(size):
        odds[choice] = 1.0 / count if odds[choice] == best else 0.0


def without_dominated(entries: Floats, height: int, width: int, marks: Ints) -> tuple[int, int]:
    """Clear the marks of dominated rows and columns, and of copies; returns how many rows and columns are left."""
    left_rows, left_columns = height, width
    changed = True
    while changed:
        changed = False
        for row in range(height):
            for other in range(height):
                if row != other and marks[row] and marks[other]:
                    is_dominated = True
                    for column in range(width):
                        if marks[height + column] and entries[row * width + column] > entries[other * width + column]:
                            is_dominated = False
                            break
                    if is_dominated:
                        marks[row] = 0
                        left_rows -= 1
                        changed = True
        for column in range(width):
            for other in range(width):
                if column != other and marks[height + column] and marks[height + other]:
                    is_dominated = True
                    for row in range(height):
                        if marks[row] and entries[row * width + column] < entries[row * width + other]:
                            is_dominated = False
                            break
                    if is_dominated:
                        marks[height + column] = 0
                        left_columns -= 1
                        changed = True
    return left_rows, left_columns


def two_by_two(entries: Floats, height: int, width: int, rows: Floats, columns: Floats, marks: Ints) -> float:
    """The game of two marked rows and two marked columns without a saddle point: each makes the other indifferent."""
    top, bottom, left, right = -1, -1, -1, -1
    for row in range(height):
        if marks[row]:
            top, bottom = (row, bottom) if top < 0 else (top, row)
    for column in range(width):
        if marks[height + column]:
            left, right = (column, right) if left < 0 else (left, column)
    corner = entries[top * width + left]
    across = entries[top * width + right] - corner
    down = entries[bottom * width + left] - corner
    back = entries[bottom * width + left] - entries[bottom * width + right]
    up = entries[top * width + right] - entries[bottom * width + right]
    spread = across + back  # both have the same sign, as have down and up
    rows[top] = back / spread
    rows[bottom] = across / spread
    columns[left] = up / spread
    columns[right] = down / spread
    return corner + across * (down / spread)


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
    """The game of the marked rows and columns, by the simplex method.

    The entries are scaled to lie between 1 and 2. The column player then maximises the sum of y >= 0 under A y <= 1;
    the value is the reciprocal of that sum, the odds are y times the value, and the dual solution gives the rows'.
    """
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
