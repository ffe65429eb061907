"""Certificates: what the strategies of a solution really guarantee, found out by other means than found them."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import fsum, inf, isclose, isnan

from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.graph import Graph, Node
from headway.solver.walks import Step, TooRare, worths
from headway.tolerances import CONVERGED, ODDS_SUM, PRODUCT_ERROR, RELATIVE_IMPROVEMENT, ROUNDING

MOST_ROUNDS = 2_000

Reply = dict[int, float]
"""Where a reply leads, with the odds of each node."""


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


def residual(graph: Graph, values: Sequence[Fraction]) -> Fraction:
    """How far the values of a chain are from being the mean of what follows: not at all if they are exact.

    That settles them, since every node of a chain leads to an end or to a part that never ends, and those are checked.
    """
    off = [2 * values[at] - 1 for at in graph.without_end()]
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER:
            off.append(values[at] - int(node.winner == P1))
        else:
            weights = [edge.weight if node.actor == CHANCE else 1 for edge in node.edges]
            shares = (weight * values[edge.to] for weight, edge in zip(weights, node.edges, strict=True))
            ahead = sum(shares, start=Fraction(0))
            off.append(values[at] - ahead / sum(weights))
    return max(map(abs, off))


def gap(graph: Graph, odds: Sequence[Sequence[float]], values: Sequence[float]) -> float:
    """The most, over all nodes, by which a value can be wrong: it, what P1's strategy surely gets, and what P2's surely
    concedes lie this close together.
    """
    if any(map(isnan, values)) or not all(map(_are_odds, odds, graph.nodes)):
        return inf
    floor, ceiling = guarantee(graph, odds, P1), guarantee(graph, odds, P2)
    settled = [at for at in range(len(graph.nodes)) if at not in graph.answers]
    return max(max(ceiling[at], values[at]) - min(floor[at], values[at]) for at in settled)


def _are_odds(given: Sequence[float], node: Node) -> bool:
    if node.actor not in (P1, P2):
        return True
    return len(given) == len(node.edges) and min(given) >= 0 and isclose(sum(given), 1, abs_tol=ODDS_SUM)


def guarantee(graph: Graph, odds: Sequence[Sequence[float]], seat: int) -> list[float]:
    """The chance that P1 wins at each node if `seat` keeps to its odds and the other side replies as well as it can.

    It is a bound on the safe side: from below for P1's strategy, from above for P2's. Where the replying side can keep
    the game going for ever, that is one more reply, worth one half; the nodes among which it can are then one place.
    With that settled every play ends, and iteration from 0 and from 1 closes in on the truth from both sides. However
    early it stops, the truth is between; where it closes in too slowly, equations give a bound that is proven as such.
    """
    replies = _replies(graph, odds, seat)
    places, place_of = _places(graph, replies)
    best: Callable[..., float] = min if seat == P1 else max
    low, high = [0.0] * len(graph.nodes) + [0.5], [1.0] * len(graph.nodes) + [0.5]
    safe = low if seat == P1 else high
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER:
            low[at] = high[at] = float(node.winner == P1)
    for component in graph.components:
        here = {place_of[at]: places[place_of[at]] for at in component if at in replies}
        for _ in range(MOST_ROUNDS):
            moved = 0.0
            for bound in (low, high):
                for place, options in here.items():
                    value = best(_mean(reply, bound) for reply in options)
                    moved = max(moved, abs(value - bound[place]))
                    bound[place] = value
            if moved <= CONVERGED:
                break
        if any(high[place] - low[place] > ROUNDING for place in here):
            with suppress(TooRare):  # then what iteration has found is the bound
                for place, value in _by_equations(here, safe, seat).items():
                    low[place] = high[place] = value
        for at in component:
            if at in replies:
                low[at], high[at] = low[place_of[at]], high[place_of[at]]
    return safe[:-1]


def _by_equations(places: dict[int, list[Reply]], values: Sequence[float], seat: int) -> dict[int, float]:
    """A safe bound on the guarantee at each place, from the values of where they lead.

    Say w is a guess at it, at every place at most r better than what the best reply makes of it, and no replies keep
    the game here for more than h moves on average. Then w - rh for P1's strategy, w + rh for P2's, is nowhere better
    than what any reply makes of it, and so holds all the way out.
    """
    side = 1 if seat == P1 else -1
    ahead = [side * value for value in values]
    lasting = _least(places, [0.0] * len(values), -1.0)
    worth = _least(places, ahead, 0.0)
    for place, value in worth.items():
        ahead[place] = value
    off = 0.0
    for place, replies in places.items():
        for reply in replies:
            gains = [odds * (ahead[to] - worth[place]) for to, odds in reply.items()]
            off = max(off, PRODUCT_ERROR * fsum(map(abs, gains)) - fsum(gains))
    return {place: side * (worth[place] + off * lasting[place]) for place in places}


def _least(places: dict[int, list[Reply]], values: Sequence[float], each: float) -> dict[int, float]:
    """The least that replies can make of each place, if each move brings something besides: replies improve in turn."""
    chosen = {place: replies[0] for place, replies in places.items()}
    ahead = [*values]
    for _ in range(MOST_ROUNDS):
        steps = {place: Step({}, 0.0, each) for place in places}
        for place, step in steps.items():
            for to, odds in chosen[place].items():
                if to in steps:
                    step.to[to] = odds
                else:
                    step.leaves += odds
                    step.brings += odds * values[to]
        worth = worths(steps, 0.0)
        for place, value in worth.items():
            ahead[place] = value
        better = {place: min(replies, key=lambda reply: _mean(reply, ahead)) for place, replies in places.items()}
        better = {
            p: r
            for p, r in better.items()
            if _mean(r, ahead) < _mean(chosen[p], ahead) - abs(worth[p]) * RELATIVE_IMPROVEMENT
        }
        if not better:
            break
        chosen.update(better)
    return worth


def _mean(reply: Reply, values: Sequence[float]) -> float:
    return fsum([odd * values[to] for to, odd in reply.items()])


def _places(graph: Graph, replies: dict[int, list[Reply]]) -> tuple[dict[int, list[Reply]], dict[int, int]]:
    """The replies at each place, and the place of each node; to go on for ever leads past the last node."""
    place_of = {at: at for at in replies}
    groups = endless_groups(graph, replies)
    for group in groups:
        place_of.update(dict.fromkeys(group, min(group)))

    def moved(reply: Reply) -> Reply:
        found = Reply()
        for to, odds in reply.items():
            place = place_of.get(to, to)
            found[place] = found.get(place, 0.0) + odds
        return found

    places = {at: [moved(reply) for reply in options] for at, options in replies.items() if place_of[at] == at}
    for group in groups:
        leaving = [moved(reply) for at in group for reply in replies[at] if not group.issuperset(reply)]
        places[min(group)] = [{len(graph.nodes): 1.0}, *leaving]
    return places, place_of


def _replies(graph: Graph, odds: Sequence[Sequence[float]], seat: int) -> dict[int, list[Reply]]:
    """At each node what the other side can bring about; at nodes that are not its own there is one way."""

    def blend(weights: Sequence[float], nodes: Sequence[int]) -> Reply:
        total, reply = sum(weights), dict[int, float]()
        for weight, to in zip(weights, nodes, strict=True):
            if weight > 0:
                reply[to] = reply.get(to, 0.0) + weight / total
        return reply

    found: dict[int, list[Reply]] = {}
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER or at in graph.answers:
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


def can_go_on_for_ever(graph: Graph) -> bool:
    """Could the two sides together keep the game going for ever, against all chance?"""
    replies: dict[int, list[Reply]] = {}
    for at, node in enumerate(graph.nodes):
        if node.actor == CHANCE:
            replies[at] = [{edge.to: 1.0 for edge in node.edges}]
        elif node.actor != OVER:
            replies[at] = [{edge.to: 1.0} for edge in node.edges]
    return bool(endless_groups(graph, replies))


def endless_groups(graph: Graph, replies: dict[int, list[Reply]]) -> list[set[int]]:
    """The groups of nodes among which the replying side can keep the game for ever.

    They are the maximal end components: what is left of the components when all that may lead out has been taken away.
    """
    found: list[set[int]] = []
    waiting = [[at for at in component if at in replies] for component in graph.components]
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
            found.append(group)
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
