"""The lower half of interval iteration: what a strategy guarantees against every reply, safe whatever the rounding.

Done for both sides, it gives an interval for each node of a component.

If one side keeps to its odds, the other faces a Markov decision process. Let w be nowhere more than the mean of w after
any reply, and at most one half wherever the other side can keep the game going for ever. Then play never lowers w on
average, so w is at most what the game ends with: a bound. Most often the values that were found, lowered by a little,
are such a w. Otherwise it is found by iteration from below: such a w stays one if a node's w is raised to the least of
these means, so iteration may stop at any moment.

The nodes where the other side can stay for ever are the maximal end components of the process. Within one, the other
side can go anywhere, so its nodes have the same w: one half, or less if a way out is worth less.
"""

from math import inf

from headway.rulekit import P1
from headway.solver.kernels.arrays import Floats
from headway.solver.kernels.convergence import is_check, is_too_slow
from headway.solver.kernels.duration import find_durations
from headway.solver.kernels.end_components import label_end_components, stays
from headway.solver.kernels.form import Form
from headway.solver.kernels.process import INSIDE, OUTSIDE, Process, chance, replies, target, ways
from headway.tolerances import LOWERED, PROVEN, ROUNDING, ULP

MOST_ROUNDS = 2_000
SMALL = 100
"""Components of up to this many nodes are bounded by policy iteration in a short time."""


def raise_floor(process: Process, values: Floats, floor: Floats, allowed: float) -> bool:
    """Find what the odds guarantee at each node of a component, given the floors of what it leads to.

    Floors are seen by the side with the odds: for P2 they are negative, the chance of P1 times -1. Returns whether they
    became steady; otherwise they are safe, but may be far from what the odds really guarantee. Iteration is
    not needed where the values are floors if they are lowered by at most half of `allowed`, beyond what the floors of
    what follows are lowered by.
    """
    form, order = process.form, process.parts.order
    if process.end - process.begin == 1 and not has_loop(form, order[process.begin]):
        floor[order[process.begin]] = least_reply(process, order[process.begin], floor)
        return True
    classes = label_end_components(process)
    is_steady = classes == 0 and are_floors(process, values, floor, allowed)
    if not is_steady:
        is_steady = iterate_from_below(process, classes, floor)
    for member in range(process.begin, process.end):
        process.space.label[order[member]] = OUTSIDE
    return is_steady


def are_floors(process: Process, values: Floats, floor: Floats, allowed: float) -> bool:
    """Are the values floors of a component without end components, if they are lowered by a little?

    They have to be lower, to begin with, by as much as the floors of what follows are. If that is not enough, each is
    lowered by its error for every move that play is expected to stay in the component.
    """
    order, begin, end = process.parts.order, process.begin, process.end
    sign, worst = (1.0, 0.0) if process.seat == P1 else (-1.0, -1.0)
    lowered = lowered_behind(process, values, floor, sign)
    if lowered > PROVEN:  # then the values were not found for these odds
        return False
    for member in range(begin, end):
        at = order[member]
        floor[at] = max(sign * values[at] - (lowered + LOWERED), worst)  # nothing is worse than to lose
    error = largest_error(process, floor)
    if error <= 0.0:
        return True
    if not (error <= PROVEN and find_durations(process)):
        return False
    for member in range(begin, end):
        at = order[member]
        less = (error + LOWERED) * process.space.best[member - begin]
        if not less <= allowed / 2.0:
            return False
        floor[at] = max(floor[at] - less, worst)
    return largest_error(process, floor) <= 0.0


def lowered_behind(process: Process, values: Floats, floor: Floats, sign: float) -> float:
    """The most by which a floor of what the component leads to is below the value."""
    form, order, lowered = process.form, process.parts.order, 0.0
    for member in range(process.begin, process.end):
        at = order[member]
        for outcome in range(form.first[at], form.first[at + 1]):
            to = form.to[outcome]
            if process.space.label[to] == OUTSIDE:
                lowered = max(lowered, sign * values[to] - floor[to])
    return lowered


def allowed_spread(form: Form, begin: int, end: int) -> float:
    """By how much the bounds of a component may be further apart than those of what it leads to.

    It is what rounding takes, and in a large component its share, by its nodes, in half of what a certificate may have.
    """
    if end - begin <= SMALL:
        return ROUNDING
    return max(ROUNDING, PROVEN / 2.0 * (end - begin) / len(form.rows))


def largest_error(process: Process, floor: Floats) -> float:
    """The most by which a floor is above the mean of the floors after a reply."""
    error = -1.0
    for member in range(process.begin, process.end):
        at = process.parts.order[member]
        above = floor[at] - least_reply(process, at, floor)
        if not above <= error:
            error = above
    return error


def iterate_from_below(process: Process, classes: int, floor: Floats) -> bool:
    """Raise all floors from the lowest that they can be, until they are steady; returns whether they became so."""
    lowest, earlier = lowest_floor(process, classes, floor), 0.0
    for member in range(process.begin, process.end):
        floor[process.parts.order[member]] = lowest
    for round_number in range(MOST_ROUNDS):
        raised = raise_once(process, classes, floor)
        if raised <= ULP:
            return True
        if process.space.stop[0]:
            return False
        if is_check(round_number):
            if is_too_slow(round_number, MOST_ROUNDS, raised, earlier, ULP):
                return False
            earlier = raised
    return False


def lowest_floor(process: Process, classes: int, floor: Floats) -> float:
    """The least of the floors to which replies lead out of a component, and of one half where it may be stayed in."""
    lowest = half(process) if classes > 0 else inf
    for member in range(process.begin, process.end):
        at = process.parts.order[member]
        for reply in range(replies(process, at)):
            reached = ways(process, at, reply)
            for number in range(reached.outcomes):
                to = target(process, reached, number)
                if process.space.label[to] == OUTSIDE and chance(process, reached, number) > 0.0:
                    lowest = min(lowest, floor[to])
    return lowest


def raise_once(process: Process, classes: int, floor: Floats) -> float:
    """Raise the floor of each node and each end component once; returns the most that one was raised by."""
    label, best, order, raised = process.space.label, process.space.best, process.parts.order, 0.0
    for each in range(1, classes + 1):
        best[each] = half(process)
    for member in range(process.begin, process.end):
        at = order[member]
        least = least_reply(process, at, floor)
        if label[at] > INSIDE:
            best[label[at]] = min(best[label[at]], least)
        elif least > floor[at]:
            raised = max(raised, least - floor[at])
            floor[at] = least
    if classes:
        for member in range(process.begin, process.end):
            at = order[member]
            if label[at] > INSIDE and best[label[at]] > floor[at]:
                raised = max(raised, best[label[at]] - floor[at])
                floor[at] = best[label[at]]
    return raised


def half(process: Process) -> float:
    """What endless play is worth to the side with the odds."""
    return 0.5 if process.seat == P1 else -0.5


def has_loop(form: Form, at: int) -> bool:
    """Does a node lead to itself?"""
    for outcome in range(form.first[at], form.first[at + 1]):
        if form.to[outcome] == at:
            return True
    return False


def least_reply(process: Process, at: int, floor: Floats) -> float:
    """The least mean floor after any reply; within an end component, after any that may leave it."""
    least, is_in_end_component = 2.0, process.space.label[at] > INSIDE
    for reply in range(replies(process, at)):
        if is_in_end_component and stays(process, at, reply):
            continue
        least = min(least, mean_floor(process, at, reply, floor))
    return least


def mean_floor(process: Process, at: int, reply: int, floor: Floats) -> float:
    """The mean floor after a reply, rounded down; never less than the least floor that can follow."""
    reached, least, mean, total, count = ways(process, at, reply), 2.0, 0.0, 0.0, 0
    for number in range(reached.outcomes):
        odds = chance(process, reached, number)
        if odds > 0.0:
            value = floor[target(process, reached, number)]
            least = min(least, value)
            mean += odds * value
            total += odds
            count += 1
    if count == 1:
        return least
    return max(least, mean / total - (count + 4) * ULP)
