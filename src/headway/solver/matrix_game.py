"""Matrix games: both sides choose at once."""

from collections.abc import Sequence
from typing import NamedTuple

from headway.solver.kernels import matrix_game

Matrix = Sequence[Sequence[float]]
"""What each choice of the row player (the rows) brings that player against each choice of the column player."""


class Equilibrium(NamedTuple):
    """The value of a matrix game to the row player, who maximises it, and the odds of both players' choices."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve_matrix(matrix: Matrix) -> Equilibrium:
    """The value of a matrix game and optimal odds for both players."""
    height, width = len(matrix), len(matrix[0])
    rows, columns = [0.0] * height, [0.0] * width
    work, marks = [0.0] * matrix_game.space(height, width), [0] * (2 * height + width)
    entries = [entry for row in matrix for entry in row]
    value = matrix_game.solve_matrix(entries, height, width, rows, columns, work, marks)
    return Equilibrium(value, tuple(rows), tuple(columns))
