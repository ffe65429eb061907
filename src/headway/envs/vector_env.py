"""Gymnasium's vector environment: thousands of tables of a game in one step."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from headway.api.arguments import checked_number, checked_seat
from headway.envs import kernels
from headway.envs.draws import key_of
from headway.envs.enumeration import enumerate_game
from headway.envs.episode import EPISODE_OVER, NOT_BEGUN
from headway.envs.opponents import Opponent
from headway.envs.setup import RuleValue, set_up
from headway.envs.spaces import Mask, Observation, action_space, observation_space
from headway.envs.transitions import ROLE_MASK, WON, transitions_of
from headway.envs.vector_arguments import Flags, checked_actions, checked_mask, checked_mode, checked_seeds
from headway.errors import HeadwayError, NoEpisode
from headway.game import Game

MOST_TABLES = 10_000_000
Actions = NDArray[np.integer[Any]] | Sequence[int]
INT64 = np.dtype(np.int64)
SEED = [kernels.EPISODE, kernels.HIGH, kernels.LOW]
Rewards = NDArray[np.float64]


class MoveSpaces(MultiDiscrete):
    """A move for each table. The space has them all; `sample` draws legal ones.

    It has the environment's own `tables` and the mask of each state, so that no step has to tell it the masks.
    """

    def __init__(self, tables: NDArray[np.int32], legal: Mask) -> None:
        super().__init__(np.full(tables.shape[1], legal.shape[1]))
        self._tables, self._legal = tables, legal

    @property
    def masks(self) -> Mask:
        """For each table and each move 1 if it is legal: an array that nothing else has."""
        masks: Mask = self._legal[self._tables[kernels.LEGAL]]
        return masks

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.int64]:
        """A random move for each table: a legal one where there is one, unless masks or odds are given."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        masks = self.masks
        chosen: NDArray[np.int64] = (self.np_random.random(masks.shape) + masks).argmax(axis=1)
        return chosen


class HeadwayVectorEnv(VectorEnv[Observation, Actions, NDArray[Any]]):
    """Tables that step together. `info` has the masks of all tables: `action_mask`.

    All actions are checked before any table moves: if one of them is illegal, the step is refused and nothing changes.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        opponent: Opponent,
        seat: int,
        first: int,
        max_plies: int,
        exact: bool,
        autoreset_mode: AutoresetMode | str,
        **rules: RuleValue,
    ) -> None:
        setup = set_up(game, rules, first, max_plies)
        self.num_envs = checked_number(num_envs, "tables", MOST_TABLES)
        self._mode = checked_mode(autoreset_mode)
        self._enumeration = enumerate_game(setup, opponent, int(checked_seat(seat)))
        self._exact = self._enumeration.exact_values if exact else None
        self._withheld = np.zeros(self.num_envs)  # what secrets that have not been answered have given away
        self._may_end_early = self._enumeration.may_end_early(setup.max_plies)
        restarts = self._mode != AutoresetMode.DISABLED
        transitions = transitions_of(self._enumeration, restarts)
        self.metadata = {"autoreset_mode": self._mode}
        self.single_observation_space = observation_space(setup)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.single_action_space = action_space(setup)
        self._tables = np.zeros((kernels.ROWS, self.num_envs), np.int32)
        self._moves = MoveSpaces(self._tables, transitions.legal)
        self.action_space = self._moves
        self._kind = transitions.seen.dtype
        self._held = transitions.held
        self._max_plies, self._bits, self._size = setup.max_plies, transitions.bits, (self.num_envs,)
        self._observed_as = self.num_envs, transitions.seen.shape[1]
        self._masks_as = self.num_envs, transitions.legal.shape[1]
        self._arrays = (
            self._tables,
            transitions.follow,
            transitions.thresholds,
            in_words(transitions.seen),
            in_words(transitions.legal),
        )
        self._numbers = transitions.bits, transitions.start, self._max_plies, int(seat)
        self._flags = restarts, transitions.has_draws
        self._has_begun = False
        self._all = np.ones(self.num_envs, np.bool_)
        self._all.flags.writeable = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode at all tables, or at those of the option `reset_mask`, an array of truth values.

        With a seed, table i has that seed plus i and begins its first episode; seeds may also be given one by one.
        Without one, tables go on with the next episode of the seed that they had.
        """
        which, seeds = checked_mask(options, self.num_envs), checked_seeds(seed, self.num_envs)
        if not self._has_begun:
            if not which.all():
                raise NoEpisode(NOT_BEGUN)
            base = self.np_random_seed or 0
            seeds = [base + table if seed is None else seed for table, seed in enumerate(seeds)]
        if isinstance(seed, int):
            super().reset(seed=seed)
        self._tables[kernels.EPISODE, which] += 1
        for table in np.flatnonzero(which):
            if (own := seeds[table]) is not None:
                self._tables[SEED, table] = np.array([0, *key_of(own)], np.uint32).view(np.int32)
        self._has_begun = True
        return self._begin(which)

    def step(self, actions: Actions) -> tuple[Observation, Rewards, Flags, Flags, dict[str, Any]]:
        """Play a move at each table by its number, and all that chance and the opponent do then."""
        if not self._has_begun:
            raise NoEpisode(NOT_BEGUN)
        given = actions
        if not (
            type(actions) is np.ndarray
            and actions.dtype is INT64
            and actions.shape == self._size
            and actions.flags.carray  # what Numba has compiled the step for: contiguous, aligned, writable
        ):
            actions = checked_actions(actions, self.num_envs)
        before = None if self._exact is None else self._tables.copy()
        was_over = self._is_over() if self._may_end_early else None
        observed, masks = np.empty(self._observed_as, self._kind), np.empty(self._masks_as, np.int8)
        rewards, ended = np.empty(self.num_envs), np.empty((2, self.num_envs), np.bool_)
        refused = kernels.step(actions, *self._arrays, *self._numbers, *self._flags, observed, masks, rewards, ended)
        if refused != kernels.ACCEPTED:
            raise self._refusal(refused, int(given[refused]))
        if was_over is not None:
            self._hold(was_over, observed, masks, rewards, ended)
        info: dict[str, Any] = {"action_mask": masks, "_action_mask": self._all}
        if before is not None:
            self._tell_exactly(info, before, actions)
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            observed, info = self._restart(ended[0] | ended[1], observed, info)
        return observed, rewards, ended[0], ended[1], info

    def action_masks(self) -> Mask:
        """For each table and each move 1 if it is legal and 0 if it is not; at a table that has ended, none is."""
        if not self._has_begun:
            raise NoEpisode(NOT_BEGUN)
        return self._moves.masks

    def _begin(self, which: Flags) -> tuple[Observation, dict[str, Any]]:
        """Begin the episodes of some tables, whose seeds and numbers are known, and show all tables."""
        observed, masks = np.empty(self._observed_as, self._kind), np.empty(self._masks_as, np.int8)
        rewards, ended = np.empty(self.num_envs), np.empty((2, self.num_envs), np.bool_)
        kernels.begin(which, *self._arrays, *self._numbers, observed, masks, rewards, ended)
        if self._may_end_early:
            self._hold(which, observed, masks, rewards, ended)
        self._withheld[which] = 0
        info: dict[str, Any] = {"action_mask": masks, "_action_mask": self._all}
        self._tell_exactly(info)
        return observed, info

    def _is_over(self) -> Flags:
        """Has the episode of a table ended?"""
        has_ended: Flags = self._tables[kernels.NODE] & ROLE_MASK >= WON
        has_ended |= self._tables[kernels.PLY] >= self._max_plies
        return has_ended

    def _hold(self, begun: Flags, *shown: NDArray[Any]) -> None:
        """Let the tables whose new episode has ended already wait for an action, and show all tables again."""
        which = begun & self._is_over()
        if not which.any():
            return
        nodes = self._tables[kernels.NODE]
        nodes[which] = self._held[nodes[which] >> self._bits]
        self._tables[kernels.PLY, which] = self._max_plies - 1
        kernels.show(self._tables, *self._arrays[3:], self._bits, self._max_plies, *shown)

    def _restart(self, ended: Flags, seen: Observation, info: dict[str, Any]) -> tuple[Observation, dict[str, Any]]:
        """Begin the next episode of the tables that have ended in this step; `info` keeps how they ended."""
        final_obs = np.full(self.num_envs, None, object)
        for table in np.flatnonzero(ended):
            final_obs[table] = seen[table]
        final_info: dict[str, Any] = {}
        for key in [key for key in info if not key.startswith("_")]:
            final_info[key] = np.where(ended.reshape(-1, *[1] * (info[key].ndim - 1)), info[key], 0)
            final_info[f"_{key}"] = ended
        self._tables[kernels.EPISODE, ended] += 1
        observed, begun = self._begin(ended)
        if self._exact is not None:
            begun["given_away"] = np.where(ended, 0.0, info["given_away"])
        final = {"final_obs": final_obs, "_final_obs": ended, "final_info": final_info, "_final_info": ended}
        return observed, final | begun

    def _tell_exactly(
        self, info: dict[str, Any], before: NDArray[np.int32] | None = None, actions: NDArray[Any] | None = None
    ) -> None:
        """Add what the tables are worth to the seats that observe them and what was given away, if that is asked."""
        if self._exact is None:
            return
        values, given_away = self._exact
        info["value"] = values.reshape(-1)[self._tables[kernels.SEEN]]
        info["given_away"] = np.zeros(self.num_envs)
        if before is not None and actions is not None:
            nodes = before[kernels.NODE]
            was_over = (nodes & ROLE_MASK >= WON) | (before[kernels.PLY] >= self._max_plies)
            lost = given_away[nodes >> self._bits, np.where(was_over, 0, actions)]
            lost = np.where(was_over, 0.0, self._withheld + lost)
            is_seen_by_other = (self._tables[kernels.SEEN] ^ nodes) & 1 == 1
            is_withheld = self._enumeration.is_secret[nodes >> self._bits] & is_seen_by_other & ~was_over
            info["given_away"] = np.where(is_withheld, 0.0, lost)
            self._withheld = np.where(is_withheld, lost, 0.0)
        info["_value"] = info["_given_away"] = self._all

    def _refusal(self, table: int, action: int) -> HeadwayError:
        """Why an action was refused, for the table where it was."""
        node, ply = self._tables[kernels.NODE, table], self._tables[kernels.PLY, table]
        game = self._enumeration.setup.game
        if node & ROLE_MASK >= WON or ply >= self._max_plies:
            return NoEpisode(f"Table {table}: {EPISODE_OVER}")
        try:
            game.check(self._enumeration.states[node >> self._bits], action)
        except HeadwayError as error:
            return type(error)(f"Table {table}: {error}")
        raise AssertionError("the kernel has refused a legal move")


def in_words(rows: NDArray[Any]) -> NDArray[Any]:
    """The same rows in numbers of 64 or 32 bits, if they have a whole number of them: so they are copied faster."""
    length = rows.shape[1] * rows.itemsize
    for kind in (np.uint64, np.uint32):
        if length % np.dtype(kind).itemsize == 0:
            return rows.view(kind)
    return rows
