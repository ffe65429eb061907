"""Strategy improvement (Hoffman and Karp) in long decimals, for small loops with odds too rare for floats.

As in `strategy_improvement` the game is stopped with a small probability at each move within the component; but it is
chosen so much smaller than the least chance of any way through the component that it cannot change what is best. The
decimals have twice as many digits as that takes, and elimination does not subtract. Both sides have perfect information
here, so pure strategies are enough. What they guarantee is bounded afterwards, by other code.
"""

from collections.abc import Mapping, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from math import ceil, log10
from typing import NamedTuple

from headway.solver.gth import Effort, Row, expected_rewards
from headway.solver.kernels.form import Form, Solved
from headway.solver.normal_form import Transitions, cells

MOST_ROUNDS = 500
SPARE_DIGITS = 40
"""Digits beyond those that the rarest way takes: for sums, and so that equal values are not told apart."""


class _Node(NamedTuple):
    """A node: the sign of the side that chooses, 0 where none does, and where each choice leads."""

    sign: int
    choices: list[Transitions]


def has_perfect_information(form: Form, component: Sequence[int]) -> bool:
    """Does at most one side choose at each node?"""
    return all(form.rows[at] == 1 or form.columns[at] == 1 for at in component)


def improve_precisely(form: Form, component: Sequence[int], solved: Solved, effort: Effort) -> None:
    """Find values and pure strategies for a component. What it leads to is solved already."""
    nodes = {at: _node(form, at) for at in component}
    rarest = sum(max(-log10(share) for choice in node.choices for _, share in choice) for node in nodes.values())
    digits = ceil(rarest) + SPARE_DIGITS
    with localcontext(Context(prec=2 * digits + SPARE_DIGITS, Emax=MAX_EMAX, Emin=MIN_EMIN)):
        improvement = _Improvement(nodes, solved.values, Decimal(10) ** -digits, effort)
        improvement.solve()
    for at, node in nodes.items():
        solved.values[at] = min(max(float(improvement.values[at]), 0.0), 1.0)
        if node.sign:
            begin, size = int(form.first_odds[at]), len(node.choices)
            for place in range(begin, begin + size + 1):
                solved.odds[place] = 0.0
            chosen = improvement.chosen[at]
            solved.odds[begin + (chosen if node.sign > 0 else 0)] = 1.0
            solved.odds[begin + (size if node.sign > 0 else 1 + chosen)] = 1.0


def _node(form: Form, at: int) -> _Node:
    matrix = cells(form, at)
    choices = [cell for row in matrix for cell in row]
    sign = 0 if len(choices) == 1 else 1 if len(matrix) > 1 else -1
    return _Node(sign, [[(to, share) for to, share in choice if share > 0] for choice in choices])


class _Improvement:
    def __init__(self, nodes: Mapping[int, _Node], values: Sequence[float], stopping: Decimal, effort: Effort) -> None:
        self.nodes, self.stopping, self.effort = nodes, stopping, effort
        self.least = stopping * stopping  # no two values that differ are nearer
        self.half = Decimal("0.5")
        reached = {to for node in nodes.values() for choice in node.choices for to, _ in choice}
        self.values = {at: Decimal(float(values[at])) for at in reached}
        self.chosen = dict.fromkeys(nodes, 0)

    def solve(self) -> None:
        """Improve P1's choices against P2's best reply, until none can be improved."""
        for _ in range(MOST_ROUNDS):
            self._evaluate()
            while self._improve(-1):
                self._evaluate()
            if not self._improve(1):
                break

    def _improve(self, sign: int) -> bool:
        """Improve the choices of one side wherever that is possible; returns whether it was."""
        better = {}
        for at, node in self.nodes.items():
            if node.sign == sign:
                worths = [sign * self._worth(choice) for choice in node.choices]
                if max(worths) > worths[self.chosen[at]] + self.least:
                    better[at] = worths.index(max(worths))
        self.chosen.update(better)
        return bool(better)

    def _worth(self, choice: Transitions) -> Decimal:
        """The mean value of what a choice leads to, if the game is stopped within the component."""
        return sum((share * value for share, value in map(self._after, choice)), start=Decimal(0))

    def _after(self, transition: tuple[int, float]) -> tuple[Decimal, Decimal]:
        to, share = transition
        stays = self.values[to] + self.stopping * (self.half - self.values[to]) if to in self.nodes else self.values[to]
        return Decimal(share), stays

    def _evaluate(self) -> None:
        """Compute the values of the component under both strategies."""
        rows = {at: self._row(node.choices[self.chosen[at]]) for at, node in self.nodes.items()}
        self.values.update(expected_rewards(rows, self.half, self.effort))

    def _row(self, choice: Transitions) -> Row[Decimal]:
        row = Row(dict[int, Decimal](), Decimal(0), Decimal(0))
        total = sum((Decimal(share) for _, share in choice), start=Decimal(0))
        for to, odds in choice:
            share = Decimal(odds) / total
            if to in self.nodes:
                row.to[to] = row.to.get(to, Decimal(0)) + share * (1 - self.stopping)
                row.leaves += share * self.stopping
                row.reward += share * self.stopping * self.half
            else:
                row.leaves += share
                row.reward += share * self.values[to]
        return row
