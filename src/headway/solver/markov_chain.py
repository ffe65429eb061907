"""Games of chance without choice are Markov chains: solved by GTH elimination, one component after the other."""

from collections.abc import Callable
from fractions import Fraction

from headway.solver.gth import Effort, Number, Row, expected_rewards
from headway.solver.normal_form import NormalForm, Shares


def win_probabilities(normal: NormalForm, shares: Shares, number: Callable[[Fraction], Number]) -> list[Number]:
    """The chance that P1 wins at each node, in fractions or in floats; one half where no end can be reached.

    Raises `TooHard` where the fractions of a large component would take too long.
    """
    effort = Effort()
    zero, half = number(Fraction(0)), number(Fraction(1, 2))
    values = [half] * normal.size
    for part in range(normal.component_count):
        component = normal.component(part)
        if normal.form.rows[component[0]] == 0:
            values[component[0]] = number(Fraction(normal.results[component[0]]))
            continue
        rows = {at: Row({}, zero, zero) for at in component}
        for at, row in rows.items():
            for to, share in shares[at]:
                odds = number(share)
                if to in rows:
                    row.to[to] = row.to.get(to, zero) + odds
                else:
                    row.leaves += odds
                    row.reward += odds * values[to]
        if len(rows) == 1 and not rows[component[0]].to:  # no loop
            values[component[0]] = rows[component[0]].reward
            continue
        for at, value in expected_rewards(rows, half, effort).items():
            values[at] = value
    return values
