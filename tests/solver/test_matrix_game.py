"""Matrix games: the solution keeps what it promises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from headway.solver.matrix_game import solve_matrix


@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=4))
def test_a_matrix_game_keeps_its_promise_whatever_its_size(matrix: list[list[int]]) -> None:
    assert_solves([[float(entry) for entry in row] for row in matrix])


@given(st.lists(st.lists(st.floats(0, 1), min_size=2, max_size=2), min_size=2, max_size=2))
def test_the_closed_form_is_what_linear_programming_finds(matrix: list[list[float]]) -> None:
    assert_solves(matrix)
    primal = linprog([0, 0, -1], [[-row[k] for row in matrix] + [1] for k in range(2)], [0, 0], [[1, 1, 0]], [1],
                     [(0, 1), (0, 1), (None, None)])  # fmt: skip
    assert solve_matrix(matrix).value == pytest.approx(-primal.fun, abs=1e-7)


def assert_solves(matrix: list[list[float]]) -> None:
    value, rows, columns = solve_matrix(matrix)
    assert sum(rows) == pytest.approx(1)
    assert sum(columns) == pytest.approx(1)
    floor = min(sum(odd * row[k] for odd, row in zip(rows, matrix, strict=True)) for k in range(len(matrix[0])))
    ceiling = max(sum(odd * entry for odd, entry in zip(columns, row, strict=True)) for row in matrix)
    assert floor == pytest.approx(value, abs=1e-8)
    assert ceiling == pytest.approx(value, abs=1e-8)
