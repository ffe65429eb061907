"""What one side faces in a component if the other keeps to its odds: a Markov decision process."""

from typing import NamedTuple

from headway.rulekit import P1
from headway.solver.kernels.arrays import Floats
from headway.solver.kernels.form import Components, Form, Space, has_choice

OUTSIDE, INSIDE = -1, 0
"""Labels of nodes: outside the component, and inside it in no end component."""


class Process(NamedTuple):
    """A component in which `seat` keeps to its odds. What the other side does at a node is a reply.

    `space.label` says of its nodes in which end component they are.
    """

    form: Form
    parts: Components
    begin: int
    end: int
    seat: int
    odds: Floats
    space: Space


class Ways(NamedTuple):
    """The outcomes that a reply may lead to: the first, the distance to the next, and their number.

    `first_odds` is where the odds of the first one are, those of the others behind it; below zero, they have shares.
    """

    first: int
    step: int
    outcomes: int
    first_odds: int


def replies(process: Process, at: int) -> int:
    """How many replies there are at a node."""
    return process.form.columns[at] if process.seat == P1 else process.form.rows[at]


def ways(process: Process, at: int, reply: int) -> Ways:
    """The outcomes that a reply may lead to."""
    form, is_p1 = process.form, process.seat == P1
    first, step, odds = form.first[at], 1, -1
    outcomes = form.first[at + 1] - first
    if has_choice(form, at):
        rows, columns, own = form.rows[at], form.columns[at], form.first_odds[at]
        first += reply if is_p1 else reply * columns
        step, outcomes, odds = (columns, rows, own) if is_p1 else (1, columns, own + rows)
    return Ways(first, step, outcomes, odds)


def chance(process: Process, reached: Ways, number: int) -> float:
    """The probability of an outcome of a reply, by its number among them."""
    if reached.first_odds < 0:
        return process.form.share[reached.first + number]
    return process.odds[reached.first_odds + number]


def target(process: Process, reached: Ways, number: int) -> int:
    """The node of an outcome of a reply, by its number among them."""
    return process.form.to[reached.first + number * reached.step]
