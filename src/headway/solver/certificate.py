"""Certificates: how far the values of a solution can be from the truth, computed without the code that found it."""

from collections.abc import Sequence
from fractions import Fraction

from headway.rulekit import CHANCE, OVER, P1
from headway.solver.graph import Graph


def local_error(graph: Graph, wins: Sequence[int | None], plies: Sequence[int | None]) -> str | None:
    """Where the solution of a game without chance contradicts itself; None if it does not, and then it is right.

    A node won in n plies has, for its winner, a move to one won in n - 1 and none to a shorter one; for the loser, only
    moves to nodes won by the other side, the longest in n - 1. By induction on n the winner gets there. From an endless
    node no move wins, and some move leads to an endless node: both sides can keep play endless.
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


def residual(graph: Graph, values: Sequence[Fraction]) -> Fraction:
    """The largest difference between a value of a Markov chain and the mean of the values that follow it.

    If it is zero the values are exact: every node of a chain leads to an end or to nodes that never end, and the values
    of both are checked as well.
    """
    errors = [2 * values[at] - 1 for at in graph.endless_nodes()]
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER:
            errors.append(values[at] - int(node.winner == P1))
        else:
            weights = [edge.weight if node.actor == CHANCE else 1 for edge in node.edges]
            shares = (weight * values[edge.to] for weight, edge in zip(weights, node.edges, strict=True))
            ahead = sum(shares, start=Fraction(0))
            errors.append(values[at] - ahead / sum(weights))
    return max(map(abs, errors))
