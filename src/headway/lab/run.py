"""A sweep: a row for each variant of a game, measured on all cores or on a cluster, and kept in a file."""

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from headway.api.arguments import checked_number, checked_path
from headway.api.catalogue import load
from headway.errors import expected
from headway.game import Game
from headway.lab.code_hash import key_of
from headway.lab.cost import refuse_too_many
from headway.lab.local_pool import GivenExecutor, Here, LocalPool
from headway.lab.row import Row, Status
from headway.lab.row_file import RowFile, read
from headway.lab.rule_values import Wanted
from headway.lab.schedule import Pool, Schedule, Task, tasks_of
from headway.lab.study import measure, refuse_without_numba, row_of
from headway.lab.variant_list import Variant, Variants, refuse_if_none_is_possible, variants_of
from headway.phrases import count
from headway.progress import Progress, checked_progress
from headway.solver.backend import available_cores
from headway.time_left import TimeLeft

MOST_JOBS = 1_000
QUICK = 2.0
"""Seconds of work that are not worth starting other processes for."""


class Workers(NamedTuple):
    """Who measures: processes of this machine, a Dask cluster by its address, or an executor."""

    jobs: int | None = None
    dask: str | None = None
    executor: Executor | None = None

    def check(self) -> None:
        """Refuse what cannot be, before any work."""
        if self.jobs is not None:
            checked_number(self.jobs, "processes", MOST_JOBS)
        if self.executor is not None and not isinstance(self.executor, Executor):
            raise expected("an executor of concurrent.futures", self.executor)
        if self.dask is not None and self.executor is None:
            from headway.lab.cluster import checked_address

            checked_address(self.dask)


class Done(NamedTuple):
    """What came of a sweep: how many variants were known before, and how many have failed, now or before."""

    known: int
    failed: int


def variants(
    game: Game | str, rules: Mapping[str, Wanted] | None = None, *, boards: int = 0, seed: int = 0
) -> Variants:
    """The variants of a game in which rules take several values. Nonsense is refused here, before any work.

    A value is a number or a name, and several are a list, a range "4..30" (with a step, "4..30..2"), or "all". `boards`
    is how many boards are dealt for each set of rules, in a game that has boards, and `seed` what they are dealt with.
    A game may refuse some of the rules together: these variants are kept unless it refuses all.

    >>> found = headway.lab.variants("race-to-the-center", {"length": "4..9", "reply": "all"})
    >>> found
    <9 variants of race-to-the-center>
    >>> found.values["length"]
    (4, 6, 8)
    >>> headway.lab.variants("cross-over", {"length": "9..4"})
    Traceback (most recent call last):
    headway.errors.BadRules: The range "9..4" of length ends before it begins. Did you mean 4..9?
    """
    found = variants_of(load(game) if isinstance(game, str) else game, rules or {}, boards, seed)
    refuse_too_many(found)
    refuse_if_none_is_possible(found)
    return found


def sweep(
    game: Game | str,
    rules: Mapping[str, Wanted] | None = None,
    *,
    boards: int = 0,
    seed: int = 0,
    out: str | os.PathLike[str] | None = None,
    retry: bool = False,
    jobs: int | None = None,
    dask: str | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """A row for each variant of a game, in their order; the first arguments are those of `variants`.

    `out` is a file that each row is written to as it is found: CSV, JSON Lines or Parquet, by its ending. What the file
    has already is not measured again; with `retry`, what could not be measured is tried once more. The work is done by
    `jobs` processes, by default one for each core, by the `dask` cluster at an address, or by an executor.

    >>> rows = headway.lab.sweep("cross-over", {"length": "4..6"})
    >>> [(row.rules["length"], row.verdict_p1_first, row.status.value) for row in rows]
    [(4, 'P1', 'ok'), (5, 'P1', 'ok'), (6, 'P1', 'ok')]
    """
    wanted = variants(game, rules, boards=boards, seed=seed)
    path = None if out is None else checked_path(out)
    found = dict[str, Row]()
    workers = Workers(jobs, dask, executor)
    run(wanted, workers, path, lambda row: found.update({row.key: row}), checked_progress(progress), retry=retry)
    if path is not None:
        found = {row.key: row for row in read(path)}
    return [found[key_of(variant)] for variant in wanted]


def run(
    wanted: Variants,
    workers: Workers,
    path: Path | None,
    tell: Callable[[Row], None],
    progress: Callable[[str], None],
    *,
    retry: bool = False,
) -> Done:
    """Measure the variants that a file does not have yet, and tell each new row."""
    refuse_without_numba()
    workers.check()
    known = failed = 0
    with ExitStack() as stack:
        file = None
        if path is not None:
            file = stack.enter_context(RowFile(path, row_of(wanted[0]), retry=retry))

        def keep(row: Row) -> None:
            nonlocal failed
            if file is not None:
                file.add(row)
            failed += row.status == Status.FAILED
            tell(row)

        progress(f"looking at {count(len(wanted), 'variant', ',')}")
        missing = list[tuple[int, Variant]]()
        for number, variant in enumerate(wanted):
            key = key_of(variant)
            if file is not None and key in file.known:
                known += 1
                failed += key in file.failed
            elif variant.refused is not None:
                keep(measure(variant))
            else:
                missing.append((number, variant))
        tasks = tasks_of(missing)
        if tasks:
            pool = stack.enter_context(opened_pool(workers, sum(task.seconds for task in tasks)))
            measure_tasks(tasks, pool, keep, progress)
    return Done(known, failed)


def measure_tasks(tasks: list[Task], pool: Pool, keep: Callable[[Row], None], progress: Callable[[str], None]) -> None:
    """Measure some variants; the time that is left follows from what they are expected to take."""
    left, done, seconds = TimeLeft(progress, count(len(tasks), "variant", ",")), 0, 0.0
    total = sum(task.seconds for task in tasks)

    left.tell(0, 1)

    def keep_one(task: Task, row: Row) -> None:
        nonlocal done, seconds
        keep(row)
        done, seconds = done + 1, seconds + task.seconds
        left.tell(round(1000 * seconds), round(1000 * total))

    Schedule(tasks, pool, keep_one).run()


@contextmanager
def opened_pool(workers: Workers, seconds: float) -> Iterator[Pool]:
    """The pool for work that takes about this many seconds."""
    if workers.executor is not None:
        yield GivenExecutor(workers.executor, workers.jobs or available_cores())
    elif workers.dask is not None:
        from headway.lab.cluster import Cluster

        with Cluster(workers.dask) as cluster:
            yield cluster
    elif seconds < QUICK:
        yield Here()
    else:
        with LocalPool(workers.jobs or available_cores()) as pool:
            yield pool
