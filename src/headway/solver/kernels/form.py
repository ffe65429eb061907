"""The normal form of a game in flat arrays, and the working space of the functions that solve it."""

from typing import NamedTuple

from headway.rulekit import DRAW, P1, P2
from headway.solver.kernels.arrays import Floats, Ints


class Form(NamedTuple):
    """Each node is what P1 may choose (the rows) times what P2 may choose (the columns).

    A node with one row and one column leads to its outcomes with their shares: chance acts, or the move is forced. Any
    other has an outcome for each cell, row after row, reached for certain. A node without rows is an end. The outcomes
    of node n are those from `first[n]` to `first[n + 1] - 1`. A strategy pair has odds for the rows and then for the
    columns of each node with a choice, from `first_odds[n]` on.
    """

    rows: Ints
    columns: Ints
    first: Ints
    to: Ints
    share: Floats
    first_odds: Ints


class Components(NamedTuple):
    """Component c is the nodes of `order` from `bounds[c]` to `bounds[c + 1] - 1`, in reverse topological order."""

    order: Ints
    bounds: Ints


class Solved(NamedTuple):
    """What is known of each node: its value, the odds of both strategies, and what they guarantee.

    `floor` is what P1's odds guarantee to P1. `ceiling` is what P2's odds concede, negated, so that for either seat
    more is better.
    """

    values: Floats
    odds: Floats
    floor: Floats
    ceiling: Floats


class Space(NamedTuple):
    """Working space: for the largest matrix, for every node (`label`, `local`), and for the largest component."""

    entries: Floats
    rows: Floats
    columns: Floats
    work: Floats
    marks: Ints
    label: Ints  # by node: the end component, above 0, or 0 inside the component and in none; below 0 elsewhere
    local: Ints  # by node: its number among the nodes of the component
    first: Ints
    to: Ints
    order: Ints
    bounds: Ints
    found: Ints
    low: Ints
    stack: Ints
    path: Ints
    following: Ints
    best: Floats
    stop: Ints  # one entry, shared by all: once it is not 0, iteration is given up


def payoff(winner: int) -> float:
    """What the end of a game is worth: the chance that P1 wins, a draw counting one half."""
    return 1.0 if winner == P1 else 0.5 if winner == DRAW else 0.0


def winner_of(result: float) -> int:
    """Who has won at an end that is worth this much: a side, or DRAW."""
    return P1 if result > 0.5 else P2 if result < 0.5 else DRAW


def has_choice(form: Form, at: int) -> bool:
    """Does a side have more than one choice at a node?"""
    return form.rows[at] * form.columns[at] > 1


def count_choices(count: int, form: Form) -> int:
    """At how many nodes a side has more than one choice."""
    found = 0
    for at in range(count):
        if has_choice(form, at):
            found += 1
    return found


def count_chance(count: int, form: Form) -> int:
    """At how many nodes chance decides between outcomes."""
    found = 0
    for at in range(count):
        if not has_choice(form, at) and form.first[at + 1] - form.first[at] > 1:
            found += 1
    return found


def count_draws(count: int, form: Form, results: Floats) -> int:
    """How many ends are draws."""
    found = 0
    for at in range(count):
        if form.rows[at] == 0 and winner_of(results[at]) == DRAW:
            found += 1
    return found


def number_odds(form: Form, count: int) -> None:
    """Fill in `first_odds`."""
    total = 0
    for at in range(count):
        form.first_odds[at] = total
        if has_choice(form, at):
            total += form.rows[at] + form.columns[at]
    form.first_odds[count] = total


class Sizes(NamedTuple):
    """The largest numbers of rows and columns, and of the nodes and outcomes of a component."""

    rows: int
    columns: int
    nodes: int
    outcomes: int


class LoopSizes(NamedTuple):
    """Of the components that are large enough to be written out, the largest numbers of each kind."""

    nodes: int
    outcomes: int
    exits: int  # outcomes that lead out
    odds: int


def measure(form: Form, parts: Components, components: int, sizes: Ints) -> None:
    """Find the sizes, in their order."""
    for part in range(components):
        low, high = parts.bounds[part], parts.bounds[part + 1]
        outcomes = 0
        for member in range(low, high):
            at = parts.order[member]
            sizes[0] = max(sizes[0], form.rows[at])
            sizes[1] = max(sizes[1], form.columns[at])
            outcomes += form.first[at + 1] - form.first[at]
        sizes[2] = max(sizes[2], high - low)
        sizes[3] = max(sizes[3], outcomes)


def measure_loops(form: Form, parts: Components, components: int, fewest: int, part_of: Ints, sizes: Ints) -> None:
    """Find the sizes of components with at least `fewest` nodes, in their order.

    `part_of` is working space: an entry for each node, all of them below zero.
    """
    for part in range(components):
        low, high = parts.bounds[part], parts.bounds[part + 1]
        if high - low < fewest:
            continue
        outcomes, exits, odds = 0, 0, 0
        for member in range(low, high):
            part_of[parts.order[member]] = part
        for member in range(low, high):
            at = parts.order[member]
            outcomes += form.first[at + 1] - form.first[at]
            if has_choice(form, at):
                odds += form.rows[at] + form.columns[at]
            for outcome in range(form.first[at], form.first[at + 1]):
                if part_of[form.to[outcome]] != part:
                    exits += 1
        sizes[0] = max(sizes[0], high - low)
        sizes[1] = max(sizes[1], outcomes)
        sizes[2] = max(sizes[2], exits)
        sizes[3] = max(sizes[3], odds)


def set_even_odds(count: int, form: Form, odds: Floats) -> None:
    """Give all choices of a side at a node the same odds."""
    for at in range(count):
        if has_choice(form, at):
            begin, middle, end = form.first_odds[at], form.first_odds[at] + form.rows[at], form.first_odds[at + 1]
            for place in range(begin, middle):
                odds[place] = 1.0 / form.rows[at]
            for place in range(middle, end):
                odds[place] = 1.0 / form.columns[at]
