"""Solving: the components of a normal form in reverse topological order, each solved and bounded by itself."""

from math import inf

from headway.rulekit import P1, P2
from headway.solver.kernels.arrays import Floats
from headway.solver.kernels.floors import allowed_spread, has_loop, raise_floor
from headway.solver.kernels.form import Components, Form, Solved, Space, has_choice
from headway.solver.kernels.loop import FEWEST_NODES, Loop, write_back, write_out
from headway.solver.kernels.process import INSIDE, OUTSIDE, Process
from headway.solver.kernels.shapley import MOST_SWEEPS, iterate


def solve_components(
    begin: int,
    end: int,
    form: Form,
    parts: Components,
    solved: Solved,
    space: Space,
    loop: Loop,
    steady: float,
    most_outcomes: int,
) -> int:
    """Solve components up to `end`; returns the first whose values are not proven, or `end`.

    That one is solved, too, but its bounds are much further apart than those of what it leads to. Where iteration is
    hopeless they are not looked for, which would take even longer. A large component is written out where there is
    memory for it, and then swept until `most_outcomes` were added up.
    """
    for part in range(begin, end):
        low, high = parts.bounds[part], parts.bounds[part + 1]
        at = parts.order[low]
        if form.rows[at] == 0:  # an end: its value is known
            continue
        is_loop = high - low > 1 or has_loop(form, at)
        allowed = allowed_spread(form, low, high)
        written = write_out(form, parts, low, high, solved, space, loop) if fits(low, high, loop) else 0
        where = (loop.form, loop.parts, 0, written, loop.solved, loop.space)
        if written == 0:
            where = (form, parts, low, high, solved, space)
        sweeps = max(MOST_SWEEPS, most_outcomes // loop.form.first[written]) if written > 0 else MOST_SWEEPS
        solve_component(*where, is_loop, steady, sweeps, allowed)  # called once, as each call is compiled by itself
        if written > 0:
            write_back(form, parts, low, high, solved, space, loop)
        if space.stop[0]:
            return part
        if is_loop and spread(parts, low, high, solved) > spread_after(form, parts, low, high, solved, space) + allowed:
            return part
    return end


def fits(begin: int, end: int, loop: Loop) -> bool:
    """Is a component large enough to be written out, and is there memory for it?"""
    return FEWEST_NODES <= end - begin <= len(loop.parts.order)


def solve_component(
    form: Form,
    parts: Components,
    begin: int,
    end: int,
    solved: Solved,
    space: Space,
    is_loop: bool,
    steady: float,
    most_sweeps: int,
    allowed: float,
) -> None:
    """Find values, odds and bounds of a component; bounds that say nothing where iteration is hopeless."""
    is_near = iterate(form, parts, begin, end, is_loop, solved, space, steady, most_sweeps)
    for seat in range(P1, P2 + 1):
        floor, worst = (solved.floor, 0.0) if seat == P1 else (solved.ceiling, -1.0)
        if is_near:
            process = Process(form, parts, begin, end, seat, solved.odds, space)
            raise_floor(process, solved.values, floor, allowed)
        else:
            for member in range(begin, end):
                floor[parts.order[member]] = worst


def spread(parts: Components, begin: int, end: int, solved: Solved) -> float:
    """The largest distance between floor, ceiling and value in a component."""
    found = 0.0
    for member in range(begin, end):
        found = max(found, width(parts.order[member], solved))
    return found


def spread_after(form: Form, parts: Components, begin: int, end: int, solved: Solved, space: Space) -> float:
    """The largest distance between floor, ceiling and value in what a component leads to."""
    found = 0.0
    for member in range(begin, end):
        space.label[parts.order[member]] = INSIDE
    for member in range(begin, end):
        at = parts.order[member]
        for outcome in range(form.first[at], form.first[at + 1]):
            if space.label[form.to[outcome]] == OUTSIDE:
                found = max(found, width(form.to[outcome], solved))
    for member in range(begin, end):
        space.label[parts.order[member]] = OUTSIDE
    return found


def width(at: int, solved: Solved) -> float:
    """The distance between floor, ceiling and value of a node; infinite if one of them is not a number."""
    low, value, high = solved.floor[at], solved.values[at], -solved.ceiling[at]
    if not (abs(low) <= 1.0 and abs(value) <= 1.0 and abs(high) <= 1.0):
        return inf
    return max(high, value) - min(low, value)


def are_odds(count: int, form: Form, odds: Floats, tolerance: float) -> bool:
    """Are the odds of each node with a choice none below zero, and do those of each side add up to 1?"""
    for at in range(count):
        if has_choice(form, at):
            begin, middle, end = form.first_odds[at], form.first_odds[at] + form.rows[at], form.first_odds[at + 1]
            if not (add_up(odds, begin, middle, tolerance) and add_up(odds, middle, end, tolerance)):
                return False
    return True


def add_up(odds: Floats, begin: int, end: int, tolerance: float) -> bool:
    """Are these odds none below zero, and do they add up to 1?"""
    total = 0.0
    for place in range(begin, end):
        if not odds[place] >= 0.0:
            return False
        total += odds[place]
    return abs(total - 1.0) <= tolerance
