"""Random play on an accelerator: plies a second of our games in JAX, and of pgx's where pgx is installed.

Run it as `python3 benchmarks/gpu.py [GAMES]`, on the CPU as well; `make bench ONLY=gpu` is the same where there is an
accelerator. It needs nothing but JAX and NumPy: our package is imported from `src`. All environments are driven by the
same code: legal moves are drawn by a hash of the game and the ply, and a game that has ended begins again.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import headway.envs

GAMES = 4 * 2**20
"""How many games are played at once."""
PLIES = 512
UNROLLED = 1 if jax.default_backend() == "cpu" else 8
"""How many plies are compiled into one kernel: on a GPU, states then stay in its registers between them."""
ROUNDS = 5
NAMES = ("cross-over", "race-to-the-center", "predictive-pursuit", "number-race", "capture-the-flag")
PEERS = ("tic_tac_toe", "connect_four")


def main(games: int = GAMES) -> None:
    """Print a line for each environment."""
    print(f"{games:,} games at once on {jax.devices()[0].device_kind}, JAX {jax.__version__}", flush=True)
    for name in NAMES:
        report(f"headway {name}", headway.envs.jax(name), games)
    try:
        import pgx
    except ImportError:
        print("pgx is not installed here, so there is no comparison with it")
        return
    for name in PEERS:
        report(f"pgx {name}", pgx.make(name), games)


def main_on_accelerator() -> None:
    """The same in the bench, which does not wait for a CPU to play billions of plies."""
    if jax.default_backend() == "cpu":
        sys.exit("gpu: JAX finds no accelerator here; `python3 benchmarks/gpu.py 1000` plays 1,000 games on the CPU.")
    main()


finished: Callable[..., Any] = jax.block_until_ready


def report(name: str, env: Any, games: int) -> None:
    """Print how many plies an environment plays in a second, and how long its games are."""
    play = jax.jit(partial(random_play, env.step, games=games), donate_argnums=0)
    start = env.init(jax.random.PRNGKey(0))
    states = jax.tree.map(lambda each: jnp.broadcast_to(each, (games, *each.shape)).copy(), start)
    states, ended = finished(play(states, start, jnp.uint32(0)))
    best = float("inf")
    for number in range(ROUNDS):
        began = time.perf_counter()
        states, ended = finished(play(states, start, jnp.uint32(number + 1)))
        best = min(best, time.perf_counter() - began)
    mean = games * PLIES / max(int(ended.astype(jnp.float32).sum()), 1)
    print(f"{name}: {games * PLIES / best / 1e9:.2f} billion plies/s, {mean:.1f} plies a game", flush=True)


def random_play(step: Callable[..., Any], states: Any, start: Any, number: Any, games: int) -> tuple[Any, Any]:
    """Play some plies in all games. Returns where they are, and how many games have ended at each place."""

    def ply(index: Any, carry: tuple[Any, Any]) -> tuple[Any, Any]:
        states, ended = carry
        actions = chosen(states.legal_action_mask, hashed(jnp.arange(games, dtype=jnp.uint32), index, number))
        states = jax.vmap(step)(states, actions)
        is_over = states.terminated | states.truncated

        def begun(first: Any, each: Any) -> Any:
            return jnp.where(is_over.reshape(-1, *[1] * (each.ndim - 1)), first, each)

        return jax.tree.map(begun, start, states), ended + is_over

    found: tuple[Any, Any] = jax.lax.fori_loop(0, PLIES, ply, (states, jnp.zeros(games, jnp.int32)), unroll=UNROLLED)
    return found


def hashed(game: Any, ply: Any, number: Any) -> Any:
    """Random bits of a game at a ply, as Murmur's last step mixes them: quick, and good enough to play at random."""
    bits = game * jnp.uint32(0x9E3779B1) + ply.astype(jnp.uint32) * jnp.uint32(0x85EBCA77) + number
    bits = (bits ^ bits >> 16) * jnp.uint32(0x85EBCA6B)
    bits = (bits ^ bits >> 13) * jnp.uint32(0xC2B2AE35)
    return bits ^ bits >> 16


def chosen(masks: Any, bits: Any) -> Any:
    """A legal move for each game. It is written out move by move, so that it becomes part of the same kernel."""
    columns = [masks[:, move] for move in range(masks.shape[1])]
    count = sum(column.astype(jnp.uint32) for column in columns)
    pick = (bits >> 16) * count >> 16
    action, before = jnp.zeros(masks.shape[0], jnp.int32), jnp.zeros(masks.shape[0], jnp.uint32)
    for move, column in enumerate(columns):
        action = jnp.where(column & (before == pick), move, action)
        before = before + column
    return action


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
