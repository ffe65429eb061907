"""Matrix-game iteration (Shapley's value iteration): solves games where a secret meets a guess, or chance meets choice.

Endless play counts one half, so iteration starts there: after n sweeps a value is that of the game which is stopped,
with the value one half, after n more moves. Components are solved in reverse topological order.
"""

from typing import NamedTuple

from headway.rulekit import CHANCE, OVER, P1
from headway.solver.graph import Graph
from headway.solver.matrix_game import Equilibrium, solve_matrix
from headway.tolerances import CONVERGED

MOST_SWEEPS = 2_000


class Strategies(NamedTuple):
    """The value of each node, and the odds of each move there for the side that acts."""

    values: list[float]
    odds: list[tuple[float, ...]]


def iterate(graph: Graph) -> Strategies:
    """Strategies for any game that keeps the contract. They are not proven; `certificate.gap` is what proves them."""
    iteration = _Iteration(graph)
    for component in graph.components:
        iteration.solve(component)
    return Strategies(iteration.values, iteration.odds)


class _Iteration:
    def __init__(self, graph: Graph) -> None:
        self.nodes = graph.nodes
        self.guess_nodes = graph.guess_nodes
        self.values = [0.5] * len(graph.nodes)
        self.odds: list[tuple[float, ...]] = [()] * len(graph.nodes)

    def solve(self, component: list[int]) -> None:
        """Sweep over a component until no value changes. The values that it leads to are final already."""
        own = [at for at in component if at not in self.guess_nodes]  # these are updated with their secret
        for _ in range(MOST_SWEEPS):
            if max((self._update(at) for at in own), default=0) <= CONVERGED:
                break
        for at in own:
            self._update(at, is_last=True)

    def _update(self, at: int, is_last: bool = False) -> float:
        """Update one node; returns by how much its value changed."""
        node, old = self.nodes[at], self.values[at]
        if node.actor == OVER:
            new = float(node.winner == P1)
        elif node.actor == CHANCE:
            total = sum(edge.weight for edge in node.edges)
            new = sum(edge.weight / total * self.values[edge.to] for edge in node.edges)
        elif node.is_secret:
            new = self._update_secret(at)
        else:
            sign = 1 if node.actor == P1 else -1
            worth = [sign * self.values[edge.to] for edge in node.edges]
            best = worth.index(max(worth))
            new = sign * worth[best]
            # a winning side must make progress: it keeps the move that last improved its value
            if not self.odds[at] or sign * (new - old) > 0 or (is_last and sign * (new - 0.5) <= 0):
                self.odds[at] = tuple(float(each == best) for each in range(len(worth)))
        self.values[at] = new
        return abs(new - old)

    def _update_secret(self, at: int) -> float:
        """Solve the matrix game of a secret and its guess; the nodes of an information set get the same odds."""
        node = self.nodes[at]
        guesses = [self.nodes[edge.to] for edge in node.edges]
        matrix = [[self.values[edge.to] for edge in guess.edges] for guess in guesses]
        if node.actor == P1:
            solved = solve_matrix(matrix)
        else:
            value, rows, columns = solve_matrix([[-entry for entry in row] for row in matrix])
            solved = Equilibrium(-value, rows, columns)
        # progress here too: once the values are final all entries may be equal, and any odds would look optimal
        if not self.odds[at] or solved.value != self.values[at]:
            self.odds[at] = solved.rows
            for edge in node.edges:
                self.odds[edge.to] = solved.columns
        for edge, row in zip(node.edges, matrix, strict=True):
            self.values[edge.to] = sum(odd * entry for odd, entry in zip(self.odds[edge.to], row, strict=True))
        return solved.value
