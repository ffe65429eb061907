"""The graph of a game: every reachable state, with who acts there and where each move leads.

It is made of the interpreted rules alone, so that the solver can be compared with it.
"""

from functools import cached_property
from typing import NamedTuple

from headway.game import Game, State
from headway.rulekit import CHANCE, OVER, P1, P2


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


class Graph:
    """The nodes of a game, reached from both starts, numbered in breadth-first order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.number: dict[State, int] = {}
        self.nodes: list[Node] = []
        states = list(dict.fromkeys(game.start(first) for first in (P1, P2)))
        self.number.update((state, at) for at, state in enumerate(states))
        for state in states:
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
