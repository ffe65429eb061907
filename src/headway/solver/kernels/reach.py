"""Exploring a game by the numbers of its states, and counting what can come up. Runs in machine code only.

The names that are declared but not defined here are those of a game's `rules.py`; they are put in when the kernel is
compiled for the game.
"""
# ruff: noqa: F821 (for these names)

from collections.abc import Callable
from typing import Any

from headway.rulekit import CHANCE, DRAW, OVER
from headway.solver.index import UNREACHED
from headway.solver.kernels.span import LEAVES_SPAN, Span, number_in, state_in

WAITING = max(UNREACHED, DRAW) + 1
"""The mark of a state that is to be explored."""
REACHED = 0
"""The mark of a state that has been counted."""
BLOCK = 4096
"""States to a block: states are explored block by block, because those next to each other lead to the same places."""

NODES, OUTCOMES, ODDS, SECRETS = range(4)
"""What is counted: nodes, their outcomes, the odds of strategies, and the nodes at which a secret is chosen."""

actor: Callable[..., int]
legal: Callable[..., bool]
play: Callable[..., Any]
secret: Callable[..., bool]


def reach(to: int, at: int, high: int, marks: Any, waiting: Any) -> int:
    """Mark a state that follows `at`, of the block that ends before `high`; returns whether it is new, as 0 or 1."""
    if marks[to] != UNREACHED:
        return 0
    marks[to] = WAITING
    if not at < to < high:  # it comes later in this round otherwise
        waiting[to // BLOCK] = 1
    return 1


def count_reachable(
    rules: Any, moves: int, span: Span, block: int, most: int, waiting: Any, marks: Any, counts: Any
) -> tuple[int, int, int]:
    """Count about `most` states, those that wait in the blocks from `block` on, as nodes of the normal form.

    Returns the block to go on with, and what is wrong with which state.
    """
    counted = 0
    while block < len(waiting) and counted < most:
        low, high = block * BLOCK, min(block * BLOCK + BLOCK, len(marks))
        while waiting[block]:
            waiting[block] = 0
            for at in range(low, high):
                if marks[at] != WAITING:
                    continue
                marks[at] = REACHED
                counted += 1
                state = state_in(span, at)
                seat = actor(rules, state)
                if seat == OVER:
                    continue
                is_secret = seat != CHANCE and secret(rules, state)
                choices = answers = 0
                for move in range(moves):
                    if legal(rules, state, move):
                        choices += 1
                        after = play(rules, state, move)
                        if is_secret:
                            answers = 0
                            for answer in range(moves):
                                if legal(rules, after, answer):
                                    answers += 1
                                    to = number_in(span, play(rules, after, answer))
                                    if to < 0:
                                        return block, LEAVES_SPAN, at
                                    counts[NODES] += reach(to, at, high, marks, waiting)
                            counts[OUTCOMES] += answers
                        else:
                            to = number_in(span, after)
                            if to < 0:
                                return block, LEAVES_SPAN, at
                            counts[NODES] += reach(to, at, high, marks, waiting)
                            counts[OUTCOMES] += 1
                if is_secret:
                    counts[SECRETS] += 1
                    if choices * answers > 1:
                        counts[ODDS] += choices + answers
                elif seat != CHANCE and choices > 1:
                    counts[ODDS] += choices + 1
        block += 1
    return block % len(waiting), 0, 0
