"""The lab: how much of the cores a sweep uses, in a pool and on a Dask cluster, and many small variants in a time."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from benchmarks.verdict import judged
from headway import lab
from headway.lab.cluster import Cluster
from headway.lab.code_hash import key_of
from headway.lab.local_pool import Here, LocalPool
from headway.lab.rule_values import Wanted
from headway.lab.schedule import Pool, Schedule, tasks_of
from headway.lab.study import MOST_INTERPRETED
from headway.lab.variant_list import Variant
from headway.solver.backend import available_cores
from headway.solver.size import state_count

VARIANTS, SMALL_VARIANTS, MINUTES = 1_000, 10_000, 10
ON_POOL, ON_CLUSTER = 0.9, 0.85
SMALL_CORES = 2
LOADED_TIMES = 10
"""So often, for each worker, a variant of each kind is measured before: each worker has most likely had one."""


def main(variants: int = VARIANTS, small: int = SMALL_VARIANTS) -> None:
    """Measure the same variants in one process, in a pool and on a cluster; then many small ones."""
    cores = available_cores()
    wanted = different(both_games(), variants)
    alone = seconds(wanted, Here())
    print(f"lab      {variants:,} variants of Cross Over and Capture the Flag in this process: {alone:.0f} s")
    with LocalPool(cores) as pool:
        share = alone / (cores * seconds(wanted, pool))
    judged(f"lab      the pool uses {share:.2f} of {cores} cores (goal {ON_POOL})", share >= ON_POOL)
    with cluster_of(cores) as address, Cluster(address) as cluster:
        while cluster.workers < cores:
            time.sleep(0.05)
        share = alone / (cores * seconds(wanted, cluster))
    judged(f"lab      a Dask cluster uses {share:.2f} of {cores} cores (goal {ON_CLUSTER})", share >= ON_CLUSTER)
    with LocalPool(SMALL_CORES) as pool:
        taken = seconds(different(small_variants(), small), pool)
    told = f"lab      {small:,} small variants on {SMALL_CORES} cores: {taken:.0f} s (goal {60 * MINUTES})"
    judged(told, taken <= 60 * MINUTES)


def different(variants: Iterable[Variant], most: int) -> list[Variant]:
    """The first variants that differ from all before them. There must be as many as are wanted."""
    found = dict[str, Variant]()
    for variant in variants:
        if len(found) == most:
            break
        if variant.refused is None:
            found.setdefault(key_of(variant), variant)
    assert len(found) == most, f"there are only {len(found):,} different variants"
    return list(found.values())


def both_games() -> Iterator[Variant]:
    """Variants up to `length=14` of both games: all their steps, then with pie, head starts and caps.

    The second game has two soldiers only with short steps, and changes only with one.
    """
    steps = {"length": "2..14", "longest_step": "all"}
    flag: dict[str, Wanted] = {"length": "1..14", "soldiers": 1}
    return chain(
        lab.variants("cross-over", steps),
        lab.variants("capture-the-flag", {**flag, "longest_step": "all"}),
        lab.variants("capture-the-flag", {**flag, "soldiers": 2, "longest_step": "1..2"}),
        lab.variants("cross-over", {**steps, "pie": "yes", "head_start": "0..3"}),
        lab.variants("capture-the-flag", {**flag, "longest_step": "1..3", "pie": "all", "cap": "20..50..10"}),
    )


def small_variants() -> Iterator[Variant]:
    """Small variants up to `length=14`: those of every game, and then, by far the most, dealt boards of Number Race."""
    steps = {"length": "2..14", "longest_step": "all"}
    return chain(
        lab.variants("cross-over", steps),
        lab.variants("race-to-the-center", {**steps, "reply": "all"}),
        lab.variants("predictive-pursuit", {**steps, "overshoot": "all", "forced": "all"}),
        lab.variants("capture-the-flag", {"length": "1..14", "soldiers": 1, "longest_step": "all"}),
        lab.variants("capture-the-flag", {"length": "1..6", "soldiers": 2, "longest_step": "all"}),
        lab.variants("number-race", {"length": "5..14"}, boards=1_000),
    )


def seconds(variants: list[Variant], pool: Pool) -> float:
    """How long a pool takes for some variants; it is started, and each worker has loaded what it needs, before."""
    work = sorted(tasks_of(enumerate(variants)), key=lambda task: -task.bytes)
    kinds = dict[tuple[str, ...], Variant]()
    for task in work:  # the smallest one of each kind for which machine code is made, if there is one
        game = task.variant.game
        kind = game.name, *(rule for rule in game.settings if rule in {each.name for each in game.change_list})
        if kind not in kinds or state_count(game) > MOST_INTERPRETED:
            kinds[kind] = task.variant
    loading = [*kinds.values()] * LOADED_TIMES * pool.workers
    Schedule(tasks_of(enumerate(loading)), pool, lambda task, row: None).run()
    began = time.perf_counter()
    Schedule(work, pool, lambda task, row: None).run()
    return time.perf_counter() - began


@contextmanager
def cluster_of(workers: int) -> Iterator[str]:
    """A scheduler of Dask with some worker processes on this machine; gives its address."""
    here = ["--host", "127.0.0.1", "--no-dashboard"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        started = [_dask("dask_scheduler", *here, "--port", "0", "--scheduler-file", str(file), folder=folder)]
        try:
            while not file.exists() or not file.read_text().rstrip().endswith("}"):
                time.sleep(0.05)
            address: str = json.loads(file.read_text())["address"]
            one = ["dask_worker", address, *here, "--nthreads", "1", "--no-nanny"]
            started += [_dask(*one, folder=folder) for _ in range(workers)]
            yield address
        finally:
            for process in started:
                process.kill()
                process.wait()


def _dask(command: str, *arguments: str, folder: str) -> "subprocess.Popen[bytes]":
    program = [sys.executable, "-m", f"distributed.cli.{command}", *arguments]
    return subprocess.Popen(program, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
