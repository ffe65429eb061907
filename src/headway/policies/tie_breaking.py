"""Which of several best moves is worth most against an opponent who errs, exactly.

The opponent makes a best move, and now and then a random one. The seat keeps to moves that attain the value against
every reply, so it risks nothing: of all ways to do so, the best against this opponent is found as a Markov decision
process.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from headway.game import State
from headway.policies.flat import flat_odds
from headway.policies.policy import Erring, Odds, Policy
from headway.rulekit import P1
from headway.solver import Solution, explore, value_for
from headway.solver.backend import Interpreted
from headway.solver.explored import Explored
from headway.solver.gth import TooHard
from headway.solver.kernels.form import Form, number_odds
from headway.solver.normal_form import NormalForm
from headway.solver.recent import Recent
from headway.solver.strategies import best_strategies
from headway.tolerances import PROVEN

MOST_STATES = 500
"""In larger games it would take noticeably long before the first move."""
ERROR_RATE = Fraction(1, 10)
"""How often the opponent makes a random move."""

Kept = Callable[[State], Sequence[int]]
"""The moves in a state that attain the value."""


class BestMoves(Policy):
    """The odds of the solution where best play has to mix, otherwise equal odds for all best moves."""

    def __init__(self, solution: Solution) -> None:
        super().__init__(solution.game, "best moves")
        self.solution = solution

    def odds(self, seen: State) -> Odds:
        """The odds of the best moves."""
        mixed = self.solution.odds(seen)
        best = self.solution.best(seen)
        return dict.fromkeys(best, Fraction(1, len(best))) if mixed is None else mixed


class Prospects:
    """What a seat that keeps to moves which attain the value can expect against an opponent who errs."""

    def __init__(self, solution: Solution, seat: int, kept: Kept) -> None:
        self.solution = solution
        self.seat = seat
        self._explored = explore(solution.game)
        best = BestMoves(solution)
        own = flat_odds(self._explored, best, seat)
        other = flat_odds(self._explored, Erring(best, ERROR_RATE), 1 - seat)
        p1, p2 = (own, other) if seat == P1 else (other, own)
        form = _process(self._explored, seat, kept, p1.floats, p2.floats)
        self._values: Any = None
        with suppress(TooHard):
            solved, gap = best_strategies(form)
            self._values = solved.values if gap <= PROVEN else None

    def preferred(self, state: State, moves: list[int]) -> list[int]:
        """Those of the moves that are worth most; all of them if that is not certain."""
        if self._values is None:
            return moves
        worths = dict[int, float]()
        for move in moves:
            node = self._explored.node(self.solution.game.play_unchecked(state, move))
            assert node is not None
            worths[move] = value_for(self.seat, float(self._values[node]))
        most = max(worths.values())
        return [move for move, worth in worths.items() if worth >= most - PROVEN]


def _process(known: Explored, seat: int, kept: Kept, p1_odds: Sequence[float], p2_odds: Sequence[float]) -> NormalForm:
    """The game in which both sides keep to their odds, but `seat` chooses among the moves that it may make alone."""
    form, backend = known.normal.form, Interpreted()
    rows, columns, first, to, share = list[int](), list[int](), [0], list[int](), list[float]()
    for node in range(known.normal.size):
        targets = [int(form.to[at]) for at in range(int(form.first[node]), int(form.first[node + 1]))]
        shares = [float(form.share[at]) for at in range(int(form.first[node]), int(form.first[node + 1]))]
        choices, p1, p2 = 1, known.places(node, P1), known.places(node, 1 - P1)
        if p1 and len(known.information_sets(node)) == 1 and len((p1, p2)[seat]) > 1:
            (own,) = known.information_sets(node)
            chosen = kept(own.seen)
            targets = [target for move, target in zip(own.moves, targets, strict=True) if move in chosen]
            choices, shares = len(targets), [1.0] * len(targets)
        elif p1:
            shares = [float(p1_odds[row]) * float(p2_odds[column]) for row in p1 for column in p2]
        to += [target for target, part in zip(targets, shares, strict=True) if part > 0]
        share += [part for part in shares if part > 0]
        first.append(len(to))
        rows.append(0 if not targets else choices if seat == P1 else 1)
        columns.append(0 if not targets else choices if seat != P1 else 1)
    made = Form(rows, columns, first, to, share, [0] * (len(rows) + 1))
    number_odds(made, len(rows))
    return NormalForm(backend, made, [float(result) for result in known.normal.results])


_RECENT = Recent[tuple[Solution, int], Prospects](most=16)


def prospects(solution: Solution, seat: int, kept: Kept) -> Prospects | None:
    """What a seat can expect in a game that is small enough; None in others."""
    if solution.states > MOST_STATES:
        return None
    return _RECENT.get((solution, seat), lambda: Prospects(solution, seat, kept))
