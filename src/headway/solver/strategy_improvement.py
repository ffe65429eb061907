"""Strategy improvement (Hoffman and Karp), for games in which iteration is too slow or ends with unproven strategies.

It solves the game that is stopped with a small probability at each move within a component, with the value one half.
There every play ends, so one strategy against another is an absorbing Markov chain, and improvement cannot stall. If
the stopping probability is small enough, what is best in that game is best without it; the strategies are then
corrected with a stopping probability of zero.
"""

from collections.abc import Sequence

from headway.rulekit import CHANCE, OVER, P1
from headway.solver.graph import Distribution, Graph
from headway.solver.gth import Row, expected_rewards
from headway.solver.matrix_game import solve_matrix
from headway.solver.matrix_iteration import Strategies
from headway.tolerances import IMPROVEMENT

MOST_ROUNDS = 1_000

Nodes = dict[int, None]
"""The nodes of a component, in a fixed order."""

ChoiceMatrix = list[list[Distribution]]
"""Where a node leads for each choice of P1 (the rows) and of P2 (the columns)."""


def improve(graph: Graph, stopping: float) -> Strategies:
    """Strategies for any game that keeps the contract, found with this stopping probability. They are not proven."""
    improvement = _Improvement(graph)
    for component in graph.components:
        improvement.solve(dict.fromkeys(at for at in component if at in improvement.choices), stopping)
    return improvement.strategies()


class _Improvement:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.choices = _choice_matrices(graph)
        self.values = {at: float(node.winner == P1) for at, node in enumerate(graph.nodes)}
        self.p1_odds = {at: _pure(len(rows)) for at, rows in self.choices.items()}
        self.p2_odds = {at: _pure(len(rows[0])) for at, rows in self.choices.items()}
        self.nodes: Nodes = {}
        self.stopping = 0.0

    def solve(self, nodes: Nodes, stopping: float) -> None:
        """Find the strategies of a component. The values that it leads to are final already."""
        self.nodes, self.stopping = nodes, stopping
        for _ in range(MOST_ROUNDS):
            self._reply()
            if not sum(self._improve(at) for at in nodes):
                break
        for at in nodes:
            # P2's best reply is pure; where both sides choose, an optimal strategy may have to mix
            if len(self.p1_odds[at]) > 1 and len(self.p2_odds[at]) > 1:
                self.p2_odds[at] = solve_matrix(self._matrix(at)).columns
        self.stopping = 0.0
        for _ in range(MOST_ROUNDS):
            self._evaluate()
            if not sum(self._correct(at) for at in nodes):
                break

    def strategies(self) -> Strategies:
        """The strategies by the nodes of the graph; all nodes of a guesser's information set get the same odds."""
        odds: list[tuple[float, ...]] = [()] * len(self.graph.nodes)
        for at in self.choices:
            node = self.graph.nodes[at]
            own, other = self.p1_odds[at], self.p2_odds[at]
            if node.actor not in (P1, CHANCE):
                own, other = other, own
            if node.actor != CHANCE:
                odds[at] = own
            if node.is_secret:
                for edge in node.edges:
                    odds[edge.to] = other
                    follow = self.graph.nodes[edge.to].edges
                    self.values[edge.to] = sum(o * self.values[e.to] for o, e in zip(other, follow, strict=True))
        return Strategies([self.values[at] for at in range(len(odds))], odds)

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
        rows = {at: Row({}, 0.0, 0.0) for at in self.nodes}
        for at, row in rows.items():
            for p1_odds, columns in zip(self.p1_odds[at], self.choices[at], strict=True):
                for p2_odds, distribution in zip(self.p2_odds[at], columns, strict=True):
                    for to, odds in distribution.items():
                        share = p1_odds * p2_odds * odds
                        ends = self.stopping if to in rows else 1.0
                        if share and ends < 1:
                            row.to[to] = row.to.get(to, 0.0) + share * (1 - ends)
                        row.leaves += share * ends
                        row.reward += share * ends * (0.5 if to in rows else self.values[to])
        self.values.update(expected_rewards(rows, 0.5))

    def _matrix(self, at: int) -> list[list[float]]:
        """The matrix game at a node. Only moves within the component are stopped; the others cannot repeat for ever."""

        def worth(to: int) -> float:
            value = self.values[to]
            return value + (0.5 - value) * self.stopping if to in self.nodes else value

        return [[sum(odds * worth(to) for to, odds in entry.items()) for entry in row] for row in self.choices[at]]


def _choice_matrices(graph: Graph) -> dict[int, ChoiceMatrix]:
    """The choice matrix of each node that is not an end: one row or column where only one side, or chance, acts."""
    found: dict[int, ChoiceMatrix] = {}
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER or at in graph.guess_nodes:
            continue
        if node.actor == CHANCE:
            total, distribution = sum(edge.weight for edge in node.edges), Distribution()
            for edge in node.edges:
                distribution[edge.to] = distribution.get(edge.to, 0.0) + edge.weight / total
            found[at] = [[distribution]]
            continue
        if node.is_secret:
            rows = [[{edge.to: 1.0} for edge in graph.nodes[choice.to].edges] for choice in node.edges]
        else:
            rows = [[{edge.to: 1.0}] for edge in node.edges]
        found[at] = rows if node.actor == P1 else [list(column) for column in zip(*rows, strict=True)]
    return found


def _pure(size: int, chosen: int = 0) -> tuple[float, ...]:
    """The odds that always choose one of `size` options."""
    return tuple(float(at == chosen) for at in range(size))


def _mean(odds: Sequence[float], values: Sequence[float]) -> float:
    return sum(odd * value for odd, value in zip(odds, values, strict=True))


def _column_means(odds: Sequence[float], matrix: list[list[float]]) -> list[float]:
    """What each of P2's choices leads to if P1 chooses with these odds."""
    return [_mean(odds, column) for column in zip(*matrix, strict=True)]
