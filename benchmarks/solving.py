"""Solving: the first hint of a fresh install, OpenSpiel's value iteration on the same game, and large variants."""

import json
import os
import subprocess
import sys
import tempfile
import time

from benchmarks.verdict import judged
from headway.catalogue import find
from headway.solver.compiled_retrograde import solve_compiled

NAME = "capture-the-flag"
PATIENCE = 400  # seconds for OpenSpiel

HINT_WITHOUT_NUMBA = f"""
import sys
sys.modules["numba"] = None
from headway.terminal.cli import run
sys.exit(run(["hint", "{NAME}"]))
"""

VALUE_ITERATION = f"""
import sys, threading, time
sys.setrecursionlimit(10**6)
threading.stack_size(1 << 30)
from open_spiel.python.algorithms import value_iteration
from headway.envs.openspiel import spiel_game


def solve():
    game = spiel_game("{NAME}")
    began = time.perf_counter()
    value_iteration.value_iteration(game, depth_limit=-1, threshold=1e-6, cyclic_game=True)
    print(time.perf_counter() - began)

thread = threading.Thread(target=solve)
thread.start()
thread.join()
"""


def main() -> None:
    """Print the figures of the solver."""
    seconds = first_hint()
    judged(f"solving: first hint of {NAME} without Numba after {seconds:.2f} s (limit 1.5)", seconds <= 1.5)
    ours = warm()
    print(f"solving: {NAME} again from warm code in {1000 * ours:.1f} ms, certificate included")
    theirs = openspiel()
    if theirs is None:
        judged(
            f"solving: OpenSpiel's value iteration took over {PATIENCE} s: over {PATIENCE / ours:.0f} times (goal 500)",
            500 * ours <= PATIENCE,
        )
    else:
        times = theirs / ours
        judged(f"solving: OpenSpiel's value iteration took {theirs:.0f} s: {times:.0f} times (goal 500)", times >= 500)
    per_position = {}
    for length, seconds_limit, memory_limit in ((20, 0.0, 0.0), (60, 30.0, 1.5), (100, 180.0, 12.0)):
        seconds, memory, positions, inside = cold(length)
        per_position[length] = inside / positions
        limits = f" (limits {seconds_limit:.0f} s, {memory_limit} GiB)" if seconds_limit else ""
        judged(
            f"solving: length={length}, {positions:,} positions, cold, {seconds:.1f} s, {memory:.2f} GiB{limits}",
            not limits or (seconds <= seconds_limit and memory <= memory_limit),
        )
    ratio = per_position[60] / per_position[20]
    judged(f"solving: time per position at 60 is {ratio:.2f} of that at 20 (limit 2)", ratio <= 2)


def first_hint() -> float:
    """From the command to its end, with an empty cache folder."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", HINT_WITHOUT_NUMBA],
            check=True,
            env={**os.environ, "XDG_CACHE_HOME": folder},
            stdout=subprocess.DEVNULL,
        )
        return time.perf_counter() - began


def warm() -> float:
    """The best of several solutions in one process, after the first has compiled the rules."""
    game = find(NAME)
    times = []
    for _ in range(6):
        began = time.perf_counter()
        solve_compiled(game, lambda doing: None)
        times.append(time.perf_counter() - began)
    return min(times[1:])


def openspiel() -> float | None:
    """OpenSpiel's own algorithm on our game through our adapter."""
    try:
        told = subprocess.run(
            [sys.executable, "-c", VALUE_ITERATION], check=True, capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return None
    return float(told.stdout)


def cold(length: int) -> tuple[float, float, int, float]:
    """The whole command in a new process: seconds, GiB, positions, and the seconds it says it took to solve."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "headway", "solve", NAME, "--rule", f"length={length}", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.read())
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    return time.perf_counter() - began, usage.ru_maxrss / 2**20, told["states"], told["seconds"]


if __name__ == "__main__":
    main()
