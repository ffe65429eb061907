"""How long play stays in a component at most, on average, if one side keeps to its odds: found by iteration."""

from headway.rulekit import P1
from headway.solver.kernels.arrays import Floats
from headway.solver.kernels.convergence import is_check, is_too_slow
from headway.solver.kernels.form import Components, Form, Space, has_choice, replies

MOST_ROUNDS = 10_000
NEARLY, ENOUGH = 0.05, 1.2
"""Iteration ends when a round adds less than this. Then the durations are enough for every reply if they are scaled."""


def find_durations(form: Form, parts: Components, begin: int, end: int, seat: int, odds: Floats, space: Space) -> bool:
    """Write to `space.best` a number h for each node of a component, by its place among them.

    It is at least one more than the mean of h after any reply, by a wide margin; outside the component h is 0.
    Returns whether such numbers were found. The component must be left for certain, whatever the other side replies,
    and its nodes must be labelled.
    """
    for member in range(begin, end):
        space.local[parts.order[member]] = member - begin
        space.best[member - begin] = 0.0
    earlier = 0.0
    for round_number in range(MOST_ROUNDS):
        if space.stop[0]:
            return False
        added = 0.0
        for member in range(begin, end):
            at, longest = parts.order[member], 0.0
            for reply in range(replies(form, at, seat)):
                longest = max(longest, mean_duration(form, at, reply, seat, odds, space))
            added = max(added, 1.0 + longest - space.best[member - begin])
            space.best[member - begin] = 1.0 + longest
        if added <= NEARLY:
            for member in range(begin, end):
                space.best[member - begin] *= ENOUGH
            return True
        if is_check(round_number):
            if is_too_slow(round_number, MOST_ROUNDS, added, earlier, NEARLY):
                return False
            earlier = added
    return False


def mean_duration(form: Form, at: int, reply: int, seat: int, odds: Floats, space: Space) -> float:
    """The mean duration after a reply."""
    rows, columns, begin, own = form.rows[at], form.columns[at], form.first[at], form.first_odds[at]
    mean = 0.0
    if not has_choice(form, at):
        for outcome in range(begin, form.first[at + 1]):
            mean += form.share[outcome] * duration_at(form.to[outcome], space)
    elif seat == P1:
        for row in range(rows):
            mean += odds[own + row] * duration_at(form.to[begin + row * columns + reply], space)
    else:
        for column in range(columns):
            mean += odds[own + rows + column] * duration_at(form.to[begin + reply * columns + column], space)
    return mean


def duration_at(at: int, space: Space) -> float:
    """The duration at a node; 0 outside the component."""
    return space.best[space.local[at]] if space.label[at] >= 0 else 0.0
