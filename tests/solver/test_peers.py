"""Our values against those of other people's solvers, on our games through their own libraries."""

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyspiel
import pytest
import stormpy
from open_spiel.python.algorithms import minimax, value_iteration

from headway.catalogue import find, names
from headway.envs.openspiel import spiel_game
from headway.game import Game
from headway.rulekit import P1, P2
from headway.solver import solve
from tests.conftest import Headway


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center", "number-race"])
def test_openspiel_value_iteration_finds_the_same_values(name: str) -> None:
    """Every state of three games. Predictive Pursuit has secrets, which value iteration does not express; Capture the
    Flag has endless play, which OpenSpiel's games do not have: it is compared on wins below.
    """
    game = find(name)
    values = value_iteration.value_iteration(
        spiel_game(name), depth_limit=-1, threshold=1e-14, cyclic_game=name == "number-race"
    )
    solution = solve(game)
    ours = {str(tuple(state)): float(value) for state, value in solution.values.items()}
    assert len(values) > 25
    for state, value in values.items():
        assert (value + 1) / 2 == pytest.approx(ours[state], abs=1e-9)


def test_openspiel_alpha_beta_finds_the_same_wins_of_capture_the_flag() -> None:
    """Positions that are decided in three to five plies: a search as deep as that finds the same winner, and one that
    is a ply short finds none.
    """
    game = find("capture-the-flag")
    solution, origin = solve(game), game.reachable()
    decided = [state for state in origin if solution.plies.get(state) in (3, 4, 5)]
    spiel = spiel_game("capture-the-flag")
    for state in random.Random(1).sample(decided, 25):
        at = (
            spiel.new_initial_state()
            if _first(game, origin, state) == P1
            else spiel_game("capture-the-flag", P2).new_initial_state()
        )
        for move in _line(origin, state):
            at.apply_action(move)
        plies = solution.plies[state]
        for depth, won in ((plies, 1), (plies - 1, 0)):
            value, _ = minimax.alpha_beta_search(
                spiel, state=at, maximum_depth=depth, value_function=lambda state: 0, maximizing_player_id=P1
            )
            assert value == won * (2 * solution.values[state] - 1)


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


@pytest.mark.parametrize("name", names())
def test_openspiel_plays_every_game(name: str) -> None:
    pyspiel.random_sim_test(spiel_game(name, limit=200), num_sims=5, serialize=False, verbose=False)


def test_openspiel_keeps_the_secret() -> None:
    state = spiel_game("predictive-pursuit").new_initial_state()
    seen = set()
    for move in state.legal_actions():
        seen.add(state.child(move).information_state_string(P2))
    assert len(seen) == 1


@pytest.mark.parametrize("board", [None, "3", "1,2,3", "6,6,5,5,4,4,3,3", "1,1,1,1,1,1,1,2"])
@pytest.mark.parametrize("first", ["p1", "p2"])
def test_storm_finds_the_same_chance_in_number_race(
    headway: Headway, tmp_path: Path, board: str | None, first: str
) -> None:
    """Number Race as a Markov chain, through our own export, in Storm's exact rationals."""
    options = ["--first", first, *(["--board", board] if board else [])]
    path = tmp_path / "race.prism"
    path.write_text(headway("export", "number-race", "--format", "prism", *options).out)
    program = stormpy.parse_prism_program(str(path))
    properties = stormpy.parse_properties('P=? [F "p1"]', program)
    chain = stormpy.build_model[stormpy.Rational](program, properties)
    found = stormpy.model_checking(chain, properties[0]).get_value(chain.initial_states[0])
    game = find("number-race").variant({"board": board} if board else {})
    assert Fraction(str(found)) == solve(game).values[game.start(P2 if first == "p2" else P1)]


def test_a_secret_is_refused_for_prism(headway: Headway) -> None:
    refused = headway("export", "predictive-pursuit", "--format", "prism")
    assert (refused.status, refused.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("name", names())
def test_the_tree_for_gambit_is_whole(headway: Headway, name: str) -> None:
    """As many nodes of each kind as there are sequences of moves, and one information set for all that look alike."""
    depth = 6
    lines = headway("export", name, "--format", "efg", "--depth", depth).out.splitlines()[1:]
    game = find(name)
    assert len(lines) == sum(game.perft(depth))
    sets = [line.split()[3] for line in lines if line.startswith("p ")]
    if name == "predictive-pursuit":  # two guessing nodes to each secret: for two nodes one set
        assert len(sets) == 1 + 2 + 4 + 8 + 16 + 32
        assert len(set(sets)) == 1 + 1 + 4 + 4 + 16 + 16
    else:
        assert len(set(sets)) == len(sets)


@pytest.mark.parametrize("name", ["cross-over", "number-race", "race-to-the-center"])
def test_the_graph_for_graphviz_has_every_state_of_one_start(headway: Headway, name: str) -> None:
    drawn = headway("export", name, "--format", "dot").out
    game = find(name)
    seen, waiting = {game.start()}, [game.start()]
    for state in waiting:
        for move in game.moves_at(state):
            after = game.play_unchecked(state, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    assert drawn.count("shape=") == len(seen)
