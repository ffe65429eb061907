"""A game with its normal form, the state of each node, and the information sets of both sides there."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from typing import Any, NamedTuple

from headway.game import Game, State
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import LARGE, MOST_STATES, backend_for, state_index
from headway.solver.graph import Graph
from headway.solver.index import Index
from headway.solver.normal_form import NormalForm, node_numbers, normal_form
from headway.solver.size import refuse_too_large, state_count

Progress = Callable[[str], None]


class InformationSet(NamedTuple):
    """What a side sees when it is to move, and its legal moves in the order of their odds."""

    seat: int
    seen: State
    moves: Sequence[int]


class Explored:
    """The normal form of a game, and where its states are found in it."""

    def __init__(self, game: Game, normal: NormalForm, index: Index, states: Callable[[int], State]) -> None:
        self.game = game
        self.normal = normal
        self.index = index
        self.state = states

    def node(self, state: State) -> int | None:
        """The node of a state; of a guess, that of the secret, whether the state has the secret or not."""
        found = self.index.node(state)
        if found is None and self.game.actor(state) in (P1, P2):
            seen = self.game.view(state, self.game.actor(state))
            try:
                found = self.index.node(self.index.secret_before(seen))
            except KeyError:
                return None
        return found

    @cached_property
    def starts(self) -> tuple[int, int]:
        """The nodes at which P1 and P2 move first."""
        p1, p2 = (self.node(self.game.start(first)) for first in (P1, P2))
        assert p1 is not None
        assert p2 is not None
        return p1, p2

    def information_sets(self, node: int) -> list[InformationSet]:
        """Those of P1 and of P2 at a node: none, one, or where a secret is chosen and guessed two."""
        state = self.state(node)
        seat = self.game.actor(state)
        if seat not in (P1, P2):
            return []
        moves = self.game.moves_at(state)
        found = [InformationSet(seat, self.game.view(state, seat), moves)]
        if self.game.secret(state):
            answered = self.game.play_unchecked(state, moves[0])
            seen = self.game.view(answered, 1 - seat)
            found.append(InformationSet(1 - seat, seen, self.game.moves_at(answered)))
        return sorted(found)

    def plies(self, node: int) -> int:
        """How many plies a node takes: a secret and its answer are two, and the end of a game none."""
        state = self.state(node)
        actor = self.game.actor(state)
        return 0 if actor == OVER else 2 if actor != CHANCE and self.game.secret(state) else 1

    def places(self, node: int, seat: int) -> range:
        """Where the odds of a seat's choices at a node are; empty where neither side has a choice."""
        form = self.normal.form
        begin, end = int(form.first_odds[node]), int(form.first_odds[node + 1])
        middle = begin + int(form.rows[node]) if begin < end else begin
        return range(begin, middle) if seat == P1 else range(middle, end)

    def chances(self, node: int) -> list[Fraction]:
        """The exact probability of each outcome of a node at which neither side has a choice."""
        state = self.state(node)
        if self.game.actor(state) != CHANCE:
            return [Fraction(1)] * (int(self.normal.form.first[node + 1]) - int(self.normal.form.first[node]))
        weights = [self.game.weight(state, move) for move in self.game.moves_at(state)]
        return [Fraction(weight, sum(weights)) for weight in weights]


def explored(game: Game, progress: Progress = lambda doing: None) -> Explored:
    """Explore a game: in machine code where it is large and Numba is installed."""
    if state_count(game) > LARGE and find_spec("numba") is not None:
        return _in_machine_code(game, progress)
    refuse_too_large(game, MOST_STATES)
    return of_graph(Graph(game, lambda states: progress(f"{states:,} states")))


def of_graph(graph: Graph) -> Explored:
    """A game whose graph is known."""
    states = [graph.nodes[at].state for at in node_numbers(graph)]
    return Explored(graph.game, normal_form(graph, backend_for(graph)), state_index(graph), states.__getitem__)


def _in_machine_code(game: Game, progress: Progress) -> Explored:
    import numpy

    from headway.solver.exploration import explore

    normal, index, _ = explore(game, progress)
    assert index.nodes is not None
    reached = numpy.flatnonzero(index.nodes >= 0)
    numbers: Any = numpy.zeros(normal.size, numpy.int64)
    numbers[index.nodes[reached]] = reached
    start = game.start()
    return Explored(game, normal, index, lambda node: index.states.state(start, int(numbers[node])))
