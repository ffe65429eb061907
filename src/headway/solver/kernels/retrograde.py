"""Retrograde analysis of games without chance and secrets: wins, losses, draws and endless play, back from the ends."""

from typing import NamedTuple

from headway.rulekit import DRAW, P1
from headway.solver.index import NO_WINNER
from headway.solver.kernels.arrays import Floats, Ints
from headway.solver.kernels.form import Form, winner_of

NO_PLIES = -1
"""The plies to the end from a node from which best play is endless."""


class Decided(NamedTuple):
    """What best play comes to from each node: the side that wins, DRAW or NO_WINNER; and after how many plies."""

    winners: Ints
    plies: Ints


class Predecessors(NamedTuple):
    """The nodes that lead to node n: those of `nodes` from `first[n]` to `first[n + 1] - 1`."""

    first: Ints
    nodes: Ints


def decide(
    count: int, form: Form, results: Floats, decided: Decided, before: Predecessors, left: Ints, queue: Ints
) -> None:
    """Fill in `decided`. `before.first` is all zeros; it, `before.nodes`, `left` and `queue` are working space.

    The winner takes the shortest way and the loser the longest. Nodes are decided in the order of their distance from
    the end, so the first winning move that is found is the shortest, and the last losing one the longest. Where neither
    side wins, best play is drawn if moves that keep it so lead to a draw, on the shortest way; otherwise it is endless.
    """
    find_predecessors(count, form, before)
    tail = 0
    for at in range(count):
        left[at] = form.first[at + 1] - form.first[at]
        decided.winners[at] = NO_WINNER
        decided.plies[at] = NO_PLIES
        if form.rows[at] == 0:
            decided.winners[at] = winner_of(results[at])
            decided.plies[at] = 0
            if decided.winners[at] != DRAW:
                queue[tail] = at
                tail += 1
    head = 0
    while head < tail:
        after = queue[head]
        head += 1
        winner = decided.winners[after]
        for place in range(before.first[after], before.first[after + 1]):
            at = before.nodes[place]
            if decided.winners[at] != NO_WINNER:
                continue
            left[at] -= 1
            choices = form.rows[at] if winner == P1 else form.columns[at]
            if choices > 1 or left[at] == 0:
                decided.winners[at] = winner
                decided.plies[at] = decided.plies[after] + 1
                queue[tail] = at
                tail += 1
    for at in range(count):
        if decided.winners[at] == DRAW:
            queue[tail] = at
            tail += 1
    while head < tail:
        after = queue[head]
        head += 1
        for place in range(before.first[after], before.first[after + 1]):
            at = before.nodes[place]
            if decided.winners[at] == NO_WINNER:
                decided.winners[at] = DRAW
                decided.plies[at] = decided.plies[after] + 1
                queue[tail] = at
                tail += 1


def find_predecessors(count: int, form: Form, before: Predecessors) -> None:
    """List the nodes that lead to each node, once for each outcome."""
    for outcome in range(form.first[count]):
        before.first[form.to[outcome]] += 1
    for at in range(count):
        before.first[at + 1] += before.first[at]
    for at in range(count):
        for outcome in range(form.first[at], form.first[at + 1]):
            after = form.to[outcome]
            before.first[after] -= 1
            before.nodes[before.first[after]] = at
