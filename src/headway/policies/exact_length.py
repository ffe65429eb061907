"""The distribution of the length of a game in fractions, kept as whole numbers over a common denominator.

After n plies every probability is a whole number over the n-th power of one denominator, that of all shares.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from headway.solver.normal_form import Shares
from headway.tolerances import LONGEST_GAMES

MOST_WORK = 1_000_000
"""More additions take noticeably long; one of numbers with `MANY_BITS` more counts as another."""
MANY_BITS = 1_000
REDUCTIONS = 6
"""How often a fraction is reduced for each number of plies: it is made, and added up for several figures of a length.

To reduce one takes time that grows with the square of its bits.
"""


def walk_exactly(
    chain: Sequence[Shares], plies: Sequence[int], ends: Sequence[int], start: int, most_plies: int
) -> tuple[Fraction, ...] | None:
    """The probability that a game of a chain is over after each number of plies, until hardly any game is left.

    None where that would take long. `plies` says how many each node takes, and `ends` from which an end can be reached.
    """
    base = lcm(*(share.denominator for row in chain for share in row.values()))
    waiting: dict[int, dict[int, int]] = {0: {start: 1}}  # at which ply games come where, and how many of them
    over, left, whole, work = list[Fraction](), 1, 1, 0  # as `whole` grows, so does what is left over it
    least = Fraction(LONGEST_GAMES)
    while waiting and len(over) < most_plies and left * least.denominator > least.numerator * whole:
        made = len(over)
        now = waiting.pop(made, {})
        ended = stuck = 0
        for node, number in now.items():
            if not ends[node]:
                stuck += number
            elif not chain[node]:
                ended += number
            else:
                then, games = waiting.setdefault(made + plies[node], {}), number * base ** (plies[node] - 1)
                for to, share in chain[node].items():
                    then[to] = then.get(to, 0) + games * (share.numerator * (base // share.denominator))
                work += len(chain[node]) * (1 + whole.bit_length() // MANY_BITS)
        work += REDUCTIONS * (1 + whole.bit_length() // MANY_BITS) ** 2
        if work > MOST_WORK:
            return None
        over.append(Fraction(ended, whole))
        left, whole = (left - ended - stuck) * base, whole * base
    return tuple(over)
