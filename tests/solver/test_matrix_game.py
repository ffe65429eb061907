"""Matrix games: the solution keeps what it promises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from headway.solver.matrix_game import solve_matrix


@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=4))
def test_a_matrix_game_keeps_its_promise_whatever_its_size(matrix: list[list[int]]) -> None:
    assert_solves([[float(entry) for entry in row] for row in matrix])


@given(st.integers(2, 6), st.integers(2, 6), st.data())
def test_the_simplex_method_finds_what_linear_programming_finds(height: int, width: int, data: st.DataObject) -> None:
    entries = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.5, 1.0]))
    matrix = data.draw(st.lists(st.lists(entries, min_size=width, max_size=width), min_size=height, max_size=height))
    assert_solves(matrix)
    primal = linprog([0] * height + [-1], [[-row[k] for row in matrix] + [1] for k in range(width)], [0] * width,
                     [[1] * height + [0]], [1], [(0, 1)] * height + [(None, None)])  # fmt: skip
    assert solve_matrix(matrix).value == pytest.approx(-primal.fun, abs=1e-7)


@given(st.lists(st.floats(0, 1), min_size=3, max_size=5))
def test_entries_that_lie_close_together_keep_their_digits(steps: list[float]) -> None:
    """Guess the number: a right guess brings a little less. What counts are differences, a billionth of the entries."""
    size = len(steps)
    matrix = [[0.5 + (1e-9 * (step + 0.1) if row != column else 0.0) for column in range(size)]
              for row, step in enumerate(steps)]  # fmt: skip
    value, rows, columns = solve_matrix(matrix)
    floor = min(sum(odd * row[k] for odd, row in zip(rows, matrix, strict=True)) for k in range(size))
    ceiling = max(sum(odd * entry for odd, entry in zip(columns, row, strict=True)) for row in matrix)
    assert ceiling - floor < 1e-14
    assert floor - 1e-15 <= value <= ceiling + 1e-15


@pytest.mark.parametrize(
    "matrix",
    [
        [[0.0, 0.0, 0.0, 0.0, 0.25], [0.5, 1.0, 0.0, 0.0, 0.0], [0.5, 0.0, 1.0, 1.0, 1e-09]],
        [[0.0, 0.25, 1.0], [0.5, 1.0, 1e-5], [0.5, 1e-9, 1.0 - 1e-9], [0.25, 1e-12, 1.0]],
    ],
)
def test_small_pivots_lose_no_digits(matrix: list[list[float]]) -> None:
    value, rows, columns = solve_matrix(matrix)
    floor = min(sum(odd * row[k] for odd, row in zip(rows, matrix, strict=True)) for k in range(len(matrix[0])))
    ceiling = max(sum(odd * entry for odd, entry in zip(columns, row, strict=True)) for row in matrix)
    assert ceiling - floor < 1e-12
    assert floor - 1e-15 <= value <= ceiling + 1e-15


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
