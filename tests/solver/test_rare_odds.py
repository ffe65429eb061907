"""Games in which something happens once in a billion throws or less: staying for ever, long walks, huge weights."""

from fractions import Fraction

import pytest

from headway.errors import BadGame
from headway.rulekit import P1, P2
from headway.solver import solve
from tests.graph_games import LOST, WON, Place, State, choice, dice, graph_game


@pytest.mark.parametrize(
    ("value", "places"),
    [
        # P2 stays for ever rather than throw dice that P1 wins at last, in either order of the moves
        (Fraction(1, 2), (choice(P2, 3, 2), dice((2, 2**60), (WON, 1)))),
        (Fraction(1, 2), (choice(P2, 2, 3), dice((2, 2**60), (WON, 1)))),
        # P1 has lost half of the games before it can stay
        (
            Fraction(1, 4),
            (
                dice((2, 2**44), (3, 1)),
                dice((LOST, 1), (4, 1)),
                choice(P1, 2, 4),
            ),
        ),
    ],
)
def test_to_stay_for_ever_can_be_the_best_reply(value: Fraction, places: tuple[Place, ...]) -> None:
    assert solve(graph_game(*places)).value(State(2)) == value


def test_a_value_that_rounding_leads_above_one_is_proved() -> None:
    """A walk that drifts towards a win, nine steps to one, and hardly ever moves; a choice outside leads into it."""
    squares = 22
    walk = [
        dice((WON if at == squares else at + 2, 9), (at if at > 1 else LOST, 1), (at + 1, 10**9))
        for at in range(1, squares + 1)
    ]
    begin = squares + 2
    solution = solve(graph_game(*walk, choice(P1, 13, begin), starts=(begin, begin)))
    ruined = Fraction(1, 9) ** 12  # of the gambler, from the twelfth of 22 squares
    expected = (1 - ruined) / (1 - Fraction(1, 9) ** (squares + 1))
    assert solution.certificate.gap < 1e-9
    assert float(solution.value(State(begin))) == pytest.approx(float(expected), abs=1e-11)


def test_a_weight_that_floats_would_round_to_nothing_is_refused() -> None:
    game = graph_game(choice(P1, 3, 2), dice((2, 10**324), (WON, 1)))
    with pytest.raises(BadGame, match=r"above 10\^290, which floats cannot compute with\.$"):
        solve(game)


@pytest.mark.parametrize("rare", [28, 29, 32, 36, 38, 50])
def test_the_verdict_is_about_the_moves_that_are_called_best(rare: int) -> None:
    """P1 may stay, or throw dice that lose once in many times. If only staying is best, the game is endless.

    In truth only staying is best, however rare the loss. But moves that differ by less than `ROUNDING` are told as
    equally good, so from 2^39 on both are called best, and the verdict is about both: play by them may end. This is the
    limit of what is told; the value, one half, and its proof are right on either side of it.
    """
    game = graph_game(choice(P1, 2, 3), dice((2, 2**rare), (LOST, 1)))
    solution = solve(game)
    best = solution.best(game.start())
    assert best == ([0] if rare <= 38 else [0, 1])
    assert solution.verdict(game.start()) == ("endless" if best == [0] else "chance")
    assert abs(Fraction(solution.value(game.start())) - Fraction(1, 2)) <= Fraction(solution.certificate.gap)
