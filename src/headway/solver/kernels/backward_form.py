"""The normal form of a large game without chance and secrets, stored backwards: from where each state can be reached.

Retrograde analysis goes backwards, so of a move it asks only where it comes from. In such a game that is all there is:
one side chooses at each node, and every outcome is certain. A move takes 4 bytes this way. In `kernels.form` it takes
12, with the node where it leads and a share, a node takes 44, and the predecessors come in addition. Capture the Flag
of length 100 has 196 million states and 765 million moves: 17 GiB forwards, 24 GiB to solve it, and 5.2 GiB backwards.

Nodes are the numbers of states, so that there is no table from one to the other. The entries of states that cannot come
up are not looked at. Nodes and outcomes are the same as in `kernels.form`: the tests compare both, and what is found
with them, state by state.
"""

from typing import Any, NamedTuple


class BackwardForm(NamedTuple):
    """The states that lead to state n are those of `before` from `first[n]` to `first[n + 1] - 1`, once for each move.

    `seats` has who chooses, and `left` how many of the moves lead to states that are not decided yet: at first all of
    them. While the form is filled in, `first[n]` counts what leads to n.
    """

    first: Any
    before: Any
    seats: Any
    left: Any
