"""What all questions of an audit stand on: the game, its graph, and ways to show what was found."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

from headway.analysis.audit import lines
from headway.analysis.audit.lines import Line, command
from headway.game import Game, State
from headway.rulekit import OVER, P1, P2
from headway.solver.graph import Edge, Graph, Node


class Finding(NamedTuple):
    """An answer to a question about the rules: yes or no, in a sentence, with its witnesses."""

    question: str
    answer: bool | None  # None where it is not a matter of yes and no
    sentence: str
    witness: tuple[str, ...]


class Ground:
    """One rule set with every state that can come up in it."""

    def __init__(self, game: Game, graph: Graph) -> None:
        self.game = game
        self.graph = graph

    def on_some_move(self, question: str, is_one: Callable[[Node, Edge], bool], yes: str, no: str) -> Finding:
        """Is there a move of that kind? The witness ends with one."""
        found = {at: edge.move for at, node in enumerate(self.graph.nodes) for edge in node.edges if is_one(node, edge)}
        if not found:
            return Finding(question, False, no, (self.counted,))
        line, at = self.first_of(found)
        return Finding(question, True, yes, (command(self.game, Line(line.first, [*line.moves, found[at]])),))

    def first_of(self, nodes: Iterable[int]) -> tuple[Line, int]:
        """The shortest line to one of the nodes, and the node."""
        found = lines.line_to(self.graph, nodes)
        assert found is not None
        return found

    def line_to(self, nodes: list[int]) -> str:
        """The command that replays a shortest line to one of the nodes."""
        return command(self.game, self.first_of(nodes)[0])

    def won_by(self, seat: int) -> list[int]:
        """The nodes at which a side has won."""
        return [at for at, node in enumerate(self.graph.nodes) if node.winner == seat]

    def after(self, edge: Edge) -> Node:
        """Where a move leads."""
        return self.graph.nodes[edge.to]

    def standing(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Where the pieces of both sides stand."""
        return self.game.positions(state)

    def is_shared(self, node: Node) -> bool:
        """Do pieces of both sides stand on one position?"""
        one, other = self.standing(node.state)
        return bool(set(one).intersection(other))

    def moves_a_piece(self, node: Node, edge: Edge) -> bool:
        """Does a move put any piece somewhere else?"""
        return self.standing(node.state) != self.standing(self.after(edge).state)

    @cached_property
    def starts(self) -> list[int]:
        """The nodes of both starts."""
        return [self.graph.number[self.game.start(first)] for first in (P1, P2)]

    @cached_property
    def counted(self) -> str:
        """The witness of what holds everywhere: how many states there are, and how to count them."""
        check = command(self.game, None)
        return f"checked in all {len(self.graph.nodes):,} states, which this command counts: {check}"

    def meeting(self, ways: list[dict[int, int]]) -> Line:
        """The line of play in which both sides move as they have decided, until it comes back or is over."""
        at, seen, moves = self.starts[0], set[int](), list[int]()
        while at not in seen and self.graph.nodes[at].actor != OVER:
            seen.add(at)
            node = self.graph.nodes[at]
            chosen = [ways[1 if node.actor == P2 else 0][at]]
            if node.is_secret:
                chosen.append(ways[1 - node.actor][at])
            for move in chosen:
                moves.append(move)
                at = next(edge.to for edge in self.graph.nodes[at].edges if edge.move == move)
        return Line(P1, moves)
