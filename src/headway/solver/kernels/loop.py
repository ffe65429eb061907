"""A large component written out as a form of its own, in which it is solved several times as fast.

Its nodes are numbered in the order in which a sweep comes to them, so that their arrays are read from the beginning to
the end, and forced moves are left out: a node from which only one move leads, to another node of the component, has no
place of its own but that of the node at which play then arrives.
"""

from typing import NamedTuple

from headway.solver.kernels.form import Components, Form, Solved, Space, has_choice
from headway.solver.kernels.process import INSIDE, OUTSIDE

FEWEST_NODES = 1_000
"""Smaller components are solved where they are: they stay in the processor's cache."""
NO_PLACE = -1


class Loop(NamedTuple):
    """Arrays for the largest component that is written out: its form, and behind its nodes those that it leads to.

    They have no entries if none is. `parts` is one component with all nodes in their order.
    """

    form: Form
    parts: Components
    solved: Solved
    space: Space


def write_out(form: Form, parts: Components, begin: int, end: int, solved: Solved, space: Space, loop: Loop) -> int:
    """Write out a component; returns how many nodes are left, which is 0 where all moves are forced.

    `space.local` has the place of each of its nodes in the loop then.
    """
    count = find_places(form, parts, begin, end, space)
    used, odds, behind = 0, 0, count
    for member in range(begin, end):
        at = parts.order[member]
        if is_forced(form, at, space):
            continue
        place = space.local[at]
        loop.form.rows[place], loop.form.columns[place] = form.rows[at], form.columns[at]
        loop.form.first[place], loop.form.first_odds[place] = used, odds
        if has_choice(form, at):
            odds += form.rows[at] + form.columns[at]
        for outcome in range(form.first[at], form.first[at + 1]):
            after = form.to[outcome]
            if space.label[after] == OUTSIDE:
                loop.solved.values[behind] = solved.values[after]
                loop.solved.floor[behind] = solved.floor[after]
                loop.solved.ceiling[behind] = solved.ceiling[after]
                loop.form.to[used] = behind
                behind += 1
            else:
                loop.form.to[used] = space.local[after]
            loop.form.share[used] = form.share[outcome]
            used += 1
    loop.form.first[count], loop.form.first_odds[count] = used, odds
    for member in range(begin, end):
        space.label[parts.order[member]] = OUTSIDE
    return count


def find_places(form: Form, parts: Components, begin: int, end: int, space: Space) -> int:
    """Number the nodes at which a move is not forced, in their order, and give each other one the number of the one at
    which play arrives; returns how many there are. The nodes are labelled then.
    """
    for member in range(begin, end):
        space.label[parts.order[member]] = INSIDE
    count = 0
    for member in range(begin, end):
        at = parts.order[member]
        space.local[at] = NO_PLACE
        if not is_forced(form, at, space):
            space.local[at] = count
            count += 1
    if count == 0:
        return 0
    for member in range(begin, end):
        last = parts.order[member]
        while space.local[last] == NO_PLACE:
            last = form.to[form.first[last]]
        at = parts.order[member]
        while space.local[at] == NO_PLACE:
            space.local[at] = space.local[last]
            at = form.to[form.first[at]]
    return count


def is_forced(form: Form, at: int, space: Space) -> bool:
    """Does only one move lead from a node, to another one of the component?"""
    return form.first[at + 1] - form.first[at] == 1 and space.label[form.to[form.first[at]]] != OUTSIDE


def write_back(form: Form, parts: Components, begin: int, end: int, solved: Solved, space: Space, loop: Loop) -> None:
    """Write what is known of a component that was written out where it belongs."""
    for member in range(begin, end):
        at = parts.order[member]
        place = space.local[at]
        solved.values[at] = loop.solved.values[place]
        solved.floor[at] = loop.solved.floor[place]
        solved.ceiling[at] = loop.solved.ceiling[place]
        if has_choice(form, at):
            own, theirs = form.first_odds[at], loop.form.first_odds[place]
            for choice in range(form.rows[at] + form.columns[at]):
                solved.odds[own + choice] = loop.solved.odds[theirs + choice]
