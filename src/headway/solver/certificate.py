"""Certificates: what the strategies of a solution really guarantee, found out by other means than found them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.graph import Graph

Number = TypeVar("Number", Fraction, float)

TOLERANCE = 1e-9
STILL = 1e-15
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


def gap(graph: Graph, odds: Sequence[Sequence[float]], values: Sequence[float]) -> float:
    """The most, over all nodes, by which a value can be wrong: it, what P1's strategy surely gets, and what P2's surely
    concedes lie this close together.
    """
    answers = {edge.to for node in graph.nodes if node.is_secret for edge in node.edges}
    floor, ceiling = guarantee(graph, odds, P1), guarantee(graph, odds, P2)
    settled = [at for at in range(len(graph.nodes)) if at not in answers]
    return max(max(ceiling[at], values[at]) - min(floor[at], values[at]) for at in settled)


def guarantee(graph: Graph, odds: Sequence[Sequence[float]], seat: int) -> list[float]:
    """The chance that P1 wins at each node if `seat` keeps to its odds and the other side replies as well as it can.

    It is a bound on the safe side: from below for P1's strategy, from above for P2's. Where the replying side can keep
    the game going for ever, that is one more reply, worth one half; with that settled, iteration from 0 and from 1
    closes in on the truth from both sides, and however early it stops, the truth is between.
    """
    replies = _replies(graph, odds, seat)
    forever = _forever(graph, replies)
    best: Callable[..., float] = min if seat == P1 else max
    low, high = [0.0] * len(graph.nodes), [1.0] * len(graph.nodes)
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER:
            low[at] = high[at] = float(node.winner == P1)
    for component in graph.components():
        own = [at for at in component if at in replies]
        groups = {id(forever[at]): forever[at] for at in own if at in forever}
        single = [at for at in own if at not in forever]
        for _ in range(MOST_ROUNDS):
            moved = 0.0
            for bound in (low, high):
                for at in single:
                    value = best(_mean(reply, bound) for reply in replies[at])
                    moved = max(moved, abs(value - bound[at]))
                    bound[at] = value
                for group in groups.values():
                    leaving = [_mean(r, bound) for at in group for r in replies[at] if not group.issuperset(r)]
                    value = best([0.5, *leaving])
                    moved = max(moved, *(abs(value - bound[at]) for at in group))
                    for at in group:
                        bound[at] = value
            if moved <= STILL:  # to stop early is safe: the truth stays between the bounds
                break
    return low if seat == P1 else high


Reply = dict[int, float]
"""Where a reply leads, with the odds of each node."""


def _mean(reply: Reply, values: Sequence[float]) -> float:
    return sum(odd * values[to] for to, odd in reply.items())


def _replies(graph: Graph, odds: Sequence[Sequence[float]], seat: int) -> dict[int, list[Reply]]:
    """At each node what the other side can bring about; at nodes that are not its own there is one way."""

    def blend(weights: Sequence[float], nodes: Sequence[int]) -> Reply:
        total, reply = sum(weights), dict[int, float]()
        for weight, to in zip(weights, nodes, strict=True):
            if weight > 0:
                reply[to] = reply.get(to, 0.0) + weight / total
        return reply

    answers = {edge.to for node in graph.nodes if node.is_secret for edge in node.edges}
    found: dict[int, list[Reply]] = {}
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER or at in answers:
            continue
        follow = [edge.to for edge in node.edges]
        if node.is_secret:
            table = [[edge.to for edge in graph.nodes[row].edges] for row in follow]
            if node.actor == seat:  # the other side guesses, not knowing the choice
                found[at] = [blend(odds[at], column) for column in zip(*table, strict=True)]
            else:
                found[at] = [blend(odds[follow[0]], row) for row in table]
        elif node.actor == CHANCE:
            found[at] = [blend([edge.weight for edge in node.edges], follow)]
        elif node.actor == seat:
            found[at] = [blend(odds[at], follow)]
        else:
            found[at] = [{to: 1.0} for to in follow]
    return found


def _forever(graph: Graph, replies: dict[int, list[Reply]]) -> dict[int, frozenset[int]]:
    """The nodes among which the replying side can keep the game for ever, each with its whole group.

    They are the maximal end components: what is left of the components when all that may lead out has been taken away.
    """
    found: dict[int, frozenset[int]] = {}
    waiting = [[at for at in component if at in replies] for component in graph.components()]
    while waiting:
        group = set(waiting.pop())
        staying = {at for at in group if any(group.issuperset(reply) for reply in replies[at])}
        if not staying:
            continue
        if staying != group:
            waiting.append(list(staying))
            continue
        parts = _parts(group, {at: [r for r in replies[at] if group.issuperset(r)] for at in group})
        if len(parts) == 1:
            found.update(dict.fromkeys(group, frozenset(group)))
        else:
            waiting += parts
    return found


def _parts(group: set[int], replies: dict[int, list[Reply]]) -> list[list[int]]:
    """The strongly connected parts of a group of nodes, by walking forwards and backwards from one after the other."""
    ahead = {at: {to for reply in replies[at] for to in reply} for at in group}
    behind: dict[int, set[int]] = {at: set() for at in group}
    for at, following in ahead.items():
        for to in following:
            behind[to].add(at)
    left, parts = set(group), []
    while left:
        root = next(iter(left))
        part = _reach(root, ahead, left) & _reach(root, behind, left)
        parts.append(list(part))
        left -= part
    return parts


def _reach(root: int, steps: dict[int, set[int]], within: set[int]) -> set[int]:
    seen, waiting = {root}, [root]
    for at in waiting:
        for to in steps[at]:
            if to in within and to not in seen:
                seen.add(to)
                waiting.append(to)
    return seen
