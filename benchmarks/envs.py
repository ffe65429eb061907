"""Environments: steps of 1,024 tables against EnvPool's and pgx's tic-tac-toe, on the same cores."""

import statistics
import time

import headway.envs
from benchmarks.peer_python import peer_speeds
from benchmarks.verdict import judged

TABLES = 1024
SECONDS = 3.0
"""How long each environment steps."""
GOAL, GOAL_IN_JAX = 20, 2
OTHERS = [
    ("cross-over", "random"),
    ("capture-the-flag", None),
    ("number-race", None),
    ("predictive-pursuit", None),
    ("race-to-the-center", None),
]
"""What is printed beside Cross Over in self-play, which is as large a game as tic-tac-toe."""


def main() -> None:
    """Print how many tables step in a second, and the ratios."""
    ours = tables_per_second("cross-over", None)
    print(f"envs: {TABLES} tables of cross-over in a step: {ours / 1e6:.0f} million tables/s", flush=True)
    for name, opponent in OTHERS:
        speed, against = tables_per_second(name, opponent), f" against {opponent}" if opponent else ""
        print(f"envs: {TABLES} tables of {name}{against} in a step: {speed / 1e6:.0f} million tables/s", flush=True)
    in_jax = peer_speeds("jax_steps.py", TABLES, SECONDS)
    peers = {"pgx": in_jax["pgx"], **peer_speeds("envpool_steps.py", TABLES, SECONDS)}
    for peer, speed in peers.items():
        times = ours / speed
        told = (
            f"envs: against {peer}'s tic-tac-toe, {speed / 1e6:.2f} million tables/s: {times:.1f} times (goal {GOAL})"
        )
        judged(told, times >= GOAL)
    times = in_jax["headway"] / in_jax["pgx"]
    told = f"envs: in JAX on the CPU {in_jax['headway'] / 1e6:.1f} million tables/s, against pgx: {times:.1f} times"
    judged(f"{told} (goal {GOAL_IN_JAX})", times >= GOAL_IN_JAX)


def tables_per_second(name: str, opponent: str | None) -> float:
    """The tables that step in a second, by the middle one of all steps; legal moves are chosen between the steps."""
    env = headway.envs.vector(name, TABLES, opponent=opponent)
    env.reset(seed=1)
    env.step(env.action_space.sample())  # compiles
    times, end = [], time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        actions = env.action_space.sample()
        began = time.perf_counter()
        env.step(actions)
        times.append(time.perf_counter() - began)
    return TABLES / statistics.median(times)
