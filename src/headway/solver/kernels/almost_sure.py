"""Almost-sure winning: who wins with probability 1, decided by where the nodes lead, without the odds.

A side is sure to win where it has a strategy with which it wins with probability 1, whatever the other side does. These
nodes are the largest set in which the side has choices that never leave the set, and of which some, whatever the other
side chooses, may lead nearer to a win (de Alfaro, Henzinger and Kupferman): mixing all such choices, it gets there.
"""

from headway.rulekit import P1
from headway.solver.kernels.arrays import Floats, Ints
from headway.solver.kernels.form import Components, Form, has_choice


def mark_sure(
    begin: int,
    end: int,
    form: Form,
    parts: Components,
    seat: int,
    values: Floats,
    nearly: float,
    may_stay: Ints,
    sure: Ints,
    stop: Ints,
) -> None:
    """Mark in `sure` the nodes at which `seat` is sure to win, of components up to `end`; what they lead to is marked.

    Only nodes whose value, to the seat, is at least `nearly` are looked at. Ends are worth exactly 0, 1, or one half.
    `may_stay` is working space: the nodes that the seat need not avoid. It is given up once `stop[0]` is set.
    """
    for part in range(begin, end):
        low, high = parts.bounds[part], parts.bounds[part + 1]
        is_smaller = False
        for member in range(low, high):
            at = parts.order[member]
            value = values[at] if seat == P1 else 1.0 - values[at]
            may_stay[at] = 1 if value >= nearly else 0
            sure[at] = may_stay[at] if form.rows[at] == 0 else 0
            is_smaller = is_smaller or (may_stay[at] == 1 and form.rows[at] > 0)
        while is_smaller:
            for member in range(low, high):
                sure[parts.order[member]] = 0
            is_larger = True
            while is_larger:
                if stop[0]:
                    return
                is_larger = False
                for member in range(low, high):
                    at = parts.order[member]
                    if may_stay[at] and not sure[at] and comes_nearer(form, at, seat, may_stay, sure):
                        sure[at] = 1
                        is_larger = high - low > 1
            is_smaller = False
            for member in range(low, high):
                at = parts.order[member]
                if may_stay[at] and not sure[at]:
                    may_stay[at] = 0
                    is_smaller = high - low > 1


def comes_nearer(form: Form, at: int, seat: int, may_stay: Ints, sure: Ints) -> bool:
    """Can a seat stay among the nodes that it need not avoid, and perhaps get to one that is marked?"""
    begin, end = form.first[at], form.first[at + 1]
    if not has_choice(form, at):
        is_near = False
        for outcome in range(begin, end):
            if not may_stay[form.to[outcome]]:
                return False
            is_near = is_near or sure[form.to[outcome]] == 1
        return is_near
    own, others = form.rows[at], form.columns[at]
    step, other_step = form.columns[at], 1
    if seat != P1:
        own, others, step, other_step = others, own, other_step, step
    for reply in range(others):
        is_near = False
        for choice in range(own):
            if sure[form.to[begin + choice * step + reply * other_step]]:
                is_safe = True
                for other in range(others):
                    is_safe = is_safe and may_stay[form.to[begin + choice * step + other * other_step]] == 1
                is_near = is_near or is_safe
        if not is_near:
            return False
    return True


def set_certain(count: int, form: Form, values: Floats, p1_sure: Ints, p2_sure: Ints, least: float) -> int:
    """Make the values 1 and 0 where a side is sure to win, and nowhere else; returns how many were not.

    Where no side is sure, values are at least `least` away from 0 and 1.
    """
    wrong = 0
    for at in range(count):
        if form.rows[at] == 0:
            continue
        value = min(max(values[at], least), 1.0 - least)
        if p1_sure[at]:
            value = 1.0
        elif p2_sure[at]:
            value = 0.0
        if value != values[at]:
            values[at] = value
            wrong += 1
    return wrong
