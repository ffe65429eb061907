"""Maximal end components of a Markov decision process: where the deciding side can keep the game going for ever."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

Number = TypeVar("Number")

Process = Mapping[int, Sequence[Mapping[int, Number]]]
"""A Markov decision process: for each node, where each action leads, with probabilities."""


def end_components(process: Process[Number], components: Iterable[Iterable[int]]) -> list[set[int]]:
    """The maximal end components: what is left of strongly connected components without actions that may leave."""
    found: list[set[int]] = []
    waiting = [[at for at in component if at in process] for component in components]
    while waiting:
        group = set(waiting.pop())
        staying = {at for at in group if any(group.issuperset(action) for action in process[at])}
        if not staying:
            continue
        if staying != group:
            waiting.append(list(staying))
            continue
        parts = _strongly_connected(group, {at: [a for a in process[at] if group.issuperset(a)] for at in group})
        if len(parts) == 1:
            found.append(group)
        else:
            waiting += parts
    return found


def _strongly_connected(group: set[int], process: Process[Number]) -> list[list[int]]:
    """The strongly connected parts of a group of nodes: what can be reached from a node and reaches it."""
    successors = {at: {to for action in process[at] for to in action} for at in group}
    predecessors: dict[int, set[int]] = {at: set() for at in group}
    for at, following in successors.items():
        for to in following:
            predecessors[to].add(at)
    left, parts = set(group), []
    while left:
        root = next(iter(left))
        part = _reachable(root, successors, left) & _reachable(root, predecessors, left)
        parts.append(list(part))
        left -= part
    return parts


def _reachable(root: int, neighbours: dict[int, set[int]], within: set[int]) -> set[int]:
    seen, waiting = {root}, [root]
    for at in waiting:
        for to in neighbours[at]:
            if to in within and to not in seen:
                seen.add(to)
                waiting.append(to)
    return seen
