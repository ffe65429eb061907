"""A secret met by a guess: matrix games, in closed form for two by two and by linear programming above."""

from collections.abc import Sequence
from typing import NamedTuple

from headway.errors import HeadwayError, install_hint

Matrix = Sequence[Sequence[float]]


class Stage(NamedTuple):
    """The value of a matrix game to the row player, who wants much, and the odds with which both choose."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve_matrix(matrix: Matrix) -> Stage:
    """The value and the best odds of a matrix game."""
    pure = _saddle(matrix)
    if pure is not None:
        return pure
    if len(matrix) == len(matrix[0]) == 2:
        return _two_by_two(matrix)
    return _by_linear_programming(matrix)


def _saddle(matrix: Matrix) -> Stage | None:
    """The answer where both sides have a best choice whatever the other does; of several they take each as often."""
    floors = [min(row) for row in matrix]
    ceilings = [max(column) for column in zip(*matrix, strict=True)]
    if max(floors) < min(ceilings):
        return None
    return Stage(max(floors), _evenly(floors, max(floors)), _evenly(ceilings, min(ceilings)))


def _evenly(promises: list[float], best: float) -> tuple[float, ...]:
    return tuple((promise == best) / promises.count(best) for promise in promises)


def _two_by_two(matrix: Matrix) -> Stage:
    """Without a saddle point both sides make the other indifferent. Only differences are used: entries may be close."""
    (a, b), (c, d) = matrix
    right, down, across = b - a, c - a, d - a
    spread = right + down - across
    row, column = (down - across) / spread, (right - across) / spread
    return Stage(a + right * down / spread, (row, 1 - row), (column, 1 - column))


def _by_linear_programming(matrix: Matrix) -> Stage:
    """The greatest floor the row player can put under the value; the dual is the column player's answer."""
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
    return Stage(float(found.x[-1]), _odds(found.x[:-1]), _odds(-found.ineqlin.marginals))


def _odds(weights: Sequence[float]) -> tuple[float, ...]:
    positive = [max(0.0, float(weight)) for weight in weights]
    return tuple(weight / sum(positive) for weight in positive)
