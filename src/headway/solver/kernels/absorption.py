"""Absorption of a Markov chain in normal form: its equations solved where it has no loops, and bounds on solutions.

The nodes that are `kept` are those at which play goes on and from which it can end; the others absorb it. Equations on
the kept nodes are x = given + Px. If h is how many plies play is kept from a node on, nothing that solves them is wrong
by more than h times the largest error of an equation for each ply of its node. Everything here is zero or more, so that
rounding takes a share of what was added up.
"""

from headway.solver.kernels.arrays import Floats, Ints
from headway.solver.kernels.floors import has_loop
from headway.solver.kernels.form import Components, Form
from headway.tolerances import ULP

SPARE = 8
"""The error of a share in units in the last place, beside one for each share that it was added up with."""
TOO_MUCH = 1e300


def keep(count: int, form: Form, ends: Ints, kept: Ints) -> None:
    """Mark the nodes that are kept: those from which an end can be reached, and which are none."""
    for at in range(count):
        kept[at] = 1 if ends[at] and form.rows[at] > 0 else 0


def add_up(part: int, stop: int, form: Form, parts: Components, kept: Ints, given: Floats, values: Floats) -> int:
    """Solve the equations of the components from `part` on; returns the first that is a loop, or `stop`."""
    while part < stop:
        at = parts.order[parts.bounds[part]]
        if kept[at]:
            if parts.bounds[part + 1] - parts.bounds[part] > 1 or has_loop(form, at):
                return part
            values[at] = mean_after(form, at, given, values)
        part += 1
    return part


def mean_after(form: Form, at: int, given: Floats, values: Floats) -> float:
    """What is given at a node, and the mean of the values that follow."""
    mean = given[at]
    for outcome in range(form.first[at], form.first[at + 1]):
        mean += form.share[outcome] * values[form.to[outcome]]
    return mean


def unsure_by(form: Form, at: int, mean: float) -> float:
    """By how much a mean of what follows a node can be wrong."""
    return (form.first[at + 1] - form.first[at] + SPARE) * mean * ULP


def find_rates(count: int, form: Form, kept: Ints, plies: Floats, durations: Floats, rates: Floats) -> bool:
    """The least of (h - Ph) / plies on the kept nodes, or 1, and the most, in `rates`; returns whether all are above 0.

    Then play is kept from a node on for between h over the most and h over the least. `durations` is 0 elsewhere.
    """
    rates[0], rates[1] = 1.0, 1.0
    for at in range(count):
        if kept[at]:
            mean = mean_after(form, at, plies, durations)
            unsure = unsure_by(form, at, mean) + 4.0 * ULP * durations[at]
            more = durations[at] - mean
            least, most = 1.0 + (more - unsure) / plies[at], 1.0 + (more + unsure) / plies[at]
            if not (least > 0.0 and most < TOO_MUCH):
                return False
            rates[0], rates[1] = min(rates[0], least), max(rates[1], most)
    return True


def largest_error(count: int, form: Form, kept: Ints, plies: Floats, given: Floats, values: Floats) -> float:
    """The largest error of an equation on the kept nodes, for each ply of its node."""
    worst = 0.0
    for at in range(count):
        if kept[at]:
            mean = mean_after(form, at, given, values)
            wrong = abs(values[at] - mean) + unsure_by(form, at, mean) + 4.0 * ULP * values[at]
            if not wrong < TOO_MUCH:
                return TOO_MUCH
            worst = max(worst, wrong / plies[at])
    return worst


def error_of_visits(
    count: int,
    form: Form,
    kept: Ints,
    start: int,
    visits: Floats,
    durations: Floats,
    least: float,
    came: Floats,
    unsure: Floats,
) -> float:
    """The most by which the expected visits to all nodes together can be wrong, if play begins at `start`.

    What is wrong with the visits to a kept node goes on for as long as play does: at most its duration over `least`.
    `came` and `unsure` are working space, all zeros.
    """
    came[start] = 1.0
    for at in range(count):
        if kept[at] and visits[at] > 0.0:
            size = form.first[at + 1] - form.first[at]
            for outcome in range(form.first[at], form.first[at + 1]):
                to, more = form.to[outcome], visits[at] * form.share[outcome]
                came[to] += more
                unsure[to] += (size + SPARE) * more + came[to]
    total = 0.0
    for at in range(count):
        wrong = abs(visits[at] - came[at]) + (unsure[at] + 4.0 * (visits[at] + came[at])) * ULP
        total += wrong * (durations[at] / least + 1.0) if kept[at] else wrong
    return total
