"""Exact fractions of games of chance: Dixon's lifting against GTH elimination, and what it refuses."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import headway.solver
from headway.catalogue import find
from headway.game import Game
from headway.rulekit import P1, P2
from headway.solver import NotExact, cache, modular_lu, solve
from headway.solver.certificate import common_residual
from headway.solver.dixon import exact_values
from headway.solver.explored import explore_interpreted
from headway.solver.integer_system import MOST_WEIGHT, equations
from headway.solver.markov_chain import expected_values
from headway.solver.modular_lu import ModularSystem
from headway.solver.rational import fraction, joined
from headway.solver.values import CommonFractions
from tests.graph_games import LOST, WON, Place, choice, dice, graph_game


def silent(doing: str) -> None:
    """No progress."""


@st.composite
def chains(draw: st.DrawFn) -> list[Place]:
    """Up to twelve nodes of dice and forced moves, each leading anywhere."""
    size = draw(st.integers(1, 12))
    anywhere, weights = st.integers(0, size + 1), st.sampled_from([1, 2, 5, 9, 400])
    found = []
    for _ in range(size):
        if draw(st.booleans()):
            targets = draw(st.lists(anywhere, min_size=1, max_size=4))
            found.append(dice(*((to, draw(weights)) for to in targets)))
        else:
            found.append(choice(draw(st.sampled_from([P1, P2])), draw(anywhere)))
    return found


def by_elimination(game: Game) -> list[Fraction]:
    """The value of every node, by the other method."""
    found = explore_interpreted(game)
    chain = [found.shares(at) for at in range(found.normal.size)]
    return expected_values(found.normal, chain, list(map(Fraction, found.normal.results)), Fraction(1, 2))


@settings(max_examples=150)
@given(chains())
def test_lifting_agrees_with_elimination_on_any_chain(places: list[Place]) -> None:
    game = graph_game(*places)
    found = explore_interpreted(game)
    values = exact_values(found, silent)
    assert list(values) == by_elimination(game)
    assert common_residual(found, values) == 0


@pytest.mark.parametrize("rules", [{"board": [3, 1, 6, 2, 3]}, {"length": 20}])
def test_a_race_has_the_same_fractions_by_both_methods(
    rules: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find("number-race").variant(rules)
    by_gth = solve(game, exact=True)
    monkeypatch.setattr(headway.solver, "MOST_RATIONAL", 0)
    by_lifting = solve(game, exact=True)
    assert isinstance(by_lifting.values, CommonFractions)
    assert list(by_lifting.values) == list(by_gth.values)
    assert by_lifting.certificate == by_gth.certificate
    assert by_lifting.ends == by_gth.ends


def test_exact_fractions_come_back_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headway.solver, "MOST_RATIONAL", 0)
    game = find("number-race")
    fresh = cache.solved(game, exact=True)
    monkeypatch.setattr(cache, "solve", None)
    kept = cache.solved(game, exact=True)
    assert list(kept.values) == list(fresh.values)
    assert (kept.certificate, list(kept.ends)) == (fresh.certificate, list(fresh.ends))


def test_floats_and_fractions_are_kept_apart() -> None:
    game = find("number-race")
    assert cache.place(game) != cache.place(game, exact=True)


def test_a_wrong_value_is_found_by_the_equations() -> None:
    """Two players who win with every third roll: 3/5 for the first. Any other numerator breaks an equation."""
    game = graph_game(dice((WON, 1), (3, 2)), dice((LOST, 1), (2, 2)), starts=(2, 3))
    found = explore_interpreted(game)
    values = exact_values(found, silent)
    node = found.starts[P1]
    assert values[node] == Fraction(3, 5)
    assert common_residual(found, values) == 0
    for at in range(len(values)):
        numerators = [*values.numerators]
        numerators[at] += 1
        assert common_residual(found, CommonFractions(numerators, values.denominator)) > 0


def test_a_prime_that_divides_a_pivot_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """7 divides the first pivot and 5 the second; the last is 62/35. With so small a prime there are many digits."""
    game = graph_game(dice((WON, 1), (3, 1)), dice((LOST, 3), (4, 2)), dice((LOST, 3), (2, 4)))
    found = explore_interpreted(game)
    monkeypatch.setattr(modular_lu, "LARGEST_PRIME", 8)
    assert ModularSystem(equations(found), silent).prime == 3
    assert list(exact_values(found, silent)) == by_elimination(game)


def test_what_is_left_endless_counts_one_half() -> None:
    game = graph_game(dice((WON, 1), (3, 1)), choice(P1, 4), choice(P2, 3))
    values = exact_values(explore_interpreted(game), silent)
    assert values[explore_interpreted(game).starts[P1]] == Fraction(3, 4)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (lambda: find("predictive-pursuit"), "Predictive Pursuit cannot be given as exact fractions"),
        (lambda: graph_game(dice((WON, 1), (3, 1)), choice(P1, LOST, 2)), "it has choices, and chance or secrets too"),
        (lambda: graph_game(dice((WON, MOST_WEIGHT), (LOST, 3), (2, 1))), "weights that are too large"),
    ],
)
def test_a_game_without_exact_fractions_is_refused(
    game: Callable[[], Game], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(headway.solver, "MOST_RATIONAL", 0)
    with pytest.raises(NotExact, match=why):
        solve(game(), exact=True)


def test_without_numba_a_large_chain_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headway.solver, "MOST_RATIONAL", 0)
    monkeypatch.setattr(headway.solver, "find_spec", lambda name: None)
    with pytest.raises(NotExact, match=r"Number Race is too large for exact fractions without: .*\[fast\]"):
        solve(find("number-race"), exact=True)


def test_without_chance_every_game_is_exact() -> None:
    assert solve(find("cross-over"), exact=True).certificate == solve(find("cross-over")).certificate


PRIMES = st.sampled_from([2, 7, 101, 268435399])


@given(PRIMES, st.lists(st.integers(0, 10**30), min_size=1, max_size=5))
def test_numbers_are_joined_from_their_digits(prime: int, numbers: list[int]) -> None:
    rows, left = list[list[int]](), numbers
    while any(left) or not rows:
        rows.append([each % prime for each in left])
        left = [each // prime for each in left]
    assert joined(rows, prime) == numbers


@given(st.integers(0, 10**20), st.integers(1, 10**20))
def test_a_fraction_is_found_from_its_residue(numerator: int, denominator: int) -> None:
    prime = 268435399
    modulus = prime**9  # 252 bits: twice 67, and 64 to spare
    residue = numerator * pow(denominator, -1, modulus) % modulus
    assert fraction(residue, modulus) == Fraction(numerator, denominator)


def test_too_few_digits_give_no_fraction() -> None:
    assert fraction(123456789 * pow(987654321, -1, 101**12) % 101**12, 101**12) is None
