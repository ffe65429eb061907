"""Random walks that end: what each place of a walk is worth, by taking out one place after the other."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from headway.tolerances import LEAST_EXIT

Number = TypeVar("Number", Fraction, float)


@dataclass
class Step(Generic[Number]):
    """One step of a walk: the odds of each place it may lead to, the odds that it leaves, and what it brings."""

    to: dict[int, Number]
    leaves: Number
    brings: Number


class TooRare(ArithmeticError):
    """A walk that leaves so rarely that floats cannot tell it from one that never does."""


def worths(steps: dict[int, Step[Number]], endless: Number) -> dict[int, Number]:
    """What each place is worth: the mean of all that steps bring from there on, or `endless` where no step ever leaves.

    To take out a place, send whoever comes there straight on to where it leads. No two numbers are ever subtracted, so
    floats stay as good as they began, however rarely the walk leaves; `TooRare` where that is beyond them. The steps
    are used up by it.
    """
    comes_from: dict[int, set[int]] = {at: set() for at in steps}
    for at, step in steps.items():
        for to in step.to:
            comes_from[to].add(at)
    leaving = _leaving(steps, comes_from)
    for at, step in steps.items():
        step.to.pop(at, None)
        comes_from[at].discard(at)
        moves = sum(step.to.values(), start=step.leaves)
        if at in leaving and moves < LEAST_EXIT and isinstance(moves, float):
            raise TooRare
        if not moves:
            moves += 1
            step.leaves, step.brings = moves, endless
        step.leaves, step.brings = step.leaves / moves, step.brings / moves
        for to in step.to:
            step.to[to] /= moves
            comes_from[to].discard(at)
        for before in comes_from[at]:
            earlier = steps[before]
            share = earlier.to.pop(at)
            earlier.leaves += share * step.leaves
            earlier.brings += share * step.brings
            for to, odds in step.to.items():
                earlier.to[to] = earlier.to.get(to, 0 * share) + share * odds
                comes_from[to].add(before)
    found: dict[int, Number] = {}
    for at, step in reversed(steps.items()):
        found[at] = sum((odds * found[to] for to, odds in step.to.items()), start=step.brings)
    return found


def _leaving(steps: dict[int, Step[Number]], comes_from: dict[int, set[int]]) -> set[int]:
    """The places from which the walk can leave at all."""
    waiting = [at for at, step in steps.items() if step.leaves > 0]
    found = set(waiting)
    for at in waiting:
        waiting += comes_from[at] - found
        found |= comes_from[at]
    return found
