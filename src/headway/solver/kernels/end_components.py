"""Maximal end components: where one side can keep the game going for ever, if the other keeps to its odds.

If one side keeps to its odds, the other faces a Markov decision process. An end component of it is a set of nodes in
which the other side can stay and go from any node to any other; a maximal one is not part of a larger one.
"""

from headway.rulekit import P1
from headway.solver.kernels.arrays import Floats
from headway.solver.kernels.components import tarjan
from headway.solver.kernels.form import Components, Form, Space, has_choice, replies

OUTSIDE, LEAVES = -1, 0
"""Labels of nodes: outside the component, and inside it but in no end component."""


def number_end_components(
    begin: int, end: int, form: Form, parts: Components, seat: int, odds: Floats, space: Space
) -> int:
    """Number the maximal end components within components `begin` to `end` from 1 on; returns how many there are.

    The number of each node is written to `space.local`: 0 where it is in none.
    """
    found = 0
    for part in range(begin, end):
        low, high = parts.bounds[part], parts.bounds[part + 1]
        classes = label_end_components(form, parts, low, high, seat, odds, space)
        for member in range(low, high):
            at = parts.order[member]
            space.local[at] = found + space.label[at] if space.label[at] > LEAVES else 0
            space.label[at] = OUTSIDE
        found += classes
    return found


def label_end_components(
    form: Form, parts: Components, begin: int, end: int, seat: int, odds: Floats, space: Space
) -> int:
    """Label the nodes of a component by the maximal end component that each is in, from 1; returns how many there are.

    Replies that may leave are dropped, and nodes without a reply; what is left falls apart into strongly connected
    components, from which replies may lead out again. This is repeated until nothing changes.
    """
    for member in range(begin, end):
        space.label[parts.order[member]] = 1
    classes = 1
    while True:
        is_smaller = drop_leaving(form, parts, begin, end, seat, odds, space)
        found = connect(form, parts, begin, end, seat, odds, space)
        if found == 0 or (found == classes and not is_smaller):
            return found
        classes = found


def drop_leaving(form: Form, parts: Components, begin: int, end: int, seat: int, odds: Floats, space: Space) -> bool:
    """Label the nodes that have to leave those with their label, and then those that had to lead to these.

    Returns whether there are any. A node is looked at once, and then again for each way to a node that has to leave.
    """
    waiting = 0
    for member in range(begin, end):
        at = parts.order[member]
        if space.label[at] > LEAVES and not can_stay(form, at, seat, odds, space):
            space.label[at] = LEAVES
            space.stack[waiting] = member - begin
            waiting += 1
    if waiting == 0:
        return False
    find_ways_in(form, parts, begin, end, space)
    while waiting:
        waiting -= 1
        gone = space.stack[waiting]
        for way in range(space.first[gone], space.first[gone + 1]):
            at = parts.order[begin + space.to[way]]
            if space.label[at] > LEAVES and not can_stay(form, at, seat, odds, space):
                space.label[at] = LEAVES
                space.stack[waiting] = space.to[way]
                waiting += 1
    return True


def find_ways_in(form: Form, parts: Components, begin: int, end: int, space: Space) -> None:
    """Write down from which nodes of a component outcomes lead to each, by their places in it: in `first` and `to`."""
    for member in range(begin, end):
        space.local[parts.order[member]] = member - begin
        space.first[member - begin] = 0
    for member in range(begin, end):
        at = parts.order[member]
        for outcome in range(form.first[at], form.first[at + 1]):
            if space.label[form.to[outcome]] != OUTSIDE:
                space.first[space.local[form.to[outcome]]] += 1
    ways = 0
    for place in range(end - begin):
        ways += space.first[place]
        space.first[place] = ways  # the end of its ways, which are filled in from there
    space.first[end - begin] = ways
    for member in range(begin, end):
        at = parts.order[member]
        for outcome in range(form.first[at], form.first[at + 1]):
            if space.label[form.to[outcome]] != OUTSIDE:
                place = space.local[form.to[outcome]]
                space.first[place] -= 1
                space.to[space.first[place]] = member - begin


def can_stay(form: Form, at: int, seat: int, odds: Floats, space: Space) -> bool:
    """Has the other side a reply that stays among the nodes with the same label?"""
    for reply in range(replies(form, at, seat)):
        if stays(form, at, reply, seat, odds, space):
            return True
    return False


def stays(form: Form, at: int, reply: int, seat: int, odds: Floats, space: Space) -> bool:
    """Does a reply lead, for certain, to nodes with the same label?"""
    rows, columns, begin, own = form.rows[at], form.columns[at], form.first[at], form.first_odds[at]
    label = space.label[at]
    if not has_choice(form, at):
        for outcome in range(begin, form.first[at + 1]):
            if space.label[form.to[outcome]] != label:
                return False
    elif seat == P1:
        for row in range(rows):
            if odds[own + row] > 0.0 and space.label[form.to[begin + row * columns + reply]] != label:
                return False
    else:
        for column in range(columns):
            if odds[own + rows + column] > 0.0 and space.label[form.to[begin + reply * columns + column]] != label:
                return False
    return True


def connect(form: Form, parts: Components, begin: int, end: int, seat: int, odds: Floats, space: Space) -> int:
    """Label anew the nodes that can stay, by the strongly connected components that staying replies make of them."""
    count, edges = 0, 0
    for member in range(begin, end):
        at = parts.order[member]
        if space.label[at] > LEAVES:
            space.local[at] = count
            count += 1
    count = 0
    for member in range(begin, end):
        at = parts.order[member]
        if space.label[at] > LEAVES:
            space.first[count] = edges
            count += 1
            for reply in range(replies(form, at, seat)):
                if stays(form, at, reply, seat, odds, space):
                    edges = add_edges(form, at, reply, seat, odds, space, edges)
    space.first[count] = edges
    found = tarjan(
        count,
        space.first,
        space.to,
        space.order,
        space.bounds,
        space.found,
        space.low,
        space.stack,
        space.path,
        space.following,
    )
    # `stack` is free again: it receives the label of each local node
    for part in range(found):
        for member in range(space.bounds[part], space.bounds[part + 1]):
            space.stack[space.order[member]] = part + 1
    for member in range(begin, end):
        at = parts.order[member]
        if space.label[at] > LEAVES:
            space.label[at] = space.stack[space.local[at]]
    return found


def add_edges(form: Form, at: int, reply: int, seat: int, odds: Floats, space: Space, edges: int) -> int:
    """Add the edges of a reply to the graph of those that stay; returns how many edges there are then."""
    rows, columns, begin, own = form.rows[at], form.columns[at], form.first[at], form.first_odds[at]
    if not has_choice(form, at):
        for outcome in range(begin, form.first[at + 1]):
            space.to[edges] = space.local[form.to[outcome]]
            edges += 1
    elif seat == P1:
        for row in range(rows):
            if odds[own + row] > 0.0:
                space.to[edges] = space.local[form.to[begin + row * columns + reply]]
                edges += 1
    else:
        for column in range(columns):
            if odds[own + rows + column] > 0.0:
                space.to[edges] = space.local[form.to[begin + reply * columns + column]]
                edges += 1
    return edges
