"""The normal form of a game without chance and secrets, stored backwards: from where each state can be reached.

Retrograde analysis goes backwards, so of a move it asks only where it comes from. In such a game that is all there is:
one side chooses at each node, and every outcome is certain. A move takes 4 bytes this way. In `kernels.form` it takes
12, with the node where it leads and a share, a node takes 44, and the predecessors come in addition. Capture the Flag
of length 100 has 196 million states and 765 million moves: 17 GiB forwards, 24 GiB to solve it, and 5.2 GiB backwards.
So the form of a large game is filled in from the rules (`kernels.numbered_retrograde`), and that of another from the
form which everything else uses. The tests compare both, and what is found with them, state by state.

In a large game nodes are the numbers of states, so that there is no table from one to the other. The entries of states
that cannot come up are not looked at.
"""

from typing import Any, NamedTuple

from headway.rulekit import P1, P2
from headway.solver.index import NO_WINNER
from headway.solver.kernels.arrays import Floats, Ints
from headway.solver.kernels.form import Form, winner_of


class BackwardForm(NamedTuple):
    """The states that lead to state n are those of `before` from `first[n]` to `first[n + 1] - 1`, once for each move.

    `seats` has who chooses, and `left` how many of the moves lead to states that are not decided yet: at first all of
    them. While the form is filled in, `first[n]` counts what leads to n.
    """

    first: Any
    before: Any
    seats: Any
    left: Any


def store_backwards(count: int, form: Form, results: Floats, backward: BackwardForm, winners: Ints) -> None:
    """Store a form backwards. `backward` has only zeros; `winners` gets the winner of each node that is over."""
    for outcome in range(form.first[count]):
        backward.first[form.to[outcome]] += 1
    for at in range(count):
        backward.first[at + 1] += backward.first[at]
        backward.seats[at] = P1 if form.rows[at] > 1 else P2  # whose the only move is makes no difference
        backward.left[at] = form.first[at + 1] - form.first[at]
        winners[at] = NO_WINNER if form.rows[at] > 0 else winner_of(results[at])
    for at in range(count):
        for outcome in range(form.first[at], form.first[at + 1]):
            after = form.to[outcome]
            backward.first[after] -= 1
            backward.before[backward.first[after]] = at
