"""The states of an explored game as people go through them, ply by ply: a secret and its answer are two turns."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from headway.game import State
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.explored import Explored


class Edge(NamedTuple):
    """A move and the number of the turn it leads to; for a move of chance also its weight, otherwise 0."""

    move: int
    to: int
    weight: int


class Turn(NamedTuple):
    """A state: who acts, the legal moves, whether the move is a secret or the answer to one, and who has won."""

    state: State
    actor: int
    edges: tuple[Edge, ...]
    is_secret: bool
    is_answer: bool
    winner: int | None


class Turns(Sequence[Turn]):
    """The turns of a game: first the nodes of its normal form, with their numbers, then the answers to secrets."""

    def __init__(self, explored: Explored) -> None:
        self.explored = explored
        self.game = explored.game
        self._answers = list[Turn]()
        self._turns = [self._turn(at) for at in range(explored.normal.size)]
        self._turns += self._answers

    def __len__(self) -> int:
        return len(self._turns)

    def __getitem__(self, at: int) -> Turn:  # type: ignore[override]  # there are no slices
        return self._turns[at]

    def __iter__(self) -> Iterator[Turn]:
        return iter(self._turns)

    def _turn(self, at: int) -> Turn:
        game, state = self.game, self.explored.state(at)
        after: Iterable[int] = self.explored.normal.outcomes(at)
        actor, moves = game.actor(state), game.moves_at(state) if after else []
        weights = self.explored.weights(at) if actor == CHANCE else [0] * len(moves)
        is_secret = actor in (P1, P2) and game.secret(state)
        if is_secret and moves:
            after = [
                self._answer(game.play_unchecked(state, move), 1 - actor, row)
                for move, row in zip(moves, self.explored.normal.matrix(at, actor), strict=True)
            ]
        winner = game.winner(state) if actor == OVER else None
        return Turn(state, actor, tuple(map(Edge, moves, after, weights)), is_secret, False, winner)

    def _answer(self, state: State, seat: int, after: Iterable[int]) -> int:
        """Add the answer to a secret; returns its number."""
        edges = tuple(Edge(move, to, 0) for move, to in zip(self.game.moves_at(state), after, strict=True))
        self._answers.append(Turn(state, seat, edges, False, True, None))
        return self.explored.normal.size + len(self._answers) - 1


def paths(turns: Turns, start: int) -> dict[int, tuple[int, int] | None]:
    """The turns that are reachable from a start, in breadth-first order, each with the turn and move before it."""
    came: dict[int, tuple[int, int] | None] = {start: None}
    waiting = [start]
    for at in waiting:
        for edge in turns[at].edges:
            if edge.to not in came:
                came[edge.to] = at, edge.move
                waiting.append(edge.to)
    return came
