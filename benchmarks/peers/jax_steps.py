"""Steps of pgx's tic-tac-toe and of our Cross Over in JAX: prints how many tables step in a second.

Run in the peers' environment, with our `src` on the path. Both begin a new game in the step after the end of one.
"""

import statistics
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
import pgx
from pgx.experimental.wrappers import auto_reset

import headway.envs

TABLES, SECONDS = int(sys.argv[1]), float(sys.argv[2])


class Run:
    """Random legal moves in an environment; they are chosen between the steps."""

    def __init__(self, env):
        self.step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        self.state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), TABLES))
        self.keys = jax.random.split(jax.random.PRNGKey(1), TABLES)
        self.rng, self.times = np.random.default_rng(1), []
        self.play(0.0)
        self.times.clear()  # the first step was compiled

    def play(self, seconds):
        """Step for some seconds, and once at least."""
        end = time.perf_counter() + seconds
        while True:
            mask = np.asarray(self.state.legal_action_mask)
            actions = jnp.asarray((self.rng.random(mask.shape) + mask).argmax(axis=1).astype(np.int32))
            began = time.perf_counter()
            self.state = jax.block_until_ready(self.step(self.state, actions, self.keys))
            self.times.append(time.perf_counter() - began)
            if time.perf_counter() >= end:
                return


runs = {"pgx": Run(pgx.make("tic_tac_toe")), "headway": Run(headway.envs.jax("cross-over"))}
for _ in range(5):  # in turns
    for each in runs.values():
        each.play(SECONDS / 5)
for name, each in runs.items():
    print(f"{name} {TABLES / statistics.median(each.times):.0f}")
