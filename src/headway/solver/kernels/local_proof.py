"""The proof of a retrograde analysis: each node is compared with those that it leads to."""

from headway.rulekit import DRAW, P1, P2
from headway.solver.index import NO_WINNER
from headway.solver.kernels.arrays import Floats
from headway.solver.kernels.form import Form, winner_of
from headway.solver.kernels.retrograde import NO_PLIES, Decided


def contradiction(count: int, form: Form, results: Floats, decided: Decided) -> int:
    """The first node whose winner or plies do not follow from those of the nodes that it leads to; -1 if there is none.

    A node won in n plies has, for its winner, a move to one won in n - 1 and none to a shorter one; for the loser, only
    moves to nodes won by the other side, the longest in n - 1. By induction on n the winner gets there. From any other
    node no move wins, and some move leads to another such node: neither side can be made to lose. It is drawn in n if a
    move leads to one drawn in n - 1 and none to a shorter one, and endless if no move leads to a drawn one.
    """
    for at in range(count):
        seat = P1 if form.rows[at] > 1 else P2  # who chooses; where no side does, it makes no difference
        soonest, latest, drawn, lost = NO_PLIES, NO_PLIES, NO_PLIES, 0
        for outcome in range(form.first[at], form.first[at + 1]):
            after = form.to[outcome]
            if decided.winners[after] == seat:
                soonest = decided.plies[after] if soonest == NO_PLIES else min(soonest, decided.plies[after])
            elif decided.winners[after] == 1 - seat:
                latest = max(latest, decided.plies[after])
                lost += 1
            elif decided.winners[after] == DRAW:
                drawn = decided.plies[after] if drawn == NO_PLIES else min(drawn, decided.plies[after])
        winner, plies = NO_WINNER, NO_PLIES
        if form.rows[at] == 0:
            winner, plies = winner_of(results[at]), 0
        elif soonest != NO_PLIES:
            winner, plies = seat, soonest + 1
        elif lost == form.first[at + 1] - form.first[at]:
            winner, plies = 1 - seat, latest + 1
        elif drawn != NO_PLIES:
            winner, plies = DRAW, drawn + 1
        if decided.winners[at] != winner or decided.plies[at] != plies:
            return at
    return -1
