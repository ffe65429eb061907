"""Our values against those of other people's solvers, on our games through their own libraries."""

import random
from typing import Any

import pytest
from open_spiel.python.algorithms import minimax, value_iteration

from headway.catalogue import find
from headway.envs.openspiel import spiel_game
from headway.game import Game
from headway.rulekit import P1, P2
from headway.solver import solve


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center", "number-race"])
def test_openspiel_value_iteration_finds_the_same_values(name: str) -> None:
    """Every state of three games. Predictive Pursuit has secrets, which value iteration does not express; Capture the
    Flag has endless play, which OpenSpiel's games do not have: it is compared on wins below.
    """
    game = find(name)
    values = value_iteration.value_iteration(
        spiel_game(name, max_plies=10_000), depth_limit=-1, threshold=1e-14, cyclic_game=name == "number-race"
    )
    solution = solve(game)
    ours = {str(tuple(state)): float(solution.value(state)) for state in game.reachable()}
    assert len(values) > 25
    for state, value in values.items():
        assert (value + 1) / 2 == pytest.approx(ours[state], abs=1e-9)


def test_openspiel_alpha_beta_finds_the_same_wins_of_capture_the_flag() -> None:
    """Positions that are decided in three to five plies: a search as deep as that finds the same winner, and one that
    is a ply short finds none.
    """
    game = find("capture-the-flag")
    solution, origin = solve(game), game.reachable()
    decided = [state for state in origin if solution.plies(state) in (3, 4, 5)]
    spiel = spiel_game("capture-the-flag")
    for state in random.Random(1).sample(decided, 25):
        at = (
            spiel.new_initial_state()
            if _first(game, origin, state) == P1
            else spiel_game("capture-the-flag", P2).new_initial_state()
        )
        for move in _line(origin, state):
            at.apply_action(move)
        plies = solution.plies(state)
        assert plies is not None
        for depth, won in ((plies, 1), (plies - 1, 0)):
            value, _ = minimax.alpha_beta_search(
                spiel, state=at, maximum_depth=depth, value_function=lambda state: 0, maximizing_player_id=P1
            )
            assert value == won * (2 * solution.value(state) - 1)


def _line(origin: dict[Any, Any], state: Any) -> list[int]:
    moves: list[int] = []
    while origin[state] is not None:
        state, move = origin[state]
        moves.insert(0, move)
    return moves


def _first(game: Game, origin: dict[Any, Any], state: Any) -> int:
    while origin[state] is not None:
        state, _ = origin[state]
    return game.actor(state)
