"""The order in which the unknowns of a component are eliminated, and where its factors have entries.

Needs the extra `fast`.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numba import typeof

from headway.errors import TooLarge
from headway.solver.backend import compiled_kernel
from headway.solver.integer_system import Weights
from headway.solver.kernels.fill import order_by_degree, order_by_subtree, words_for, write_pattern
from headway.solver.memory import free_memory
from headway.solver.size import memory_limit
from headway.solver.threads import call

BYTES_PER_ENTRY = 48
"""An entry of the lower factor and that of the upper one that mirrors it, with what finds them."""


class Pattern(NamedTuple):
    """The nodes of a component in the order of elimination, and where its factors have entries, by that order."""

    nodes: list[int]
    first: Any
    to: Any
    before_first: Any
    before: Any


def pattern(weights: Sequence[Weights], nodes: Sequence[int], stop: Any) -> Pattern:
    """A pattern with few entries for the equations of some nodes, which have these weights.

    Raises `TooLarge` if it, or its factors, do not fit into the memory.
    """
    size, local = len(nodes), {at: number for number, at in enumerate(nodes)}
    first, before_first = offsets([0] * size), offsets([0] * size)
    if size == 1:
        none = longs(())
        return Pattern([*nodes], first, none, before_first, none)
    ways = [[local[to] for to in weights[at] if to in local] for at in nodes]
    _check_memory(size, 8 * size * words_for(size))
    rows = np.zeros(size * words_for(size), np.int64)
    order, *spaces = (np.zeros(size, np.int64) for _ in range(5))
    given = offsets(map(len, ways)), longs(to for way in ways for to in way)
    entries = run(order_by_degree, size, *given, rows, spaces[0], order, stop, stop=stop)
    _check_memory(size, BYTES_PER_ENTRY * entries)
    run(order_by_subtree, size, rows, order, *spaces, stop=stop)
    to, before = np.zeros(entries, np.int32), np.zeros(entries, np.int32)
    run(write_pattern, size, rows, order, spaces[0], first, to, before_first, before, stop=stop)
    return Pattern([nodes[at] for at in order.tolist()], first, to, before_first, before)


def run(kernel: Callable[..., Any], *arguments: Any, stop: Any) -> Any:
    """What a kernel returns, which runs in a thread. It is compiled before: Ctrl-C would not end that in a thread."""
    compiled = compiled_kernel(kernel)
    compiled.compile(tuple(map(typeof, arguments)))
    return call(compiled, *arguments, stop=stop, in_thread=True)


def offsets(lengths: Iterable[int]) -> Any:
    """Where each of some rows begins that lie one after the other, and where the last one ends."""
    return longs(accumulate(lengths, initial=0))


def longs(numbers: Iterable[int]) -> Any:
    """An array of 64-bit integers."""
    return np.fromiter(numbers, np.int64)


def _check_memory(size: int, needed: int) -> None:
    free = free_memory()
    if needed > free:
        limit = memory_limit(needed, free)
        raise TooLarge(f"A loop of {size:,} states is too large for exact fractions: {limit}.")
