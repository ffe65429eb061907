"""How the kernels run: interpreted on lists, or compiled by Numba (the extra `fast`) on arrays of NumPy."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, Protocol, TypeVar

from headway import rulekit, tolerances
from headway.game import Game
from headway.rules_fingerprint import rules_fingerprint
from headway.solver import index, numbering

Function = TypeVar("Function", bound=Callable[..., Any])

KERNELS = "headway.solver.kernels"
MOST_CORES = "HEADWAY_CORES"
"""The environment variable that limits the cores of a process."""


class Backend(Protocol):
    """Makes the arrays that kernels work on, and the functions that work on them."""

    cores: int  # how many kernels can run at the same time
    most_outcomes: int  # how many outcomes a kernel may add up in a large loop: some seconds' work

    def ints(self, entries: Sequence[int]) -> Any:
        """An array of integers below 2**31."""

    def longs(self, entries: Sequence[int]) -> Any:
        """An array of integers that may be larger."""

    def floats(self, entries: Sequence[float]) -> Any:
        """An array of floats."""

    def new_ints(self, size: int, entry: int = 0) -> Any:
        """An array of integers below 2**31 that are all the same."""

    def new_longs(self, size: int) -> Any:
        """An array of zeros that become integers which may be larger."""

    def new_floats(self, size: int, entry: float = 0.0) -> Any:
        """An array of floats that are all the same."""

    def executable(self, kernel: Function) -> Function:
        """The kernel as this backend executes it: a function to be called."""


class Interpreted:
    """Kernels as they stand, on lists."""

    cores = 1
    most_outcomes = 5_000_000

    def ints(self, entries: Sequence[int]) -> list[int]:
        """A list of integers."""
        return list(entries)

    longs = ints

    def floats(self, entries: Sequence[float]) -> list[float]:
        """A list of floats."""
        return list(entries)

    def new_ints(self, size: int, entry: int = 0) -> list[int]:
        """A list of integers that are all the same."""
        return [entry] * size

    new_longs = new_ints

    def new_floats(self, size: int, entry: float = 0.0) -> list[float]:
        """A list of floats that are all the same."""
        return [entry] * size

    def executable(self, kernel: Function) -> Function:
        """The kernel itself."""
        return kernel


class Compiled:
    """Kernels in machine code, which Numba keeps on disk."""

    most_outcomes = 1_000_000_000

    def __init__(self) -> None:
        import numpy

        self._numpy = numpy
        self.cores = available_cores()

    def ints(self, entries: Sequence[int]) -> Any:
        """An array of 32-bit integers."""
        return self._numpy.asarray(entries, self._numpy.int32)

    def longs(self, entries: Sequence[int]) -> Any:
        """An array of 64-bit integers."""
        return self._numpy.asarray(entries, self._numpy.int64)

    def floats(self, entries: Sequence[float]) -> Any:
        """An array of 64-bit floats."""
        return self._numpy.asarray(entries, self._numpy.float64)

    def new_ints(self, size: int, entry: int = 0) -> Any:
        """An array of 32-bit integers that are all the same."""
        return self._numpy.full(size, entry, self._numpy.int32)

    def new_longs(self, size: int) -> Any:
        """An array of zeros of 64 bits."""
        return self._numpy.zeros(size, self._numpy.int64)

    def new_floats(self, size: int, entry: float = 0.0) -> Any:
        """An array of 64-bit floats that are all the same."""
        if entry == 0.0:
            return self._numpy.zeros(size)  # takes no memory where nothing is written
        return self._numpy.full(size, entry)

    def executable(self, kernel: Function) -> Function:
        """The kernel, compiled."""
        compiled: Function = compiled_kernel(kernel)
        return compiled


class MachineCode(Enum):
    """How near at hand the machine code of a kernel is that calls the rules of a game."""

    LOADED = "in this process"
    KEPT = "on disk"
    MISSING = "not compiled yet"


class Open(NamedTuple):
    """What the open names of a kernel stand for, and a text that changes whenever that changes; None if it could not.

    The text is part of the name under which Numba keeps the kernel on disk. Without one it is not kept.
    """

    names: tuple[tuple[str, Any], ...]
    fingerprint: str | None


NOTHING_OPEN = Open((), "")


@cache
def compiled_kernel(kernel: Any, open_names: Open = NOTHING_OPEN, is_inner: bool = False) -> Any:
    """A kernel in machine code, and in it the kernels that it calls. An inner one cannot be called from Python."""
    from numba import njit

    names = {**kernel.__globals__, **dict(open_names.names)}
    for name in kernel.__code__.co_names:
        part = names.get(name)
        if isinstance(part, FunctionType) and part.__module__.startswith(KERNELS):
            names[name] = compiled_kernel(part, open_names, is_inner=True)
    code = kernel.__code__.replace(co_name=_name(kernel, open_names.fingerprint, "inner" * is_inner))
    twin = FunctionType(code, names, code.co_name, kernel.__defaults__)
    twin.__qualname__ = code.co_name
    options: Any = {"_nrt": False}  # kernels allocate nothing: to count references to arrays takes most of the time
    if is_inner:
        options |= {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return njit(cache=open_names.fingerprint is not None, nogil=True, **options)(twin)


def available_cores() -> int:
    """How many cores this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    limit = os.environ.get(MOST_CORES, "")
    return min(cores, int(limit)) if limit.isdecimal() and int(limit) > 0 else cores


def limit_cores(most: int) -> None:
    """Let this process, and those that it starts, use no more cores than that: others use the rest."""
    os.environ[MOST_CORES] = str(most)


rule_kernels: dict[tuple[str, str], Any] = {}
"""The kernels that call rules and were asked for in this process, by the fingerprint of the rules."""


def compiled_for(game: Game, kernel: Any, is_inner: bool = False) -> Any:
    """A kernel in machine code that calls the rules of a game. It serves all variants with states of the same shape."""
    import headway.solver.compiled_numbering  # noqa: F401 (tells Numba how to number states)
    from headway.compiled import compiled

    names = {"State": type(game.start()), **compiled(game.code)._asdict()}
    rules = _rules_and_shape(game)
    found = compiled_kernel(kernel, Open(tuple(names.items()), rules), is_inner)
    if rules is not None and not is_inner:
        rule_kernels[kernel.__name__, rules] = found
    return found


def machine_code(game: Game, kernel: Any) -> MachineCode:
    """How near at hand a kernel is that calls the rules of a game."""
    rules = _rules_and_shape(game)
    if rules is None:  # nothing is kept
        return MachineCode.MISSING
    found = rule_kernels.get((kernel.__name__, rules))
    if found is not None and found.signatures:  # it has been called
        return MachineCode.LOADED
    return MachineCode.KEPT if any(_files(_name(kernel, rules))) else MachineCode.MISSING


def _rules_and_shape(game: Game) -> str | None:
    """The fingerprint of the rules, with the shape of the states: Numba compiles a kernel for tuples of one length."""
    rules = rules_fingerprint(game.code)
    lengths = (str(len(field)) for field in game.start() if isinstance(field, tuple))
    return None if rules is None else "_".join((rules, *lengths))


def _files(name: str) -> Iterator[Path]:
    """The files in which Numba keeps a kernel for this version of Python."""
    pattern = f"*.{name}-*.py{sys.version_info.major}{sys.version_info.minor}*.nbi"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen).glob(f"*/{pattern}")
    return Path(str(import_module(KERNELS).__file__)).parent.glob(f"__pycache__/{pattern}")


def _name(kernel: Any, *marks: str | None) -> str:
    """The name of a kernel in machine code, under which Numba keeps it."""
    return "_".join(filter(None, (kernel.__name__, _fingerprint(), *marks)))


@cache
def _fingerprint() -> str:
    """Of the sources of all kernels: Numba keeps a function on disk by its name, and does not see that one it calls has
    changed.
    """
    package = import_module(KERNELS)
    sources = [path for folder in package.__path__ for path in sorted(Path(folder).glob("*.py"))]
    sources += [Path(str(module.__file__)) for module in (index, numbering, rulekit, tolerances)]
    sources += [
        Path(numbering.__file__).with_name("compiled_numbering.py"),
        Path(rulekit.__file__).with_name("compiled.py"),
    ]
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]
