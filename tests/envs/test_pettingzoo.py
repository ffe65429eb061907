"""The PettingZoo environment: its conformance tests, what each agent may know, and shimmy's wrapper of OpenSpiel."""

import random
import re
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

import headway
from headway.envs.draws import draw, key_of, pick
from headway.envs.openspiel import spiel_game
from headway.errors import HeadwayError, IllegalMove, UnknownMove
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


def test_differing_secrets_look_the_same_to_the_other_agent() -> None:
    seen = []
    for move in (0, 1):
        env = headway.envs.aec("predictive-pursuit")
        env.reset(seed=1)
        env.step(move)
        assert env.agent_selection == "P2"
        seen.append((env.observe("P2"), env.observe("P1"), env.render()))
    (one, own, _), (other, other_own, _) = seen
    assert one["observation"].tolist() == other["observation"].tolist()
    assert one["action_mask"].tolist() == other["action_mask"].tolist()
    assert own["observation"].tolist() != other_own["observation"].tolist()
    assert not own["action_mask"].any()


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

    def __init__(self, env: Any, seed: int) -> None:
        self.env, self.seed = env, seed

    def choice(self, outcomes: Sequence[int], p: Sequence[float]) -> int:
        return outcomes[pick(p, draw(key_of(self.seed), 0, self.env.game_state.plies))]


@BY_NAME
def test_shimmy_over_openspiel_plays_the_same_games(name: str) -> None:
    game = spiel_game(name)
    ours, theirs, sizes = headway.envs.aec(name), OpenSpielCompatibilityV0(env=game), game.setup.sizes
    for seed in range(3):
        rng = random.Random(seed)
        ours.reset(seed=seed)
        theirs.reset(seed=seed)
        theirs.np_random = SameChance(theirs, seed)
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


def test_the_game_may_begin_with_either_seat() -> None:
    for first in (P1, P2):
        env = headway.envs.aec("cross-over", first=first)
        env.reset()
        assert env.agent_selection == f"P{first + 1}"
