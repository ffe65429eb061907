"""Retrograde analysis of games without chance and secrets: wins, losses, draws and endless play, back from the ends.

States are decided in the order of their distance from the end, so the winner takes the shortest way and the loser the
longest: the first winning move that is found is the shortest, and the last losing one the longest. Where neither side
wins, best play is drawn if moves that keep it so lead to a draw, on the shortest way; otherwise it is endless.
"""

from typing import Any, NamedTuple

from headway.rulekit import DRAW
from headway.solver.index import NO_WINNER
from headway.solver.kernels.arrays import Ints
from headway.solver.kernels.backward_form import BackwardForm

NO_PLIES = -1
"""The plies to the end from a state from which best play is endless."""


class Decided(NamedTuple):
    """What best play comes to from each state: the side that wins, DRAW or NO_WINNER; and after how many plies."""

    winners: Ints
    plies: Ints


def queue_ends(are_drawn: bool, tail: int, winners: Any, plies: Any, queue: Any) -> int:
    """Put the states that are over into the queue: those that were won, or those that are drawn; returns where it ends.

    Drawn states are queued once wins and losses have been propagated: before that, only these are marked as drawn.
    """
    for at in range(len(winners)):
        if winners[at] == DRAW if are_drawn else winners[at] < NO_WINNER:
            plies[at] = 0
            queue[tail] = at
            tail += 1
    return tail


def propagate(
    head: int, tail: int, most: int, most_plies: int, queue: Any, form: BackwardForm, winners: Any, plies: Any
) -> tuple[int, int]:
    """Propagate wins and losses, or draws, backwards from at most `most` decided states, in the order of their plies.

    It stops before a state that is `most_plies` from the end. Returns where the queue is read next, and where it ends.
    """
    stop = min(head + most, len(queue))
    while head < tail and head < stop and plies[queue[head]] < most_plies:
        at = queue[head]
        head += 1
        is_drawn = winners[at] == DRAW
        for place in range(form.first[at], form.first[at + 1]):
            source = form.before[place]
            if plies[source] == NO_PLIES:
                form.left[source] -= 1
                if is_drawn or form.seats[source] == winners[at] or form.left[source] == 0:
                    winners[source] = winners[at]
                    plies[source] = plies[at] + 1
                    queue[tail] = source
                    tail += 1
    return head, tail
