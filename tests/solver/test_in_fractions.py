"""Certificates re-computed in fractions: what the odds of a solution guarantee, by the best response to them."""

from contextlib import suppress
from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from headway.game import Game
from headway.rulekit import CHANCE, P1, P2
from headway.solver import Unproven, solve
from headway.tolerances import PROVEN
from tests.graph_games import LOST, WON, Place, choice, dice, drawn, graph_game, secret
from tests.policies import brute_force
from tests.policies.brute_force import Mixture
from tests.solver.in_fractions import best_response, errors

WEIGHTS = (1, 1, 1, 2, 3, 2**10, 2**20, 2**30, 2**40, 2**44, 2**44 + 1, 2**50)
"""Odds of every size, and near-ties."""
MANY_COMMON = (*(1,) * 20, *WEIGHTS)
"""The same, most of them equal."""
ROUNDING = Fraction(1, 2**52)
"""A gap is a float that was itself computed: the last digit of the values that it bounds is allowed for."""
SEEDS = st.integers(0, 2**32)


def mixed_game(seed: int) -> Game:
    """Up to four places of dice, choices and secrets among two or three, leading anywhere."""
    rng = Random(seed)
    size = rng.randint(1, 4)
    places, answers = list[Place](), list[Place]()

    def anywhere(count: int) -> list[int]:
        return [rng.randint(0, size + 1) for _ in range(count)]

    for _ in range(size):
        kind, seat = rng.random(), rng.choice((P1, P2))
        if kind < 0.3:
            places.append(dice(*((to, rng.choice(WEIGHTS)) for to in anywhere(2))))
        elif kind < 0.5:
            places.append(choice(seat, *anywhere(2)))
        elif kind < 0.55:
            places.append(drawn())
        else:
            choices, guesses = rng.choice((2, 2, 3)), rng.choice((2, 2, 3))
            first = size + 2 + len(answers)
            places.append(secret(seat, *range(first, first + choices)))
            answers += [choice(1 - seat, *anywhere(guesses)) for _ in range(choices)]
    return graph_game(*places, *answers)


def assert_right(game: Game) -> None:
    """No value of the game is off by more than the gap of its certificate."""
    solution = solve(game)
    assert solution.certificate.gap <= PROVEN
    assert max(errors(solution).values()) <= Fraction(solution.certificate.gap) + ROUNDING


@settings(max_examples=40)
@given(SEEDS, st.sampled_from([P1, P2]))
def test_a_best_response_is_the_best_of_all_pure_policies(seed: int, seat: int) -> None:
    game = mixed_game(seed)
    mixture = Mixture(game, seed)
    found = best_response(game, mixture.odds, seat)
    expected = brute_force.best_response(game, mixture.odds, seat)
    assert found == {state: expected[state] for state in found}


@settings(max_examples=60)
@given(SEEDS)
def test_what_is_proved_of_a_game_with_secrets_and_rare_odds_is_right(seed: int) -> None:
    """One in a hundred is not proved: a secret may have no best odds, only better and better ones."""
    with suppress(Unproven):
        assert_right(mixed_game(seed))


def ladder_game(seed: int) -> Game:
    """A track of 20 to 60 squares: ladders, snakes, and at each square a choice between two dice, or a die.

    The dice have two to six faces, some of them rare, and some differ by a hair.
    """
    rng = Random(seed)
    squares = rng.randint(20, 60)
    jumps = {square: rng.randrange(squares) for square in range(squares) if rng.random() < rng.choice((0.1, 0.3))}
    places = list[Place]()

    def after(square: int) -> int:
        return rng.choice((WON, LOST)) if square >= squares else 2 + 3 * jumps.get(square, square)

    for square in range(squares):
        die = [(after(square + eyes), rng.choice(MANY_COMMON)) for eyes in range(1, rng.randint(3, 7))]
        other = [(to, weight + rng.choice((0, 0, 1))) for to, weight in die]
        if rng.random() < 0.7:
            rng.shuffle(other)
            other = [(after(square + rng.randint(1, 4)), weight) for _, weight in other]
        dice_here = 3 + 3 * square, 4 + 3 * square
        seat = rng.choice((P1, P2, CHANCE))
        places.append(choice(seat, *dice_here) if seat != CHANCE else dice((dice_here[0], 1), (dice_here[1], 1)))
        places += [dice(*die), dice(*other)]
    return graph_game(*places)


def loop_game(seed: int) -> Game:
    """A loop of 2 to 60 places that is left by rare odds, with choices of both sides on the way."""
    rng = Random(seed)
    size = rng.randint(2, 60)
    places = list[Place]()
    for at in range(2, size + 2):
        back = 2 + (at - 1) % size
        kind = rng.random()
        if kind < 0.4:
            places.append(dice((rng.choice((WON, LOST)), 1), (back, rng.choice(WEIGHTS))))
        elif kind < 0.9:
            places.append(choice(rng.choice((P1, P2)), back, rng.randint(2, size + 1)))
        else:
            places.append(dice((back, rng.choice(WEIGHTS)), (rng.randint(2, size + 1), 1)))
    return graph_game(*places)


@settings(max_examples=4)
@given(SEEDS)
def test_every_ladder_track_is_proved_and_right(seed: int) -> None:
    assert_right(ladder_game(seed))


@settings(max_examples=10)
@given(SEEDS)
def test_every_loop_is_proved_and_right(seed: int) -> None:
    assert_right(loop_game(seed))
