"""GTH elimination (Grassmann, Taksar and Heyman): the expected rewards of a Markov chain until it leaves.

It is Gaussian elimination arranged so that no two numbers are ever subtracted: floats keep their relative precision,
however rarely the chain leaves.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from headway.tolerances import LEAST_EXIT

Number = TypeVar("Number", Fraction, float)


@dataclass
class Row(Generic[Number]):
    """One state of a chain: the probabilities of its transitions and of leaving, and the expected reward of one."""

    to: dict[int, Number]
    leaves: Number
    reward: Number


class TooRare(ArithmeticError):
    """A chain leaves with a probability so small that floats cannot tell it from zero."""


def expected_rewards(rows: dict[int, Row[Number]], endless: Number) -> dict[int, Number]:
    """The expected sum of rewards from each state on; `endless` in states from which the chain never leaves.

    States are eliminated one after the other: what led to a state leads straight on to its successors. Raises `TooRare`
    where floats cannot say whether the chain leaves. The rows are consumed.
    """
    predecessors: dict[int, set[int]] = {state: set() for state in rows}
    for state, row in rows.items():
        for to in row.to:
            predecessors[to].add(state)
    leaving = _states_that_can_leave(rows, predecessors)
    for state, row in rows.items():
        row.to.pop(state, None)
        predecessors[state].discard(state)
        moves_on = sum(row.to.values(), start=row.leaves)
        if state in leaving and moves_on < LEAST_EXIT and isinstance(moves_on, float):
            raise TooRare
        if not moves_on:
            moves_on += 1
            row.leaves, row.reward = moves_on, endless
        row.leaves, row.reward = row.leaves / moves_on, row.reward / moves_on
        for to in row.to:
            row.to[to] /= moves_on
            predecessors[to].discard(state)
        for before in predecessors[state]:
            earlier = rows[before]
            share = earlier.to.pop(state)
            earlier.leaves += share * row.leaves
            earlier.reward += share * row.reward
            for to, odds in row.to.items():
                earlier.to[to] = earlier.to.get(to, 0 * share) + share * odds
                predecessors[to].add(before)
    found: dict[int, Number] = {}
    for state, row in reversed(rows.items()):
        found[state] = sum((odds * found[to] for to, odds in row.to.items()), start=row.reward)
    return found


def _states_that_can_leave(rows: dict[int, Row[Number]], predecessors: dict[int, set[int]]) -> set[int]:
    waiting = [state for state, row in rows.items() if row.leaves > 0]
    found = set(waiting)
    for state in waiting:
        waiting += predecessors[state] - found
        found |= predecessors[state]
    return found
