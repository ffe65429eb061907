"""Maximal end components of a Markov decision process: where the deciding side can keep the game going for ever."""

from headway.rulekit import CHANCE, OVER
from headway.solver.graph import Distribution, Graph

DecisionProcess = dict[int, list[Distribution]]
"""A Markov decision process: for each node that is not an end, where each action leads."""


def collapse_end_components(graph: Graph, process: DecisionProcess) -> tuple[DecisionProcess, dict[int, int]]:
    """The process with each end component collapsed into one node, and the node that each node is represented by.

    Within an end component the deciding side can go anywhere without leaving it, so its nodes have the same value. To
    stay for ever becomes one more action: it leads past the last node of the graph, and is worth one half.
    """
    representative = {at: at for at in process}
    components = end_components(graph, process)
    for component in components:
        representative.update(dict.fromkeys(component, min(component)))

    def mapped(distribution: Distribution) -> Distribution:
        found = Distribution()
        for to, odds in distribution.items():
            target = representative.get(to, to)
            found[target] = found.get(target, 0.0) + odds
        return found

    collapsed = {
        at: [mapped(action) for action in actions] for at, actions in process.items() if representative[at] == at
    }
    for component in components:
        leaving = [mapped(action) for at in component for action in process[at] if not component.issuperset(action)]
        collapsed[min(component)] = [{len(graph.nodes): 1.0}, *leaving]
    return collapsed, representative


def can_go_on_for_ever(graph: Graph) -> bool:
    """Could the two sides together keep the game going for ever, whatever chance does?"""
    process: DecisionProcess = {}
    for at, node in enumerate(graph.nodes):
        if node.actor == CHANCE:
            process[at] = [{edge.to: 1.0 for edge in node.edges}]
        elif node.actor != OVER:
            process[at] = [{edge.to: 1.0} for edge in node.edges]
    return bool(end_components(graph, process))


def end_components(graph: Graph, process: DecisionProcess) -> list[set[int]]:
    """The maximal end components: what is left of the strongly connected components without actions that may leave."""
    found: list[set[int]] = []
    waiting = [[at for at in component if at in process] for component in graph.components]
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


def _strongly_connected(group: set[int], process: DecisionProcess) -> list[list[int]]:
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
