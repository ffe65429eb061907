"""Rows in columns: side by side where they fit, and readable in a narrow terminal."""

import os
import sys
from collections.abc import Callable

import pytest

from headway.terminal.columns import in_columns

ROWS = [
    ["match", "won", "lost", "share"],
    ["perfect - random", "12", "8", "60.0 % (50.1 to 70.2)"],
    ["5 - random", "3", "", "50.0 % (40.0 to 60.0)"],
]
Fit = Callable[[int], str]


@pytest.fixture
def fit(monkeypatch: pytest.MonkeyPatch) -> Fit:
    """The rows in a terminal with so many columns."""

    def shown(width: int) -> str:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setattr("headway.terminal.columns.get_terminal_size", lambda: os.terminal_size((width, 24)))
        return in_columns(ROWS)

    return shown


def test_in_a_wide_terminal_and_in_a_file_all_columns_are_side_by_side(fit: Fit) -> None:
    whole = (
        "  match             won  lost                  share\n"
        "  perfect - random   12     8  60.0 % (50.1 to 70.2)\n"
        "  5 - random          3        50.0 % (40.0 to 60.0)"
    )
    assert in_columns(ROWS) == fit(80) == fit(52) == whole


def test_in_a_narrower_one_they_are_in_blocks_that_each_say_what_a_row_is_about(fit: Fit) -> None:
    assert fit(51) == (
        "  match             won  lost\n"
        "  perfect - random   12     8\n"
        "  5 - random          3\n"
        "  match                             share\n"
        "  perfect - random  60.0 % (50.1 to 70.2)\n"
        "  5 - random        50.0 % (40.0 to 60.0)"
    )


def test_where_one_column_does_not_fit_beside_the_first_each_row_is_a_list(fit: Fit) -> None:
    assert fit(30) == (
        "  perfect - random\n"
        "    won: 12\n"
        "    lost: 8\n"
        "    share: 60.0 % (50.1 to\n"
        "      70.2)\n"
        "  5 - random\n"
        "    won: 3\n"
        "    share: 50.0 % (40.0 to\n"
        "      60.0)"
    )


@pytest.mark.parametrize("width", range(20, 90))
def test_no_line_is_too_long_and_nothing_is_left_out(fit: Fit, width: int) -> None:
    shown = fit(width)
    assert all(len(line) <= width for line in shown.split("\n"))
    words = [word for row in ROWS[1:] for cell in row for word in cell.split()]
    assert all(shown.split().count(word) >= words.count(word) for word in words)


def test_several_columns_can_be_keys_and_begin_at_the_left(fit: Fit) -> None:
    rows = [["length", "step", "wins"], ["10", "2", "50 %"]]
    assert in_columns(rows, keys=2, left=0, indent=0) == "length  step  wins\n    10     2  50 %"
    assert in_columns(rows, keys=2, left=2, indent=0) == "length  step  wins\n10      2     50 %"
