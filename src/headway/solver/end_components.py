"""Maximal end components of a Markov decision process: where the deciding side can keep the game going for ever."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from headway.solver.kernels.components import tarjan

Number = TypeVar("Number")

Process = Mapping[int, Sequence[Mapping[int, Number]]]
"""A Markov decision process: for each node, where each action leads, with probabilities."""

Staying = dict[int, list[Iterable[int]]]
"""For each of some nodes, where its actions lead that cannot leave these nodes."""


def end_components(process: Process[Number], components: Iterable[Iterable[int]]) -> list[set[int]]:
    """The maximal end components: what is left of strongly connected components without actions that may leave."""
    found: list[set[int]] = []
    waiting = [[at for at in component if at in process] for component in components]
    while waiting:
        group = waiting.pop()
        staying = _staying(process, group)
        parts = _strongly_connected(staying)
        if len(parts) == 1 and len(staying) == len(group):
            found.append(set(group))
        else:
            waiting += parts
    return found


def _staying(process: Process[Number], group: Sequence[int]) -> Staying:
    """The nodes that are left when those are removed that have no action, or only actions that may leave the rest."""
    nodes = set(group)
    staying: Staying = {at: [action for action in process[at] if nodes.issuperset(action)] for at in group}
    count = {at: len(actions) for at, actions in staying.items()}
    users: dict[int, list[tuple[int, int]]] = {at: [] for at in group}
    is_dead = {at: [False] * len(actions) for at, actions in staying.items()}
    for at, actions in staying.items():
        for number, action in enumerate(actions):
            for to in action:
                users[to].append((at, number))
    removed = [at for at in group if not count[at]]
    for gone in removed:
        for at, number in users[gone]:
            if not is_dead[at][number]:
                is_dead[at][number] = True
                count[at] -= 1
                if not count[at]:
                    removed.append(at)
    return {
        at: [action for action, dead in zip(actions, is_dead[at], strict=True) if not dead]
        for at, actions in staying.items()
        if count[at]
    }


def _strongly_connected(staying: Staying) -> list[list[int]]:
    """The strongly connected parts of a group of nodes."""
    nodes, size = list(staying), len(staying)
    number = {at: place for place, at in enumerate(nodes)}
    first, to = [0], list[int]()
    for at in nodes:
        to += {number[each] for action in staying[at] for each in action}
        first.append(len(to))
    order, bounds, space = [0] * size, [0] * (size + 1), [[0] * size for _ in range(5)]
    count = tarjan(size, first, to, order, bounds, *space)
    return [[nodes[place] for place in order[bounds[part] : bounds[part + 1]]] for part in range(count)]
