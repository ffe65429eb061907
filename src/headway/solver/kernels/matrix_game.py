"""Matrix games: the entries in one array, row after row; the row player maximises.

Saddle points and 2 x 2 games are solved in closed form, others by the simplex method after dominated choices are
removed. All work is done on differences of entries, which may lie close together.
"""

from headway.solver.kernels.arrays import Floats, Ints
from headway.solver.kernels.simplex import simplex


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
