"""Of the moves that attain the value, perfect play takes those that are worth most against an opponent who errs."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import assume, given, settings

from headway.catalogue import find
from headway.game import Game, State
from headway.policies import Erring, evaluate
from headway.policies.perfect import PerfectPlay
from headway.policies.policy import Odds
from headway.policies.tie_breaking import ERROR_RATE, BestMoves
from headway.rulekit import P1, P2
from headway.solver import Unproven, solve
from tests.graph_games import LOST, WON, choice, dice, graph_game
from tests.policies.brute_force import values
from tests.policies.test_perfect import games


def test_mistakes_that_come_later_count() -> None:
    """Both ways take as long; one ply ahead, only the first has a mistake in it."""
    early = graph_game(
        choice(P1, 3, 5),
        choice(P2, 4, 4, WON),
        choice(P1, 7),
        choice(P2, 6),
        choice(P1, 8),
        choice(P2, LOST),
        choice(P2, LOST, WON),
    )
    play = PerfectPlay(solve(early))
    assert play.odds(early.start()) == {1: 1}
    against = Erring(BestMoves(solve(early)), ERROR_RATE)
    assert evaluate(early, play, against).value() == Fraction(1, 20)


@settings(max_examples=60)
@given(games())
def test_nothing_that_attains_the_value_does_better_against_an_opponent_who_errs(game: Game) -> None:
    """Against every choice of a best move in each state, by equations in fractions."""
    try:
        solution = solve(game)
    except Unproven:
        return
    play, states = PerfectPlay(solution), list(game.reachable())
    for seat in (P1, P2):
        kept = {state: play._best(state) for state in states if game.actor(state) == seat}
        assume(prod(map(len, kept.values())) <= 50)

        def erring(seen: State) -> Odds:
            moves, best = game.moves_at(seen), solution.best(seen)
            return {
                move: Fraction(1, 10 * len(moves)) + (Fraction(9, 10 * len(best)) if move in best else 0)
                for move in moves
            }

        found = values(game, play.odds, erring) if seat == P1 else values(game, erring, play.odds)
        for plan in product(*kept.values()):
            chosen = dict(zip(kept, plan, strict=True))

            def other(seen: State, chosen: dict[State, int] = chosen) -> Odds:
                return {chosen[seen]: Fraction(1)}

            tried = values(game, other, erring) if seat == P1 else values(game, erring, other)
            for state in states:
                gained = tried[state] - found[state] if seat == P1 else found[state] - tried[state]
                assert gained <= 1e-7


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center"])
def test_perfect_play_does_at_least_as_well_against_errors_as_any_best_moves(name: str) -> None:
    game = find(name)
    solution = solve(game)
    opponent, some = Erring(BestMoves(solution), ERROR_RATE), BestMoves(solution)
    perfect = PerfectPlay(solution)
    assert evaluate(game, perfect, opponent).value() >= evaluate(game, some, opponent).value()
    assert evaluate(game, opponent, perfect).value() <= evaluate(game, opponent, some).value()


def test_a_large_game_is_not_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    """One ply ahead a die is no mistake, though two replies of three after it are."""
    late = choice(P2, LOST, WON, WON)
    game = graph_game(choice(P1, 3, 4), choice(P2, WON, LOST), dice((5, 1), (6, 1)), late, late)
    assert PerfectPlay(solve(game)).odds(game.start()) == {1: 1}
    monkeypatch.setattr("headway.policies.tie_breaking.MOST_STATES", 0)
    assert PerfectPlay(solve(game)).odds(game.start()) == {0: 1}
