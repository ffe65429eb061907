"""Games without chance and secrets: wins, losses and endless play, worked out backwards from the ends."""

from headway.rulekit import OVER
from headway.solver.graph import Graph


def retrograde(graph: Graph) -> tuple[list[int | None], list[int | None]]:
    """For each node who wins it under best play, or None where play is endless; and in how many plies.

    The winner hurries and the loser delays. Nodes are settled in the order of their distance from the end, so the first
    winning move found is the shortest and the last losing one the longest.
    """
    comes_from: list[list[int]] = [[] for _ in graph.nodes]
    open_moves = [len(node.edges) for node in graph.nodes]
    for at, node in enumerate(graph.nodes):
        for edge in node.edges:
            comes_from[edge.to].append(at)
    wins: list[int | None] = [node.winner for node in graph.nodes]
    plies: list[int | None] = [0 if node.actor == OVER else None for node in graph.nodes]
    settled = [at for at, node in enumerate(graph.nodes) if node.actor == OVER]
    for at in settled:
        for before in comes_from[at]:
            if plies[before] is not None:
                continue
            open_moves[before] -= 1
            if graph.nodes[before].actor == wins[at] or open_moves[before] == 0:
                wins[before], plies[before] = wins[at], plies[at] + 1  # type: ignore[operator]
                settled.append(before)
    return wins, plies
