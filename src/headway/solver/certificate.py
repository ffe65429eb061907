"""Certificates: how far the values of a solution can be from the truth, computed without the code that found it."""

from collections.abc import Sequence
from fractions import Fraction

from headway.rulekit import DRAW
from headway.solver.explored import Explored
from headway.solver.kernels.form import winner_of
from headway.solver.kernels.local_proof import contradiction
from headway.solver.kernels.retrograde import Decided
from headway.solver.normal_form import NormalForm, Shares


def local_error(explored: Explored, decided: Decided) -> str | None:
    """Where the solution of a game without chance contradicts itself; None if it does not, and then it is right."""
    normal = explored.normal
    at = int(normal.backend.run(contradiction)(normal.size, normal.form, normal.results, decided))
    if at < 0:
        return None
    winner, plies = int(decided.winners[at]), int(decided.plies[at])
    return f"winner {winner} in {plies} plies does not follow from the moves in {explored.state(at)}"


def residual(normal: NormalForm, chain: Sequence[Shares], values: Sequence[Fraction]) -> Fraction:
    """The largest difference between a value of a Markov chain and the mean of the values that follow it.

    If it is zero the values are exact: every node of a chain leads to an end or to nodes that never end, and the values
    of both are checked as well.
    """
    errors = [2 * values[at] - 1 for at, ends in enumerate(which_reach_an_end(normal)) if not ends]
    for at in range(normal.size):
        if normal.form.rows[at] == 0:
            errors.append(values[at] - Fraction(normal.results[at]))
        else:
            ahead = sum((share * values[to] for to, share in chain[at].items()), start=Fraction(0))
            errors.append(values[at] - ahead)
    return max(map(abs, errors))


def which_reach_an_end(normal: NormalForm, is_won: bool = False) -> list[bool]:
    """For each node, whether some line of play leads from there to an end, or to one that a side has won."""
    counted = [winner_of(result) != DRAW or not is_won for result in normal.results]
    ends = [rows == 0 and is_counted for rows, is_counted in zip(normal.form.rows, counted, strict=True)]
    found = [False] * normal.size
    for part in range(normal.component_count):  # what a component leads to comes before it
        component = normal.component(part)
        if any(ends[at] or any(found[to] for to in normal.outcomes(at)) for at in component):
            for at in component:
                found[at] = True
    return found
