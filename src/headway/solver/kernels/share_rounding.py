"""How far values can be from the truth because the odds of chance were rounded to floats.

By the Markov chain tree theorem a chance of leaving a component one way is a quotient of two sums of products, with one
of its shares for each node of chance in each product. A share is wrong by less than one `ULP` of itself, and what all
shares of a node have in common does not count. So the quotient changes by at most a factor, and a mean of values
between 0 and 1, whatever they are, by less than half an `ULP` for each node of chance. That holds for any strategies.
"""

from headway.solver.kernels.arrays import Floats
from headway.solver.kernels.form import Components, Form, has_choice
from headway.tolerances import ULP


def largest_rounding(components: int, form: Form, parts: Components, wrong: Floats) -> float:
    """The most by which any value is wrong for that; `wrong` receives it for each node, and is zero before."""
    largest = 0.0
    for part in range(components):
        low, high = parts.bounds[part], parts.bounds[part + 1]
        rounded, after = 0, 0.0
        for member in range(low, high):
            at = parts.order[member]
            if not has_choice(form, at) and form.first[at + 1] - form.first[at] > 1:
                rounded += 1
            for outcome in range(form.first[at], form.first[at + 1]):
                after = max(after, wrong[form.to[outcome]])  # what is in the component is still zero
        for member in range(low, high):
            wrong[parts.order[member]] = after + rounded * ULP
        largest = max(largest, after + rounded * ULP)
    return largest
