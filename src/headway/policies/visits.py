"""How often the games of two policies visit each node on average, however long they last."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from headway.policies.bounds import Bounded, Bounds, exactly, outward
from headway.policies.evaluation import Values
from headway.policies.length import walk_from
from headway.solver import Value
from headway.solver.gth import (
    PER_OPERATION,
    PER_STATE,
    Effort,
    Number,
    TooHard,
    TooRare,
    elimination_plan,
    fraction_effort,
)
from headway.tolerances import LEAST_EXIT, ULP

Rows = dict[int, dict[int, Number]]
"""The nodes of a component, where each leads within it, and the probability of each."""


class Visits(NamedTuple):
    """The expected visits to each node, and of each node whether an end can be reached from it.

    Play that comes to a node from which no end can be reached is not followed any further. `left` is the probability of
    games that are too long to be followed: 0 unless the chain is too hard to solve. The visits are fractions, or too
    many by `less` at most and too few by `more`.
    """

    visits: Sequence[Value]
    ends: Any
    left: float
    less: float
    more: float

    def at(self, node: int) -> Bounded:
        """The visits to a node."""
        found = self.visits[node]
        if isinstance(found, Fraction):
            return exactly(found)
        number = float(found)  # arrays have floats of their own
        low, high = outward(number - self.less, number + self.more)
        return Bounded(number, Bounds(max(0.0, low), high))


def expected_visits(values: Values, start: int) -> Visits:
    """The expected visits from a node on: in fractions or by elimination, or where that is too hard ply by ply."""
    absorption, chain = values.absorption, values.chain
    if chain is not None:
        with suppress(TooHard):  # a loop with long fractions
            return Visits(_solved(values, start, chain.__getitem__, Fraction(0)), absorption.ends, 0.0, 0.0, 0.0)
    try:
        visits = _solved(values, start, lambda node: _leads_to(values, node), 0.0)
        error = absorption.visits_within(start, visits)
        return Visits(visits, absorption.ends, 0.0, error, error)
    except TooHard:
        over, found, ends, left, error = walk_from(values, start)
        return Visits(found, ends, left, len(over) * (error + len(over) * ULP), inf)


def _leads_to(values: Values, node: int) -> dict[int, float]:
    """Where a node leads, with the probability of each in floats."""
    form, found = values.form.form, dict[int, float]()
    for outcome in range(int(form.first[node]), int(form.first[node + 1])):
        to = int(form.to[outcome])
        found[to] = found.get(to, 0.0) + float(form.share[outcome])
    return found


def _solved(values: Values, start: int, leads_to: Callable[[int], Mapping[int, Number]], zero: Number) -> list[Number]:
    normal, ends, effort = values.form, values.absorption.ends, Effort()
    visits = [zero] * normal.size
    visits[start] = zero + 1  # of the components that are still to come, what comes in from others
    for part in reversed(range(normal.component_count)):
        nodes = normal.component(part)
        if not ends[nodes[0]] or not any(visits[node] for node in nodes):
            continue
        rows: Rows[Number] = {node: {} for node in nodes}
        leaves = dict.fromkeys(nodes, zero)
        outside = list[tuple[int, int, Number]]()
        for node, row in rows.items():
            for to, share in leads_to(node).items():
                if to in rows:
                    row[to] = share
                else:
                    leaves[node] += share
                    outside.append((node, to, share))
        if any(rows.values()):
            visits_in = {node: visits[node] for node in nodes}
            for node, number in visits_of_component(rows, leaves, visits_in, effort).items():
                visits[node] = number
        for node, to, share in outside:
            visits[to] += visits[node] * share
    return visits


def visits_of_component(
    rows: Rows[Number], leaves: dict[int, Number], come: dict[int, Number], effort: Effort
) -> dict[int, Number]:
    """The expected visits to the nodes of a component, if play comes in to each with these probabilities.

    It is GTH elimination, as in `solver.gth`, of the transposed equations: nothing is ever subtracted. `leaves` has the
    probability that each node leads out. Raises `TooHard`, like that.
    """
    plan, least = elimination_plan(rows), 0.0
    shares = [share for row in rows.values() for share in row.values()]
    if isinstance(shares[0], Fraction):
        bits = max(share.denominator.bit_length() for share in shares if isinstance(share, Fraction))
        effort.spend(fraction_effort(plan, bits), len(rows))
    else:
        effort.spend(PER_OPERATION * plan.operations + PER_STATE * len(rows), len(rows))
        least = LEAST_EXIT
    after = {node: {to: share for to, share in row.items() if to != node} for node, row in rows.items()}
    before: Rows[Number] = {node: {} for node in rows}
    for node, row in after.items():
        for to, share in row.items():
            before[to][node] = share
    leaves, come, moves_on = dict(leaves), dict(come), dict[int, Number]()
    for node in plan.order:  # remove the node: what led there leads on to where it leads
        ahead, behind = after[node], before[node]
        moves_on[node] = total = sum(ahead.values(), start=leaves[node])
        if total < least:
            raise TooRare(f"a loop of {len(rows):,} states is left too rarely for floats to tell")
        for to, share in ahead.items():
            come[to] += come[node] * (share / total)
            del before[to][node]
        for origin, share_in in behind.items():
            del after[origin][node]
            leaves[origin] += share_in * (leaves[node] / total)
            for to, share in ahead.items():
                if to != origin:
                    after[origin][to] = before[to][origin] = after[origin].get(to, 0 * total) + share_in * (
                        share / total
                    )
    visits = dict[int, Number]()
    for node in reversed(plan.order):
        came = come[node] + sum(visits[origin] * share for origin, share in before[node].items())
        visits[node] = came / moves_on[node]
    return visits
