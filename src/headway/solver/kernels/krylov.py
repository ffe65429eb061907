"""The values of a Markov chain with loops by BiCGSTAB (van der Vorst), a Krylov method, and a bound on their error.

The equations are those of the nodes that are `kept`, from which the chain ends with probability one: x - Px = b. Their
number of rounds grows with the distance that the chain has to go, and hardly with how long it takes.
"""

from typing import NamedTuple

from headway.solver.kernels.arrays import Floats, Ints
from headway.solver.kernels.form import Form

CHECKED = 0.5
"""Durations that are at least this much longer than what follows them bound the error."""


class Vectors(NamedTuple):
    """Working space: a number for each node."""

    residual: Floats
    shadow: Floats
    direction: Floats
    moved: Floats
    half: Floats
    moved_half: Floats


def find_kept(count: int, form: Form, first: Ints, before: Ints, queue: Ints, kept: Ints) -> int:
    """Mark in `kept` the nodes from which an end can be reached, without the ends; returns how many there are.

    `first` is all zeros, and has room for one more than the nodes; `before` has room for the outcomes.
    """
    for at in range(count):
        for outcome in range(form.first[at], form.first[at + 1]):
            first[form.to[outcome]] += 1
    for at in range(count):
        first[at + 1] += first[at]
    for at in range(count):
        for outcome in range(form.first[at], form.first[at + 1]):
            to = form.to[outcome]
            first[to] -= 1
            before[first[to]] = at
    tail, found = 0, 0
    for at in range(count):
        kept[at] = 0
        if form.rows[at] == 0:
            queue[tail] = at
            tail += 1
    head = 0
    while head < tail:
        for place in range(first[queue[head]], first[queue[head] + 1]):
            at = before[place]
            if not kept[at] and form.rows[at] > 0:
                kept[at] = 1
                found += 1
                queue[tail] = at
                tail += 1
        head += 1
    return found


def set_known(count: int, form: Form, kept: Ints, results: Floats, known: Floats) -> None:
    """What each kept node is worth by where it leads outside of them: to an end, or to endless play."""
    for at in range(count):
        known[at] = 0.0
        if kept[at]:
            for outcome in range(form.first[at], form.first[at + 1]):
                to = form.to[outcome]
                if not kept[to]:
                    known[at] += form.share[outcome] * results[to]


def apply(count: int, form: Form, kept: Ints, x: Floats, y: Floats) -> None:
    """Write x - Px to y; both are 0 where a node is not kept."""
    for at in range(count):
        if kept[at]:
            mean = 0.0
            for outcome in range(form.first[at], form.first[at + 1]):
                mean += form.share[outcome] * x[form.to[outcome]]
            y[at] = x[at] - mean


def dot(count: int, x: Floats, y: Floats) -> float:
    """The inner product."""
    total = 0.0
    for at in range(count):
        total += x[at] * y[at]
    return total


def largest(count: int, x: Floats) -> float:
    """The largest absolute entry; infinite if one is not a number."""
    found = 0.0
    for at in range(count):
        size = abs(x[at])
        if not size <= 1e300:
            return 1e300
        found = max(found, size)
    return found


def find_residual(count: int, form: Form, kept: Ints, b: Floats, x: Floats, residual: Floats) -> float:
    """Write b - (x - Px) to `residual`; returns its largest absolute entry."""
    apply(count, form, kept, x, residual)
    for at in range(count):
        residual[at] = b[at] - residual[at] if kept[at] else 0.0
    return largest(count, residual)


def solve_chain(
    count: int, form: Form, kept: Ints, b: Floats, x: Floats, space: Vectors, enough: float, most: int, stop: Ints
) -> float:
    """Improve x until no entry of the residual is larger than `enough`; returns the largest entry that is left.

    It ends after `most` rounds, or when it is restarted in vain.
    """
    rounds = 0
    error = find_residual(count, form, kept, b, x, space.residual)
    while error > enough and rounds < most and not stop[0]:
        before = error
        rho, alpha, omega = 1.0, 1.0, 1.0
        for at in range(count):
            space.shadow[at] = space.residual[at]
            space.direction[at], space.moved[at] = 0.0, 0.0
        while error > enough and rounds < most and not stop[0]:
            rounds += 1
            last, rho = rho, dot(count, space.shadow, space.residual)
            if rho == 0.0 or omega == 0.0:
                break
            beta = rho / last * (alpha / omega)
            for at in range(count):
                space.direction[at] = space.residual[at] + beta * (space.direction[at] - omega * space.moved[at])
            apply(count, form, kept, space.direction, space.moved)
            sigma = dot(count, space.shadow, space.moved)
            if sigma == 0.0:
                break
            alpha = rho / sigma
            for at in range(count):
                space.half[at] = space.residual[at] - alpha * space.moved[at]
            apply(count, form, kept, space.half, space.moved_half)
            length = dot(count, space.moved_half, space.moved_half)
            omega = dot(count, space.moved_half, space.half) / length if length > 0.0 else 0.0
            for at in range(count):
                x[at] += alpha * space.direction[at] + omega * space.half[at]
                space.residual[at] = space.half[at] - omega * space.moved_half[at]
            error = largest(count, space.residual)
            if error >= 1e300:
                return error
        error = find_residual(count, form, kept, b, x, space.residual)
        if error > before / 2:
            break
    return error


def least_duration(count: int, form: Form, kept: Ints, h: Floats, space: Vectors) -> float:
    """The least of h - Ph on the kept nodes: if it is above 0, an error is at most a residual times max h over it."""
    least = 1e300
    apply(count, form, kept, h, space.moved)
    for at in range(count):
        if kept[at]:
            if not (h[at] >= 0.0 and space.moved[at] <= 1e300):
                return 0.0
            least = min(least, space.moved[at])
    return least
