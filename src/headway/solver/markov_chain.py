"""Markov chains, such as games of chance without choice: solved by GTH elimination, one component after the other."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from headway.solver.gth import Effort, Number, Row, expected_rewards
from headway.solver.normal_form import NormalForm, Shares


def added_up(outcomes: Iterable[tuple[int, Fraction]]) -> Shares:
    """Where a node leads, with the probability of each; several outcomes may lead to the same node."""
    found: Shares = {}
    for to, share in outcomes:
        if share:
            found[to] = found.get(to, Fraction(0)) + share
    return found


def expected_values(
    normal: NormalForm,
    chain: Sequence[Mapping[int, Number]],
    ends: Sequence[Number],
    endless: Number,
    rewards: Sequence[Number] | None = None,
    effort: Effort | None = None,
) -> list[Number]:
    """What each node of a chain is worth: the mean of the end that is reached, and of the rewards on the way.

    `chain` says where each node leads, with probabilities: to nothing where it ends, and `ends` has what that is worth.
    `endless` is what nodes are worth from which no end can be reached. `normal` has the components of the chain. Raises
    `TooHard` where the fractions of a large component would take too long.
    """
    effort = effort or Effort()
    zero: Number = 0 * endless
    values = list(ends)
    for part in range(normal.component_count):
        component = normal.component(part)
        if not chain[component[0]]:
            continue
        rows = {at: Row({}, zero, zero if rewards is None else rewards[at]) for at in component}
        for at, row in rows.items():
            for to, share in chain[at].items():
                if to in rows:
                    row.to[to] = share
                else:
                    row.leaves += share
                    row.reward += share * values[to]
        if len(rows) == 1 and not rows[component[0]].to:  # no loop
            values[component[0]] = rows[component[0]].reward
            continue
        for at, value in expected_rewards(rows, endless, effort).items():
            values[at] = value
    return values
