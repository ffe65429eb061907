"""GTH elimination (Grassmann, Taksar and Heyman): the expected rewards of a Markov chain until it leaves.

It is Gaussian elimination arranged so that no two numbers are ever subtracted: floats keep their relative precision,
however rarely the chain leaves. The work depends on the order in which states are removed: the next is always one with
few ways in and out (Markowitz), so that a chain along a line, or on a board, takes little more than its size.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from heapq import heapify, heappop, heappush
from importlib.util import find_spec
from typing import Any, Generic, NamedTuple, TypeVar

from headway.solver.backend import Backend, Compiled, Interpreted
from headway.solver.kernels.gth import TOO_RARE, Chain, Factor, Work, eliminate
from headway.solver.size import rounded
from headway.solver.threads import call
from headway.tolerances import LEAST_EXIT

Number = TypeVar("Number", Fraction, Decimal, float)

MOST_INTERPRETED = 100_000
"""Up to this number of operations elimination is not worth machine code, which takes longer to load."""
MOST_PLANNED = 30_000_000
"""More operations are not planned one by one; from then on states are removed in any order."""
MOST_EFFORT = 50_000_000_000
"""The effort on the loops of a game, counted in operations of machine code: about two minutes."""
MOST_IN_LOOP = 6_000_000_000
"""The effort on one of them: about a quarter of a minute. What is not proved then hardly ever is later."""
MOST_AT_ONCE = 2_000_000_000
"""The effort on a single chain."""
PER_OPERATION, PER_STATE, PER_FRACTION = 100, 15_000, 5_000
"""The effort of an operation without machine code, of preparing a state, and of an operation on short fractions."""
FRACTION_BITS = 2_000
"""Arithmetic on fractions of this many bits takes twice as long as on short ones; the time grows with the square."""


class TooHard(ArithmeticError):
    """A chain is not solved; the message says why."""


class TooRare(TooHard):
    """A chain leaves with a probability so small that floats cannot tell it from zero."""


@dataclass
class Effort:
    """What may still be spent on the loops of a game; it counts operations, so it does not depend on the machine.

    `tell` hears how much is left whenever something is about to be spent.
    """

    left: int = MOST_EFFORT
    tell: Callable[[int], None] = lambda left: None

    def spend(self, effort: int, states: int) -> None:
        """Spend effort on a chain of this many states; raises `TooHard` if it is too much."""
        fits = min(self.left, MOST_AT_ONCE)
        if effort > fits:
            amounts = f"{rounded(effort)} operations, and {rounded(fits)} fit"
            raise TooHard(f"a loop of {states:,} states would take too long to prove: {amounts}")
        self.tell(self.left)
        self.left -= effort


@dataclass
class Row(Generic[Number]):
    """One state of a chain: the probabilities of its transitions and of leaving, and the expected reward of one."""

    to: dict[int, Number]
    leaves: Number
    reward: Number


class Plan(NamedTuple):
    """The order in which states are removed, the operations that it takes, and the transitions that are kept."""

    order: list[int]
    operations: int
    kept: int


def expected_rewards(
    rows: Mapping[int, Row[Number]], endless: Number, effort: Effort | None = None
) -> dict[int, Number]:
    """The expected sum of rewards from each state on; `endless` in states from which the chain never leaves.

    Raises `TooRare` where floats cannot say whether the chain leaves, and `TooHard` where it would take too long.
    """
    effort = effort or Effort()
    plan, size = elimination_plan({state: row.to for state, row in rows.items()}), len(rows)
    backend: Backend = Interpreted()
    least = 0.0
    if isinstance(endless, Fraction):
        effort.spend(fraction_effort(plan, max(map(_bits, rows.values()))), size)
    elif isinstance(endless, Decimal):
        effort.spend(PER_FRACTION * (plan.operations + size), size)
    else:
        least = LEAST_EXIT
        if plan.operations > MOST_INTERPRETED and find_spec("numba") is not None:
            backend = Compiled()
        per_operation = PER_OPERATION if isinstance(backend, Interpreted) else 1
        effort.spend(per_operation * plan.operations + PER_STATE * size, size)
    zero: Any = 0 * endless
    chain = _chain(rows, plan.order, backend)
    factor = Factor(
        backend.new_longs(size + 1),
        backend.new_ints(plan.kept),
        backend.new_floats(plan.kept, zero),
        backend.new_ints(size),
    )
    marks, earlier, later = (backend.new_ints(size) for _ in range(3))
    work = Work(backend.new_floats(size, zero), marks, earlier, later, backend.new_ints(1))
    arguments = size, chain, factor, work, endless, least
    if (
        call(backend.executable(eliminate), *arguments, stop=work.stop, in_thread=isinstance(backend, Compiled))
        == TOO_RARE
    ):
        raise TooRare(f"a loop of {size:,} states is left too rarely for floats to tell")
    return {state: _number(chain.rewards[at]) for at, state in enumerate(plan.order)}


def fraction_effort(plan: Plan, bits: int) -> int:
    """The effort of solving a chain in fractions, if each of its probabilities has this many bits."""
    longer = (len(plan.order) * bits) ** 2 // FRACTION_BITS**2  # the digits grow with the states
    return PER_FRACTION * (plan.operations + len(plan.order)) * (1 + longer)


def elimination_plan(edges: Mapping[int, Iterable[int]]) -> Plan:
    """In which order the states of a chain are removed; `edges` says where each leads within the chain."""
    after = {state: {to for to in following if to != state} for state, following in edges.items()}
    before: dict[int, set[int]] = {state: set() for state in after}
    for state, following in after.items():
        for to in following:
            before[to].add(state)
    waiting = [(len(before[state]) * len(after[state]), state) for state in after]
    heapify(waiting)
    order, operations, kept = list[int](), 0, 0
    while waiting:
        cost, state = heappop(waiting)
        if state not in after or cost != len(before[state]) * len(after[state]):
            continue
        left = len(after)
        if 16 * cost > left * left or operations > MOST_PLANNED:  # most lead to most: their order matters little
            order += after
            return Plan(order, operations + left**3 // 3, kept + left * left // 2)
        order.append(state)
        operations += cost
        ahead, behind = after.pop(state), before.pop(state)
        kept += len(ahead)
        for to in ahead:
            ways = before[to]
            ways |= behind
            ways -= {state, to}
        for origin in behind:
            ways = after[origin]
            ways |= ahead
            ways -= {state, origin}
        for near in ahead | behind:
            heappush(waiting, (len(before[near]) * len(after[near]), near))
    return Plan(order, operations, kept)


def _chain(rows: Mapping[int, Row[Number]], order: list[int], backend: Backend) -> Chain:
    place = {state: at for at, state in enumerate(order)}
    first, to, share = [0], list[int](), list[Any]()
    for state in order:
        for following, odds in rows[state].to.items():
            if following != state:
                to.append(place[following])
                share.append(odds)
        first.append(len(to))
    leaves: list[Any] = [rows[state].leaves for state in order]
    rewards: list[Any] = [rows[state].reward for state in order]
    return Chain(
        backend.longs(first), backend.ints(to), backend.floats(share), backend.floats(leaves), backend.floats(rewards)
    )


def _bits(row: Row[Any]) -> int:
    return max((odds.denominator.bit_length() for odds in (row.leaves, *row.to.values())), default=0)


def _number(number: Any) -> Any:
    return number if isinstance(number, (Fraction, Decimal)) else float(number)
