"""Expanding nodes: where they lead, and which nodes are new. Runs in machine code only.

The names that are declared but not defined here are those of a game's `rules.py`; they are put in when the kernel is
compiled for the game.
"""
# ruff: noqa: F821 (for these names)

from collections.abc import Callable
from math import floor
from typing import Any, NamedTuple

from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.kernels.form import payoff
from headway.solver.kernels.span import LEAVES_SPAN, Span, number_in, state_in
from headway.solver.numbering import flat
from headway.tolerances import MOST_MACHINE_WEIGHT

BAD_SECRET, BAD_WEIGHT = 2, 3

actor: Callable[..., int]
legal: Callable[..., bool]
play: Callable[..., Any]
winner: Callable[..., int]
secret: Callable[..., bool]
weight: Callable[..., int]
view: Callable[..., Any]


class Nodes(NamedTuple):
    """Arrays with an entry for each node; `results` has what ends are worth, and one half elsewhere."""

    number: Any  # of the state
    rows: Any
    columns: Any
    first: Any
    results: Any


class Outcomes(NamedTuple):
    """Arrays with an entry for each outcome."""

    to: Any
    share: Any


class Secrets(NamedTuple):
    """Arrays with an entry for each secret: what the guesser sees, its integers in a row, and the secret's state."""

    views: Any
    numbers: Any


def expand(
    rules: Any,
    moves: int,
    span: Span,
    at: int,
    stop: int,
    found: int,
    used: int,
    hidden: int,
    guesses: int,
    index: Any,
    nodes: Nodes,
    outcomes: Outcomes,
    secrets: Secrets,
) -> tuple[int, int, int, int, int, int]:
    """Expand nodes from `at` on, until `stop`, or all are expanded, or there is no more room in an array.

    Returns where it stopped; how many nodes, outcomes, secrets and states of guessers there are then; and the problem
    with the node, 0 if there is none.
    """
    room = moves * moves + 1
    while at < min(stop, found):
        if found + room > len(nodes.number) or used + room > len(outcomes.to) or hidden == len(secrets.numbers):
            break
        state = state_in(span, nodes.number[at])
        seat = actor(rules, state)
        nodes.first[at] = used
        nodes.results[at] = 0.5
        problem = 0
        if seat == OVER:
            nodes.results[at] = payoff(winner(rules, state))
            nodes.rows[at] = 0
            nodes.columns[at] = 0
        elif seat != CHANCE and secret(rules, state):
            found, used, own, other, problem = expand_secret(
                rules, moves, span, state, seat, found, used, index, nodes, outcomes
            )
            nodes.rows[at] = own if seat == P1 else other
            nodes.columns[at] = other if seat == P1 else own
            for choice in range(moves):
                if legal(rules, state, choice):
                    seen = flat(view(rules, play(rules, state, choice), 1 - seat))
                    for column in range(len(seen)):
                        secrets.views[hidden, column] = seen[column]
                    break
            secrets.numbers[hidden] = nodes.number[at]
            hidden += 1
            guesses += own
        else:
            found, used, count, problem = expand_moves(
                rules, moves, span, state, seat, found, used, index, nodes, outcomes
            )
            nodes.rows[at] = count if seat == P1 else 1
            nodes.columns[at] = count if seat == P2 else 1
        if problem:
            return at, found, used, hidden, guesses, problem
        at += 1
    return at, found, used, hidden, guesses, 0


def expand_secret(
    rules: Any,
    moves: int,
    span: Span,
    state: Any,
    seat: int,
    found: int,
    used: int,
    index: Any,
    nodes: Nodes,
    outcomes: Outcomes,
) -> tuple[int, int, int, int, int]:
    """Add the outcomes of each choice and each guess; also how many of both there are, and what is wrong."""
    choices, guesses, choice_number, first = 0, -1, 0, 0
    for choice in range(moves - 1, -1, -1):
        if legal(rules, state, choice):
            choices += 1
            first = choice
    for choice in range(moves):
        if legal(rules, state, choice):
            chosen = play(rules, state, choice)
            if actor(rules, chosen) != 1 - seat or secret(rules, chosen):
                return found, used, choices, guesses, BAD_SECRET
            count = 0
            for guess in range(moves):
                if legal(rules, chosen, guess):
                    to, found = node_of(play(rules, chosen, guess), span, found, index, nodes)
                    if to < 0:
                        return found, used, choices, guesses, LEAVES_SPAN
                    # the rows are P1's: the choices, or the guesses
                    cell = choice_number * guesses + count if seat == P1 else count * choices + choice_number
                    outcomes.to[used + cell] = to
                    outcomes.share[used + cell] = 1.0
                    count += 1
            if choice_number > 0 and count != guesses:
                return found, used, choices, guesses, BAD_SECRET
            for guess in range(moves):
                if legal(rules, chosen, guess) != legal(rules, play(rules, state, first), guess):
                    return found, used, choices, guesses, BAD_SECRET
            guesses = count
            choice_number += 1
    return found, used + choices * guesses, choices, guesses, 0


def expand_moves(
    rules: Any,
    moves: int,
    span: Span,
    state: Any,
    seat: int,
    found: int,
    used: int,
    index: Any,
    nodes: Nodes,
    outcomes: Outcomes,
) -> tuple[int, int, int, int]:
    """Add the outcome of each move; also how many moves there are, and what is wrong."""
    count, total = 0, 0.0
    for move in range(moves):
        if legal(rules, state, move):
            to, found = node_of(play(rules, state, move), span, found, index, nodes)
            if to < 0:
                return found, used, count, LEAVES_SPAN
            outcomes.to[used + count] = to
            share = float(weight(rules, state, move)) if seat == CHANCE else 1.0
            if not (1.0 <= share <= MOST_MACHINE_WEIGHT and share == floor(share)):
                return found, used, count, BAD_WEIGHT
            outcomes.share[used + count] = share
            total += outcomes.share[used + count]
            count += 1
    if seat == CHANCE:
        for outcome in range(used, used + count):
            outcomes.share[outcome] /= total
    return found, used + count, count, 0


def node_of(state: Any, span: Span, found: int, index: Any, nodes: Nodes) -> tuple[int, int]:
    """The node of a state, -1 outside the span, and how many nodes there are now."""
    number = number_in(span, state)
    if number < 0:
        return -1, found
    if index[number] < 0:
        index[number] = found
        nodes.number[found] = number
        found += 1
    return index[number], found
