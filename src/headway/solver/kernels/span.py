"""States and their numbers, for kernels that are compiled for a game, with its `State`."""
# ruff: noqa: F821 (for `State`)

from collections.abc import Callable
from typing import Any, NamedTuple

from headway.solver.numbering import entries_of, flat, number_of, shaped

LEAVES_SPAN = 1
"""What is wrong with a state from which a move leads out of the span."""

State: Callable[..., Any]


class Span(NamedTuple):
    """Any state, and the least value and the number of values of each of its integers."""

    like: Any
    least: tuple[int, ...]
    sizes: tuple[int, ...]


def state_in(span: Span, number: int) -> Any:
    """The state with a number."""
    return State(*shaped(span.like, entries_of(number, span.least, span.sizes)))


def number_in(span: Span, state: Any) -> int:
    """The number of a state, -1 outside the span."""
    return number_of(flat(state), span.least, span.sizes)
