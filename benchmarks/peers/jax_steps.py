"""Steps of pgx's tic-tac-toe and of our Cross Over in JAX: prints how many tables step in a second.

Run in the peers' environment, with our `src` on the path.
"""

import statistics
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
import pgx

import headway.envs

TABLES, SECONDS = int(sys.argv[1]), float(sys.argv[2])
PLIES = 6
"""After this many plies new games begin: most have not ended before."""


class Run:
    """Random legal moves in an environment; they are chosen between the steps, and games begin between them."""

    def __init__(self, env):
        self.init, self.step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
        self.keys = jax.random.split(jax.random.PRNGKey(0), TABLES)
        self.rng, self.times = np.random.default_rng(1), []
        self.play(0.0)
        self.times.clear()  # the first step was compiled

    def play(self, seconds):
        """Play for some seconds, and some plies at least."""
        end = time.perf_counter() + seconds
        while True:
            state = self.init(self.keys)
            for _ in range(PLIES):
                mask = np.asarray(state.legal_action_mask)
                actions = jnp.asarray((self.rng.random(mask.shape) + mask).argmax(axis=1).astype(np.int32))
                began = time.perf_counter()
                state = jax.block_until_ready(self.step(state, actions))
                self.times.append(time.perf_counter() - began)
            if time.perf_counter() >= end:
                return


runs = {"pgx": Run(pgx.make("tic_tac_toe")), "headway": Run(headway.envs.jax("cross-over"))}
for _ in range(5):  # in turns
    for each in runs.values():
        each.play(SECONDS / 5)
for name, each in runs.items():
    print(f"{name} {TABLES / statistics.median(each.times):.0f}")
