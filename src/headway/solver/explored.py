"""An explored game: its reachable states in normal form, and what the rules say of each node."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from typing import NamedTuple

from headway.errors import BadGame, TooLarge
from headway.game import Game, State
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.backend import Backend, Compiled, Interpreted
from headway.solver.index import Ints, NumberIndex, index_of, packed
from headway.solver.kernels.form import Form, count_chance, count_choices, number_odds, payoff
from headway.solver.markov_chain import added_up
from headway.solver.memory import free_memory
from headway.solver.normal_form import NormalForm, Shares
from headway.solver.numbering import numbering
from headway.solver.size import BYTES_PER_STATE
from headway.solver.span import leaves_span, start_numbers

MOST_INTERPRETED = 20_000
"""Up to this number of outcomes a game is solved without machine code: to load it takes longer than that."""
MOST_LOOP_OUTCOMES = 1_000
"""The same for the outcomes of a loop, which are looked at again and again."""

MOST_TO_DEPTH = 400_000
"""Up to this number of nodes a game is explored to a depth, or fewer if the memory is not enough."""


class InformationSet(NamedTuple):
    """What a side sees when it is to move, and its legal moves in the order of its rows or columns."""

    seat: int
    seen: State
    moves: Sequence[int]


class Explored:
    """The normal form of a game, and where its states are found in it.

    The states of the nodes, and what can be done there, are not kept: they are derived from the rules on demand.
    """

    def __init__(self, game: Game, normal: NormalForm, index: NumberIndex, numbers: Ints, states: int) -> None:
        self.game = game
        self.normal = normal
        self.index = index
        self.numbers = numbers
        """The number of each node's state."""
        self.states = states
        """How many states can come up. The answers to a secret are states, but not nodes."""

    @property
    def has_secrets(self) -> bool:
        """Is a move made in secret in some state?"""
        return self.states > self.normal.size

    @cached_property
    def has_choice(self) -> bool:
        """Does a side have more than one legal move in some state?"""
        return self.normal.backend.executable(count_choices)(self.normal.size, self.normal.form) > 0

    @cached_property
    def has_chance(self) -> bool:
        """Does chance decide something in some state?"""
        return self.normal.backend.executable(count_chance)(self.normal.size, self.normal.form) > 0

    @cached_property
    def starts(self) -> tuple[int, int]:
        """The nodes at which P1 and P2 move first."""
        p1, p2 = (self.node(self.game.start(first)) for first in (P1, P2))
        assert p1 is not None
        assert p2 is not None
        return p1, p2

    @cached_property
    def secret_nodes(self) -> frozenset[int]:
        """The nodes at which a secret is chosen, and answered."""
        return frozenset(self.index.secret_nodes())

    def state(self, at: int) -> State:
        """The state of a node."""
        return self.index.states.state(self.index.start, int(self.numbers[at]))

    def node(self, state: State) -> int | None:
        """The node of a state; of a guess, that of the secret, whether the state has the secret or not.

        None if the state cannot come up.
        """
        found = self.index.node(state)
        if found is None and self.game.actor(state) in (P1, P2):
            with suppress(KeyError):
                found = self.index.secret_node(self.game.view(state, self.game.actor(state)))
        return found

    def information_sets(self, at: int) -> list[InformationSet]:
        """Those of P1 and of P2 at a node: none, one, or where a secret is chosen and guessed two."""
        state = self.state(at)
        seat = self.game.actor(state)
        if seat not in (P1, P2):
            return []
        moves = self.game.moves_at(state)
        found = [InformationSet(seat, self.game.view(state, seat), moves)]
        if self.game.secret(state):
            answer = self.game.play_unchecked(state, moves[0])
            found.append(InformationSet(1 - seat, self.game.view(answer, 1 - seat), self.game.moves_at(answer)))
        return sorted(found)

    def information_set(self, at: int, seat: int) -> InformationSet | None:
        """That of one side; None if it does not move at the node."""
        return next((each for each in self.information_sets(at) if each.seat == seat), None)

    def plies(self, at: int) -> int:
        """How many plies a node takes: a secret and its answer are two, and the end of a game none."""
        state = self.state(at)
        actor = self.game.actor(state)
        return 0 if actor == OVER else 2 if actor != CHANCE and self.game.secret(state) else 1

    def places(self, at: int, seat: int) -> range:
        """Where the odds of a seat's choices at a node are; empty where neither side has a choice."""
        form = self.normal.form
        begin, end = int(form.first_odds[at]), int(form.first_odds[at + 1])
        middle = begin + int(form.rows[at]) if begin < end else begin
        return range(begin, middle) if seat == P1 else range(middle, end)

    def weights(self, at: int) -> list[int]:
        """The weight of each outcome of a node at which no side has a choice: whole numbers, from the rules."""
        state = self.state(at)
        if self.game.actor(state) != CHANCE:
            return [1] * len(self.normal.outcomes(at))
        return [self.game.weight(state, move) for move in self.game.moves_at(state)]

    def chances(self, at: int) -> list[Fraction]:
        """The exact probability of each outcome of a node at which no side has a choice."""
        weights = self.weights(at)
        total = sum(weights)
        return [Fraction(weight, total) for weight in weights]

    def shares(self, at: int) -> Shares:
        """Where a node leads at which no side has a choice, with exact probabilities."""
        return added_up(zip(self.normal.outcomes(at), self.chances(at), strict=True))


class _Exploration:
    """The nodes that have been found, and where those lead that have been expanded, in lists.

    A state is looked up in a dictionary, which is quicker than by its number.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.numbering = game, numbering(game)
        self.numbers = start_numbers(game, self.numbering)
        self.states = list(dict.fromkeys(game.start(first) for first in (P1, P2)))
        self.nodes = {state: at for at, state in enumerate(self.states)}
        self.secrets = dict[State, int]()
        """By what a guesser sees, the node of the secret."""
        self.answers, self.has_chance = 0, False
        self.rows, self.columns, self.first, self.results = list[int](), list[int](), [0], list[float]()
        self.to, self.share = list[int](), list[float]()

    def expand(self, at: int, is_end: bool = False) -> None:
        """Expand a node: those that it leads to are found. As an end, it leads nowhere."""
        game, state = self.game, self.states[at]
        actor = game.actor(state)
        self.results.append(0.5 if actor != OVER else payoff(game.winner(state)))
        if is_end:
            self.rows.append(0)
            self.columns.append(0)
        elif actor in (P1, P2) and game.secret(state):
            self._expand_secret(at, actor)
        else:
            self._expand_moves(state, actor)
        self.first.append(len(self.to))

    def _expand_moves(self, state: State, actor: int) -> None:
        """An outcome for each move, with its share where chance acts."""
        game, moves = self.game, self.game.moves_at(state)
        weights = [game.weight(state, move) for move in moves] if actor == CHANCE else []
        self.has_chance |= actor == CHANCE
        total = sum(weights)
        self.to += [self._after(state, move) for move in moves]
        self.share += [weight / total for weight in weights] or [1.0] * len(moves)
        self.rows.append(len(moves) if actor == P1 else int(actor != OVER))
        self.columns.append(len(moves) if actor == P2 else int(actor != OVER))

    def _expand_secret(self, at: int, actor: int) -> None:
        """An outcome for each choice of a secret and each guess. The rows are P1's: the choices, or the guesses."""
        game, state = self.game, self.states[at]
        chosen = [game.play_unchecked(state, move) for move in game.moves_at(state)]
        guesses = _guesses(game, actor, chosen)
        seen = game.view(chosen[0], 1 - actor)
        if seen in self.secrets:
            raise BadGame(f"{game.title}: two secrets look the same to the side that guesses.")
        self.secrets[seen] = at
        self.answers += len(chosen)
        cells = [[self._after(choice, guess) for guess in guesses] for choice in chosen]
        if actor == P2:
            cells = [list(row) for row in zip(*cells, strict=True)]
        self.to += [each for row in cells for each in row]
        self.share += [1.0] * (len(chosen) * len(guesses))
        self.rows.append(len(cells))
        self.columns.append(len(cells[0]))

    def _after(self, state: State, move: int) -> int:
        """The node that a move leads to, numbered if it is new."""
        following = self.game.play_unchecked(state, move)
        at = self.nodes.get(following)
        if at is not None:
            return at
        number = self.numbering.number(following)
        if number is None:
            raise leaves_span(self.game, self.numbering, state)
        at = self.nodes[following] = len(self.states)
        self.states.append(following)
        self.numbers.append(number)
        return at


def explore_interpreted(
    game: Game,
    progress: Callable[[str], None] = lambda doing: None,
    backend: Backend | None = None,
    depth: int | None = None,
) -> Explored:
    """Explore a game without machine code. Nodes are numbered as `exploration.explore` numbers them.

    Without a backend, it is chosen by the work that is left. To a depth, nodes that are as many moves from the starts
    are ends, which count one half for each side; a secret and its answer are one move. Raises `TooLarge` if there are
    too many nodes.
    """
    most = None if depth is None else min(MOST_TO_DEPTH, free_memory() // BYTES_PER_STATE)
    found = _Exploration(game)
    moves, layer_end = 0, len(found.states)
    for at, _ in enumerate(found.states):  # it grows meanwhile
        if at % 10_000 == 0:
            progress(f"{len(found.states) + found.answers:,} states")
        if at == layer_end:
            moves, layer_end = moves + 1, len(found.states)
        if most is not None and len(found.states) > most:
            told = f"has more than {most:,} states within {depth} moves of its starts"
            raise TooLarge(f"{game.title} {told}; take a smaller depth.")
        found.expand(at, is_end=moves == depth)
    form = Form(found.rows, found.columns, found.first, found.to, found.share, [0] * (len(found.states) + 1))
    number_odds(form, len(found.states))
    normal = NormalForm(Interpreted(), form, found.results)
    if backend is None:
        is_decided = not found.secrets and not found.has_chance  # retrograde analysis is quick
        backend = Interpreted() if is_decided else backend_for(len(found.to), lambda: normal.sizes.outcomes)
    normal = normal.with_backend(backend)
    index = index_of(game, found.numbering, found.numbers, found.secrets)
    return Explored(game, normal, index, packed(found.numbers), len(found.states) + found.answers)


def backend_for(outcomes: int, in_loop: Callable[[], int] = lambda: 0) -> Backend:
    """Machine code for a form with many outcomes, or with many in a loop, if Numba is there; lists for others."""
    if find_spec("numba") is None:
        return Interpreted()
    return Compiled() if outcomes > MOST_INTERPRETED or in_loop() > MOST_LOOP_OUTCOMES else Interpreted()


def _guesses(game: Game, seat: int, chosen: Sequence[State]) -> Sequence[int]:
    """The moves of the other side after each choice of a secret: the same, and open."""
    guesses = {tuple(game.moves_at(state)) for state in chosen}
    if len(guesses) != 1 or any(game.actor(state) != 1 - seat or game.secret(state) for state in chosen):
        raise BadGame(f"{game.title} has a secret that is not answered by one guess of the other side.")
    return guesses.pop()
