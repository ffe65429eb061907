"""A game in which one side, or both, keep to a policy: a Markov decision process, or a Markov chain."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from headway.game import Game
from headway.policies.flat import MOST_EXACT, FlatOdds
from headway.rulekit import P1, P2
from headway.solver import Unproven
from headway.solver.backend import Compiled
from headway.solver.explored import Explored, backend_for
from headway.solver.gth import TooHard
from headway.solver.kernels.fixed import count_fixed, fix
from headway.solver.kernels.form import Form, Solved, number_odds
from headway.solver.markov_chain import added_up
from headway.solver.normal_form import NormalForm, Shares
from headway.solver.strategies import best_strategies

MOST_EXACT_COMPONENT = 100
"""Chains with a larger component are solved in floats: the digits of fractions grow with it."""


def induced_form(normal: NormalForm, p1: FlatOdds | None, p2: FlatOdds | None) -> NormalForm:
    """The normal form that is left if P1, P2 or both keep to their odds.

    The nodes keep their numbers, and others may follow. Those that do not come up count as ends, worth one half.
    """
    backend = normal.backend
    if not isinstance(backend, Compiled):  # a game without chance is explored on lists, and there will be chance
        backend = backend_for(len(normal.form.to))
    form, reached = normal.form, [odds.reached for odds in (p1, p2) if odds is not None and odds.reached is not None]
    if reached:
        form = with_ends(normal, list(map(all, zip(*reached, strict=True))))
    form = Form(
        backend.ints(form.rows),
        backend.ints(form.columns),
        backend.longs(form.first),
        backend.ints(form.to),
        backend.floats(form.share),
        backend.longs(form.first_odds),
    )
    given = p1 or p2
    assert given is not None
    odds = backend.floats((p1 or given).floats), backend.floats((p2 or given).floats)
    sizes = backend.new_longs(2)
    backend.executable(count_fixed)(normal.size, form, *odds, p1 is not None, p2 is not None, sizes)
    nodes, outcomes = map(int, sizes)
    fixed = Form(
        backend.new_ints(nodes),
        backend.new_ints(nodes),
        backend.new_longs(nodes + 1),
        backend.new_ints(outcomes),
        backend.new_floats(outcomes),
        backend.new_longs(nodes + 1),
    )
    backend.executable(fix)(normal.size, form, *odds, p1 is not None, p2 is not None, fixed)
    backend.executable(number_odds)(fixed, nodes)
    results = backend.new_floats(nodes, 0.5)
    results[: normal.size] = backend.floats(normal.results)
    return NormalForm(backend, fixed, results)


def with_ends(normal: NormalForm, kept: Sequence[bool]) -> Form:
    """The form in which all nodes are ends that are not kept."""
    form = normal.form
    rows, columns = (
        normal.backend.ints([int(size) if is_kept else 0 for size, is_kept in zip(sizes, kept, strict=True)])
        for sizes in (form.rows, form.columns)
    )
    return form._replace(rows=rows, columns=columns)


def exact_chain(explored: Explored, fixed: NormalForm, p1: FlatOdds, p2: FlatOdds) -> list[Shares] | None:
    """Where each node of the chain of two policies leads, in fractions; None where that would be slow or inexact."""
    if p1.exact is None or p2.exact is None or fixed.size > MOST_EXACT:
        return None
    bounds = fixed.components.bounds
    if any(bounds[part + 1] - bounds[part] > MOST_EXACT_COMPONENT for part in range(fixed.component_count)):
        return None
    return [_shares(explored, node, p1.exact, p2.exact) for node in range(fixed.size)]


def _shares(explored: Explored, node: int, p1: Sequence[Fraction], p2: Sequence[Fraction]) -> Shares:
    rows, columns = explored.places(node, P1), explored.places(node, P2)
    if not rows:
        return explored.shares(node)
    weights = [p1[row] * p2[column] for row in rows for column in columns]
    return added_up(zip(explored.normal.outcomes(node), weights, strict=True))


def solved_form(induced: NormalForm, game: Game) -> Solved:
    """The best that a side can do in what is left of a game. The ceiling is not negated, as the solver has it.

    Raises `Unproven` where nothing certain can be said.
    """
    try:
        solved, _ = best_strategies(induced)
    except TooHard as error:
        raise Unproven(f"What these policies come to in {game.title} is not certain: {error}.") from None
    ceiling: Any = solved.ceiling
    return solved._replace(ceiling=[-each for each in ceiling] if isinstance(ceiling, list) else -ceiling)
