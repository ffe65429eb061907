"""Strategy improvement (Hoffman and Karp), for components in which iteration is too slow or ends unproven.

It solves the game that is stopped with a small probability at each move within the component, with the value one half.
There every play ends, so one strategy against another is an absorbing Markov chain, and improvement cannot stall. If
the stopping probability is small enough, what is best in that game is best without it; the strategies are then
corrected with a stopping probability of zero.
"""

from collections.abc import Sequence

from headway.solver.gth import Effort, Row, expected_rewards
from headway.solver.kernels.form import Form, Solved
from headway.solver.matrix_game import solve_matrix
from headway.solver.normal_form import cells
from headway.tolerances import IMPROVEMENT

MOST_ROUNDS = 1_000


def improve(form: Form, component: Sequence[int], solved: Solved, stopping: float, effort: Effort) -> None:
    """Find values and odds for a component with this stopping probability. What it leads to is solved already."""
    improvement = _Improvement(form, component, solved.values, effort)
    improvement.solve(stopping)
    for at in component:
        solved.values[at] = improvement.values[at]
        rows, columns = improvement.p1_odds[at], improvement.p2_odds[at]
        if len(rows) * len(columns) > 1:
            for place, odd in enumerate((*rows, *columns), int(form.first_odds[at])):
                solved.odds[place] = odd


class _Improvement:
    def __init__(self, form: Form, component: Sequence[int], values: Sequence[float], effort: Effort) -> None:
        self.effort = effort
        self.nodes = {at: cells(form, at) for at in component}
        reached = {to for rows in self.nodes.values() for row in rows for cell in row for to, _ in cell}
        self.values = {at: float(values[at]) for at in reached | self.nodes.keys()}
        self.p1_odds = {at: _pure(len(rows)) for at, rows in self.nodes.items()}
        self.p2_odds = {at: _pure(len(rows[0])) for at, rows in self.nodes.items()}
        self.stopping = 0.0

    def solve(self, stopping: float) -> None:
        """Find the strategies of the component."""
        has_choice = any(len(rows) * len(rows[0]) > 1 for rows in self.nodes.values())
        self.stopping = stopping if has_choice else 0.0
        for _ in range(MOST_ROUNDS):
            self._reply()
            if not sum(self._improve(at) for at in self.nodes):
                break
        for at in self.nodes:
            # P2's best reply is pure; where both sides choose, an optimal strategy may have to mix
            if len(self.p1_odds[at]) > 1 and len(self.p2_odds[at]) > 1:
                self.p2_odds[at] = solve_matrix(self._matrix(at)).columns
        self.stopping = 0.0
        for _ in range(MOST_ROUNDS):
            self._evaluate()
            if not sum(self._correct(at) for at in self.nodes):
                break

    def _reply(self) -> None:
        """Find P2's best reply to P1's strategy, by policy iteration, and the values of the two."""
        for _ in range(MOST_ROUNDS):
            self._evaluate()
            changed = False
            for at in self.nodes:
                worths = _column_means(self.p1_odds[at], self._matrix(at))
                if min(worths) < _mean(self.p2_odds[at], worths) - IMPROVEMENT:
                    self.p2_odds[at] = _pure(len(worths), worths.index(min(worths)))
                    changed = True
            if not changed:
                break

    def _improve(self, at: int) -> bool:
        """Improve P1's strategy at a node; returns whether that was possible."""
        matrix = self._matrix(at)
        value, rows, _ = solve_matrix(matrix)
        better = value > min(_column_means(self.p1_odds[at], matrix)) + IMPROVEMENT
        if better:
            self.p1_odds[at] = rows
        return better

    def _correct(self, at: int) -> bool:
        """Make both strategies at a node optimal against the values; returns whether they changed."""
        matrix = self._matrix(at)
        floor = min(_column_means(self.p1_odds[at], matrix))
        ceiling = max(_mean(self.p2_odds[at], row) for row in matrix)
        wrong = ceiling - floor > IMPROVEMENT
        if wrong:
            _, self.p1_odds[at], self.p2_odds[at] = solve_matrix(matrix)
        return wrong

    def _evaluate(self) -> None:
        """Compute the values of the component under both strategies."""
        rows = {at: self._row(at) for at in self.nodes}
        self.values.update(expected_rewards(rows, 0.5, self.effort))

    def _row(self, at: int) -> Row[float]:
        """A node of the Markov chain that both strategies make of the component."""
        row = Row({}, 0.0, 0.0)
        for p1_odds, columns in zip(self.p1_odds[at], self.nodes[at], strict=True):
            for p2_odds, transitions in zip(self.p2_odds[at], columns, strict=True):
                for to, odds in transitions:
                    share = p1_odds * p2_odds * odds
                    ends = self.stopping if to in self.nodes else 1.0
                    if share and ends < 1:
                        row.to[to] = row.to.get(to, 0.0) + share * (1 - ends)
                    row.leaves += share * ends
                    row.reward += share * ends * (0.5 if to in self.nodes else self.values[to])
        return row

    def _matrix(self, at: int) -> list[list[float]]:
        """The matrix game at a node. Only moves within the component are stopped; the others cannot repeat for ever."""

        def worth(to: int) -> float:
            value = self.values[to]
            return value + (0.5 - value) * self.stopping if to in self.nodes else value

        return [[sum(odds * worth(to) for to, odds in cell) for cell in row] for row in self.nodes[at]]


def _pure(size: int, chosen: int = 0) -> tuple[float, ...]:
    """The odds that always choose one of `size` options."""
    return tuple(float(at == chosen) for at in range(size))


def _mean(odds: Sequence[float], values: Sequence[float]) -> float:
    return sum(odd * value for odd, value in zip(odds, values, strict=True))


def _column_means(odds: Sequence[float], matrix: list[list[float]]) -> list[float]:
    """What each of P2's choices leads to if P1 chooses with these odds."""
    return [_mean(odds, column) for column in zip(*matrix, strict=True)]
