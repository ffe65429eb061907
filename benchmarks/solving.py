"""Solving: the first hint of a fresh install, OpenSpiel's value iteration on the same game, and large variants.

Games with dice and secrets are solved from the command line, with their certificates, and beside them by value
iteration in plain C, which proves nothing.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.verdict import judged
from headway.catalogue import find
from headway.solver.compiled_retrograde import solve_compiled

NAME = "capture-the-flag"
PATIENCE = 400  # seconds for OpenSpiel


class Row(NamedTuple):
    """A variant, the seconds and GiB that it may take, and what it took when such games were solved in plain Python."""

    name: str
    rules: str
    seconds: float
    memory: float
    before: str = ""


DICE_AND_SECRETS = (
    Row("predictive-pursuit", "overshoot=stops length=200", 5.0, 4.0, "80 s"),
    Row("predictive-pursuit", "overshoot=stops length=10 longest_step=3", 3.0, 4.0, "12 s"),
    Row("predictive-pursuit", "overshoot=stops length=50 longest_step=3", 20.0, 4.0, "no answer in 600 s"),
    Row("predictive-pursuit", "overshoot=stops length=50 longest_step=9", 20.0, 4.0, "459 s, and not proved"),
    Row("predictive-pursuit", "length=500", 60.0, 4.0, "293 s"),
    Row("predictive-pursuit", "length=1000", 60.0, 4.0, "refused"),
    Row("number-race", "length=1000", 60.0, 4.0, "refused"),
    Row("ladder-race", "length=8 snake=0", 3.0, 4.0, "12 s for a race of 14,420 states"),
    Row("ladder-race", "length=8 snake=1", 3.0, 4.0),
    Row("ladder-race", "length=12 snake=1", 20.0, 4.0, "no answer in 345 s for a smaller one"),
)
"""Ladder Race is a package of this folder."""
IN_C = (
    ("value_iteration.c", "predictive-pursuit", ("overshoot=stops",), (200, 400), ()),
    ("ladder_race/value_iteration.c", "ladder-race", ("snake=0",), (28,), ("0",)),
    ("ladder_race/value_iteration.c", "ladder-race", ("snake=1",), (28,), ("1",)),
)
"""Value iteration in plain C: the program, the game, its rules but the length, lengths, and further arguments."""

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
    game = spiel_game("{NAME}", max_plies=10_000)
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
    for length, seconds_limit, memory_limit in ((20, 0.0, 0.0), (60, 7.0, 0.9), (100, 38.0, 5.5)):
        run = cold(NAME, f"length={length}")
        per_position[length] = run.inside / run.states
        report(NAME, f"length={length}", run, seconds_limit, memory_limit)
    ratio = per_position[60] / per_position[20]
    judged(f"solving: time per position at 60 is {ratio:.2f} of that at 20 (limit 2)", ratio <= 2)
    dice_and_secrets()


def dice_and_secrets() -> None:
    """Print the figures of games with dice and secrets, each cold, with its certificate."""
    first = DICE_AND_SECRETS[0]
    with tempfile.TemporaryDirectory() as folder:
        report(first.name, f"{first.rules}, nothing compiled", cold(first.name, *first.rules.split(), compiled=folder))
    for name, length in (("predictive-pursuit", 200), ("number-race", 200), ("ladder-race", 9)):
        cold(name, f"length={length}")  # compiles what Numba then keeps for all variants
    for row in DICE_AND_SECRETS:
        run = cold(row.name, *row.rules.split())
        report(row.name, row.rules, run, row.seconds, row.memory, row.before)
    beside_c()


def beside_c() -> None:
    """Print the time for a state beside that of value iteration in plain C."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("solving: no C compiler, so no comparison with C")
        return
    for source, name, rules, lengths, arguments in IN_C:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "value_iteration"
            path = Path(__file__).parent / source
            subprocess.run([compiler, "-O3", "-march=native", "-o", program, path, "-lm"], check=True)
            for length in lengths:
                run = cold(name, *rules, f"length={length}")
                command = [program, str(length), *arguments]
                told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
                value, seconds = map(float, told)
                assert abs(value - run.value) < 1e-9
                times = run.seconds / seconds
                figures = (
                    f"{1e6 * run.seconds / run.states:.2f} microseconds a state, C {1e6 * seconds / run.states:.2f}"
                )
                game = f"{name} {' '.join(rules)} length={length}, {run.states:,} states"
                judged(f"solving: {game}: {figures}: {times:.1f} times (limit 5)", times <= 5)


def report(
    name: str, rules: str, run: "Run", seconds_limit: float = 0.0, memory_limit: float = 0.0, before: str = ""
) -> None:
    """Print the figures of a command, what it took before, and whether they keep the limits, if there are any."""
    limits = f" (limits {seconds_limit:.0f} s, {memory_limit} GiB)" if seconds_limit else ""
    was = f"; was: {before}" if before else ""
    judged(
        f"solving: {name} {rules}, {run.states:,} states, cold, {run.seconds:.1f} s, {run.memory:.2f} GiB, "
        f"gap {run.gap:.1e}{limits}{was}",
        not limits or (run.seconds <= seconds_limit and run.memory <= memory_limit),
    )


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


class Run(NamedTuple):
    """A whole command in a new process: seconds and GiB; what it says of the game; and the seconds it says it took."""

    seconds: float
    memory: float
    states: int
    value: float
    gap: float
    inside: float


def cold(name: str, *rules: str, compiled: str = "") -> Run:
    """Solve a game by the command, in a new process with an empty cache folder.

    `compiled` is a folder for what Numba compiles, if that is not the usual one.
    """
    command = [sys.executable, "-m", "headway", "solve", name, "--json"]
    for rule in rules:
        command += ["--rule", rule]
    with tempfile.TemporaryDirectory() as folder:
        register(Path(folder), {"ladder-race": "benchmarks.ladder_race"})
        root = str(Path(__file__).parents[1])
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "PYTHONPATH": os.pathsep.join((root, folder))}
        if compiled:
            environment["NUMBA_CACHE_DIR"] = compiled
        began = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout is not None
            told = json.loads(process.stdout.read())
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = 0
        seconds = time.perf_counter() - began
    return Run(seconds, usage.ru_maxrss / 2**20, told["states"], told["value"], told["gap"], told["seconds"])


def register(folder: Path, games: Mapping[str, str]) -> None:
    """Make games ones that Headway finds, as if a package with theirs were installed in a folder."""
    info = folder / "games-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: games\nVersion: 1\n")
    entries = [f"{name} = {package}\n" for name, package in games.items()]
    (info / "entry_points.txt").write_text("".join(["[headway.games]\n", *entries]))


if __name__ == "__main__":
    main()
