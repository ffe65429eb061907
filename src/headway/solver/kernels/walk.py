"""How long a Markov chain in normal form goes on, and how often it visits each node, ply after ply."""

from headway.rulekit import DRAW
from headway.solver.kernels.absorption import SPARE
from headway.solver.kernels.arrays import Floats, Ints
from headway.solver.kernels.form import Components, Form, winner_of

PLIES = 3
"""Distributions are kept for this ply and the next two: a secret and its answer are two plies."""


def mark_over(count: int, form: Form, results: Floats, is_won: bool, ends: Ints) -> None:
    """Mark in `ends` the ends, or only those that a side has won."""
    for at in range(count):
        if form.rows[at] == 0 and not (is_won and winner_of(results[at]) == DRAW):
            ends[at] = 1


def mark_ending(form: Form, parts: Components, components: int, ends: Ints) -> None:
    """Mark in `ends` the nodes from which some line of play leads to an end that is marked already."""
    for part in range(components):
        low, high = parts.bounds[part], parts.bounds[part + 1]
        found = False
        for member in range(low, high):
            at = parts.order[member]
            if ends[at]:
                found = True
            for outcome in range(form.first[at], form.first[at + 1]):
                if ends[form.to[outcome]]:
                    found = True
        if found:
            for member in range(low, high):
                ends[parts.order[member]] = 1


def walk(
    count: int,
    form: Form,
    plies: Ints,
    ends: Ints,
    first: int,
    mass: Floats,
    visits: Floats,
    over: Floats,
    totals: Floats,
    least: float,
) -> int:
    """Go on ply by ply, from ply `first` on, for as many plies as `over` has entries; returns how many were made.

    It stops early when no more than `least` of the probability is left. `mass` has the distribution over the nodes for
    three plies in turn, `over` receives the probability that the game is over after each ply, and `visits` the expected
    visits to each node. What comes to a node from which no end can be reached stays out of `mass`: it is in `visits`.
    `totals` receives the probability that is left, and the most by which rounding can have changed all probabilities
    together, in units in the last place: each addition by half of one of its result, and a share by some of its own.
    An error does not grow from one ply to the next: it moves on with the probability.
    """
    left, changed = totals[0], totals[1]
    for made in range(len(over)):
        now = (first + made) % PLIES * count
        for at in range(count):
            share = mass[now + at]
            if share == 0.0:
                continue
            mass[now + at] = 0.0
            visits[at] += share
            if form.rows[at] == 0:
                over[made] += share
                changed += over[made]
            elif ends[at]:
                then = (first + made + plies[at]) % PLIES * count
                changed += share * (form.first[at + 1] - form.first[at] + SPARE)
                for outcome in range(form.first[at], form.first[at + 1]):
                    place = then + form.to[outcome]
                    mass[place] += share * form.share[outcome]
                    changed += mass[place]
            else:
                changed += visits[at]
        left = 0.0
        for place in range(PLIES * count):
            left += mass[place]
        totals[0], totals[1] = left, changed
        if left <= least:
            return made + 1
    return len(over)
