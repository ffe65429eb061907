"""Certificates: what the strategies of a solution really guarantee, found out by other means than found them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.graph import Graph

Number = TypeVar("Number", Fraction, float)

TOLERANCE = 1e-9
STEADY = 1e-15
MOST_ROUNDS = 20_000


def local_proof(graph: Graph, wins: Sequence[int | None], plies: Sequence[int | None]) -> str | None:
    """Why the answers for a game without chance do not prove themselves, or None: then they are right.

    A node won in n plies has, for its winner, a move to one won in n - 1 and none to a shorter one; for the loser, only
    moves to nodes won by the other side, the longest in n - 1. By induction on n the winner gets there. From an endless
    node no move wins, and some move stays endless: both sides can keep it so.
    """
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER:
            if (wins[at], plies[at]) != (node.winner, 0):
                return f"{node.state} is over"
            continue
        follow = [(wins[edge.to], plies[edge.to]) for edge in node.edges]
        won = [distance for winner, distance in follow if winner == node.actor and distance is not None]
        lost = [distance for winner, distance in follow if winner == 1 - node.actor and distance is not None]
        if won:
            expected = node.actor, min(won) + 1
        elif len(lost) == len(follow):
            expected = 1 - node.actor, max(lost) + 1
        else:
            expected = None, None  # type: ignore[assignment]
        if (wins[at], plies[at]) != expected:
            return f"{node.state} is {wins[at], plies[at]} and its moves say {expected}"
    return None


def residual(graph: Graph, values: Sequence[Number]) -> Number:
    """How far the values of a chain are from being the mean of what follows: none at all if they are exact.

    That settles them, since every node of a chain leads to an end or to a part that never ends, and those are checked.
    """
    off = [2 * values[at] - 1 for at in graph.without_end()]
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER:
            off.append(values[at] - int(node.winner == P1))
        else:
            weights = [edge.weight if node.actor == CHANCE else 1 for edge in node.edges]
            ahead = sum(
                (w * values[edge.to] for w, edge in zip(weights, node.edges, strict=True)), start=0 * values[at]
            )
            off.append(values[at] - ahead / sum(weights))
    return max(map(abs, off))


def gap(graph: Graph, odds: Sequence[Sequence[float]]) -> float:
    """The most, over all nodes, by which P2's guarantee lies above P1's: how far both strategies can be from best."""
    floor, ceiling = guarantee(graph, odds, P1), guarantee(graph, odds, P2)
    return max(high - low for low, high in zip(floor, ceiling, strict=True))


def guarantee(graph: Graph, odds: Sequence[Sequence[float]], seat: int) -> list[float]:
    """The chance that P1 wins at each node if `seat` keeps to its odds and the other side replies as well as it can."""
    answers = {edge.to for node in graph.nodes if node.is_secret for edge in node.edges}
    best: Callable[..., float] = min if seat == P1 else max
    values = [0.5] * len(graph.nodes)

    def mean(weights: Sequence[float], worths: Sequence[float]) -> float:
        return sum(w * worth for w, worth in zip(weights, worths, strict=True))

    def worth(at: int) -> float:
        node = graph.nodes[at]
        if node.actor == OVER:
            return float(node.winner == P1)
        if node.is_secret:
            table = [[values[edge.to] for edge in graph.nodes[row.to].edges] for row in node.edges]
            if node.actor == seat:  # the other side guesses, not knowing the choice
                return best(mean(odds[at], column) for column in zip(*table, strict=True))
            return best(mean(odds[node.edges[0].to], row) for row in table)
        follow = [values[edge.to] for edge in node.edges]
        if node.actor == CHANCE:
            weights = [edge.weight for edge in node.edges]
            return mean(weights, follow) / sum(weights)
        return mean(odds[at], follow) if node.actor == seat else best(follow)

    for component in graph.components():
        own = [at for at in component if at not in answers]
        for _ in range(MOST_ROUNDS):
            change = 0.0
            for at in own:
                new = worth(at)
                change = max(change, abs(new - values[at]))
                values[at] = new
            if change <= STEADY:
                break
    return values
