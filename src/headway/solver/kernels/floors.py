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

from headway.rulekit import P1
from headway.solver.kernels.arrays import Floats
from headway.solver.kernels.convergence import is_check, is_too_slow
from headway.solver.kernels.duration import find_durations
from headway.solver.kernels.end_components import LEAVES, OUTSIDE, label_end_components, stays
from headway.solver.kernels.form import Components, Form, Space, has_choice, replies
from headway.tolerances import LOWERED, PROVEN, ROUNDING, ULP

MOST_ROUNDS = 2_000
SMALL = 100
"""Components of up to this many nodes are bounded by policy iteration in a short time."""


def raise_floor(
    form: Form,
    parts: Components,
    begin: int,
    end: int,
    seat: int,
    odds: Floats,
    values: Floats,
    floor: Floats,
    space: Space,
    allowed: float,
) -> bool:
    """Find what the odds of `seat` guarantee at each node of a component, given the floors of what it leads to.

    Floors are seen by `seat`: for P2 they are negative, the chance of P1 times -1. Returns whether they became steady;
    otherwise they are safe, but may be far from what the odds really guarantee. Iteration is not needed where values
    that are lowered by less than `allowed` are floors.
    """
    half = 0.5 if seat == P1 else -0.5
    if end - begin == 1 and not has_loop(form, parts.order[begin]):
        floor[parts.order[begin]] = least_reply(form, parts.order[begin], seat, odds, floor, space)
        return True
    classes = label_end_components(form, parts, begin, end, seat, odds, space)
    if classes == 0 and are_floors(form, parts, begin, end, seat, odds, values, floor, space, allowed):
        for member in range(begin, end):
            space.label[parts.order[member]] = OUTSIDE
        return True
    lowest, has_way_out = half, classes > 0
    for member in range(begin, end):
        at = parts.order[member]
        for outcome in range(form.first[at], form.first[at + 1]):
            after = form.to[outcome]
            if space.label[after] == OUTSIDE and can_happen(form, at, outcome, seat, odds):
                lowest = min(lowest, floor[after]) if has_way_out else floor[after]
                has_way_out = True
    for member in range(begin, end):
        floor[parts.order[member]] = lowest
    is_steady, earlier = False, 0.0
    for round_number in range(MOST_ROUNDS):
        raised = raise_once(form, parts, begin, end, seat, odds, floor, space, half, classes)
        is_steady = raised <= ULP
        if (
            space.stop[0]
            or is_steady
            or (is_check(round_number) and is_too_slow(round_number, MOST_ROUNDS, raised, earlier, ULP))
        ):
            break
        if is_check(round_number):
            earlier = raised
    for member in range(begin, end):
        space.label[parts.order[member]] = OUTSIDE
    return is_steady


def are_floors(
    form: Form,
    parts: Components,
    begin: int,
    end: int,
    seat: int,
    odds: Floats,
    values: Floats,
    floor: Floats,
    space: Space,
    allowed: float,
) -> bool:
    """Are the values floors of a component without end components, if they are lowered by a little?

    They have to be lower, to begin with, by as much as the floors of what follows are. If that is not enough, each is
    lowered by its error for every move that play is expected to stay in the component.
    """
    sign, worst, lowered = (1.0, 0.0, 0.0) if seat == P1 else (-1.0, -1.0, 0.0)
    for member in range(begin, end):
        at = parts.order[member]
        for outcome in range(form.first[at], form.first[at + 1]):
            after = form.to[outcome]
            if space.label[after] == OUTSIDE:
                lowered = max(lowered, sign * values[after] - floor[after])
    if lowered > PROVEN:  # then the values were not found for these odds
        return False
    for member in range(begin, end):
        at = parts.order[member]
        floor[at] = max(sign * values[at] - (lowered + LOWERED), worst)  # nothing is worse than to lose
    error = largest_error(form, parts, begin, end, seat, odds, floor, space)
    if error <= 0.0:
        return True
    if not (error <= PROVEN and find_durations(form, parts, begin, end, seat, odds, space)):
        return False
    for member in range(begin, end):
        at = parts.order[member]
        less = (error + LOWERED) * space.best[member - begin]
        if not less <= allowed / 2.0:
            return False
        floor[at] = max(floor[at] - less, worst)
    return largest_error(form, parts, begin, end, seat, odds, floor, space) <= 0.0


def allowed_spread(form: Form, begin: int, end: int) -> float:
    """By how much the bounds of a component may be further apart than those of what it leads to.

    It is what rounding takes, and in a large component its share, by its nodes, in half of what a certificate may have.
    """
    if end - begin <= SMALL:
        return ROUNDING
    return max(ROUNDING, PROVEN / 2.0 * (end - begin) / len(form.rows))


def largest_error(
    form: Form, parts: Components, begin: int, end: int, seat: int, odds: Floats, floor: Floats, space: Space
) -> float:
    """The most by which a floor is above the mean of the floors after a reply."""
    error = -1.0
    for member in range(begin, end):
        at = parts.order[member]
        above = floor[at] - least_reply(form, at, seat, odds, floor, space)
        if not above <= error:
            error = above
    return error


def raise_once(
    form: Form,
    parts: Components,
    begin: int,
    end: int,
    seat: int,
    odds: Floats,
    floor: Floats,
    space: Space,
    half: float,
    classes: int,
) -> float:
    """Raise the floor of each node and each end component once; returns the most that one was raised by."""
    raised = 0.0
    for label in range(1, classes + 1):
        space.best[label] = half
    for member in range(begin, end):
        at = parts.order[member]
        least = least_reply(form, at, seat, odds, floor, space)
        if space.label[at] > LEAVES:
            space.best[space.label[at]] = min(space.best[space.label[at]], least)
        elif least > floor[at]:
            raised = max(raised, least - floor[at])
            floor[at] = least
    if classes:
        for member in range(begin, end):
            at = parts.order[member]
            if space.label[at] > LEAVES and space.best[space.label[at]] > floor[at]:
                raised = max(raised, space.best[space.label[at]] - floor[at])
                floor[at] = space.best[space.label[at]]
    return raised


def has_loop(form: Form, at: int) -> bool:
    """Does a node lead to itself?"""
    for outcome in range(form.first[at], form.first[at + 1]):
        if form.to[outcome] == at:
            return True
    return False


def can_happen(form: Form, at: int, outcome: int, seat: int, odds: Floats) -> bool:
    """Is an outcome of a node possible if `seat` keeps to its odds?"""
    if not has_choice(form, at):
        return True
    cell, own = outcome - form.first[at], form.first_odds[at]
    if seat == P1:
        return odds[own + cell // form.columns[at]] > 0.0
    return odds[own + form.rows[at] + cell % form.columns[at]] > 0.0


def least_reply(form: Form, at: int, seat: int, odds: Floats, floor: Floats, space: Space) -> float:
    """The least mean floor after any reply; within an end component, after any that may leave it."""
    least = 2.0
    for reply in range(replies(form, at, seat)):
        if space.label[at] > LEAVES and stays(form, at, reply, seat, odds, space):
            continue
        least = min(least, mean_after(form, at, reply, seat, odds, floor))
    return least


def mean_after(form: Form, at: int, reply: int, seat: int, odds: Floats, floor: Floats) -> float:
    """The mean floor after a reply, rounded down; never less than the least floor that can follow."""
    rows, columns, begin, own = form.rows[at], form.columns[at], form.first[at], form.first_odds[at]
    least, mean, total, count = 2.0, 0.0, 0.0, 0
    if not has_choice(form, at):
        for outcome in range(begin, form.first[at + 1]):
            share, value = form.share[outcome], floor[form.to[outcome]]
            least = min(least, value)
            mean += share * value
            total += share
            count += 1
    elif seat == P1:
        for row in range(rows):
            share, value = odds[own + row], floor[form.to[begin + row * columns + reply]]
            if share > 0.0:
                least = min(least, value)
                mean += share * value
                total += share
                count += 1
    else:
        for column in range(columns):
            share, value = odds[own + rows + column], floor[form.to[begin + reply * columns + column]]
            if share > 0.0:
                least = min(least, value)
                mean += share * value
                total += share
                count += 1
    if count == 1:
        return least
    return max(least, mean / total - (count + 4) * ULP)
