"""Maximal end components: where one side can keep the game going for ever, if the other keeps to its odds.

If one side keeps to its odds, the other faces a Markov decision process. An end component of it is a set of nodes in
which the other side can stay and go from any node to any other; a maximal one is not part of a larger one.
"""

from headway.solver.kernels.arrays import Floats
from headway.solver.kernels.components import tarjan
from headway.solver.kernels.form import Components, Form, Space
from headway.solver.kernels.process import INSIDE, OUTSIDE, Process, chance, replies, target, ways


def number_end_components(
    begin: int, end: int, form: Form, parts: Components, seat: int, odds: Floats, space: Space
) -> int:
    """Number the maximal end components within components `begin` to `end` from 1 on; returns how many there are.

    The number of each node is written to `space.local`: 0 where it is in none.
    """
    found = 0
    for part in range(begin, end):
        low, high = parts.bounds[part], parts.bounds[part + 1]
        classes = label_end_components(Process(form, parts, low, high, seat, odds, space))
        for member in range(low, high):
            at = parts.order[member]
            space.local[at] = found + space.label[at] if space.label[at] > INSIDE else 0
            space.label[at] = OUTSIDE
        found += classes
    return found


def label_end_components(process: Process) -> int:
    """Label the nodes of a component by the maximal end component that each is in, from 1; returns how many there are.

    Replies that may leave are dropped, and nodes without a reply; what is left falls apart into strongly connected
    components, from which replies may lead out again. This is repeated until nothing changes.
    """
    for member in range(process.begin, process.end):
        process.space.label[process.parts.order[member]] = 1
    classes = 1
    while True:
        is_smaller = drop_leaving(process)
        found = connect(process)
        if found == 0 or (found == classes and not is_smaller):
            return found
        classes = found


def drop_leaving(process: Process) -> bool:
    """Label the nodes that have to leave those with their label, and then those that had to lead to these.

    Returns whether there are any. A node is looked at once, and then again for each way to a node that has to leave.
    """
    order, space, begin = process.parts.order, process.space, process.begin
    waiting = 0
    for member in range(begin, process.end):
        at = order[member]
        if space.label[at] > INSIDE and not can_stay(process, at):
            space.label[at] = INSIDE
            space.stack[waiting] = member - begin
            waiting += 1
    if waiting == 0:
        return False
    find_ways_in(process)
    while waiting:
        waiting -= 1
        gone = space.stack[waiting]
        for way in range(space.first[gone], space.first[gone + 1]):
            at = order[begin + space.to[way]]
            if space.label[at] > INSIDE and not can_stay(process, at):
                space.label[at] = INSIDE
                space.stack[waiting] = space.to[way]
                waiting += 1
    return True


def find_ways_in(process: Process) -> None:
    """Write down from which nodes of a component outcomes lead to each, by their places in it: in `first` and `to`."""
    form, order, space, begin, end = process.form, process.parts.order, process.space, process.begin, process.end
    for member in range(begin, end):
        space.local[order[member]] = member - begin
        space.first[member - begin] = 0
    for member in range(begin, end):
        at = order[member]
        for outcome in range(form.first[at], form.first[at + 1]):
            if space.label[form.to[outcome]] != OUTSIDE:
                space.first[space.local[form.to[outcome]]] += 1
    ways_in = 0
    for place in range(end - begin):
        ways_in += space.first[place]
        space.first[place] = ways_in  # the end of its ways, which are filled in from there
    space.first[end - begin] = ways_in
    for member in range(begin, end):
        at = order[member]
        for outcome in range(form.first[at], form.first[at + 1]):
            if space.label[form.to[outcome]] != OUTSIDE:
                place = space.local[form.to[outcome]]
                space.first[place] -= 1
                space.to[space.first[place]] = member - begin


def can_stay(process: Process, at: int) -> bool:
    """Has the other side a reply that stays among the nodes with the same label?"""
    for reply in range(replies(process, at)):
        if stays(process, at, reply):
            return True
    return False


def stays(process: Process, at: int, reply: int) -> bool:
    """Does a reply lead, for certain, to nodes with the same label?"""
    label, reached = process.space.label, ways(process, at, reply)
    for number in range(reached.outcomes):
        if chance(process, reached, number) > 0.0 and label[target(process, reached, number)] != label[at]:
            return False
    return True


def connect(process: Process) -> int:
    """Label anew the nodes that can stay, by the strongly connected components that staying replies make of them."""
    order, space, begin, end = process.parts.order, process.space, process.begin, process.end
    count, edges = 0, 0
    for member in range(begin, end):
        at = order[member]
        if space.label[at] > INSIDE:
            space.local[at] = count
            count += 1
    count = 0
    for member in range(begin, end):
        at = order[member]
        if space.label[at] > INSIDE:
            space.first[count] = edges
            count += 1
            for reply in range(replies(process, at)):
                if stays(process, at, reply):
                    edges = add_edges(process, at, reply, edges)
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
        at = order[member]
        if space.label[at] > INSIDE:
            space.label[at] = space.stack[space.local[at]]
    return found


def add_edges(process: Process, at: int, reply: int, edges: int) -> int:
    """Add the edges of a reply to the graph of those that stay; returns how many edges there are then."""
    reached = ways(process, at, reply)
    for number in range(reached.outcomes):
        if chance(process, reached, number) > 0.0:
            process.space.to[edges] = process.space.local[target(process, reached, number)]
            edges += 1
    return edges
