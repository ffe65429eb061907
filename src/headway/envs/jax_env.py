"""A game in JAX, in the shape of pgx: pure functions from state to state, which can be jitted and vmapped.

JAX cannot raise errors, so what pgx prescribes holds here: an illegal action ends the game, the side that made it
loses, and a game that has ended stays as it is. Only JAX and NumPy are needed, not pgx.
"""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from headway.api.arguments import checked_seat
from headway.envs.draws import WORD, draw
from headway.envs.enumeration import enumerate_game, exact_values
from headway.envs.opponents import Opponent
from headway.envs.setup import RuleValue, set_up
from headway.envs.walk import CERTAIN, DRAWN, END_MASK, ROLE_MASK, WON, walk_of
from headway.errors import HeadwayError, expected
from headway.game import Game
from headway.rulekit import SPECTATOR

MOST_UNROLLED = 8
"""Up to this number, moves of chance and opponents are written out one after another; beyond it, JAX makes a loop."""
MOST_DRAWN = 100
"""How many tables of a batch are drawn in one picture."""


@partial(
    jax.tree_util.register_dataclass,
    data_fields=[
        "current_player",
        "observation",
        "rewards",
        "terminated",
        "truncated",
        "legal_action_mask",
        "_step_count",
        "_entry",
        "_ply",
        "_seed",
    ],
    meta_fields=["_env"],
)
@dataclass(frozen=True)
class State:
    """A table, or a batch of them. The names are those of pgx; all but `_env` are arrays.

    `current_player` is the seat to move, at the end the one that moved last. `observation` is what it may know,
    `rewards` are those of P1 and P2 for the last step, and `legal_action_mask` is all true once the game has ended.
    """

    current_player: Any
    observation: Any
    rewards: Any
    terminated: Any
    truncated: Any
    legal_action_mask: Any
    _step_count: Any
    _entry: Any
    _ply: Any
    _seed: Any
    _env: "HeadwayJaxEnv"

    @property
    def env_id(self) -> str:
        """The name of the environment."""
        return self._env.id

    def replace(self, **changed: Any) -> "State":
        """The state with some fields replaced."""
        return replace(self, **changed)

    def to_svg(self) -> str:
        """The board as all may see it; of a batch, the boards of the first tables, one below the other."""
        return self._env.draw(self)

    def save_svg(self, filename: str | Path) -> None:
        """Write the picture into a file."""
        Path(filename).write_text(self.to_svg(), "utf-8")

    def _repr_html_(self) -> str:
        return self.to_svg()


class HeadwayJaxEnv:
    """A game whose functions JAX compiles. It holds the game in arrays, and no table."""

    version = "v0"
    num_players = 2

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: Opponent,
        seat: int,
        first: int,
        max_plies: int,
        exact: bool,
        **rules: RuleValue,
    ) -> None:
        setup = set_up(game, rules, first, max_plies)
        self._seat = int(checked_seat(seat))
        self._max_plies = setup.max_plies
        self._enumeration = enumerate_game(setup, opponent, self._seat)
        walk = walk_of(self._enumeration)
        self._most_drawn = self._enumeration.most_drawn
        self._follow = jnp.asarray(walk.follow)
        self._thresholds = jnp.asarray(walk.thresholds.reshape(-1, 1 << walk.bits)[:, : walk.legal.shape[1]])
        self._seen = jnp.asarray(walk.seen)
        self._legal = jnp.asarray(walk.legal.astype(np.bool_))
        self._exact = tuple(map(jnp.asarray, exact_values(self._enumeration))) if exact else None
        self._start, self._bits = walk.start, walk.bits
        self.id = f"headway_{setup.game.name.replace('-', '_')}"
        self.num_actions = walk.legal.shape[1]
        self.observation_shape = walk.seen.shape[1:]

    def init(self, key: Any) -> State:
        """The start of a game. `jax.random.PRNGKey(7)` is the seed 7: it decides all that chance and opponents do."""
        if jnp.issubdtype(key.dtype, jax.dtypes.prng_key):
            key = jax.random.key_data(key)
        if key.shape != (2,) or key.dtype != jnp.uint32:
            raise expected("a key of two words, as jax.random.PRNGKey(seed) gives it", f"an array of shape {key.shape}")
        entry, ply = self._draw_on(jnp.int32(self._start), jnp.int32(0), key)
        no, yes = jnp.bool_(False), jnp.bool_(True)
        before = State(
            current_player=jnp.int32(self._seat),
            observation=jnp.zeros(self.observation_shape, jnp.int16),
            rewards=jnp.zeros(2, jnp.float32),
            terminated=no,
            truncated=no,
            legal_action_mask=jnp.zeros(self.num_actions, jnp.bool_),
            _step_count=jnp.int32(0),
            _entry=entry,
            _ply=ply,
            _seed=key,
            _env=self,
        )
        return self._shown(before, entry, ply, was_over=yes, is_illegal=no)  # no reward before the first action

    def step(self, state: State, action: Any, key: Any = None) -> State:
        """The state after an action of the seat to move, and after all that chance and the opponent do then.

        `key` is taken as pgx has it, and not used: the key of `init` decides.
        """
        was_over = state.terminated | state.truncated
        action = jnp.asarray(action).astype(jnp.int32)
        is_move = (action >= 0) & (action < self.num_actions)
        to = self._follow[self._row(state._entry) | jnp.where(is_move, action, 0)]
        is_illegal = ~was_over & ~(is_move & (to >= 0))
        is_played = ~was_over & ~is_illegal
        entry = jnp.where(is_played, to, state._entry)
        entry, ply = self._draw_on(entry, state._ply + is_played, state._seed)
        after = self._shown(state, entry, ply, was_over, is_illegal)
        return after.replace(_step_count=state._step_count + ~was_over)

    def observe(self, state: State, player_id: Any = None) -> Any:
        """What a seat may know; without one, what the seat to move may know."""
        seat = state.current_player if player_id is None else player_id
        return self._seen[2 * (state._entry >> self._bits) + seat]

    def value(self, state: State, player_id: Any = None) -> Any:
        """The chance that a seat wins under best play, as far as the side to move can know; needs `exact=True`.

        Without a seat it is that of the seat to move.
        """
        seat = state.current_player if player_id is None else player_id
        return self._known()[0][state._entry >> self._bits, seat]

    def given_away(self, state: State, action: Any) -> Any:
        """How much a legal action loses to the seat to move, compared with best play; needs `exact=True`."""
        return self._known()[1][state._entry >> self._bits, action]

    def _known(self) -> tuple[Any, ...]:
        if self._exact is None:
            raise HeadwayError("The values are not known: make the environment with exact=True.")
        return self._exact

    def draw(self, state: State) -> str:
        """The boards of a state, or of a batch of them, as SVG."""
        game, states = self._enumeration.setup.game, self._enumeration.states
        numbers = np.atleast_1d(np.asarray(state._entry)).reshape(-1)[:MOST_DRAWN] >> self._bits
        from headway.drawing import draw_board
        from headway.drawing.svg import stacked

        return stacked([draw_board(game, game.positions(game.view(states[at], SPECTATOR))) for at in numbers])

    def _row(self, entry: Any) -> Any:
        """Where the moves of an entry begin."""
        return entry >> self._bits << self._bits

    def _shown(self, before: State, entry: Any, ply: Any, was_over: Any, is_illegal: Any) -> State:
        """The state at an entry, where `before` has the seat that moved last."""
        role, mover = entry & ROLE_MASK, before.current_player
        terminated = before.terminated | (role >= WON) | is_illegal
        truncated = ~terminated & (ply >= self._max_plies)
        is_over = terminated | truncated
        seat = jnp.where(is_over, mover, role & 1)
        winner = jnp.where(is_illegal, 1 - mover, role & 1)
        pays = (((role & END_MASK) == WON) | is_illegal) & ~was_over
        rewards = jnp.where(pays, jnp.where(jnp.arange(2) == winner, 1.0, -1.0), 0.0)
        shown = before.replace(
            current_player=seat.astype(jnp.int32),
            rewards=rewards.astype(jnp.float32),
            terminated=terminated,
            truncated=truncated,
            legal_action_mask=is_over | self._legal[entry >> self._bits],
            _entry=entry,
            _ply=ply,
        )
        return shown.replace(observation=self.observe(shown))

    def _draw_on(self, entry: Any, ply: Any, seed: Any) -> tuple[Any, Any]:
        """Make the moves of chance and of the opponent until the user is to move, or the game has ended."""

        def is_waiting(at: tuple[Any, Any]) -> Any:
            role = at[0] & ROLE_MASK
            return ((role == DRAWN) | (role == CERTAIN)) & (at[1] < self._max_plies)

        def moved(at: tuple[Any, Any]) -> tuple[Any, Any]:
            entry, ply = at
            number = draw((seed[0], seed[1]), jnp.uint32(0), ply.astype(jnp.uint32), np.uint32(WORD)).astype(jnp.int32)
            move = (number > self._thresholds[entry >> self._bits]).sum(dtype=jnp.int32)
            to = self._follow[self._row(entry) | move]
            is_drawn = is_waiting(at)
            return jnp.where(is_drawn, to, entry), ply + is_drawn

        if self._most_drawn is None or self._most_drawn > MOST_UNROLLED:
            found: tuple[Any, Any] = jax.lax.while_loop(is_waiting, moved, (entry, ply))
            return found
        for _ in range(self._most_drawn):
            entry, ply = moved((entry, ply))
        return entry, ply
