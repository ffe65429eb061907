"""Learners: Stable-Baselines3 takes the environment, MaskablePPO learns in it, and its policy is measured exactly."""

from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv

import headway
import headway.envs
from headway.envs.gymnasium_env import HeadwayEnv

NAMES = [game.name for game in headway.games()]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", NAMES)
def test_the_checker_of_stable_baselines_has_nothing_to_say(name: str) -> None:
    check_env(HeadwayEnv(name, render_mode="rgb_array"))


@pytest.mark.filterwarnings("error")
def test_it_has_nothing_to_say_where_a_game_ends_before_the_first_action() -> None:
    check_env(HeadwayEnv("cross-over", length=2, first=headway.Actor.P2, opponent="perfect"))


def test_maskable_ppo_makes_legal_moves_alone_in_a_game_with_secrets_for_both_seats() -> None:
    """An illegal one would be refused, and end the training."""
    torch.set_num_threads(1)
    table = gymnasium.make("headway/PredictivePursuit-v0", opponent=None)
    agent = MaskablePPO("MlpPolicy", table, n_steps=32, batch_size=32, seed=0)
    assert agent.learn(64).num_timesteps == 64


def test_maskable_ppo_learns_to_play_perfectly() -> None:
    """Before, it loses to a best response in one of the seats; after 1,024 of its moves in neither."""
    game = headway.load("cross-over", length=7)
    torch.set_num_threads(1)
    tables = DummyVecEnv([lambda: gymnasium.make("headway/CrossOver-v0", length=7)] * 8)
    agent = MaskablePPO("MlpPolicy", tables, n_steps=64, batch_size=128, learning_rate=1e-3, gamma=1.0, seed=0)

    def exploitability() -> Any:
        return headway.policies.exploitability(game, headway.envs.policy(game, choose)).value()

    def choose(observation: Any, mask: Any) -> Any:
        return agent.predict(observation, action_masks=mask, deterministic=True)[0]

    assert exploitability() == 1 / 2
    agent.learn(1024)
    assert exploitability() == 0


def test_an_agent_may_give_odds() -> None:
    game = headway.load("cross-over")
    even = headway.envs.policy(game, lambda observation, mask: mask / mask.sum(), name="even")
    found, exact = (headway.policies.exploitability(game, policy).value() for policy in (even, "random"))
    assert found == pytest.approx(float(exact))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (3, "the move 3, which is not legal"),
        (None, "type NoneType instead of a move"),
        ("2", "type str instead of a move"),
        (np.array([0.5, 0.5]), r"shape \(2,\) for 4 moves"),
        (np.array([np.nan, 0, 0, 0]), "below zero"),
    ],
    ids=str,
)
def test_an_agent_that_answers_nonsense_is_refused_in_one_line(answer: Any, message: str) -> None:
    game = headway.load("cross-over")
    with pytest.raises(headway.policies.BadPolicy, match=f"^[^\n]*{message}[^\n]*$"):
        headway.policies.exploitability(game, headway.envs.policy(game, lambda observation, mask: answer))
