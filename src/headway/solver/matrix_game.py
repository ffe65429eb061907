"""Matrix games: both sides choose at once. Solved in closed form or by linear programming, or approximately."""

from collections.abc import Sequence
from typing import NamedTuple

from headway.errors import HeadwayError, install_hint

Matrix = Sequence[Sequence[float]]
"""What each choice of the row player (the rows) brings that player against each choice of the column player."""


class Equilibrium(NamedTuple):
    """The value of a matrix game to the row player, who maximises it, and the odds of both players' choices."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve_matrix(matrix: Matrix) -> Equilibrium:
    """The value of a matrix game and optimal odds for both players."""
    return closed_form(matrix) or _by_linear_programming(matrix)


def closed_form(matrix: Matrix) -> Equilibrium | None:
    """The solution of a matrix game that has a saddle point or is 2 x 2; None for others."""
    pure = _saddle_point(matrix)
    if pure is None and len(matrix) == len(matrix[0]) == 2:
        return _two_by_two(matrix)
    return pure


def fictitious_play(matrix: Matrix, rounds: int) -> Equilibrium:
    """An approximate solution of a matrix game (Brown's method): each side replies to the other's choices so far."""
    row_counts, column_counts = [0] * len(matrix), [0] * len(matrix[0])
    row_sums, column_sums = [0.0] * len(matrix), [0.0] * len(matrix[0])
    for _ in range(rounds):
        row = row_sums.index(max(row_sums))
        column = column_sums.index(min(column_sums))
        row_counts[row] += 1
        column_counts[column] += 1
        row_sums = [total + entries[column] for total, entries in zip(row_sums, matrix, strict=True)]
        column_sums = [total + entry for total, entry in zip(column_sums, matrix[row], strict=True)]
    value = (max(row_sums) + min(column_sums)) / (2 * rounds)
    return Equilibrium(value, _normalised(row_counts), _normalised(column_counts))


def _saddle_point(matrix: Matrix) -> Equilibrium | None:
    """The equilibrium in pure choices, if there is one; equally good choices get equal odds."""
    floors = [min(row) for row in matrix]
    ceilings = [max(column) for column in zip(*matrix, strict=True)]
    if max(floors) < min(ceilings):
        return None
    return Equilibrium(max(floors), _evenly(floors, max(floors)), _evenly(ceilings, min(ceilings)))


def _evenly(guarantees: list[float], best: float) -> tuple[float, ...]:
    return tuple((guarantee == best) / guarantees.count(best) for guarantee in guarantees)


def _two_by_two(matrix: Matrix) -> Equilibrium:
    """Without a saddle point each side makes the other indifferent.

    Only differences of entries are used: the entries may lie close together.
    """
    (a, b), (c, d) = matrix
    right, down, across = b - a, c - a, d - a
    spread = right + down - across
    row, column = (down - across) / spread, (right - across) / spread
    return Equilibrium(a + right * down / spread, (row, 1 - row), (column, 1 - column))


def _by_linear_programming(matrix: Matrix) -> Equilibrium:
    """The highest floor that the row player can guarantee; the dual solution is the column player's."""
    try:
        from scipy.optimize import linprog
    except ImportError:
        raise HeadwayError(f"A secret among more than two moves needs: {install_hint('fast')}") from None
    rows, columns = len(matrix), len(matrix[0])
    found = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=[[-matrix[row][column] for row in range(rows)] + [1.0] for column in range(columns)],
        b_ub=[0.0] * columns,
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return Equilibrium(float(found.x[-1]), _normalised(found.x[:-1]), _normalised(-found.ineqlin.marginals))


def _normalised(weights: Sequence[float]) -> tuple[float, ...]:
    positive = [max(0.0, float(weight)) for weight in weights]
    return tuple(weight / sum(positive) for weight in positive)
