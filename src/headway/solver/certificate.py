"""Checks of what was found, by code that did not find it: local proofs, equations of chains, and bounds in fractions.

The bounds on what strategies guarantee, where floats can tell, are those of `kernels.floors` and `best_reply`.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from headway.solver.explored import Explored
from headway.solver.kernels.local_proof import contradiction
from headway.solver.kernels.retrograde import Decided
from headway.solver.normal_form import NormalForm, Shares
from headway.solver.values import CommonFractions


def every_state(has_draws: bool) -> str:
    """What is proved by retrograde analysis, in words."""
    return f"every win, loss{', draw' if has_draws else ''} and endless state"


def local_error(explored: Explored, decided: Decided) -> str | None:
    """Where the solution of a game without chance contradicts itself; None if it does not, and then it is right."""
    normal = explored.normal
    at = int(normal.backend.executable(contradiction)(normal.size, normal.form, normal.results, decided))
    if at < 0:
        return None
    winner, plies = int(decided.winners[at]), int(decided.plies[at])
    return f"winner {winner} in {plies} plies does not follow from the moves in {explored.state(at)}"


def residual(normal: NormalForm, chain: Sequence[Shares], values: Sequence[Fraction]) -> Fraction:
    """The largest difference between a value of a Markov chain and the mean of the values that follow it.

    If it is zero the values are exact: every node of a chain leads to an end or to nodes that never end, and the values
    of both are checked as well.
    """
    errors = [2 * values[at] - 1 for at, ends in enumerate(normal.which_reach_an_end()) if not ends]
    for at in range(normal.size):
        if normal.form.rows[at] == 0:
            errors.append(values[at] - Fraction(normal.results[at]))
        else:
            ahead = sum((share * values[to] for to, share in chain[at].items()), start=Fraction(0))
            errors.append(values[at] - ahead)
    return max(map(abs, errors))


def common_residual(found: Explored, values: CommonFractions) -> Fraction:
    """The same for values with a common denominator: every equation is checked in whole numbers."""
    normal, numerators, denominator = found.normal, values.numerators, values.denominator
    worst = Fraction(0)
    for at, ends in enumerate(normal.which_reach_an_end()):
        if normal.form.rows[at] == 0:
            error, weight = 2 * numerators[at] - int(2 * normal.results[at]) * denominator, 2  # a draw is one half
        elif not ends:
            error, weight = 2 * numerators[at] - denominator, 2
        else:
            weights = found.weights(at)
            ahead = sum(each * numerators[to] for to, each in zip(normal.outcomes(at), weights, strict=True))
            error, weight = sum(weights) * numerators[at] - ahead, sum(weights)
        if error:
            worst = max(worst, Fraction(abs(error), weight * denominator))
    return worst


Process = Mapping[int, Sequence[Mapping[int, Fraction]]]
"""A Markov decision process: for each action at each state, where it leads. What has no actions is outside."""


def is_left(process: Process) -> bool:
    """Is a process left with probability 1, whatever is chosen? Then every action may lead nearer to the outside.

    Where `is_below_what_follows` holds too, values are bounds on what is reached at last: they never fall on average.
    """
    near, is_growing = set[int](), True
    while is_growing:
        is_growing = False
        for state, actions in process.items():
            if state not in near and all(any(to not in process or to in near for to in action) for action in actions):
                near.add(state)
                is_growing = True
    return len(near) == len(process)


def is_below_what_follows(process: Process, values: Mapping[int, Fraction]) -> bool:
    """Is the value of each state, exactly, at most the mean of the values after any action, whose shares make 1?"""
    return all(
        sum(action.values()) == 1 and values[state] <= sum(share * values[to] for to, share in action.items())
        for state, actions in process.items()
        for action in actions
    )
