"""Measuring many variants at once: the largest first, small ones in chunks; those of a lost process are sent again."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import NamedTuple, Protocol

from headway.errors import HeadwayError
from headway.lab.code_hash import code_of
from headway.lab.cost import bytes_of, seconds_of_one
from headway.lab.row import Row, Status
from headway.lab.study import measure, row_of
from headway.lab.variant_list import Variant
from headway.solver.memory import free_memory

SECONDS_IN_CHUNK, MOST_IN_CHUNK = 0.5, 100
"""Small variants are sent together, so that sending them takes no time to speak of; not for long, so that little is
lost.
"""
WAITING = 2
"""How many chunks per worker are sent ahead and not done yet, so that no worker has to wait for the next one."""
MOST_TRIES = 3
"""How often a variant may end the process that measures it."""
KILLED = "It has ended the process that measured it {} times: perhaps there is not enough memory."


class Pool(Protocol):
    """Where variants are measured: processes of this machine, or of a cluster."""

    @property
    def workers(self) -> int:
        """How many variants are measured at the same time."""

    @property
    def memory(self) -> int | None:
        """How many bytes all variants that are measured at the same time may take; None if that is not known."""

    def submit(self, variants: Sequence[Variant]) -> "Future[list[Row]]":
        """Measure some variants."""

    def is_lost(self, error: BaseException) -> bool:
        """Does an error say that a worker has ended?"""

    def renew(self) -> None:
        """Go on after a worker has ended."""


class Task(NamedTuple):
    """A variant that is to be measured: its number in the sweep, and what it is expected to take."""

    number: int
    variant: Variant
    seconds: float
    bytes: int


class VersionsDiffer(HeadwayError):
    """A worker of a cluster has another version of the code, so that its rows would not be ours."""

    name = "versions-differ"


def tasks_of(variants: Iterable[tuple[int, Variant]]) -> list[Task]:
    """The tasks of some variants, by their numbers."""
    memory = free_memory()
    return [
        Task(number, variant, seconds_of_one(variant, memory), bytes_of(variant.game)) for number, variant in variants
    ]


def measure_all(variants: Sequence[Variant]) -> list[Row]:
    """The rows of some variants: what a worker does."""
    return [measure(variant) for variant in variants]


class Schedule:
    """The work on some tasks: `keep` is told each row as soon as it is there."""

    def __init__(self, tasks: Iterable[Task], pool: Pool, keep: Callable[[Task, Row], None]) -> None:
        self.pool, self.keep = pool, keep
        self._waiting = deque(sorted(tasks, key=lambda task: (-task.seconds, task.number)))
        self._running = dict["Future[list[Row]]", list[Task]]()
        self._suspects = deque[Task]()
        self._tries = Counter[int]()
        self._is_lost = False
        self._taken = self._expected = 0.0

    def run(self) -> None:
        """Do all tasks. What is done when it is interrupted is kept, too."""
        try:
            while self._waiting or self._running or self._suspects:
                self._send()
                done, _ = wait(self._running, return_when=FIRST_COMPLETED)
                self._collect(done)
        except BaseException:
            for future in [future for future in self._running if future.done() and not future.cancelled()]:
                chunk = self._running.pop(future)
                if future.exception() is None:
                    self._keep(chunk, future.result())
            raise

    def _send(self) -> None:
        """Send as much as there is room for. What may have ended its process is tried again with no other beside it."""
        if self._is_lost:
            if self._running:
                return
            self.pool.renew()
            self._is_lost = False
        if self._suspects:
            if not self._running:
                self._submit([self._suspects.popleft()], self._suspects)
            return
        while self._waiting and len(self._running) < WAITING * self.pool.workers and self._fits(self._waiting[0]):
            if not self._submit(self._next_chunk(), self._waiting):
                return

    def _fits(self, task: Task) -> bool:
        """Is there enough memory for one more? One that may not fit beside others is measured alone."""
        if self.pool.memory is None or not self._running:
            return True
        taken = sum(max(each.bytes for each in chunk) for chunk in self._running.values())
        return taken + task.bytes <= self.pool.memory

    def _next_chunk(self) -> list[Task]:
        speed = self._taken / self._expected if self._expected else 1.0
        most = min(MOST_IN_CHUNK, max(1, len(self._waiting) // (2 * WAITING * self.pool.workers)))
        chunk, seconds = [self._waiting.popleft()], 0.0
        while self._waiting and len(chunk) < most:
            seconds += speed * chunk[-1].seconds
            if seconds + speed * self._waiting[0].seconds > SECONDS_IN_CHUNK:
                break
            chunk.append(self._waiting.popleft())
        return chunk

    def _submit(self, chunk: list[Task], queue: deque[Task]) -> bool:
        """Send a chunk, unless a worker has just ended: then it goes back to its queue."""
        try:
            future = self.pool.submit([task.variant for task in chunk])
        except Exception as error:
            if not self.pool.is_lost(error):
                raise
            self._is_lost = True
            queue.extendleft(reversed(chunk))
            return False
        self._running[future] = chunk
        return True

    def _collect(self, done: "Iterable[Future[list[Row]]]") -> None:
        lost, was_alone = list[list[Task]](), len(self._running) == 1
        for future in done:
            chunk = self._running.pop(future)
            try:
                rows = future.result()
            except (BrokenExecutor, CancelledError, Exception) as error:
                if not self.pool.is_lost(error):
                    raise
                if was_alone and len(chunk) == 1:
                    self._tries[chunk[0].number] += 1
                lost.append(chunk)
            else:
                self._keep(chunk, rows)
        self._is_lost |= bool(lost)
        for task in (task for chunk in lost for task in chunk):
            if self._tries[task.number] < MOST_TRIES:
                self._suspects.append(task)
            else:
                self.keep(task, row_of(task.variant, status=Status.FAILED, why=KILLED.format(MOST_TRIES)))

    def _keep(self, chunk: list[Task], rows: list[Row]) -> None:
        for task, row in zip(chunk, rows, strict=True):
            if row.code != code_of(task.variant.game):
                raise VersionsDiffer("A worker has another version of Headway, or of the game, than this program.")
            self._taken += row.seconds or 0.0
            self._expected += task.seconds
            self.keep(task, row)
