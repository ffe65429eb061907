"""The vector environment: step for step what as many single environments do, in every mode and batch size."""

import copy
import importlib.util
import pickle
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import headway
from headway.envs import enumeration, kernels, vector
from headway.envs.enumeration import enumerate_game
from headway.envs.gymnasium_env import HeadwayEnv
from headway.envs.setup import Setup
from headway.envs.vector_env import HeadwayVectorEnv
from headway.errors import HeadwayError, IllegalMove, UnknownMove
from headway.game import Game
from headway.policies.policy import BadPolicy, Policy
from headway.rulekit import P1, P2

GAMES = headway.games()
MODES = pytest.mark.parametrize("mode", AutoresetMode, ids=lambda mode: mode.value)


def assert_same(one: Any, other: Any) -> None:
    """Compare what two environments gave, arrays, dictionaries and all."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, tuple):
        assert len(one) == len(other)
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    elif isinstance(one, np.ndarray) and one.dtype == object:
        assert_same(tuple(one), tuple(other))
    elif one is None:
        assert other is None
    else:
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


def compare(
    game: Game,
    mode: AutoresetMode,
    tables: int,
    steps: int,
    opponent: Policy | str | None,
    seat: int = P1,
    first: int = P1,
    max_plies: int = 1000,
    exact: bool = False,
) -> int:
    """Play random legal moves in both kinds of environment at once. Returns how many episodes have ended."""
    alike: Any = {"opponent": opponent, "seat": seat, "first": first, "max_plies": max_plies, "exact": exact}
    ours = vector(game, tables, **alike, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: HeadwayEnv(game, **alike)] * tables, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    ours.action_space.seed(1)
    found = ours.reset(seed=40)
    assert_same(found, theirs.reset(seed=40))
    ended = np.zeros(tables, np.bool_)
    count = 0
    for _ in range(steps):
        if mode is AutoresetMode.DISABLED and ended.any():
            observed, info = ours.reset(options={"reset_mask": ended})
            wanted, wanted_info = theirs.reset(options={"reset_mask": ended})
            assert_same(observed, wanted)
            for key in ["action_mask", *["value", "given_away"] * exact]:
                assert_same(info[key][ended], wanted_info[key][ended])
        actions = ours.action_space.sample()
        step = ours.step(actions)
        assert_same(step, theirs.step(actions))
        np.testing.assert_array_equal(ours.action_masks(), step[4]["action_mask"])
        ended = step[2] | step[3]
        count += ended.sum()
    return int(count)


@MODES
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_self_play_equals_single_environments(game: Game, mode: AutoresetMode) -> None:
    assert compare(game, mode, 3, 60, None, first=P2) > 0


@MODES
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_an_opponent_plays_as_in_single_environments(game: Game, mode: AutoresetMode) -> None:
    assert compare(game, mode, 4, 50, "random", seat=P2) > 0


@pytest.mark.parametrize("tables", [1, 2, 17, 64])
def test_a_batch_of_any_size_equals_single_environments(tables: int) -> None:
    game = headway.load("number-race")
    assert compare(game, AutoresetMode.SAME_STEP, tables, 1000 // tables, "random", first=P2) > 0


@MODES
@pytest.mark.parametrize("name", ["cross-over", "number-race", "predictive-pursuit"])
def test_a_batch_of_a_thousand_equals_single_environments(name: str, mode: AutoresetMode) -> None:
    """Many more than the processor moves on in one instruction, in games so short that many end."""
    assert compare(headway.load(name, length=2), mode, 1024, 4, "random", seat=P2) > 300


@MODES
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_table_plays_alike_in_a_batch_of_any_size(game: Game, mode: AutoresetMode) -> None:
    """The first, some in the middle and the last of 1,024 tables, beside batches of nothing but them."""
    tables, seed, ended, count = 1024, 40, np.zeros(1024, np.bool_), 0
    parts = [slice(0, 1), slice(500, 503), slice(511, 528), slice(1023, 1024)]
    whole, *alone = [
        vector(game, size, opponent="random", seat=P2, max_plies=25, autoreset_mode=mode)
        for size in (tables, *(part.stop - part.start for part in parts))
    ]
    whole.action_space.seed(1)
    shown = whole.reset(seed=seed)
    for part, few in zip(parts, alone, strict=True):
        assert_same(tables_of_batch(shown, part), few.reset(seed=seed + part.start))
    for _ in range(40):
        for part, some in zip([slice(None), *parts], [whole, *alone], strict=True):
            if mode is AutoresetMode.DISABLED and ended[part].any():
                some.reset(options={"reset_mask": ended[part]})
        actions = whole.action_space.sample()
        step = whole.step(actions)
        for part, few in zip(parts, alone, strict=True):
            assert_same(tables_of_batch(step[:4], part), few.step(actions[part])[:4])
            assert_same(whole.action_masks()[part], few.action_masks())
        ended = step[2] | step[3]
        count += int(sum(ended[part].sum() for part in parts))
    assert count > 20


def tables_of_batch(told: Any, part: slice) -> Any:
    """What was told of some tables of a batch."""
    if isinstance(told, dict):
        return {key: tables_of_batch(value, part) for key, value in told.items()}
    return tuple(tables_of_batch(value, part) for value in told) if isinstance(told, tuple) else told[part]


@MODES
def test_a_cap_on_plies_truncates_as_in_single_environments(mode: AutoresetMode) -> None:
    for max_plies in (4, 5, 6):
        assert compare(headway.load("number-race"), mode, 3, 20, None, max_plies=max_plies) > 0
        assert compare(headway.load("cross-over"), mode, 3, 20, "random", max_plies=max_plies) > 0


@MODES
def test_exact_values_are_those_of_single_environments(mode: AutoresetMode) -> None:
    for opponent in (None, "random"):
        assert compare(headway.load("predictive-pursuit"), mode, 5, 30, opponent, seat=P2, exact=True) > 0
        assert compare(headway.load("number-race"), mode, 3, 20, opponent, max_plies=9, exact=True) > 0


@MODES
def test_what_a_secret_gives_away_is_told_with_the_answer_as_in_single_environments(mode: AutoresetMode) -> None:
    game = headway.load("predictive-pursuit", length=4, longest_step=3, overshoot="stops")
    for max_plies in (5, 1000):
        assert compare(game, mode, 5, 30, None, max_plies=max_plies, exact=True) > 0


def test_secrets_that_differ_look_alike_to_the_other_seat() -> None:
    tables = vector("predictive-pursuit", 3, opponent=None, exact=True, length=4, longest_step=3, overshoot="stops")
    tables.reset(seed=[1, 1, 1])
    observed, *_, info = tables.step([0, 1, 2])
    assert not info["given_away"].any()
    for seen in (observed, info["action_mask"], info["value"]):
        assert all((row == seen[0]).all() for row in seen)
    *_, info = tables.step([0, 0, 0])
    assert np.ptp(info["given_away"]) > 0.05


def test_a_level_and_a_sixth_game_play_as_in_single_environments(lucky_steps: Game) -> None:
    assert compare(headway.load("predictive-pursuit"), AutoresetMode.NEXT_STEP, 8, 40, "3") > 0
    for opponent in (None, "random"):
        assert compare(lucky_steps, AutoresetMode.NEXT_STEP, 8, 40, opponent) > 0


@MODES
@pytest.mark.parametrize("tables", [1, 5])
def test_a_result_waits_for_an_action_as_in_single_environments(mode: AutoresetMode, tables: int) -> None:
    """The opponent's first move wins, or reaches the cap on plies; or it does so in some games alone."""
    cross_over, number_race = headway.load("cross-over", length=2), headway.load("number-race", board=[1, 6])
    for exact in (False, True):
        assert compare(cross_over, mode, tables, 6, "perfect", first=P2, exact=exact) > 0
    for max_plies in (1, 2, 3):
        assert compare(cross_over, mode, tables, 6, "random", first=P2, max_plies=max_plies) > 0
        assert compare(number_race, mode, tables, 6, "random", first=P2, max_plies=max_plies) > 0
    assert compare(number_race, mode, tables, 30, "random", first=P2, exact=True) > 0


def test_the_masks_that_are_told_are_nobody_elses() -> None:
    env = vector("cross-over", 2, opponent=None)
    for told in (env.reset(seed=1)[1]["action_mask"], env.action_masks(), env.step([0, 0])[-1]["action_mask"]):
        before = env.action_masks()
        told[:] = 0
        told[:, 3] = 1
        assert_same(env.action_masks(), before)
        assert env.action_space.sample().max() < 3


def test_a_vector_without_a_seed_can_be_repeated_by_its_own() -> None:
    env = vector("number-race", 4, first=P2)
    first = env.reset()[0]
    for again in (env, vector("number-race", 4, first=P2)):
        assert_same(again.reset(seed=env.np_random_seed)[0], first)
    single = HeadwayEnv("number-race", first=P2)
    assert env.np_random_seed is not None
    assert_same(single.reset(seed=env.np_random_seed + 2)[0], first[2])


def test_a_copy_goes_on_as_the_original_does() -> None:
    env = vector("number-race", 5)
    env.reset(seed=3)
    copies = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    for _ in range(20):
        actions = env.action_space.sample()
        step = env.step(actions)
        for each in copies:
            assert_same(step, each.step(actions))


def tables_of(env: HeadwayVectorEnv) -> list[Any]:
    """All that is remembered of the tables; the other rows are rewritten in each step."""
    return [env._tables[row].copy() for row in range(kernels.NEXT)]


@pytest.mark.parametrize(
    ("actions", "kind", "message"),
    [
        ([0, 3, 0], IllegalMove, r"^Table 1: .+$"),
        ([0, 0, 4], UnknownMove, r"^Table 2: There is no move 4\.$"),
        ([-1, 0, 0], UnknownMove, r"^Table 0: There is no move -1\.$"),
        (np.array([2**64 - 1, 0, 0], np.uint64), UnknownMove, r"^Table 0: There is no move 18446744073709551615\.$"),
        (
            [0, 0],
            HeadwayError,
            r"^Expected an array of 3 numbers of moves, not one of the shape \(2,\) and the kind int64",
        ),
        ([0.0, 0.0, 0.0], HeadwayError, r"^Expected an array of 3 numbers of moves, not .+ float64\.$"),
        ([[0], [0, 1], 2], HeadwayError, r"^Expected an array of 3 numbers of moves"),
    ],
)
def test_one_bad_action_refuses_the_step_and_no_table_moves(
    actions: Any, kind: type[HeadwayError], message: str
) -> None:
    env = vector("cross-over", 3)
    with pytest.raises(HeadwayError, match=r"^No episode has begun; reset the environment first\.$"):
        env.step(actions)
    with pytest.raises(HeadwayError, match="No episode has begun"):
        env.action_masks()
    with pytest.raises(HeadwayError, match="No episode has begun"):
        env.reset(options={"reset_mask": np.array([True, False, False])})
    env.reset(seed=3)
    before = tables_of(env)
    with pytest.raises(kind, match=message):
        env.step(actions)
    assert_same(tuple(before), tuple(tables_of(env)))


def test_one_illegal_action_among_a_thousand_is_found_and_no_table_moves() -> None:
    env = vector("cross-over", 1024, opponent=None)
    env.reset(seed=3)
    env.step(env.action_space.sample())
    before, actions = tables_of(env), env.action_space.sample()
    actions[777] = 3
    with pytest.raises(IllegalMove, match=r"^Table 777: "):
        env.step(actions)
    assert_same(tuple(before), tuple(tables_of(env)))


def test_without_autoreset_a_table_that_has_ended_refuses_an_action() -> None:
    env = vector("cross-over", 2, opponent=None, max_plies=1, autoreset_mode="Disabled")
    env.reset(seed=3)
    env.step([0, 1])
    with pytest.raises(HeadwayError, match=r"^Table 0: The episode is over; reset the environment"):
        env.step([0, 1])
    env.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(HeadwayError, match=r"^Table 1: The episode is over"):
        env.step([0, 1])


@pytest.mark.parametrize(
    "arguments",
    [
        {"num_envs": 0},
        {"opponent": "chess"},
        {"opponent": headway.policies.named(headway.load("race-to-the-center"), "random")},
        {"seat": 2},
        {"lenght": 12},
        {"autoreset_mode": "never"},
        {"max_plies": 0},
    ],
    ids=str,
)
def test_arguments_that_make_no_sense_are_refused_in_one_line(arguments: dict[str, Any]) -> None:
    with pytest.raises(HeadwayError, match=r"^[^\n]+$"):
        vector("cross-over", **arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {"seed": -1},
        {"seed": "one"},
        {"seed": [1, 2]},
        {"seed": [1, -2, 3]},
        {"options": {"mask": 1}},
        {"options": {"reset_mask": np.zeros(3, np.bool_)}},
        {"options": {"reset_mask": np.ones(2, np.bool_)}},
        {"options": {"reset_mask": [True, True, True]}},
    ],
    ids=str,
)
def test_a_reset_that_makes_no_sense_is_refused_and_nothing_changes(arguments: dict[str, Any]) -> None:
    env = vector("cross-over", 3)
    env.reset(seed=[5, 6, 9])
    before = tables_of(env)
    with pytest.raises(HeadwayError, match=r"^[^\n]+$"):
        env.reset(**arguments)
    assert_same(tuple(before), tuple(tables_of(env)))


def test_a_game_that_is_too_large_is_refused_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "MOST_STATES", 100)
    with pytest.raises(HeadwayError, match="Cross Over has more than 100 states"):
        vector("cross-over", 3, length=10)


class Strange(Policy):
    """A policy that gives odds to a move that is never legal."""

    def odds(self, seen: Any) -> dict[int, int]:
        return {max(self.game.all_moves): 1}


def test_a_policy_with_wrong_odds_is_refused() -> None:
    game = headway.load("cross-over")
    with pytest.raises(BadPolicy, match="not legal"):
        vector(game, 3, opponent=Strange(game, "strange"))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_an_enumeration_has_every_state_that_can_come_up(game: Game) -> None:
    game = game.variant({"length": 6})
    found = [enumerate_game(Setup(game, first), None, P1) for first in (P1, P2)]
    assert {state for each in found for state in each.states} == set(game.reachable())
    for each in found:
        for state, after in zip(each.states, each.after.tolist(), strict=True):
            assert [move for move, to in enumerate(after) if to >= 0] == game.moves_at(state)
            assert all(each.states[after[move]] == game.play(state, move) for move in game.moves_at(state))


@pytest.mark.parametrize(("opponent", "expected"), [(None, 1), ("random", 3)])
def test_the_longest_row_of_draws_is_known(opponent: str | None, expected: int) -> None:
    """In Number Race a roll is drawn; between two rolls of the user are the opponent's and its outcome, too."""
    assert enumerate_game(Setup(headway.load("number-race")), opponent, P1).longest_chance_run == expected


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The kernels as they are where Numba is not installed."""
    monkeypatch.setitem(sys.modules, "numba", None)
    spec = importlib.util.spec_from_file_location("interpreted_kernels", Path(kernels.__file__))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("step", "begin", "show"):
        monkeypatch.setattr(kernels, name, getattr(module, name))
    return module


def test_without_numba_the_tables_move_alike(interpreted: ModuleType) -> None:
    assert interpreted.njit is None
    for mode in AutoresetMode:
        assert compare(headway.load("number-race"), mode, 3, 30, "random") > 0
        assert compare(headway.load("cross-over"), mode, 3, 30, None) > 0


def test_numbers_beyond_16_bits_are_observed_in_larger_ones(interpreted: ModuleType) -> None:
    game = headway.load("cross-over", length=5)
    (least, mover), (_, last) = game.code.span(game.rules)

    def wide_span(most: int) -> Any:
        return lambda rules: ((least, mover), ((most, most), last))

    for most, kind in ((40_000, np.int32), (2**31, np.int64)):
        wide = replace(game, code=game.code._replace(span=wide_span(most)))
        assert vector(wide, 2).reset(seed=1)[0].dtype == kind
        assert compare(wide, AutoresetMode.SAME_STEP, 3, 20, None) > 0


def test_a_result_waits_for_an_action_without_numba(interpreted: ModuleType) -> None:
    assert compare(headway.load("cross-over", length=2), AutoresetMode.NEXT_STEP, 3, 6, "perfect", first=P2) > 0
