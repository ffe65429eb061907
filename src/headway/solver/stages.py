"""Games where a secret meets a guess, or chance meets choice: values by iteration, component after component.

Endless play counts one half, so iteration starts there: after n rounds a value is that of the game which is called off,
half won, after n more moves.
"""

from typing import NamedTuple

from headway.rulekit import CHANCE, OVER, P1
from headway.solver.graph import Graph
from headway.solver.matrix import Stage, solve_matrix
from headway.tolerances import CONVERGED

MOST_ROUNDS = 2_000


class Staged(NamedTuple):
    """The value of each node, and the odds with which whoever acts there moves."""

    values: list[float]
    odds: list[tuple[float, ...]]


def staged(graph: Graph) -> Staged:
    """Solve any game that keeps the contract."""
    solver = _Stages(graph)
    for component in graph.components:
        solver.settle(component)
    return Staged(solver.values, solver.odds)


class _Stages:
    def __init__(self, graph: Graph) -> None:
        self.nodes = graph.nodes
        self.answers = graph.answers
        self.values = [0.5] * len(graph.nodes)
        self.odds: list[tuple[float, ...]] = [()] * len(graph.nodes)

    def settle(self, component: list[int]) -> None:
        """Iterate a component until it is steady. What it leads to is known already."""
        own = [at for at in component if at not in self.answers]  # an answer is settled with its secret
        for _ in range(MOST_ROUNDS):
            if max((self._update(at) for at in own), default=0) <= CONVERGED:
                break
        for at in own:
            self._update(at, finally_=True)

    def _update(self, at: int, finally_: bool = False) -> float:
        """Bring one node up to date; how much its value changed."""
        node, old = self.nodes[at], self.values[at]
        if node.actor == OVER:
            new = float(node.winner == P1)
        elif node.actor == CHANCE:
            total = sum(edge.weight for edge in node.edges)
            new = sum(edge.weight / total * self.values[edge.to] for edge in node.edges)
        elif node.is_secret:
            new = self._meet(at)
        else:
            sign = 1 if node.actor == P1 else -1
            worth = [sign * self.values[edge.to] for edge in node.edges]
            best = worth.index(max(worth))
            new = sign * worth[best]
            # a winning side must make progress: it keeps the move that last made its value better
            if not self.odds[at] or sign * (new - old) > 0 or (finally_ and sign * (new - 0.5) <= 0):
                self.odds[at] = tuple(float(each == best) for each in range(len(worth)))
        self.values[at] = new
        return abs(new - old)

    def _meet(self, at: int) -> float:
        """The stage of a secret and its guess; the guesser's odds are the same whatever was chosen."""
        node = self.nodes[at]
        answers = [self.nodes[edge.to] for edge in node.edges]
        matrix = [[self.values[edge.to] for edge in answer.edges] for answer in answers]
        if node.actor == P1:
            stage = solve_matrix(matrix)
        else:
            value, rows, columns = solve_matrix([[-entry for entry in row] for row in matrix])
            stage = Stage(-value, rows, columns)
        # the same here: once nothing changes any more, all entries may look alike, and odds from then would stand still
        if not self.odds[at] or stage.value != self.values[at]:
            self.odds[at] = stage.rows
            for edge in node.edges:
                self.odds[edge.to] = stage.columns
        for edge, row in zip(node.edges, matrix, strict=True):
            self.values[edge.to] = sum(odd * entry for odd, entry in zip(self.odds[edge.to], row, strict=True))
        return stage.value
