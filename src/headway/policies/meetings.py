"""What a node is worth if each side keeps to the odds of best play there, or to its own."""

from collections.abc import Sequence
from math import fsum

from headway.policies.bounds import total
from headway.policies.evaluation import Values
from headway.policies.exact_best import BestPlay
from headway.rulekit import P1, P2
from headway.solver import Value

Meetings = dict[tuple[int, int], Value]


def meetings(values: Values, node: int, best_play: BestPlay) -> Meetings:
    """What a node is worth if P1, and P2, keep to the odds of best play (0) or to their own (1)."""
    known, form = values.explored, values.explored.normal.form
    begin, columns = int(form.first[node]), int(form.columns[node])
    after = [best_play.value(int(form.to[at])) for at in range(begin, int(form.first[node + 1]))]
    matrix = [after[row : row + columns] for row in range(0, len(after), columns)]
    sets, real, best = known.information_sets(node), list[list[Value]](), list[list[Value]]()
    for seat in (P1, P2):
        real.append(odds_at(values, node, seat))
        own = next((each for each in sets if each.seat == seat), None)
        optimal = best_play.solution.odds(own.seen) if own is not None else None
        # where one side alone chooses, the other's odds are the same
        best.append(real[-1] if own is None or optimal is None else _to_one([optimal[move] for move in own.moves]))
    return {
        (one, two): _mean(matrix, p1, p2)
        for one, p1 in enumerate((best[P1], real[P1]))
        for two, p2 in enumerate((best[P2], real[P2]))
    }


def odds_at(values: Values, node: int, seat: int) -> list[Value]:
    """The odds of a side's policy at a node."""
    given = values.given[seat]
    assert given is not None
    places = values.explored.places(node, seat)
    if given.exact is not None:
        return [given.exact[place] for place in places]
    return _to_one([float(given.floats[place]) for place in places])


def _to_one(odds: Sequence[float]) -> list[Value]:
    """Odds that add up to 1, but for rounding."""
    added = fsum(odds)
    return [share / added for share in odds]


def _mean(matrix: list[list[Value]], p1: Sequence[Value], p2: Sequence[Value]) -> Value:
    return total(row * column * matrix[at][to] for at, row in enumerate(p1) for to, column in enumerate(p2))
