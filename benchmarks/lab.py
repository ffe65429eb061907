"""The lab: how much of the cores a sweep uses, in a pool and on a Dask cluster, and many small variants in a time."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, cycle, islice
from pathlib import Path

from benchmarks.verdict import judged
from headway import lab
from headway.lab.cluster import Cluster
from headway.lab.local_pool import LocalPool
from headway.lab.schedule import Pool, Schedule, tasks_of
from headway.lab.variant_list import Variant
from headway.solver.backend import available_cores

VARIANTS, SMALL_VARIANTS, MINUTES = 1_000, 10_000, 10
ON_POOL, ON_CLUSTER = 0.9, 0.85
SMALL_CORES = 2
SHORT, LOADED_TIMES = 6, 10
"""Before anything is measured, each worker has most likely measured a variant of this length of each kind."""


def main(variants: int = VARIANTS, small: int = SMALL_VARIANTS) -> None:
    """Measure the same variants in one process, in a pool and on a cluster; then many small ones."""
    cores = available_cores()
    wanted = list(islice(cycle(both_games()), variants))
    with LocalPool(1) as one:
        alone = seconds(wanted, one)
    print(f"lab      {variants:,} variants of Cross Over and Capture the Flag in one process: {alone:.0f} s")
    with LocalPool(cores) as pool:
        share = alone / (cores * seconds(wanted, pool))
    judged(f"lab      the pool uses {share:.2f} of {cores} cores (goal {ON_POOL})", share >= ON_POOL)
    with cluster_of(cores) as address, Cluster(address) as cluster:
        while cluster.workers < cores:
            time.sleep(0.05)
        share = alone / (cores * seconds(wanted, cluster))
    judged(f"lab      a Dask cluster uses {share:.2f} of {cores} cores (goal {ON_CLUSTER})", share >= ON_CLUSTER)
    with LocalPool(SMALL_CORES) as pool:
        taken = seconds(list(islice(small_variants(), small)), pool)
    told = f"lab      {small:,} small variants on {SMALL_CORES} cores: {taken:.0f} s (goal {60 * MINUTES})"
    judged(told, taken <= 60 * MINUTES)


def both_games() -> list[Variant]:
    """All variants up to `length=14` of the first game, and of the second with up to two soldiers and short steps."""
    steps = {"length": "2..14", "longest_step": "all"}
    return [
        *lab.variants("cross-over", steps),
        *lab.variants("capture-the-flag", {"length": "1..14", "soldiers": 1, "longest_step": "all"}),
        *lab.variants("capture-the-flag", {"length": "1..14", "soldiers": 2, "longest_step": "1..2"}),
    ]


def small_variants() -> Iterator[Variant]:
    """Ten thousand different variants up to `length=14`: those of every game, and boards that are dealt."""
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
    work = tasks_of(enumerate(variants))
    short = [variant for variant in variants if variant.game.settings["length"] == SHORT]
    kinds = {(variant.game.name, variant.game.settings.get("soldiers")): variant for variant in short}
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
