"""Retrograde analysis: wins, losses and endless play of games without chance and secrets, backwards from the ends."""

from headway.rulekit import OVER
from headway.solver.graph import Graph


def retrograde(graph: Graph) -> tuple[list[int | None], list[int | None]]:
    """Who wins each node under best play, None where play is endless; and after how many plies.

    The winner takes the shortest way and the loser the longest. Nodes are decided in the order of their distance from
    the end, so the first winning move that is found is the shortest, and the last losing one the longest.
    """
    predecessors: list[list[int]] = [[] for _ in graph.nodes]
    open_moves = [len(node.edges) for node in graph.nodes]
    for at, node in enumerate(graph.nodes):
        for edge in node.edges:
            predecessors[edge.to].append(at)
    wins: list[int | None] = [node.winner for node in graph.nodes]
    plies: list[int | None] = [0 if node.actor == OVER else None for node in graph.nodes]
    decided = [at for at, node in enumerate(graph.nodes) if node.actor == OVER]
    for at in decided:
        for before in predecessors[at]:
            if plies[before] is not None:
                continue
            open_moves[before] -= 1
            if graph.nodes[before].actor == wins[at] or open_moves[before] == 0:
                wins[before], plies[before] = wins[at], plies[at] + 1  # type: ignore[operator]
                decided.append(before)
    return wins, plies
