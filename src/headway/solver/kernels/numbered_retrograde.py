"""The form of a large game without chance and secrets, filled in backwards from the rules, and the proof by them.

Runs in machine code only. The names that are declared but not defined here are
those of a game's `rules.py`; they are put in when the kernels are compiled for the game.
"""
# ruff: noqa: F821 (for these names)

from collections.abc import Callable
from typing import Any

from headway.rulekit import CHANCE, DRAW, OVER
from headway.solver.index import NO_WINNER, UNREACHED
from headway.solver.kernels.backward_form import BackwardForm
from headway.solver.kernels.reach import BLOCK, WAITING, reach
from headway.solver.kernels.retrograde import NO_PLIES
from headway.solver.kernels.span import LEAVES_SPAN, Span, number_in, state_in

HAS_CHANCE = 2

actor: Callable[..., int]
legal: Callable[..., bool]
play: Callable[..., Any]
winner: Callable[..., int]
secret: Callable[..., bool]


def explore_numbers(
    rules: Any,
    moves: int,
    span: Span,
    block: int,
    states: int,
    most: int,
    waiting: Any,
    winners: Any,
    form: BackwardForm,
) -> tuple[int, int, int, int]:
    """Explore about `most` states, those that wait in the blocks from `block` on, and count what leads to each state.

    Returns the block to go on with, how many states have been found, and what is wrong with which state.
    """
    explored = 0
    while block < len(waiting) and explored < most:
        low, high = block * BLOCK, min(block * BLOCK + BLOCK, len(winners))
        while waiting[block]:
            waiting[block] = 0
            for at in range(low, high):
                if winners[at] != WAITING:
                    continue
                explored += 1
                state = state_in(span, at)
                seat = actor(rules, state)
                form.seats[at] = seat
                if seat == OVER:
                    winners[at] = winner(rules, state)
                    continue
                if seat == CHANCE or secret(rules, state):
                    return block, states, HAS_CHANCE, at
                winners[at] = NO_WINNER
                count = 0
                for move in range(moves):
                    if legal(rules, state, move):
                        to = number_in(span, play(rules, state, move))
                        if to < 0:
                            return block, states, LEAVES_SPAN, at
                        states += reach(to, at, high, winners, waiting)
                        form.first[to] += 1
                        count += 1
                form.left[at] = count
        block += 1
    return block % len(waiting), states, 0, 0


def list_predecessors(
    rules: Any, moves: int, span: Span, low: int, high: int, winners: Any, form: BackwardForm
) -> None:
    """List the states from `low` to `high - 1` among the predecessors of each state that they lead to."""
    for at in range(low, high):
        if winners[at] != NO_WINNER:  # nothing follows
            continue
        state = state_in(span, at)
        for move in range(moves):
            if legal(rules, state, move):
                to = number_in(span, play(rules, state, move))
                form.first[to] -= 1
                form.before[form.first[to]] = at


def find_contradiction(rules: Any, moves: int, span: Span, low: int, high: int, winners: Any, plies: Any) -> int:
    """The first state from `low` to `high - 1` whose winner and plies do not follow from its moves; -1 if all do."""
    for at in range(low, high):
        if winners[at] == UNREACHED:
            continue
        state = state_in(span, at)
        seat = actor(rules, state)
        if seat == OVER:
            if winners[at] != winner(rules, state) or plies[at] != 0:
                return at
            continue
        soonest, drawn, latest, lost, count = NO_PLIES, NO_PLIES, NO_PLIES, 0, 0
        for move in range(moves):
            if legal(rules, state, move):
                to = number_in(span, play(rules, state, move))
                count += 1
                if winners[to] == seat:
                    soonest = plies[to] if soonest == NO_PLIES else min(soonest, plies[to])
                elif winners[to] == 1 - seat:
                    lost += 1
                    latest = max(latest, plies[to])
                elif winners[to] == DRAW:
                    drawn = plies[to] if drawn == NO_PLIES else min(drawn, plies[to])
        if soonest != NO_PLIES:
            right = winners[at] == seat and plies[at] == soonest + 1
        elif count > 0 and lost == count:
            right = winners[at] == 1 - seat and plies[at] == latest + 1
        elif drawn != NO_PLIES:
            right = winners[at] == DRAW and plies[at] == drawn + 1
        else:
            right = winners[at] == NO_WINNER and plies[at] == NO_PLIES
        if not right:
            return at
    return -1
