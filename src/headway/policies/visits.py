"""How often the games of two policies visit each node on average, however long they last."""

from collections.abc import Sequence
from math import fsum
from typing import Any, NamedTuple

from headway.policies.evaluation import Values
from headway.policies.length import walk_from, which_may_end
from headway.rulekit import DRAW
from headway.solver.gth import PER_OPERATION, PER_STATE, Effort, TooHard, TooRare, elimination_plan
from headway.solver.kernels.form import winner_of
from headway.tolerances import LEAST_EXIT

Rows = dict[int, dict[int, float]]
"""The nodes of a component, where each leads within it, and the probability of each."""


class Visits(NamedTuple):
    """The expected visits to each node, and of each node whether an end can be reached from it.

    Play that comes to a node from which no end can be reached is not followed any further. `left` is the probability of
    games that are too long to be followed: 0 unless the chain is too hard to solve.
    """

    visits: Sequence[float]
    ends: Any
    left: float


def expected_visits(values: Values, start: int) -> Visits:
    """The expected visits from a node on: by elimination, or where that is too hard ply by ply."""
    ends = which_may_end(values.form)
    try:
        return Visits(_solved(values, start, ends), ends, 0.0)
    except TooHard:
        over, visits, _ = walk_from(values, start)
        endless = sum(float(visits[node]) for node in range(values.form.size) if not ends[node])
        return Visits(visits, ends, max(0.0, 1 - sum(over) - endless))


def share_drawn(values: Values, start: int) -> float:
    """The probability that a game which begins at a node ends in a draw."""
    normal = values.form
    if not normal.has_draws:
        return 0.0
    visits = expected_visits(values, start).visits
    rows_and_results = enumerate(zip(normal.form.rows, normal.results, strict=True))
    ends = [node for node, (rows, result) in rows_and_results if rows == 0 and winner_of(result) == DRAW]
    return fsum(float(visits[node]) for node in ends)


def _solved(values: Values, start: int, ends: Any) -> list[float]:
    normal, form, effort = values.form, values.form.form, Effort()
    visits = [0.0] * normal.size
    visits[start] = 1.0  # of the components that are still to come, what comes in from others
    for part in reversed(range(normal.component_count)):
        nodes = normal.component(part)
        if not ends[nodes[0]] or not any(visits[node] for node in nodes):
            continue
        rows: Rows = {node: {} for node in nodes}
        leaves = dict.fromkeys(nodes, 0.0)
        outside = list[tuple[int, int, float]]()
        for node, row in rows.items():
            for outcome in range(int(form.first[node]), int(form.first[node + 1])):
                to, share = int(form.to[outcome]), float(form.share[outcome])
                if to in rows:
                    row[to] = row.get(to, 0.0) + share
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
    rows: Rows, leaves: dict[int, float], come: dict[int, float], effort: Effort
) -> dict[int, float]:
    """The expected visits to the nodes of a component, if play comes in to each with these probabilities.

    It is GTH elimination, as in `solver.gth`, of the transposed equations: nothing is ever subtracted. `leaves` has the
    probability that each node leads out. Raises `TooHard`, like that.
    """
    plan = elimination_plan(rows)
    effort.spend(PER_OPERATION * plan.operations + PER_STATE * len(rows), len(rows))
    after = {node: {to: share for to, share in row.items() if to != node} for node, row in rows.items()}
    before: Rows = {node: {} for node in rows}
    for node, row in after.items():
        for to, share in row.items():
            before[to][node] = share
    leaves, come, moves_on = dict(leaves), dict(come), dict[int, float]()
    for node in plan.order:  # remove the node: what led there leads on to where it leads
        ahead, behind = after[node], before[node]
        moves_on[node] = total = sum(ahead.values()) + leaves[node]
        if total < LEAST_EXIT:
            raise TooRare(f"a loop of {len(rows):,} states is left too rarely for floats to tell")
        for to, share in ahead.items():
            come[to] += come[node] * (share / total)
            del before[to][node]
        for origin, share_in in behind.items():
            del after[origin][node]
            leaves[origin] += share_in * (leaves[node] / total)
            for to, share in ahead.items():
                if to != origin:
                    after[origin][to] = before[to][origin] = after[origin].get(to, 0.0) + share_in * (share / total)
    visits = dict[int, float]()
    for node in reversed(plan.order):
        came = come[node] + sum(visits[origin] * share for origin, share in before[node].items())
        visits[node] = came / moves_on[node]
    return visits
