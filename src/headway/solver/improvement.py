"""Games in which iteration is too slow, or stops at strategies that prove nothing: both sides improve theirs in turn.

In the game that is called off, half won, with some small chance at each move, every play ends, so one strategy against
another is a walk that ends, and improving the strategies step by step cannot get stuck (Hoffman and Karp). If the
chance is small enough, what is best there is best without it; secrets are then brought up to date without it.
"""

from collections.abc import Sequence

from headway.rulekit import CHANCE, OVER, P1
from headway.solver.graph import Graph
from headway.solver.matrix import solve_matrix
from headway.solver.stages import Staged
from headway.solver.walks import Step, worths
from headway.tolerances import IMPROVEMENT

MOST_ROUNDS = 1_000

Going = dict[int, float]
"""Where a move leads, with the odds of each node."""

Nodes = dict[int, None]
"""The nodes of a component, in a fixed order."""


def improved(graph: Graph, called_off: float) -> Staged:
    """Solve any game that keeps the contract, through the one that is called off with these odds at each move."""
    solver = _Improvement(graph)
    for component in graph.components:
        solver.settle(dict.fromkeys(at for at in component if at in solver.meetings), called_off)
    return solver.staged()


class _Improvement:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.meetings = _meetings(graph)
        self.values = {at: float(node.winner == P1) for at, node in enumerate(graph.nodes)}
        self.ours = {at: _first(len(rows)) for at, rows in self.meetings.items()}
        self.theirs = {at: _first(len(rows[0])) for at, rows in self.meetings.items()}
        self.nodes: Nodes = {}
        self.called_off = 0.0

    def settle(self, nodes: Nodes, called_off: float) -> None:
        """Find the strategies for a component. What it leads to is known already."""
        self.nodes, self.called_off = nodes, called_off
        for _ in range(MOST_ROUNDS):
            self._reply()
            if not sum(self._improve(at) for at in nodes):
                break
        for at in nodes:
            if len(self.ours[at]) > 1 and len(self.theirs[at]) > 1:  # P2's best reply is no strategy to keep to there
                self.theirs[at] = solve_matrix(self._worths(at)).columns
        self.called_off = 0.0
        for _ in range(MOST_ROUNDS):
            self._evaluate()
            if not sum(self._correct(at) for at in nodes):
                break

    def staged(self) -> Staged:
        """The answers in the terms of the graph: a guess has a node for each secret, and the same odds in all."""
        odds: list[tuple[float, ...]] = [()] * len(self.graph.nodes)
        for at in self.meetings:
            node = self.graph.nodes[at]
            own, other = self.ours[at], self.theirs[at]
            if node.actor not in (P1, CHANCE):
                own, other = other, own
            if node.actor != CHANCE:
                odds[at] = own
            if node.is_secret:
                for edge in node.edges:
                    odds[edge.to] = other
                    follow = self.graph.nodes[edge.to].edges
                    self.values[edge.to] = sum(o * self.values[e.to] for o, e in zip(other, follow, strict=True))
        return Staged([self.values[at] for at in range(len(odds))], odds)

    def _reply(self) -> None:
        """P2's best reply to P1's strategy, and the values of that."""
        for _ in range(MOST_ROUNDS):
            self._evaluate()
            changed = False
            for at in self.nodes:
                promises = _columns(self.ours[at], self._worths(at))
                if min(promises) < _mean(self.theirs[at], promises) - IMPROVEMENT:
                    self.theirs[at] = _first(len(promises), promises.index(min(promises)))
                    changed = True
            if not changed:
                break

    def _improve(self, at: int) -> bool:
        """Let P1 do better at a node, if that is possible."""
        matrix = self._worths(at)
        value, rows, _ = solve_matrix(matrix)
        better = value > min(_columns(self.ours[at], matrix)) + IMPROVEMENT
        if better:
            self.ours[at] = rows
        return better

    def _correct(self, at: int) -> bool:
        """Let both sides do what is best at a node, if they do not already."""
        matrix = self._worths(at)
        floor = min(_columns(self.ours[at], matrix))
        ceiling = max(_mean(self.theirs[at], row) for row in matrix)
        wrong = ceiling - floor > IMPROVEMENT
        if wrong:
            _, self.ours[at], self.theirs[at] = solve_matrix(matrix)
        return wrong

    def _evaluate(self) -> None:
        """The values of the component if both sides keep to their strategies."""
        steps = {at: Step({}, 0.0, 0.0) for at in self.nodes}
        for at, step in steps.items():
            for ours, row in zip(self.ours[at], self.meetings[at], strict=True):
                for theirs, going in zip(self.theirs[at], row, strict=True):
                    for to, odds in going.items():
                        share = ours * theirs * odds
                        ends = self.called_off if to in steps else 1.0
                        if share and ends < 1:
                            step.to[to] = step.to.get(to, 0.0) + share * (1 - ends)
                        step.leaves += share * ends
                        step.brings += share * ends * (0.5 if to in steps else self.values[to])
        self.values.update(worths(steps, 0.5))

    def _worths(self, at: int) -> list[list[float]]:
        """What P1's choices at a node are worth against each of P2's. Only in a circle can the game be called off."""

        def worth(to: int) -> float:
            value = self.values[to]
            return value + (0.5 - value) * self.called_off if to in self.nodes else value

        return [[sum(odds * worth(to) for to, odds in going.items()) for going in row] for row in self.meetings[at]]


def _meetings(graph: Graph) -> dict[int, list[list[Going]]]:
    """What happens at each node, as a table of P1's choices and P2's: most have one row, one column, or both."""
    found: dict[int, list[list[Going]]] = {}
    for at, node in enumerate(graph.nodes):
        if node.actor == OVER or at in graph.answers:
            continue
        if node.actor == CHANCE:
            total, going = sum(edge.weight for edge in node.edges), Going()
            for edge in node.edges:
                going[edge.to] = going.get(edge.to, 0.0) + edge.weight / total
            found[at] = [[going]]
            continue
        if node.is_secret:
            rows = [[{edge.to: 1.0} for edge in graph.nodes[choice.to].edges] for choice in node.edges]
        else:
            rows = [[{edge.to: 1.0}] for edge in node.edges]
        found[at] = rows if node.actor == P1 else [list(column) for column in zip(*rows, strict=True)]
    return found


def _first(size: int, chosen: int = 0) -> tuple[float, ...]:
    return tuple(float(at == chosen) for at in range(size))


def _mean(odds: Sequence[float], values: Sequence[float]) -> float:
    return sum(odd * value for odd, value in zip(odds, values, strict=True))


def _columns(odds: Sequence[float], matrix: list[list[float]]) -> list[float]:
    """What each of P2's choices comes to if P1 chooses with these odds."""
    return [_mean(odds, column) for column in zip(*matrix, strict=True)]
