"""The graph of a game: every reachable state, with who acts there and where each move leads."""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from headway.errors import BadGame
from headway.game import Game, State
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.end_components import end_components
from headway.solver.solution import Distribution


class Edge(NamedTuple):
    """A move and the number of the node it leads to; for a move of chance also its weight, otherwise 0."""

    move: int
    to: int
    weight: int


class Node(NamedTuple):
    """A state: who acts, the legal moves, whether the move is secret, and who has won if the game is over."""

    state: State
    actor: int
    edges: tuple[Edge, ...]
    is_secret: bool
    winner: int | None


def can_go_on_for_ever(graph: "Graph") -> bool:
    """Could the two sides together keep the game going for ever, whatever chance does?"""
    process: dict[int, list[Distribution]] = {}
    for at, node in enumerate(graph.nodes):
        if node.actor == CHANCE:
            process[at] = [{edge.to: 1.0 for edge in node.edges}]
        elif node.actor != OVER:
            process[at] = [{edge.to: 1.0} for edge in node.edges]
    return bool(end_components(process, graph.components))


class Graph:
    """The nodes of a game, reached from both starts, numbered in breadth-first order."""

    def __init__(self, game: Game, progress: Callable[[int], None] = lambda nodes: None) -> None:
        self.game = game
        self.number: dict[State, int] = {}
        self.nodes: list[Node] = []
        states = list(dict.fromkeys(game.start(first) for first in (P1, P2)))
        self.number.update((state, at) for at, state in enumerate(states))
        for at, state in enumerate(states):
            actor = game.actor(state)
            edges = []
            for move in game.moves_at(state):
                after = game.play_unchecked(state, move)
                if after not in self.number:
                    self.number[after] = len(states)
                    states.append(after)
                weight = game.weight(state, move) if actor == CHANCE else 0
                edges.append(Edge(move, self.number[after], weight))
            winner = game.winner(state) if actor == OVER else None
            self.nodes.append(Node(state, actor, tuple(edges), bool(edges) and game.secret(state), winner))
            if at % 10_000 == 0:
                progress(len(states))
        for node in self.nodes:
            self._check_secret(node)

    @property
    def has_chance(self) -> bool:
        """Does chance act in some state?"""
        return any(node.actor == CHANCE for node in self.nodes)

    @property
    def has_secrets(self) -> bool:
        """Is a move made in secret in some state?"""
        return any(node.is_secret for node in self.nodes)

    @property
    def has_choice(self) -> bool:
        """Does a player have more than one legal move in some state?"""
        return any(len(node.edges) > 1 for node in self.nodes if node.actor in (P1, P2))

    @cached_property
    def guess_nodes(self) -> frozenset[int]:
        """The nodes at which the other side answers a secret.

        Those that follow one secret are one information set of the guesser, and are solved together with the secret.
        """
        return frozenset(edge.to for node in self.nodes if node.is_secret for edge in node.edges)

    @cached_property
    def components(self) -> list[list[int]]:
        """The strongly connected components in reverse topological order, by Tarjan's algorithm without recursion."""
        order: list[list[int]] = []
        low, stack, on_stack = [0] * len(self.nodes), [], [False] * len(self.nodes)
        found = [0] * len(self.nodes)  # when a node was found, from 1; 0 while it has not been
        time = 0
        for root in range(len(self.nodes)):
            if found[root]:
                continue
            path = [(root, iter(self.nodes[root].edges))]
            while path:
                at, edges = path[-1]
                if not found[at]:
                    time += 1
                    found[at] = low[at] = time
                    stack.append(at)
                    on_stack[at] = True
                for edge in edges:
                    if not found[edge.to]:
                        path.append((edge.to, iter(self.nodes[edge.to].edges)))
                        break
                    if on_stack[edge.to]:
                        low[at] = min(low[at], low[edge.to])
                else:
                    path.pop()
                    if path:
                        low[path[-1][0]] = min(low[path[-1][0]], low[at])
                    if low[at] == found[at]:
                        component: list[int] = []
                        while not component or component[-1] != at:
                            component.append(stack.pop())
                            on_stack[component[-1]] = False
                        order.append(component)
        return order

    def endless_nodes(self) -> list[int]:
        """The nodes from which no end can be reached."""
        predecessors: list[list[int]] = [[] for _ in self.nodes]
        for at, node in enumerate(self.nodes):
            for edge in node.edges:
                predecessors[edge.to].append(at)
        waiting = [at for at, node in enumerate(self.nodes) if node.actor == OVER]
        reaches = set(waiting)
        for at in waiting:
            for before in predecessors[at]:
                if before not in reaches:
                    reaches.add(before)
                    waiting.append(before)
        return [at for at in range(len(self.nodes)) if at not in reaches]

    def _check_secret(self, node: Node) -> None:
        """Refuse a secret that is not answered by a guess of the other side with the same moves after every choice."""
        if not node.is_secret:
            return
        guesses = [self.nodes[edge.to] for edge in node.edges]
        moves = {tuple(edge.move for edge in guess.edges) for guess in guesses}
        if len(moves) != 1 or any(guess.actor != 1 - node.actor or guess.is_secret for guess in guesses):
            raise BadGame(f"{self.game.title}: a secret must be answered by one guess of the other side.")
