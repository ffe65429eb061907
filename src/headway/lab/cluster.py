"""The workers of a Dask cluster. Dask resends what a lost worker had, and gives up a variant that ends several."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from importlib import import_module
from types import TracebackType
from typing import Any, Self

from headway.errors import HeadwayError, NotInstalled, expected, install_hint, quoted
from headway.lab.row import Row
from headway.lab.schedule import measure_all
from headway.lab.variant_list import Variant
from headway.solver.backend import limit_cores
from headway.solver.memory import limit_memory

PATIENCE = 10
"""Seconds in which the scheduler must answer, and a first worker must be there."""
NEARBY = {"inproc"}
"""Addresses of these kinds are known to one process only."""


class NoCluster(HeadwayError):
    """The scheduler of a cluster does not answer, or has no workers."""

    name = "no-cluster"


def checked_address(address: str) -> str:
    """The address of a scheduler: how it is spoken to, its host and its port."""
    addressing, registry = _distributed("comm.addressing"), _distributed("comm.registry")
    try:
        scheme, place = addressing.parse_address(address)
        host, port = addressing.parse_host_port(place)
    except (TypeError, ValueError):
        scheme, host, port = "", "", 0
    if scheme not in registry.backends.keys() - NEARBY or not host or not 0 < port < 1 << 16:
        raise expected("the address of a Dask scheduler, such as tcp://127.0.0.1:8786", address)
    return address


class Cluster:
    """A Dask cluster, by the address of its scheduler: "tcp://127.0.0.1:8786"."""

    memory: int | None = None  # each worker keeps to its own limit

    def __init__(self, address: str) -> None:
        self.address = checked_address(address)
        dask = _distributed()
        self._lost = dask.KilledWorker, CancelledError
        try:
            # a client that does not reach its scheduler cannot be closed without noise
            _distributed("utils").LoopRunner(asynchronous=False).run_sync(_greet, address)
            self._client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
        except TimeoutError:
            raise NoCluster(f"There is no scheduler at {quoted(address)}: no answer in {PATIENCE} s.") from None
        except Exception as error:  # a connection can fail in many ways
            raise NoCluster(f"There is no scheduler at {quoted(address)}: {_one_line(error)}") from None
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            self._client.close()
            raise NoCluster(f"The scheduler at {quoted(address)} has no workers.") from None
        self._executor = self._client.get_executor(pure=False)

    @property
    def workers(self) -> int:
        """How many variants are measured at the same time: workers may come and go."""
        return max(1, sum(map(int, self._client.nthreads().values())))

    def submit(self, variants: Sequence[Variant]) -> "Future[list[Row]]":
        """Measure some variants."""
        found: Future[list[Row]] = self._executor.submit(_measure_on_one_core, list(variants))
        return found

    def is_lost(self, error: BaseException) -> bool:
        """Does an error say that Dask has given up, because several workers have ended?"""
        return isinstance(error, self._lost)

    def renew(self) -> None:
        """Wait until a worker is connected again."""
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise NoCluster(f"The scheduler at {quoted(self.address)} has no workers any more.") from None

    def close(self) -> None:
        """Close the connection to the cluster; variants that are not begun yet are cancelled."""
        self._executor.shutdown(wait=False)
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _distributed(module: str = "") -> Any:
    """Dask's package for clusters, or a module of it."""
    try:
        return import_module(f"distributed.{module}".rstrip("."))
    except ModuleNotFoundError:
        raise NotInstalled(f"A cluster needs Dask: {install_hint('lab')}") from None


async def _greet(address: str) -> None:
    """Connect to a scheduler once, or raise `TimeoutError`. What listens there may be something else."""
    how = _distributed("security").Security().get_connection_args("client")
    connection = await asyncio.wait_for(_distributed("comm").connect(address, timeout=PATIENCE, **how), PATIENCE)
    await connection.close()


def _measure_on_one_core(variants: Sequence[Variant]) -> list[Row]:
    """Measure some variants in a worker, on one core: other cores, and more memory, are for others."""
    limit_cores(1)
    worker = _distributed().get_worker()
    if worker.memory_manager.memory_limit:
        limit_memory(worker.memory_manager.memory_limit // worker.state.nthreads)
    return measure_all(variants)


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
