"""Certificates: how far the values of a solution can be from the truth, computed without the code that found it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import fsum, inf, isclose, isnan

from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.end_components import DecisionProcess, collapse_end_components
from headway.solver.graph import Distribution, Graph, Node
from headway.solver.gth import Row, TooRare, expected_rewards
from headway.tolerances import CONVERGED, ODDS_SUM, PRODUCT_ERROR, RELATIVE_IMPROVEMENT, ROUNDING

MOST_ROUNDS = 2_000


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


def gap(graph: Graph, odds: Sequence[Sequence[float]], values: Sequence[float]) -> float:
    """The most by which the value of any node can be wrong.

    P1's strategy guarantees at least a floor and P2's at most a ceiling, so the true value is between them; the gap is
    the largest spread of floor, ceiling and value.
    """
    if any(map(isnan, values)) or not all(map(_are_odds, odds, graph.nodes)):
        return inf
    floor, ceiling = guarantee(graph, odds, P1), guarantee(graph, odds, P2)
    own = [at for at in range(len(graph.nodes)) if at not in graph.guess_nodes]
    return max(max(ceiling[at], values[at]) - min(floor[at], values[at]) for at in own)


def _are_odds(given: Sequence[float], node: Node) -> bool:
    if node.actor not in (P1, P2):
        return True
    return len(given) == len(node.edges) and min(given) >= 0 and isclose(sum(given), 1, abs_tol=ODDS_SUM)


def guarantee(graph: Graph, odds: Sequence[Sequence[float]], seat: int) -> list[float]:
    """The chance that P1 wins at each node if `seat` keeps to its odds and the other side plays its best reply.

    The result is a safe bound: from below for P1's strategy, from above for P2's. It is found by interval iteration on
    the decision process that is left to the other side, with its end components collapsed: there every play ends, so
    iteration from 0 and from 1 converges to the truth from both sides, and the truth is between them whenever it stops.
    Where it converges too slowly, policy iteration gives a bound that is checked.
    """
    process = best_reply_process(graph, odds, seat)
    collapsed, representative = collapse_end_components(graph, process)
    best: Callable[..., float] = min if seat == P1 else max
    low, high = [0.0] * len(graph.nodes) + [0.5], [1.0] * len(graph.nodes) + [0.5]  # the last entry is endless play
    safe = low if seat == P1 else high
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER:
            low[at] = high[at] = float(node.winner == P1)
    for component in graph.components:
        here = {representative[at]: collapsed[representative[at]] for at in component if at in process}
        for _ in range(MOST_ROUNDS):
            changed = 0.0
            for bound in (low, high):
                for at, actions in here.items():
                    value = best(_mean(action, bound) for action in actions)
                    changed = max(changed, abs(value - bound[at]))
                    bound[at] = value
            if changed <= CONVERGED:
                break
        if any(high[at] - low[at] > ROUNDING for at in here):
            with suppress(TooRare):  # then what iteration has found is the bound
                for at, value in _bound_by_policy_iteration(here, safe, seat).items():
                    low[at] = high[at] = value
        for at in component:
            if at in process:
                low[at], high[at] = low[representative[at]], high[representative[at]]
    return safe[:-1]


def _bound_by_policy_iteration(process: DecisionProcess, values: Sequence[float], seat: int) -> dict[int, float]:
    """A safe bound on the guarantee at each node of a component, from the values of the nodes it leads to.

    Let w be an estimate that is nowhere more than r better than what the best reply makes of it, and let no reply stay
    in the component for more than h moves on average. Then w - rh for P1's strategy, and w + rh for P2's, is nowhere
    better than what any reply makes of it, and so it is a bound.
    """
    side = 1 if seat == P1 else -1
    ahead = [side * value for value in values]
    duration = _least(process, [0.0] * len(values), -1.0)
    worth = _least(process, ahead, 0.0)
    for at, value in worth.items():
        ahead[at] = value
    error = 0.0
    for at, actions in process.items():
        for action in actions:
            gains = [odds * (ahead[to] - worth[at]) for to, odds in action.items()]
            error = max(error, PRODUCT_ERROR * fsum(map(abs, gains)) - fsum(gains))
    return {at: side * (worth[at] + error * duration[at]) for at in process}


def _least(process: DecisionProcess, values: Sequence[float], reward: float) -> dict[int, float]:
    """The least expected value of each node over all policies, with a reward for each move, by policy iteration."""
    chosen = {at: actions[0] for at, actions in process.items()}
    ahead = [*values]
    for _ in range(MOST_ROUNDS):
        rows = {at: Row({}, 0.0, reward) for at in process}
        for at, row in rows.items():
            for to, odds in chosen[at].items():
                if to in rows:
                    row.to[to] = odds
                else:
                    row.leaves += odds
                    row.reward += odds * values[to]
        worth = expected_rewards(rows, 0.0)
        for at, value in worth.items():
            ahead[at] = value
        better: dict[int, Distribution] = {}
        for at, actions in process.items():
            action = min(actions, key=lambda action: _mean(action, ahead))
            if _mean(action, ahead) < _mean(chosen[at], ahead) - abs(worth[at]) * RELATIVE_IMPROVEMENT:
                better[at] = action
        if not better:
            break
        chosen.update(better)
    return worth


def _mean(distribution: Distribution, values: Sequence[float]) -> float:
    return fsum([odds * values[to] for to, odds in distribution.items()])


def best_reply_process(graph: Graph, odds: Sequence[Sequence[float]], seat: int) -> DecisionProcess:
    """The Markov decision process that is left to the other side if `seat` keeps to its odds.

    At each node, each action is where a move of the other side leads; nodes at which it does not act have one action.
    """

    def blend(weights: Sequence[float], nodes: Sequence[int]) -> Distribution:
        total, distribution = sum(weights), Distribution()
        for weight, to in zip(weights, nodes, strict=True):
            if weight > 0:
                distribution[to] = distribution.get(to, 0.0) + weight / total
        return distribution

    found: DecisionProcess = {}
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER or at in graph.guess_nodes:
            continue
        follow = [edge.to for edge in node.edges]
        if node.is_secret:
            matrix = [[edge.to for edge in graph.nodes[row].edges] for row in follow]
            if node.actor == seat:  # the other side guesses without knowing the choice
                found[at] = [blend(odds[at], column) for column in zip(*matrix, strict=True)]
            else:
                found[at] = [blend(odds[follow[0]], row) for row in matrix]
        elif node.actor == CHANCE:
            found[at] = [blend([edge.weight for edge in node.edges], follow)]
        elif node.actor == seat:
            found[at] = [blend(odds[at], follow)]
        else:
            found[at] = [{to: 1.0} for to in follow]
    return found
