"""Learners: Stable-Baselines3 takes the environment, MaskablePPO learns in it, and its policy is measured exactly.

The learners are imported by what needs them: with PyTorch they take a second, and each process that runs tests
reads this file.
"""

import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import headway
import headway.envs
from headway.envs.gymnasium_env import HeadwayEnv

NAMES = [game.name for game in headway.games()]


@pytest.fixture
def check() -> Callable[[HeadwayEnv], None]:
    """The checker of Stable-Baselines3. Only what it has to say is an error, and not what comes up meanwhile."""
    with warnings.catch_warnings(action="ignore"):
        from stable_baselines3.common.env_checker import check_env

    return check_env


@pytest.fixture
def learner() -> Any:
    """The class MaskablePPO; on one core, since several processes would wait for each other on a busy machine."""
    import torch
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)
    return MaskablePPO


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", NAMES)
def test_the_checker_of_stable_baselines_has_nothing_to_say(name: str, check: Callable[[HeadwayEnv], None]) -> None:
    check(HeadwayEnv(name, render_mode="rgb_array"))


@pytest.mark.filterwarnings("error")
def test_it_has_nothing_to_say_where_a_game_ends_before_the_first_action(check: Callable[[HeadwayEnv], None]) -> None:
    check(HeadwayEnv("cross-over", length=2, first=headway.Actor.P2, opponent="perfect"))


def test_maskable_ppo_makes_legal_moves_alone_in_a_game_with_secrets_for_both_seats(learner: Any) -> None:
    """An illegal one would be refused, and end the training."""
    table = gymnasium.make("headway/PredictivePursuit-v0", opponent=None)
    agent = learner("MlpPolicy", table, n_steps=32, batch_size=32, seed=0)
    assert agent.learn(64).num_timesteps == 64


def test_maskable_ppo_learns_to_play_perfectly(learner: Any) -> None:
    """Before, it loses to a best response in one of the seats; after 1,024 of its moves in neither."""
    from stable_baselines3.common.vec_env import DummyVecEnv

    game = headway.load("cross-over", length=7)
    tables = DummyVecEnv([lambda: gymnasium.make("headway/CrossOver-v0", length=7)] * 8)
    agent = learner("MlpPolicy", tables, n_steps=64, batch_size=128, learning_rate=1e-3, gamma=1.0, seed=0)

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
