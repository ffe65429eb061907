"""The values of best play in fractions, in small games without secrets: by strategy iteration, begun at the solution.

There each side has a best strategy without mixing, and the solution's are usually right; its values are floats. What is
found is checked: equations alone do not suffice where a side can keep the game going for ever.
"""

from collections.abc import Sequence
from fractions import Fraction

from headway.policies.attained import strategies_on
from headway.policies.evaluation import HALF, Values
from headway.rulekit import P1, P2
from headway.solver import Solution, Value
from headway.solver.certificate import residual
from headway.solver.end_components import maximal_end_components
from headway.solver.explored import Explored
from headway.solver.gth import FRACTION_BITS, MOST_EFFORT, PER_FRACTION, Effort, TooHard
from headway.solver.markov_chain import expected_values
from headway.solver.normal_form import Shares
from headway.solver.recent import Recent

MOST_NODES = 5_000
"""In larger games fractions are not tried."""
MOST_WORK = MOST_EFFORT // 120
"""The effort on the fractions of a game: about a second."""
MOST_ROUNDS = 100
"""How often choices are improved; floats have found the best ones, or some that are almost as good."""

Choices = dict[int, int]
"""The choice at each node with one."""


class BestPlay:
    """What the nodes of a game are worth under best play.

    Compared with policies in fractions, it is in fractions where the game is small.
    """

    def __init__(self, values: Values, solution: Solution) -> None:
        self.solution = solution
        self._known = values.explored
        self._exact = None if values.chain is None else _RECENT.get(solution, lambda: exact_best(self._known, solution))

    def value(self, node: int) -> Value:
        """The chance that P1 wins at a node, draws and endless play counting one half."""
        return self.solution.value(self._known.state(node)) if self._exact is None else self._exact[node]


def exact_best(known: Explored, solution: Solution) -> Sequence[Fraction] | None:
    """The value of each node; None where that would take long, where sides mix, or if the proof does not hold."""
    odds = strategies_on(known, solution)
    if odds is None or known.has_secrets or known.normal.size > MOST_NODES:
        return None
    found = _Iteration(known, odds)
    try:
        return found.proved_values()
    except TooHard:
        return None


class _Iteration:
    """Strategy iteration in fractions: P2 replies best to P1's choices, which are then improved."""

    def __init__(self, known: Explored, odds: Sequence[float]) -> None:
        self._known, self._normal = known, known.normal
        form, size = known.normal.form, known.normal.size
        self._own: tuple[Choices, Choices] = {}, {}  # the choices of P1, and of P2
        self._chances: list[Shares] = [{}] * size  # where nodes without a choice lead
        self._effort = Effort(MOST_WORK)
        bits = 0
        for node in range(size):
            if form.rows[node] * form.columns[node] > 1:
                seat = P1 if form.rows[node] > 1 else P2
                shares = [odds[place] for place in known.places(node, seat)]
                self._own[seat][node] = shares.index(max(shares))
            else:
                weights = known.weights(node)
                self._chances[node] = known.shares(node)
                bits += sum(weights).bit_length()
        # all values are fractions over a common denominator of as many bits, at most
        self._round = PER_FRACTION * len(form.to) * (1 + (bits // FRACTION_BITS) ** 2)

    def proved_values(self) -> Sequence[Fraction] | None:
        """The values of choices that neither side can improve; None if they do not prove right."""
        ends = list(map(Fraction, self._normal.results))
        for _ in range(MOST_ROUNDS):
            self._effort.spend(self._round, self._normal.size)
            chain = self._chain()
            values = expected_values(self._normal, chain, ends, HALF, effort=self._effort)
            for seat in (P2, P1):
                better = self._better(seat, values) or self._staying(seat, values)
                if better:
                    self._own[seat].update(better)
                    break
            else:
                return values if residual(self._normal, chain, values) == 0 else None
        return None

    def _chain(self) -> list[Shares]:
        chain = list(self._chances)
        for node, choice in (*self._own[P1].items(), *self._own[P2].items()):
            chain[node] = {self._normal.outcomes(node)[choice]: Fraction(1)}
        return chain

    def _better(self, seat: int, values: Sequence[Fraction]) -> Choices:
        """The nodes at which another choice of a side is better than its own, with the best one."""
        sign, found = 1 if seat == P1 else -1, Choices()
        for node, choice in self._own[seat].items():
            worths = [sign * values[to] for to in self._normal.outcomes(node)]
            if max(worths) > worths[choice]:
                found[node] = worths.index(max(worths))
        return found

    def _staying(self, seat: int, values: Sequence[Fraction]) -> Choices:
        """Choices by which a side stays for ever where that is better than what it gets.

        If there are none, and no choice is better, then whatever it chooses its values do not rise on average, to the
        end or for ever: it gets no more.
        """
        sign, odds = 1 if seat == P1 else -1, self._normal.even_odds()
        for node, choice in self._own[1 - seat].items():
            for place, at in enumerate(self._known.places(node, 1 - seat)):
                odds[at] = float(place == choice)
        found = Choices()
        for trap in maximal_end_components(self._normal, 1 - seat, odds):
            if any(sign * values[node] < sign * HALF for node in trap):
                for node in trap & self._own[seat].keys():
                    found[node] = next(at for at, to in enumerate(self._normal.outcomes(node)) if to in trap)
        return found


_RECENT = Recent[Solution, Sequence[Fraction] | None](most=2)
