"""The mean over boards: its interval is Student's, to the last digits."""

from math import sqrt
from statistics import fmean, stdev

import pytest
from scipy.stats import t

from headway.lab import Row, mean_over_boards
from headway.lab.means import COVERED, FEWEST, Mean
from headway.tolerances import PROVEN


@pytest.mark.parametrize("boards", [FEWEST, 6, 7, 8, 20, 21, 1000])
def test_the_interval_is_students(boards: int) -> None:
    values = [(7 * number % 11) / 11 for number in range(boards)]
    rows = [Row(game="number-race", deal=deal, states=1, value_p1_first=value) for deal, value in enumerate(values)]
    (found,) = mean_over_boards(rows)
    mean, within = found.figures["value_p1_first"]
    assert mean == pytest.approx(fmean(values))
    width = t.ppf((1 + COVERED) / 2, boards - 1) * stdev(values) / sqrt(boards)
    assert within == pytest.approx(width, rel=PROVEN)


def test_a_few_boards_have_no_interval() -> None:
    rows = [Row(game="number-race", deal=deal, states=1, value_p1_first=deal / 4) for deal in range(FEWEST - 1)]
    (found,) = mean_over_boards(rows)
    assert found.figures["value_p1_first"] == Mean(3 / 8, None)
