"""The gap of a certificate is a bound on what is wrong with any value, the rounding of odds and values included."""

from fractions import Fraction

import pytest

from headway.rulekit import P1, P2
from headway.solver import solve
from tests.graph_games import LOST, WON, Place, State, choice, dice, graph_game, secret


@pytest.mark.parametrize(
    ("places", "value"),
    [
        ((choice(P1, 3, LOST), dice((WON, 7), (LOST, 2))), Fraction(7, 9)),
        ((choice(P1, 3, LOST), dice((WON, 7), (LOST, 1), (2, 5))), Fraction(7, 8)),
        ((choice(P1, 3, LOST), dice((WON, 2**60), (LOST, 1))), Fraction(2**60, 2**60 + 1)),
        ((choice(P2, 3, WON), dice((WON, 1), (LOST, 2**60))), Fraction(1, 2**60 + 1)),
        (
            (choice(P1, 3, 4), *(dice((2, 2**40 + 1), (WON, 1), (LOST, wins)) for wins in (2, 3))),
            Fraction(1, 3),
        ),
    ],
)
def test_a_value_that_no_float_has_is_within_the_gap(places: tuple[Place, ...], value: Fraction) -> None:
    solution = solve(graph_game(*places))
    assert solution.value(State(2)) != value
    assert abs(Fraction(solution.value(State(2))) - value) <= Fraction(solution.certificate.gap)
    assert solution.certificate.gap < 1e-12


def test_rounded_odds_add_up_along_the_way() -> None:
    """Of a thousand throws each has to be won, and the odds of one are no float."""
    length = 1_000
    throws = [dice((at + 1 if at < length + 2 else WON, 2**30), (LOST, 3)) for at in range(3, length + 3)]
    solution = solve(graph_game(choice(P1, 3, LOST), *throws))
    value = Fraction(2**30, 2**30 + 3) ** length
    assert abs(Fraction(solution.value(State(2))) - value) <= Fraction(solution.certificate.gap)
    assert 1_000 * 2**-53 < solution.certificate.gap < 1e-9


@pytest.mark.parametrize(
    "places",
    [
        (choice(P1, 3, LOST), choice(P2, 2, 4), choice(P1, 4, WON)),
        (secret(P1, 3, 4), choice(P2, WON, WON), choice(P2, LOST, WON)),
        (choice(P2, WON, 2), choice(P1, WON)),
    ],
)
def test_the_gap_is_zero_where_nothing_is_rounded(places: tuple[Place, ...]) -> None:
    solution = solve(graph_game(*places))
    assert solution.certificate.gap == 0
    assert solution.value(State(2)) in (0, Fraction(1, 2), 1)
