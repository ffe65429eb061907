"""The environment in JAX: the same trajectories as the interpreted rules, and what pgx prescribes."""

import copy
import pickle
import sys
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree

import jax
import jax.numpy as jnp
import numpy as np
import pgx
import pytest

import headway
from headway.envs import jax_env
from headway.envs.episode import Episode
from headway.envs.exact import Exact
from headway.envs.gymnasium_env import HeadwayEnv
from headway.envs.opponents import opponents_of
from headway.envs.setup import Setup
from headway.errors import HeadwayError
from headway.game import Game
from headway.rulekit import OVER, P1, P2

BOOKS = pytest.mark.parametrize("game", headway.games(), ids=str)


def assert_shown(shown: Any, episode: Episode, mover: int, is_first: bool) -> None:
    """Compare one table of a batch with an episode that was played by the interpreted rules."""
    seat = mover if episode.actor == OVER else episode.actor
    assert shown.current_player == seat
    assert shown.observation.tolist() == episode.observe(seat)
    assert shown.terminated == episode.is_terminated
    assert shown.truncated == episode.is_truncated
    assert shown.rewards.tolist() == [0 if is_first else episode.reward(each) for each in (P1, P2)]
    assert shown.legal_action_mask.tolist() == [episode.is_over or is_legal for is_legal in episode.mask]


def compare(game: Game, opponent: str | None, steps: int, tables: int = 5, **how: int) -> int:
    """Play random legal moves in JAX and by the interpreted rules. Returns how many games have ended."""
    setup = Setup(game, how.get("first", P1), how.get("max_plies", 1000))
    seat = how.get("seat", P1)
    opponents = opponents_of(game, opponent, seat)
    env = headway.envs.jax(game, opponent=opponent, seat=seat, first=setup.first, max_plies=setup.max_plies)
    step, rng = jax.jit(jax.vmap(env.step)), np.random.default_rng(1)
    state = jax.jit(jax.vmap(env.init))(jnp.stack([jax.random.PRNGKey(40 + table) for table in range(tables)]))
    episodes = [Episode.begin(setup, 40 + table, 0, opponents, seat) for table in range(tables)]
    movers = [seat] * tables
    for number in range(steps + 1):
        shown = jax.tree.map(np.asarray, state)
        for table, episode in enumerate(episodes):
            if not (episode.is_over and number > 0 and movers[table] == OVER):
                of_table = jax.tree.map(itemgetter(table), shown)
                assert_shown(of_table, episode, movers[table], number == 0)
        masks = shown.legal_action_mask
        actions = (rng.random(masks.shape) + masks).argmax(axis=1)
        for table, episode in enumerate(episodes):
            movers[table] = OVER if episode.is_over else episode.actor  # OVER: it has been compared
            if not episode.is_over:
                episodes[table] = episode.play(int(actions[table]))
        state = step(state, actions)
        after, ended = jax.tree.map(np.asarray, state), shown.terminated | shown.truncated
        for kept in ("observation", "terminated", "truncated", "current_player", "_step_count", "_node", "_ply"):
            np.testing.assert_array_equal(getattr(shown, kept)[ended], getattr(after, kept)[ended])
        assert not after.rewards[ended].any()
    return sum(episode.is_over for episode in episodes)


@BOOKS
@pytest.mark.parametrize("opponent", [None, "random"])
def test_a_trajectory_is_that_of_the_interpreted_rules(game: Game, opponent: str | None) -> None:
    assert compare(game, opponent, 60, seat=P2, first=P2) > 0


@pytest.mark.parametrize("name", ["number-race", "predictive-pursuit"])
def test_a_batch_of_a_thousand_is_that_of_the_interpreted_rules(name: str) -> None:
    assert compare(headway.load(name, length=2), "random", 4, tables=1024, seat=P2) > 400


def test_so_it_is_for_a_sixth_game_a_level_and_a_cap_on_plies(lucky_steps: Game) -> None:
    assert compare(lucky_steps, None, 30) > 0
    assert compare(lucky_steps, "random", 30) > 0
    assert compare(headway.load("predictive-pursuit", length=6), "5", 30) > 0
    assert compare(headway.load("number-race"), "random", 10, max_plies=9) == 5
    assert compare(headway.load("cross-over"), "random", 2, first=P2, max_plies=1) == 5
    assert compare(headway.load("cross-over", length=2), "perfect", 2, first=P2) == 5
    assert compare(headway.load("number-race", board=[1, 6]), "random", 8, first=P2) == 5


def test_many_moves_in_a_row_that_are_drawn_become_a_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jax_env, "MOST_UNROLLED", 0)
    assert compare(headway.load("number-race"), "random", 30) > 0


SMALL: dict[str, dict[str, Any]] = {
    "capture-the-flag": {"length": 2, "soldiers": 1},
    "cross-over": {"length": 4},
    "number-race": {"board": [1, 2, 3]},
    "predictive-pursuit": {"length": 2},
    "race-to-the-center": {"length": 4},
}


@pytest.mark.parametrize("name", [*SMALL, "lucky-steps"])
def test_pgx_accepts_it(name: str, lucky_steps: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """pgx insists on the names of its own environments, so ours is made one of them."""
    game = lucky_steps.variant({"length": 3}) if name == lucky_steps.name else headway.load(name, **SMALL[name])
    env = headway.envs.jax(game)
    api_test = sys.modules["pgx._src.api_test"]
    monkeypatch.setattr(api_test, "EnvId", Literal[env.id])
    monkeypatch.setattr(api_test, "act_randomly", act_randomly)
    pgx.api_test(env, 1, use_key=name == "cross-over")


@jax.jit
def act_randomly(key: Any, mask: Any) -> Any:
    """A random legal move. pgx 2.6's own takes batches alone, and its test of single tables does not have them."""
    return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)


@pytest.mark.parametrize("action", [3, 4, -1, 2**31 - 1])
def test_an_illegal_action_ends_the_game_and_loses_it(action: int) -> None:
    env = headway.envs.jax("cross-over")
    step = jax.jit(env.step)
    state = step(env.init(jax.random.PRNGKey(1)), 0)
    assert state.current_player == P2
    after = step(state, action)
    assert after.terminated
    assert after.rewards.tolist() == [1, -1]
    assert after.observation.tolist() == state.observation.tolist()
    assert after.legal_action_mask.all()
    last = step(after, 0)
    assert last.terminated
    assert last.rewards.tolist() == [0, 0]
    assert (after._step_count, last._step_count) == (2, 2)


@pytest.mark.parametrize(
    "action", [np.int64(2**32 + 2), 2**32, 2**63 + 2, np.uint64(2**64 - 1), -(2**40), np.uint8(255)]
)
def test_an_action_that_32_bits_do_not_hold_is_not_cut_off_to_a_legal_one(action: Any) -> None:
    env = headway.envs.jax("cross-over")
    after = env.step(jax.jit(env.init)(jax.random.PRNGKey(1)), action)
    assert after.terminated
    assert after.rewards.tolist() == [-1, 1]


@pytest.mark.parametrize("action", [1.7, True, None, "1", 2**70, jnp.float32(1)], ids=repr)
def test_an_action_that_is_no_whole_number_is_refused(action: Any) -> None:
    env = headway.envs.jax("cross-over", exact=True)
    state = jax.jit(env.init)(jax.random.PRNGKey(1))
    compiled: list[Any] = [jax.jit(env.step)] if isinstance(action, float | bool) else []
    for call in (env.step, env.given_away, *compiled):
        with pytest.raises(HeadwayError, match=r"^Expected the number of a move, not [^\n]+\."):
            call(state, action)


def test_a_seat_or_a_move_that_does_not_exist_is_refused() -> None:
    env = headway.envs.jax("predictive-pursuit", length=3, exact=True)
    state = jax.jit(env.init)(jax.random.PRNGKey(1))
    for seat in (2, -1, 7, np.int64(2), jnp.array(-1)):
        for ask in (env.observe, env.value):
            with pytest.raises(HeadwayError, match=r"^Expected headway\.Actor\.P1"):
                ask(state, seat)
    for move in (-1, 2, 99, 2**40):
        with pytest.raises(HeadwayError, match=r"^Expected the number of a move from 0 to 1, not "):
            env.given_away(state, move)
    assert env.observe(state, np.int64(P2)).tolist() == env.observe(state, jnp.array(P2)).tolist()


def test_environments_that_are_made_alike_take_each_others_states() -> None:
    how: Any = {"opponent": "random", "first": P2, "length": 4}
    env, alike = (headway.envs.jax("number-race", **how) for _ in range(2))
    others = [headway.envs.jax("number-race", **how, max_plies=7), headway.envs.jax("number-race", length=4)]
    assert env == alike != others[0] != others[1] != env
    assert len({env, alike, *others}) == 3
    init: Any = jax.jit(env.init)
    step: Any = jax.jit(env.step)
    state = init(jax.random.PRNGKey(3))
    expected = step(state, 0)
    read = pickle.loads(pickle.dumps(state))
    for other in (read, jax.jit(alike.init)(jax.random.PRNGKey(3)), copy.deepcopy(state)):
        assert other._env == env
        for one, two in zip(*map(jax.tree.leaves, (expected, step(other, 0))), strict=True):
            np.testing.assert_array_equal(one, two)
        assert jax.tree.map(lambda one, two: bool((one == two).all()), state, other).terminated
    assert step._cache_size() == 1  # what was compiled for the first one serves all


def test_what_is_pickled_is_small() -> None:
    assert len(pickle.dumps(headway.envs.jax("capture-the-flag", length=4))) < 10_000


def test_a_key_of_two_words_has_all_bits_of_a_seed() -> None:
    """`jax.random.PRNGKey` drops those beyond 32."""
    how: Any = {"opponent": "random", "first": P2, "length": 6}
    seed = 2**32 + 6
    init, single = jax.jit(headway.envs.jax("number-race", **how).init), HeadwayEnv("number-race", **how)
    key = jnp.array([seed >> 32, seed & 0xFFFFFFFF], jnp.uint32)
    assert init(key).observation.tolist() == single.reset(seed=seed)[0].tolist()
    assert init(jax.random.PRNGKey(6)).observation.tolist() == single.reset(seed=6)[0].tolist()
    assert single.reset(seed=seed)[0].tolist() != single.reset(seed=6)[0].tolist()


def test_numbers_beyond_16_bits_are_observed_in_larger_ones() -> None:
    game = headway.load("cross-over", length=5)
    (least, mover), (_, last) = game.code.span(game.rules)

    def wide(most: int) -> Game:
        return replace(game, code=game.code._replace(span=lambda _: ((least, mover), ((most, most), last))))

    state = jax.jit(headway.envs.jax(wide(40_000)).init)(jax.random.PRNGKey(1))
    assert state.observation.dtype == jnp.int32
    assert state.observation.tolist() == HeadwayEnv(game).reset(seed=1)[0].tolist()
    with pytest.raises(HeadwayError, match="more than 32 bits"):
        headway.envs.jax(wide(2**31))


def test_what_is_observed_differs_between_the_seats_where_there_is_a_secret() -> None:
    env = headway.envs.jax("predictive-pursuit", exact=True)
    one, other = (env.step(env.init(jax.random.PRNGKey(1)), choice) for choice in (0, 1))
    assert env.observe(one).tolist() == env.observe(other).tolist()
    assert one.legal_action_mask.tolist() == other.legal_action_mask.tolist() == [True, True]
    assert env.value(one) == env.value(other) == env.value(one, P2)
    assert [env.given_away(one, guess) for guess in (0, 1)] == [env.given_away(other, guess) for guess in (0, 1)]
    assert env.observe(one, P1).tolist() != env.observe(other, P1).tolist()


def test_exact_values_are_those_of_the_solution() -> None:
    game = headway.load("predictive-pursuit")
    env, exact = headway.envs.jax(game, exact=True), Exact(game)
    step, value, given_away = jax.jit(env.step), jax.jit(env.value), jax.jit(env.given_away)
    state, episode, rng = env.init(jax.random.PRNGKey(5)), Episode.begin(Setup(game), 5), np.random.default_rng(5)
    while not episode.is_over:
        seat, action = episode.actor, int(rng.choice(np.flatnonzero(episode.mask)))
        assert value(state) == pytest.approx(exact.value(episode.table, seat))
        assert given_away(state, action) == pytest.approx(exact.given_away(episode.table)[action], abs=1e-6)
        state, episode = step(state, action), episode.play(action)
    assert [env.value(state, seat) for seat in (P1, P2)] == [(1 + episode.reward(seat)) / 2 for seat in (P1, P2)]
    with pytest.raises(HeadwayError, match="exact=True"):
        headway.envs.jax(game).value(state)


@pytest.mark.parametrize("name", ["cross-over", "number-race", "predictive-pursuit"])
def test_exact_values_against_an_opponent_are_those_of_gymnasium(name: str) -> None:
    """Self-play tells of a secret with the answer to it; an opponent has answered when the action has been played."""
    env, single = headway.envs.jax(name, opponent="random", seat=P2, exact=True), HeadwayEnv(name, seat=P2, exact=True)
    init, step, value, given_away = (jax.jit(each) for each in (env.init, env.step, env.value, env.given_away))
    rng, found, told = np.random.default_rng(6), [], []
    for seed in range(8):
        state, (_, info) = init(jax.random.PRNGKey(seed)), single.reset(seed=seed)
        is_over = False
        while not is_over:
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            found.append((value(state), given_away(state, action)))
            told.append(info["value"])
            state, (_, _, is_won, is_stopped, info) = step(state, action), single.step(action)
            told.append(info["given_away"])
            is_over = is_won or is_stopped
        assert value(state) == info["value"]
    np.testing.assert_allclose(np.ravel(found), told, atol=1e-6)
    assert len(told) > 50
    assert name == "number-race" or max(told[1::2]) > 0.01  # in Number Race nothing can be given away


def test_a_state_is_drawn_and_a_batch_one_below_the_other(tmp_path: Path) -> None:
    env = headway.envs.jax("cross-over")
    state = env.init(jax.random.key(1))
    state.save_svg(tmp_path / "one.svg")
    ElementTree.parse(tmp_path / "one.svg")
    assert state._repr_html_() == state.to_svg()
    batch = jax.vmap(env.init)(jax.random.split(jax.random.key(1), 3))
    picture = ElementTree.fromstring(batch.to_svg())
    assert len(picture.findall("{http://www.w3.org/2000/svg}g")) == 3


def test_its_shape_is_told() -> None:
    env = headway.envs.jax("cross-over", length=12)
    assert (env.id, env.version, env.num_players) == ("headway_cross_over", "v0", 2)
    state = env.init(jax.random.PRNGKey(0))
    assert state.env_id == env.id
    assert state.observation.shape == env.observation_shape == (4,)
    assert state.legal_action_mask.shape == (env.num_actions,) == (4,)


def test_a_key_that_is_none_and_bad_arguments_are_refused() -> None:
    with pytest.raises(HeadwayError, match="a key of two words"):
        headway.envs.jax("cross-over").init(jnp.zeros(3, jnp.uint32))
    with pytest.raises(HeadwayError, match="There is no policy"):
        headway.envs.jax("cross-over", opponent="chess")
