"""Strongly connected components, by Tarjan's algorithm."""

from headway.solver.kernels.arrays import Ints


def tarjan(
    count: int,
    first: Ints,
    to: Ints,
    order: Ints,
    bounds: Ints,
    found: Ints,
    low: Ints,
    stack: Ints,
    path: Ints,
    following: Ints,
) -> int:
    """Find the strongly connected components of a graph in reverse topological order; returns how many there are.

    The edges of node n lead to `to[first[n]]` up to `to[first[n + 1] - 1]`. Component c is the nodes of `order` from
    `bounds[c]` to `bounds[c + 1] - 1`. The other arrays are working space; `low` is 0 for nodes that are finished.
    """
    components, filled, height, time = 0, 0, 0, 0
    for node in range(count):
        found[node] = 0
    for root in range(count):
        if found[root]:
            continue
        depth = 0
        path[0] = root
        following[root] = first[root]
        while depth >= 0:
            at = path[depth]
            if not found[at]:
                time += 1
                found[at] = time
                low[at] = time
                stack[height] = at
                height += 1
            if following[at] < first[at + 1]:
                after = to[following[at]]
                following[at] += 1
                if not found[after]:
                    depth += 1
                    path[depth] = after
                    following[after] = first[after]
                elif low[after]:
                    low[at] = min(low[at], found[after])
                continue
            depth -= 1
            own = low[at]
            if own == found[at]:
                bounds[components] = filled
                components += 1
                while True:
                    height -= 1
                    member = stack[height]
                    low[member] = 0
                    order[filled] = member
                    filled += 1
                    if member == at:
                        break
            elif depth >= 0:
                low[path[depth]] = min(low[path[depth]], own)
    bounds[components] = filled
    return components
