"""How far values can be from the truth: by the bounds, and because the odds of chance were rounded to floats.

By the Markov chain tree theorem a chance of leaving a component one way is a quotient of two sums of products, with one
of its shares for each node of chance in each product. A share is wrong by less than one `ULP` of itself, and what all
shares of a node have in common does not count. So the quotient changes at most by a factor of about 1 + 2 `ULP` for
each node of chance. That holds for any strategies, and for the chance of either side to win, in the component and after
it: where a side is sure to win, the other has nothing that could grow.
"""

from math import inf

from headway.solver.kernels.arrays import Floats
from headway.solver.kernels.form import Components, Form, Solved, has_choice
from headway.tolerances import ULP

PER_NODE = 2.1 * ULP
"""By which share a chance grows at most for each node of chance; all of them together are well below a tenth."""


def largest_gap(components: int, form: Form, parts: Components, solved: Solved, growth: Floats) -> float:
    """The most by which any value is wrong. `growth` is zero before: by which share the chances of a node may grow."""
    largest = 0.0
    for part in range(components):
        low, high = parts.bounds[part], parts.bounds[part + 1]
        rounded, after = 0, 0.0
        for member in range(low, high):
            at = parts.order[member]
            if not has_choice(form, at) and form.first[at + 1] - form.first[at] > 1:
                rounded += 1
            for outcome in range(form.first[at], form.first[at + 1]):
                after = max(after, growth[form.to[outcome]])  # that of the component is still zero
        for member in range(low, high):
            growth[parts.order[member]] = after + rounded * PER_NODE
            largest = max(largest, gap_at(parts.order[member], solved, after + rounded * PER_NODE))
    return largest


def gap_at(at: int, solved: Solved, growth: float) -> float:
    """The most by which the value of a node is wrong; infinite if it or a bound is not a number."""
    low, value, high = solved.floor[at], solved.values[at], -solved.ceiling[at]
    if not (abs(low) <= 1.0 and abs(value) <= 1.0 and abs(high) <= 1.0):
        return inf
    low -= (1.0 - low) * growth
    high = min(high + high * growth, 1.0)
    return max(high, value) - min(low, value)
