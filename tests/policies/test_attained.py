"""Perfect play attains the value where best moves differ by less than rounding, and a loop repeats the choice."""

import random
from fractions import Fraction
from math import prod

import pytest

from headway.game import Game
from headway.policies.perfect import PerfectPlay
from headway.rulekit import P1, P2
from headway.solver import Unproven, solve
from tests.graph_games import LOST, WON, Place, choice, dice, graph_game
from tests.policies.brute_force import best_response

SEEDS = 100
ODDS = (1, 1, 1, 2, 3, 2**10, 2**20, 2**30, 2**40, 2**44, 2**50, 2**60)


def shortfall(game: Game, seat: int) -> Fraction:
    """How much less than the value `perfect` attains in its worst state, against all pure replies, in fractions."""
    solution = solve(game)
    attained = best_response(game, PerfectPlay(solution).odds, 1 - seat)
    short = (Fraction(solution.value(state)) - value for state, value in attained.items())
    return max(each if seat == P1 else -each for each in short)


@pytest.mark.parametrize(
    ("value", "places"),
    [
        (1.0, (choice(P1, 3, 4), dice((5, 1)), dice((2, 2**41), (LOST, 1)), dice((6, 1)), dice((WON, 1), (2, 1)))),
        (
            0.9,
            (
                choice(P1, 3, 4),
                dice((5, 1)),
                dice((2, 2**41), (LOST, 1)),
                dice((6, 1)),
                dice((WON, 9), (LOST, 1), (2, 1)),
            ),
        ),
        (0.5, (choice(P1, 2, 3), dice((2, 2**44), (LOST, 1)))),
        (0.4, (choice(P1, 3, 4), dice((WON, 2), (LOST, 3)), choice(P2, WON, 5), dice((2, 2**41), (LOST, 1)))),
    ],
)
def test_a_rare_loss_is_not_risked_again_and_again(value: float, places: tuple[Place, ...]) -> None:
    """The other way is no better by more than rounding, but it costs nothing."""
    game = graph_game(*places)
    assert float(solve(game).value(game.start())) == pytest.approx(value, abs=1e-9)
    assert shortfall(game, P1) <= 1e-9


def test_a_tie_is_still_used_where_that_is_safe() -> None:
    """One loop is kept to what is proven, and in the other P1, who is behind, hopes for a mistake."""
    tempting = (choice(P1, 3, 4), dice((WON, 2), (LOST, 3)), choice(P2, 2, 3, WON))
    game = graph_game(*tempting, choice(P1, 6, 5), dice((2, 2**44), (LOST, 1)), starts=(5, 2))
    play = PerfectPlay(solve(game))
    assert play.odds(game.start(P2)) == {1: 1}
    assert shortfall(game, P1) <= 1e-9


def rare_game(rng: random.Random) -> Game:
    """Ladders of dice, most of them rare, with up to five choices of each side, that lead on or far back."""
    size = rng.randint(5, 11)
    places = list[Place]()
    for at in range(2, size + 2):

        def anywhere(at: int = at) -> int:
            kind = rng.random()
            if kind < 0.15:
                return rng.choice((WON, LOST))
            return rng.randint(2, at) if kind < 0.5 else min(size + 1, at + rng.randint(1, 3))

        if rng.random() < 0.25:  # a rare end, otherwise back
            places.append(dice((rng.randint(2, at), rng.choice(ODDS[-4:])), (rng.choice((WON, LOST)), 1)))
            continue
        actor = rng.choice((P1, P2, None))
        targets = [anywhere() for _ in range(rng.randint(2, 3) if actor is None else 2)]
        places.append(dice(*((to, rng.choice(ODDS)) for to in targets)) if actor is None else choice(actor, *targets))
    return graph_game(*places)


def test_the_value_is_attained_in_random_games_with_rare_odds() -> None:
    checked = 0
    for seed in range(SEEDS):
        game = rare_game(random.Random(seed))
        for seat in (P1, P2):
            if prod(len(game.moves_at(state)) for state in game.reachable() if game.actor(state) == 1 - seat) > 32:
                continue
            try:
                short = shortfall(game, seat)
            except Unproven:
                continue
            checked += 1
            assert short <= 1e-8, (seed, seat, float(short))
    assert checked >= SEEDS
