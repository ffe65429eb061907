"""The odds of a policy on the nodes of a normal form: in floats for the kernels, and in fractions if all are."""

from collections import deque
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from headway.policies.policy import Policy, checked_odds
from headway.rulekit import P1
from headway.solver import Value
from headway.solver.explored import Explored

MOST_ASKED = 20_000
"""In a game with more nodes a policy is not asked for each information set, if it can do without that."""

MOST_EXACT = 20_000
"""In a game with more nodes all is computed in floats, which are quicker."""


class FlatOdds(NamedTuple):
    """The odds of one side's choices, as `kernels.form` numbers them.

    `exact` has the same in fractions, None where some are floats or the game is large; `reached` says which nodes can
    come up, None for all.
    """

    floats: Any
    exact: list[Fraction] | None
    reached: list[bool] | None


def flat_odds(explored: Explored, policy: Policy, seat: int) -> FlatOdds:
    """The odds of a policy in one of the seats. Raises `BadPolicy` where it does not say how to move."""
    normal = explored.normal
    if normal.size > MOST_ASKED:
        floats = policy._on_form(explored)
        if floats is not None:
            return FlatOdds(floats, None, None)
    found: list[Value] = [0.0] * int(normal.form.first_odds[normal.size])
    reached = None
    if policy._is_partial:
        reached = _ask_where_it_leads(explored, policy, seat, found)
    else:
        for node, (begin, end) in enumerate(pairwise(map(int, normal.form.first_odds))):
            if begin < end:  # a side has a choice
                _ask(explored, policy, seat, node, found)
    is_exact = normal.size <= MOST_EXACT and all(map(_is_exact, found))
    exact = [Fraction(odds) for odds in found] if is_exact else None
    return FlatOdds(normal.backend.floats(list(map(float, found))), exact, reached)


def _is_exact(odds: Value) -> bool:
    return isinstance(odds, Fraction) or odds in (0, 1)


def _ask(explored: Explored, policy: Policy, seat: int, node: int, found: list[Value]) -> None:
    """Write down the odds of a seat at a node; one choice alone has the odds 1."""
    places = explored.places(node, seat)
    if len(places) == 1:
        found[places[0]] = Fraction(1)
    elif places:
        (asked,) = (each for each in explored.information_sets(node) if each.seat == seat)
        odds = checked_odds(explored.game, asked.seen, asked.moves, policy.odds(asked.seen))
        is_exact = sum(odds.values()) == 1  # otherwise they are rounded, and made to add up
        for place, move in zip(places, asked.moves, strict=True):
            found[place] = odds.get(move, 0.0) if is_exact else float(odds.get(move, 0.0))


def _ask_where_it_leads(explored: Explored, policy: Policy, seat: int, found: list[Value]) -> list[bool]:
    """Ask only at the nodes that can come up if the seat keeps to the policy, whatever the other side does."""
    form, queue = explored.normal.form, deque(set(explored.starts))
    reached = [False] * explored.normal.size
    for node in queue:
        reached[node] = True
    while queue:
        node = queue.popleft()
        _ask(explored, policy, seat, node, found)
        places, columns = explored.places(node, seat), int(form.columns[node])
        for cell, outcome in enumerate(range(int(form.first[node]), int(form.first[node + 1]))):
            own = cell // columns if seat == P1 else cell % columns
            to = int(form.to[outcome])
            if (not places or found[places[own]] > 0) and not reached[to]:
                reached[to] = True
                queue.append(to)
    return reached
