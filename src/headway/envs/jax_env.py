"""A game in JAX, in the shape of pgx: pure functions from state to state, which can be jitted and vmapped.

JAX cannot raise errors, so what pgx prescribes holds here: an illegal action ends the game, the side that made it
loses, and a game that has ended stays as it is. Only JAX and NumPy are needed, not pgx.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from headway.api.arguments import checked_seat
from headway.bound import A_SEAT
from headway.envs.draws import WORD, draw
from headway.envs.enumeration import enumerate_game
from headway.envs.jax_state import State
from headway.envs.opponents import Opponent
from headway.envs.setup import RuleValue, Setup, set_up
from headway.envs.transitions import CERTAIN, END_MASK, ROLE_MASK, SAMPLED, WON, transitions_of
from headway.errors import BadArgument, TooLarge, expected
from headway.game import Game
from headway.rulekit import P1, P2, SPECTATOR

MOST_UNROLLED = 8
"""Up to this number, moves of chance and opponents are written out one after another; beyond it, JAX makes a loop."""
MOST_PICTURED = 100
"""How many tables of a batch are drawn in one picture."""


class HeadwayJaxEnv:
    """A game whose functions JAX compiles. It holds the game in arrays, and no table.

    Two environments are equal if they were made alike, and then take each other's states. What is pickled of one is how
    it was made: the arrays are made again.
    """

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
        self._made_as = setup, opponent, self._seat, bool(exact)
        self._hash = hash(self._made_as)
        transitions = transitions_of(self._enumeration)
        self._longest_chance_run = self._enumeration.longest_chance_run
        self._follow = jnp.asarray(transitions.follow)
        self._thresholds = jnp.asarray(
            transitions.thresholds.reshape(-1, 1 << transitions.bits)[:, : transitions.legal.shape[1]]
        )
        if transitions.seen.itemsize > 4:
            raise TooLarge(f"{setup.game.title} has numbers of more than 32 bits under these rules; JAX has none.")
        self._seen = jnp.asarray(transitions.seen)
        self._held = jnp.asarray(transitions.held) if self._enumeration.may_end_early(setup.max_plies) else None
        self._legal = jnp.asarray(transitions.legal.astype(np.bool_))
        self._exact = tuple(map(jnp.asarray, self._enumeration.exact_values)) if exact else None
        self._start, self._bits = transitions.start, transitions.bits
        self.id = f"headway_{setup.game.name.replace('-', '_')}"
        self.num_actions = transitions.legal.shape[1]
        self.observation_shape = transitions.seen.shape[1:]

    def init(self, key: Any) -> State:
        """The start of a game. `jax.random.PRNGKey(7)` is the seed 7: it decides all that chance and opponents do."""
        if jnp.issubdtype(key.dtype, jax.dtypes.prng_key):
            key = jax.random.key_data(key)
        if key.shape != (2,) or key.dtype != jnp.uint32:
            wanted = "a key of two words, as jax.random.PRNGKey(seed) gives it"
            raise BadArgument(f"Expected {wanted}, not an array of the shape {key.shape} and the kind {key.dtype}.")
        node, ply = self._draw_on(jnp.int32(self._start), jnp.int32(0), key)
        if self._held is not None:  # a game that has stopped already waits for an action
            has_stopped = (node & ROLE_MASK >= WON) | (ply >= self._max_plies)
            node = jnp.where(has_stopped, self._held[node >> self._bits], node)
            ply = jnp.where(has_stopped, self._max_plies - 1, ply)
        no, yes = jnp.bool_(False), jnp.bool_(True)
        before = State(
            current_player=jnp.int32(self._seat),
            observation=jnp.zeros(self.observation_shape, self._seen.dtype),
            rewards=jnp.zeros(2, jnp.float32),
            terminated=no,
            truncated=no,
            legal_action_mask=jnp.zeros(self.num_actions, jnp.bool_),
            _step_count=jnp.int32(0),
            _node=node,
            _ply=ply,
            _seed=key,
            _env=self,
        )
        return self._state_at(before, node, ply, was_over=yes, is_illegal=no)  # no reward before the first action

    def step(self, state: State, action: Any, key: Any = None) -> State:
        """The state after an action of the seat to move, and after all that chance and the opponent do then.

        `key` is accepted for pgx and ignored: the key of `init` decides.
        """
        was_over = state.terminated | state.truncated
        action = self._move(action)
        is_move = (action >= 0) & (action < self.num_actions)
        to = self._follow[self._row(state._node) | jnp.where(is_move, action, 0)]
        is_illegal = ~was_over & ~(is_move & (to >= 0))
        is_played = ~was_over & ~is_illegal
        node = jnp.where(is_played, to, state._node)
        node, ply = self._draw_on(node, state._ply + is_played, state._seed)
        after = self._state_at(state, node, ply, was_over, is_illegal)
        return after.replace(_step_count=state._step_count + ~was_over)

    def observe(self, state: State, player_id: Any = None) -> Any:
        """What a seat may know; without one, what the seat to move may know."""
        seat = state.current_player if player_id is None else _checked_player(player_id)
        return self._seen[2 * (state._node >> self._bits) + seat]

    def value(self, state: State, player_id: Any = None) -> Any:
        """The chance that a seat wins under best play, as far as the side to move can know; needs `exact=True`.

        Without a seat it is that of the seat to move.
        """
        seat = state.current_player if player_id is None else _checked_player(player_id)
        return self._known()[0][state._node >> self._bits, seat]

    def given_away(self, state: State, action: Any) -> Any:
        """How much a legal action loses to the seat to move, compared with best play; needs `exact=True`."""
        action = self._move(action)
        if not isinstance(action, jax.core.Tracer) and not bool(((action >= 0) & (action < self.num_actions)).all()):
            raise BadArgument(f"Expected the number of a move from 0 to {self.num_actions - 1}, not {action}.")
        return self._known()[1][state._node >> self._bits, action]

    def _move(self, action: Any) -> Any:
        """An action as a number of 32 bits; one that is not legal, however large, stays one that is not."""
        found = action if isinstance(action, jax.Array) else np.asarray(action)
        if not jnp.issubdtype(found.dtype, jnp.integer):
            if found is not action:
                raise expected("the number of a move", action)
            raise BadArgument(f"Expected the number of a move, not an array of the kind {found.dtype}.")
        if found.dtype.itemsize > 4:  # what is cut off could be all that makes it illegal
            found = found.clip(0 if found.dtype.kind == "u" else -1, self.num_actions)
        return jnp.asarray(found).astype(jnp.int32)

    def _known(self) -> tuple[Any, ...]:
        if self._exact is None:
            raise BadArgument("The values are not known: make the environment with exact=True.")
        return self._exact

    def svg(self, state: State) -> str:
        """The boards of a state, or of a batch of them, as SVG."""
        game, states = self._enumeration.setup.game, self._enumeration.states
        numbers = np.atleast_1d(np.asarray(state._node)).reshape(-1)[:MOST_PICTURED] >> self._bits
        from headway.drawing import draw_board
        from headway.drawing.svg import stacked

        seen = [game.view(states[at], SPECTATOR) for at in numbers]
        sides = [(game.side(state, P1), game.side(state, P2)) for state in seen]
        return stacked(
            [
                draw_board(game, game.positions(state), players=players)
                for state, players in zip(seen, sides, strict=True)
            ]
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HeadwayJaxEnv) and self._made_as == other._made_as

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, self._made_as

    def _row(self, node: Any) -> Any:
        """Where the moves of a node begin."""
        return node >> self._bits << self._bits

    def _state_at(self, before: State, node: Any, ply: Any, was_over: Any, is_illegal: Any) -> State:
        """The state at a node, where `before` has the seat that moved last."""
        role, mover = node & ROLE_MASK, before.current_player
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
            legal_action_mask=is_over | self._legal[node >> self._bits],
            _node=node,
            _ply=ply,
        )
        return shown.replace(observation=self.observe(shown))

    def _draw_on(self, node: Any, ply: Any, seed: Any) -> tuple[Any, Any]:
        """Make the moves of chance and of the opponent until the user is to move, or the game has ended."""

        def is_waiting(at: tuple[Any, Any]) -> Any:
            role = at[0] & ROLE_MASK
            return ((role == SAMPLED) | (role == CERTAIN)) & (at[1] < self._max_plies)

        def moved(at: tuple[Any, Any]) -> tuple[Any, Any]:
            node, ply = at
            number = draw((seed[0], seed[1]), jnp.uint32(0), ply.astype(jnp.uint32), np.uint32(WORD)).astype(jnp.int32)
            move = (number > self._thresholds[node >> self._bits]).sum(dtype=jnp.int32)
            to = self._follow[self._row(node) | move]
            is_drawn = is_waiting(at)
            return jnp.where(is_drawn, to, node), ply + is_drawn

        if self._longest_chance_run is None or self._longest_chance_run > MOST_UNROLLED:
            found: tuple[Any, Any] = jax.lax.while_loop(is_waiting, moved, (node, ply))
            return found
        for _ in range(self._longest_chance_run):
            node, ply = moved((node, ply))
        return node, ply


def _made(setup: Setup, opponent: Opponent, seat: int, exact: bool) -> HeadwayJaxEnv:
    """The environment that is made like this."""
    return HeadwayJaxEnv(
        setup.game, opponent=opponent, seat=seat, first=setup.first, max_plies=setup.max_plies, exact=exact
    )


def _checked_player(player: Any) -> Any:
    """A seat, or an array of seats. Those of a function that is being compiled are not known."""
    if not isinstance(player, jax.core.Tracer) and not np.isin(player, (P1, P2)).all():
        raise expected(A_SEAT, player)
    return player
