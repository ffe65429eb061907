"""Random games of tic-tac-toe in pgx on the CPU, in batches: prints plies a second. Run in the peers' environment."""

import os
import time

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # on one core, as we are

import jax
import jax.numpy as jnp
import pgx

env = pgx.make("tic_tac_toe")
BATCH, STEPS = 4096, 9


def step(carry, key):
    state, plies = carry
    logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
    action = jax.random.categorical(key, logits, axis=1)
    plies += (~state.terminated).sum()
    return (jax.vmap(env.step)(state, action), plies), None


@jax.jit
def games(key):
    start, rolls = jax.random.split(key)
    state = jax.vmap(env.init)(jax.random.split(start, BATCH))
    (_, plies), _ = jax.lax.scan(step, (state, jnp.int32(0)), jax.random.split(rolls, STEPS))
    return plies


games(jax.random.PRNGKey(0)).block_until_ready()
began, plies, rounds = time.perf_counter(), 0, 0
while time.perf_counter() - began < 3:
    plies += int(games(jax.random.PRNGKey(rounds + 1)))
    rounds += 1
print(f"pgx {plies / (time.perf_counter() - began):.0f}")
