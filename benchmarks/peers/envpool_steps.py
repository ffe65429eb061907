"""Steps of EnvPool's tic-tac-toe: prints how many tables step in a second. Run in the peers' environment."""

import os
import statistics
import sys
import time

import envpool
import numpy as np

TABLES, SECONDS = int(sys.argv[1]), float(sys.argv[2])


def per_second(threads):
    """The tables that step in a second, by the middle one of all steps; legal moves are chosen between the steps."""
    env = envpool.make("TicTacToe-v1", env_type="gymnasium", num_envs=TABLES, num_threads=threads, seed=1)
    _, info = env.reset()
    rng, times, end = np.random.default_rng(1), [], time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        mask = info["legal_action_mask"]
        actions = (rng.random(mask.shape) + mask).argmax(axis=1).astype(np.int32)
        began = time.perf_counter()
        *_, info = env.step(actions)
        times.append(time.perf_counter() - began)
    return TABLES / statistics.median(times)


print(f"envpool {max(map(per_second, {1, len(os.sched_getaffinity(0))})):.0f}")
