"""Many variants at once: the same rows from this process, a pool and a cluster, and workers that end in the middle."""

import gc
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

import headway
from headway.errors import HeadwayError
from headway.game import Game
from headway.lab import Row, Status, Variants
from headway.lab.cluster import Cluster, NoCluster
from headway.lab.code_hash import code_of
from headway.lab.local_pool import Here, LocalPool
from headway.lab.run import Workers, run
from headway.lab.schedule import Pool, Schedule, Task, VersionsDiffer, tasks_of
from headway.lab.variant_list import Variant
from tests.lab.deadly_steps.rules import MARK, PID
from tests.patience import wait_until

ROOT = Path(__file__).parents[2]
WORKER_MEMORY = 2 << 30
LENGTHS = [2, 3, *range(10, 31)]
"""Those of Deadly Steps that are no neighbours of ones that end their process: rules are compared with those beside."""
GAME, RULES = "race-to-the-center", {"length": "4..12", "longest_step": "1..6"}


def measured(wanted: Variants, pool: Pool) -> list[Row]:
    """The rows of some variants, in their order, without what depends on the machine."""
    rows = dict[int, Row]()

    def keep(task: Task, row: Row) -> None:
        assert task.number not in rows
        rows[task.number] = replace(row, seconds=0)

    Schedule(tasks_of(enumerate(wanted)), pool, keep).run()
    return [rows[number] for number in range(len(wanted))]


@pytest.fixture(scope="module")
def expected() -> list[Row]:
    return measured(headway.lab.variants(GAME, RULES), Here())


@pytest.fixture
def deadly_steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Game:
    """A game of which some variants end the process that measures them."""
    monkeypatch.setenv(MARK, str(tmp_path / "mark"))
    return Game.load("deadly-steps", "tests.lab.deadly_steps")


def test_a_pool_survives_what_ends_its_processes(deadly_steps: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.lab.schedule.MOST_TRIES", 2)
    with LocalPool(1) as pool:
        rows = measured(headway.lab.variants(deadly_steps, {"length": "2,5,8,12,15"}), pool)
    assert [row.status for row in rows] == [Status.OK, Status.FAILED, Status.OK, Status.OK, Status.OK]
    assert rows[1].why.startswith("It has ended the process that measured it 2 times")
    # whoever is to move when a multiple of three is left has lost
    assert [row.verdict_p1_first for row in rows] == ["P1", None, "P1", "P2", "P2"]


def test_the_largest_come_first_and_alone_if_the_memory_is_small(expected: list[Row]) -> None:
    class Watched(Here):
        sent: list[list[int]]

        def __init__(self) -> None:
            self.sent = []

        def submit(self, variants: Sequence[Variant]) -> "Future[list[Row]]":
            self.sent.append([int(str(variant.game.settings["length"])) for variant in variants])
            return super().submit(variants)

    pool = Watched()
    assert measured(headway.lab.variants(GAME, RULES), pool) == expected
    lengths = [length for chunk in pool.sent for length in chunk]
    assert lengths[0] == 12
    assert lengths[-1] == 4
    assert len(pool.sent) < len(lengths)  # in chunks

    small = Watched()
    small.memory = 1
    small.workers = 5
    running = list[int]()
    schedule = Schedule(tasks_of(enumerate(headway.lab.variants(GAME, RULES))), small, lambda task, row: None)
    schedule._send()
    running.append(len(schedule._running))
    assert running == [1]


def test_a_pool_that_ends_while_something_is_sent_is_renewed(expected: list[Row]) -> None:
    class Ending(Here):
        calls = renewed = 0

        def submit(self, variants: Sequence[Variant]) -> "Future[list[Row]]":
            self.calls += 1
            if self.calls in (1, 4):
                raise BrokenExecutor
            return super().submit(variants)

        def is_lost(self, error: BaseException) -> bool:
            return isinstance(error, BrokenExecutor)

        def renew(self) -> None:
            self.renewed += 1

    pool = Ending()
    assert measured(headway.lab.variants(GAME, RULES), pool) == expected
    assert pool.renewed == 2


def test_an_executor_of_ones_own_does_the_same(expected: list[Row]) -> None:
    with ThreadPoolExecutor(2) as executor:
        rows = headway.lab.sweep(GAME, RULES, executor=executor)
    assert [replace(row, seconds=0) for row in rows] == expected
    with pytest.raises(HeadwayError, match="Expected an executor"):
        headway.lab.sweep(GAME, RULES, executor=7)  # type: ignore[arg-type]


def test_rows_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.lab.schedule.code_of", lambda game: "another")
    with pytest.raises(VersionsDiffer, match=r"^A worker has another version"):
        headway.lab.sweep(GAME, {"length": 4})


def test_a_game_is_the_same_code_wherever_its_folder_is_on_another_machine() -> None:
    game = headway.load(GAME)
    assert code_of(replace(game, folder=Path("elsewhere"))) == code_of(game)
    assert code_of(headway.load("cross-over")) != code_of(game)


class Workplace(NamedTuple):
    """A scheduler of Dask, and its workers."""

    address: str
    workers: list["subprocess.Popen[bytes]"]
    mark: Path
    """Where the variants of Deadly Steps note what they have done."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workplace]:
    """A real scheduler and two worker processes on this machine."""
    pytest.importorskip("distributed", reason="needs Dask, of the extra lab")
    folder = tmp_path_factory.mktemp("dask")
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    env = os.environ | {"PYTHONPATH": path, MARK: str(folder / "mark")}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": env}
    python = [sys.executable, "-m"]
    here, file = ("--host", "127.0.0.1", "--no-dashboard"), folder / "scheduler.json"
    scheduler = [*python, "distributed.cli.dask_scheduler", *here, "--port", "0", "--scheduler-file", str(file)]
    started = [subprocess.Popen(scheduler, cwd=folder, **quiet)]  # type: ignore[call-overload]
    try:
        wait_until(lambda: file.exists() and file.read_text().rstrip().endswith("}"))
        address = json.loads(file.read_text())["address"]
        worker = [*python, "distributed.cli.dask_worker", address, *here, "--nthreads", "1", "--no-nanny"]
        worker += ["--memory-limit", str(WORKER_MEMORY)]
        workers = [subprocess.Popen(worker, cwd=folder, **quiet) for _ in range(2)]  # type: ignore[call-overload]
        started += workers
        yield Workplace(address, workers, folder / "mark")
    finally:
        for process in started:
            process.kill()
        for process in started:
            process.wait()


def test_what_a_killed_worker_was_measuring_is_measured_by_another(
    cluster: Workplace, expected: list[Row], tmp_path: Path
) -> None:
    wanted = headway.lab.variants(Game.load("deadly-steps", "tests.lab.deadly_steps"), {"length": LENGTHS})
    rows, path, pid = dict[str, Row](), tmp_path / "rows.csv", Path(f"{cluster.mark}{PID}")

    def kill() -> int:
        wait_until(lambda: pid.exists() and pid.read_text().endswith("\n"))
        os.kill(int(pid.read_text()), signal.SIGKILL)  # it is in the middle of the variant that waits for this
        return int(pid.read_text())

    def keep(row: Row) -> None:
        rows[row.key] = row

    with ThreadPoolExecutor(1) as thread:
        killed = thread.submit(kill)
        assert run(wanted, Workers(dask=cluster.address), path, keep, lambda doing: None) == (0, 0)
    (lost,) = [worker for worker in cluster.workers if worker.pid == killed.result()]
    assert lost.wait() == -signal.SIGKILL
    # whoever is to move when a multiple of three is left has lost
    found = {row.rules["length"]: row.verdict_p1_first for row in rows.values()}
    assert found == {length: "P1" if length % 3 else "P2" for length in LENGTHS}
    assert {row.key for row in headway.lab.read(path)} == set(rows)
    again = run(wanted, Workers(dask=cluster.address), path, keep, lambda doing: None)
    assert again.known == len(found)  # nothing is measured twice
    with Cluster(cluster.address) as others:
        assert measured(headway.lab.variants(GAME, RULES), others) == expected


def test_after_kill_9_a_sweep_on_a_cluster_measures_only_what_is_missing(cluster: Workplace, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    ask = ["lab", "sweep", "cross-over", "--rule", "length=3..80", "--out", str(path), "--dask", cluster.address]
    process = subprocess.Popen([sys.executable, "-m", "headway", *ask])
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > 3)
    process.kill()
    process.wait()
    before = {row.key: row for row in headway.lab.read(path)}
    missing = {"3", "4"} - {str(row.rules["length"]) for row in before.values()}  # the largest come first
    lengths = [*missing, *(str(row.rules["length"]) for row in before.values())]
    wanted, rows = headway.lab.variants("cross-over", {"length": lengths}), list[Row]()
    assert before
    assert missing
    done = run(wanted, Workers(dask=cluster.address), path, rows.append, lambda doing: None)
    assert (done.known, len(rows)) == (len(before), len(missing))
    assert len({row.key for row in headway.lab.read(path)}) == len(wanted)


def test_what_is_larger_than_a_worker_of_a_cluster_may_be_is_not_started(cluster: Workplace) -> None:
    (row,) = headway.lab.sweep("capture-the-flag", {"length": 20, "soldiers": 3}, dask=cluster.address)
    assert row.status == Status.TOO_LARGE
    free, unit = re.findall(r"and ([\d,.]+) ([MG])iB are free", row.why)[0]
    assert float(free.replace(",", "")) * {"M": 2**20, "G": 2**30}[unit] <= WORKER_MEMORY


@pytest.mark.parametrize(
    "address",
    ["nowhere", "", "tcp://", "tcp://127.0.0.1", "tcp://127.0.0.1:x", "tcp://127.0.0.1:99999", "http://127.0.0.1:8786"],
)
def test_what_is_no_address_of_a_cluster_is_refused_before_any_work(address: str, tmp_path: Path) -> None:
    expected = "^Expected the address of a Dask scheduler, such as tcp://127.0.0.1:8786, not "
    with pytest.raises(HeadwayError, match=f'{expected}"{re.escape(address)}".$'):
        headway.lab.sweep(GAME, {"length": 4}, dask=address, out=tmp_path / "rows.csv")
    with pytest.raises(HeadwayError, match=expected):
        headway.lab.repair(GAME, dask=address, rows=tmp_path / "rows.csv")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("is_heard", [False, True])
def test_a_cluster_that_does_not_answer_is_refused_in_one_line(
    is_heard: bool, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed", reason="needs Dask, of the extra lab")
    monkeypatch.setattr("headway.lab.cluster.PATIENCE", 0.5)
    with socket.socket() as other:  # a program that is no scheduler, or one that does not listen
        other.bind(("127.0.0.1", 0))
        if is_heard:
            other.listen()
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(NoCluster, match=f'^There is no scheduler at "{address}": [^\n]*$'):
            headway.lab.sweep(GAME, {"length": 4}, dask=address)
    gc.collect()
    assert capfd.readouterr() == ("", "")


def test_a_cluster_without_workers_is_refused(cluster: Workplace) -> None:
    for worker in cluster.workers:
        worker.kill()
        worker.wait()
    with pytest.raises(NoCluster, match=f'^The scheduler at "{cluster.address}" has no workers.$'):
        headway.lab.sweep(GAME, {"length": 4}, dask=cluster.address)
