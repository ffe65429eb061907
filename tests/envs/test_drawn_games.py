"""A draw rewards nobody, in every environment, and a neutral piece is seen in their pictures."""

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.policy import UniformRandomPolicy
from pettingzoo.test import api_test

import headway
from headway.envs.episode import Episode
from headway.envs.gymnasium_env import HeadwayEnv
from headway.envs.openspiel import spiel_game
from headway.envs.picture import draw_picture
from headway.envs.setup import Setup
from headway.game import Game
from headway.rulekit import P1, P2
from headway.table.table import Table
from tests.envs import test_jax, test_vector
from tests.envs.test_gymnasium import LegalActions
from tests.lines import played

EVEN = [0, 0]
"""A pull by one of each side, which leaves the knot where it was."""


@pytest.fixture
def short(tug_of_war_found: Game) -> Game:
    """Two pulls: often a draw, and a win if the first pulls by two."""
    return tug_of_war_found.variant({"length": 4, "pulls": 2})


def test_a_drawn_episode_is_over_and_pays_nothing(short: Game) -> None:
    episode = Episode.begin(Setup(short, P1), 1)
    for move in EVEN:
        episode = episode.play(move)
    assert (episode.is_terminated, episode.is_truncated) == (True, False)
    assert [episode.reward(seat) for seat in (P1, P2)] == [0, 0]
    won = Episode.begin(Setup(short, P1), 1).play(1)
    assert [won.reward(seat) for seat in (P1, P2)] == [1, -1]


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
def test_gymnasium(short: Game) -> None:
    check_env(LegalActions(HeadwayEnv(short, opponent="random", exact=True)), skip_render_check=True)
    environment = HeadwayEnv(short, opponent=None)
    environment.reset(seed=1)
    rewards = [environment.step(move)[1:3] for move in EVEN]
    assert rewards == [(0.0, False), (0.0, True)]


def test_pettingzoo(tug_of_war_found: Game) -> None:
    environment = headway.envs.aec("tug-of-war", length=4, pulls=2)
    api_test(environment, num_cycles=30)
    environment.reset(seed=1)
    for move in EVEN:
        environment.step(move)
    assert environment.terminations == {"P1": True, "P2": True}
    assert environment.rewards == {"P1": 0, "P2": 0}


@pytest.mark.parametrize("rules", [{}, {"wind": "windy", "length": 4}, {"style": "at-once", "length": 4}], ids=str)
def test_the_vector_environment_and_jax_play_as_single_environments(tug_of_war: Game, rules: dict[str, Any]) -> None:
    game = tug_of_war.variant({"pulls": 3, **rules})
    assert test_vector.compare(game, AutoresetMode.NEXT_STEP, 8, 40, None) > 0
    assert test_jax.compare(game, None, 8) > 0
    assert test_jax.compare(game, "random", 8) > 0


def test_openspiel(tug_of_war_found: Game) -> None:
    spiel = spiel_game("tug-of-war", length=4, pulls=4)
    pyspiel.random_sim_test(spiel, num_sims=3, serialize=False, verbose=False, mask_test=False)
    state = spiel.new_initial_state()
    for move in (0, 0, 0, 0):
        state.apply_action(move)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    # the mean utility is twice the value less one, with draws as one half
    found = expected_game_score.policy_value(spiel.new_initial_state(), [UniformRandomPolicy(spiel)] * 2)
    value = headway.policies.evaluate(headway.load("tug-of-war", length=4, pulls=4), "random", "random").value()
    assert found == pytest.approx([2 * value - 1, 1 - 2 * value])


def test_a_neutral_piece_has_a_shape_of_its_own(tug_of_war: Game) -> None:
    """Only the knot moves, so two pictures with the same side to move differ exactly where it stands."""
    one, other = (draw_picture(played(Table(tug_of_war), *moves)) for moves in ((1, 1), (2, 1)))
    assert one.shape == other.shape
    differing = np.argwhere((one != other).any(axis=2))
    columns = sorted({int(column) // 40 for _, column in differing - [0, 8]})
    assert columns == [2, 3]  # squares of 40 pixels after a margin of 8: the knot is on 3, and on 2
    square = one[:, 8 + 3 * 40 : 8 + 4 * 40][differing[:, 0].min() : differing[:, 0].max() + 1]
    widths = (square == (70, 74, 84)).all(axis=2).sum(axis=1)
    widest = int(widths.argmax())
    assert 0 < widths[0] < widths[widest] > widths[-1] > 0  # a diamond: neither a square nor as broad as a disc
    assert list(widths[: widest + 1]) == sorted(widths[: widest + 1])
    steps = {int(after) - int(before) for before, after in pairwise(widths)}
    assert steps <= {-2, 0, 2}


def test_random_episodes_of_the_seventh_game_end_in_every_way(short: Game) -> None:
    rng, found = random.Random(1), set[tuple[int, int]]()
    for seed in range(60):
        episode = Episode.begin(Setup(short.variant({"length": 4, "pulls": 4}), P1), seed)
        while not episode.is_over:
            moves = [move for move, is_legal in enumerate(episode.mask) if is_legal]
            episode = episode.play(rng.choice(moves))
        found.add((episode.reward(P1), episode.reward(P2)))
    assert found == {(1, -1), (-1, 1), (0, 0)}
