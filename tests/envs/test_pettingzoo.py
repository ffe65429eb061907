"""The PettingZoo environment: its conformance tests, what each agent may know, and shimmy's wrapper of OpenSpiel."""

import copy
import pickle
import random
import re
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

import headway
from headway.envs.gymnasium_env import HeadwayEnv
from headway.envs.openspiel import chance_action, spiel_game
from headway.envs.pettingzoo_env import AGENTS
from headway.errors import HeadwayError, IllegalMove, UnknownMove
from headway.game import Game
from headway.rulekit import P1, P2

NAMES = [game.name for game in headway.games()]
BY_NAME = pytest.mark.parametrize("name", NAMES)


def played(env: Any, seed: int) -> list[tuple[Any, ...]]:
    """What each agent was told in one episode of random legal moves, in the order of its turns."""
    rng, told = random.Random(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        mask = seen["action_mask"]
        told.append((agent, seen["observation"].tolist(), mask.tolist(), reward, terminated, truncated, info))
        env.step(None if terminated or truncated else rng.choice(np.flatnonzero(mask).tolist()))
    return told


@BY_NAME
def test_an_environment_keeps_the_interface_and_its_seeds(name: str) -> None:
    api_test(headway.envs.aec(name), num_cycles=60)
    seed_test(lambda: headway.envs.aec(name), num_cycles=60)


@BY_NAME
def test_a_board_is_rendered_in_text_and_as_a_picture(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: headway.envs.aec(name, render_mode=render_mode))
    assert headway.load(name).title in capsys.readouterr().out


def test_the_performance_benchmark_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 3))  # seconds, so that it ends after a few cycles
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"].time, "time", lambda: next(clock))
    performance_benchmark(headway.envs.aec("cross-over"))
    assert "turns per second" in capsys.readouterr().out


@BY_NAME
def test_both_agents_are_told_the_result(name: str) -> None:
    for seed in range(4):
        told = played(headway.envs.aec(name), seed)
        last = {agent: reward for agent, _, _, reward, terminated, _, _ in told if terminated}
        assert sorted(last.values()) == [-1, 1]
        assert all(reward == 0 for *_, reward, terminated, _, _ in told if not terminated)


def test_a_cap_on_plies_truncates() -> None:
    told = played(headway.envs.aec("capture-the-flag", max_plies=5), 1)
    assert [(*row[3:6],) for row in told[-2:]] == [(0, False, True)] * 2
    assert len(told) == 5 + 2


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_differing_secrets_look_the_same_to_the_other_agent(mode: str) -> None:
    """Under these rules the choices are not worth the same, so what one has given away would tell it."""
    seen, own = [], []
    for move in (0, 1, 2):
        env = headway.envs.aec(
            "predictive-pursuit", exact=True, render_mode=mode, length=4, longest_step=3, overshoot="stops"
        )
        env.reset(seed=1)
        env.step(move)
        assert env.agent_selection == "P2"
        told = [str(env.observe("P2")), env.infos["P2"], str(env.last()), env.rewards, str(env.render())]
        seen.append(told)
        own.append((env.observe("P1")["observation"].tolist(), env.infos["P1"]["given_away"]))
        assert not env.observe("P1")["action_mask"].any()
    assert seen[0] == seen[1] == seen[2]
    assert len({str(observed) for observed, _ in own}) == 3
    assert own[0][1] > own[1][1] + 0.05


def test_exact_infos_are_the_value_of_the_table_and_what_was_given_away() -> None:
    env = headway.envs.aec("cross-over", exact=True)
    env.reset(seed=1)
    assert env.infos == {"P1": {"value": 1.0, "given_away": 0.0}, "P2": {"value": 0.0, "given_away": 0.0}}
    env.step(0)  # the solution knows one winning move, which is to take three steps
    review = headway.review(headway.Table(headway.load("cross-over")).play("1"))
    assert env.infos["P1"] == {"value": 0.0, "given_away": float(review.given_by(headway.Actor.P1))}
    assert env.infos["P2"] == {"value": 1.0, "given_away": 0.0}


class SameChance:
    """Random numbers for shimmy that draw what our environments draw."""

    def __init__(self, env: Any, seed: int, episode: int) -> None:
        self.env, self.seed, self.episode = env, seed, episode

    def choice(self, outcomes: Sequence[int], p: Sequence[float]) -> int:
        assert len(outcomes) == len(p)
        return chance_action(self.env.game_state, self.seed, self.episode)


@BY_NAME
def test_shimmy_over_openspiel_plays_the_same_games(name: str) -> None:
    game = spiel_game(name)
    ours, theirs, sizes = headway.envs.aec(name), OpenSpielCompatibilityV0(env=game), game.setup.sizes
    for episode in range(3):
        rng = random.Random(episode)
        ours.reset(seed=None if episode else 5)
        theirs.reset()
        theirs.np_random = SameChance(theirs, 5, episode)
        while True:
            seat = theirs.agent_name_id_mapping[theirs.agent_selection]
            seen, reward, terminated, truncated, _ = ours.last()
            their_seen, their_reward, their_end, their_cut, their_info = theirs.last()
            assert ours.possible_agents[seat] == ours.agent_selection
            assert (reward, terminated, truncated) == (their_reward, their_end, their_cut)
            if terminated or truncated:
                break  # shimmy shows the end as it was before the last move
            parts = np.split(np.array(their_seen), np.cumsum(sizes)[:-1])
            assert [int(part.argmax()) for part in parts] == seen["observation"].tolist()
            assert their_info["action_mask"].tolist() == seen["action_mask"].tolist()
            move = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
            ours.step(move)
            theirs.step(move)


def test_bad_input_is_refused_in_one_line_and_changes_nothing() -> None:
    env = headway.envs.aec("cross-over", length=4)
    with pytest.raises(HeadwayError, match=r"^No episode has begun; reset the environment first\.$"):
        env.step(0)
    env.reset(seed=1)
    before = env.table
    actions: list[Any] = [3, 99, "1", None]
    for action, error in zip(actions, (IllegalMove, UnknownMove, HeadwayError, HeadwayError), strict=True):
        with pytest.raises(error) as refused:
            env.step(action)
        assert re.fullmatch(r"[^\n]+", str(refused.value))
        assert (env.table, env.agent_selection) == (before, "P1")
    with pytest.raises(HeadwayError, match='one of the agents "P1" and "P2"'):
        env.observe("P3")
    played(env, 1)
    assert env.agents == []
    with pytest.raises(HeadwayError, match="reset the environment"):
        env.step(None)
    with pytest.raises(HeadwayError, match="There is no rule"):
        headway.envs.aec("cross-over", lenght=4)


def test_before_the_first_reset_nothing_is_told() -> None:
    env: Any = headway.envs.aec("cross-over")
    asked = ["agent_selection", "rewards", "terminations", "truncations", "infos", "table"]
    calls = [env.last, env.agent_iter, env.render, lambda: env.observe("P1"), lambda: env.step(0)]
    for call in (*calls, *(lambda name=name: getattr(env, name) for name in asked)):
        with pytest.raises(HeadwayError, match=r"^No episode has begun; reset the environment first\.$"):
            call()
    with pytest.raises(AttributeError, match="no attribute 'agent_selector'"):
        env.agent_selector  # noqa: B018
    for wrong in (-1, "x"):
        with pytest.raises(HeadwayError, match="Expected a seed"):
            env.reset(seed=wrong)
    assert env.agents == []


def test_a_sample_is_legal_for_the_agent_that_is_to_act() -> None:
    env = headway.envs.aec("cross-over")
    env.reset(seed=1)
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    while env.agents:
        agent = env.agent_selection
        _, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else env.action_space(agent).sample())
    env.reset()
    assert max(int(env.action_space("P1").sample()) for _ in range(50)) == 2
    assert max(int(env.action_space("P2").sample()) for _ in range(50)) == 3  # who is not to act


@pytest.mark.parametrize("name", [*NAMES, "lucky-steps"])
def test_every_episode_is_that_of_the_gymnasium_environment_and_a_copy_goes_on_alike(
    name: str, lucky_steps: Game
) -> None:
    game = lucky_steps if name == lucky_steps.name else headway.load(name, length=6)
    env, single, rng = headway.envs.aec(game, max_plies=12), HeadwayEnv(game, opponent=None, max_plies=12), Random(1)
    for number in range(3):
        seed = 8 if number == 0 else None
        env.reset(seed=seed)
        observed, info = single.reset(seed=seed)
        reward, terminated, truncated = 0.0, False, False
        while True:
            agent = f"P{observed[0] + 1}"
            seen = env.observe(agent)
            assert seen["observation"].tolist() == observed.tolist()
            assert seen["action_mask"].tolist() == info["action_mask"].tolist()
            told = env.rewards[agent], env.terminations[agent], env.truncations[agent]
            assert told == (reward, terminated, truncated)
            if terminated or truncated:
                break
            assert env.agent_selection == agent
            move = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
            copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
            for each in (env, *copies):
                each.step(move)
            assert all(each.table == env.table and str(each.infos) == str(env.infos) for each in copies)
            observed, reward, terminated, truncated, info = single.step(move)


def test_a_sixth_game_keeps_the_interface(lucky_steps: Game) -> None:
    api_test(headway.envs.aec(lucky_steps, exact=True), num_cycles=60)
    seed_test(lambda: headway.envs.aec(lucky_steps), num_cycles=60)
    render_test(lambda render_mode: headway.envs.aec(lucky_steps, render_mode=render_mode))
    seen = []
    for move in (0, 1):
        env = headway.envs.aec(lucky_steps, exact=True)
        env.reset(seed=1)
        env.step(move)
        seen.append((str(env.observe("P2")), env.infos["P2"]))
    assert seen[0] == seen[1]


def test_for_a_human_the_board_is_printed_from_the_reset_on(capsys: pytest.CaptureFixture[str]) -> None:
    env, text = headway.envs.aec("cross-over", render_mode="human"), headway.envs.aec("cross-over", render_mode="ansi")
    for name, argument in (("reset", 1), ("step", 2)):
        getattr(text, name)(argument)
        getattr(env, name)(argument)
        assert capsys.readouterr().out == f"{text.render()}\n"


@pytest.mark.parametrize("max_plies", [4, 5, 1000])
def test_shimmy_keeps_rules_that_are_given_as_its_config(max_plies: int) -> None:
    """It loads the game again at each reset, with nothing but the name and its `config`. At the cap on plies it says
    that the episode is truncated, as ours does, and that it has terminated, too.
    """
    config = {"length": 12, "max_plies": max_plies, "first": "P2"}
    theirs = OpenSpielCompatibilityV0(game_name="headway_cross_over", config=config)
    ours = headway.envs.aec("cross-over", length=12, max_plies=max_plies, first=P2)
    ours.reset(seed=1)
    theirs.reset(seed=1)
    while not ours.terminations["P1"] and not ours.truncations["P1"]:
        assert theirs.agent_name_id_mapping[theirs.agent_selection] == AGENTS[ours.agent_selection]
        move = int(ours.observe(ours.agent_selection)["action_mask"].argmax())
        ours.step(move)
        theirs.step(move)
    assert theirs.game_state.table == ours.table
    assert [*theirs.rewards.values()] == [*ours.rewards.values()]
    assert [*theirs.truncations.values()] == [*ours.truncations.values()] == [max_plies < 1000] * 2
    assert all(theirs.terminations.values())


def test_the_game_may_begin_with_either_seat() -> None:
    for first in (P1, P2):
        env = headway.envs.aec("cross-over", first=first)
        env.reset()
        assert env.agent_selection == f"P{first + 1}"
