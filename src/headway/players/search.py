"""A bounded search: how to play a game that cannot be solved in time, from the contract alone.

The game is unrolled from the current state, layer by layer, as deep as a budget of states allows; states that are
reached in several ways are searched once. Then values are computed backwards: expectimax, with a matrix game where a
secret meets a guess. The last layer is valued by how far each side's pieces are from its goals.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

from headway.contract import NEUTRAL, neutral
from headway.game import Game, State
from headway.players.player import Observation
from headway.players.strategy import Strategy
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Distribution
from headway.solver.kernels.form import payoff
from headway.solver.matrix_game import Equilibrium, solve_matrix
from headway.tolerances import ROUNDING

BUDGET = 100_000
"""How many states are looked at for a move: about a second in plain Python."""
PATIENCE = 0.999
"""How far a value moves toward one half with each ply, so that an early win is better than a late one."""
NEAREST, ALL_PIECES = 0.3, 0.1
"""How much of a value can come from the lead of the foremost piece, and from the lead of all pieces together."""

Values = dict[State, float]
"""The value of each state of a layer: the chance that P1 wins, as far as the search can tell."""


class Turn(NamedTuple):
    """A state of a layer: who acts there, and the state after each legal move."""

    actor: int
    after: dict[int, State]


class Search(Strategy):
    """The moves that look best after a bounded search. This is not perfect play, and the values are only estimates.

    Each search runs within the context that `thinking` gives.
    """

    def __init__(
        self, game: Game, budget: int = BUDGET, thinking: Callable[[], AbstractContextManager[object]] = nullcontext
    ) -> None:
        self.game = game
        self._budget = budget
        self._thinking = thinking

    def odds(self, observation: Observation) -> Distribution:
        """Equal odds for the moves that look best; for a secret or a guess, the odds of their matrix game."""
        with self._thinking():
            return self._searched(observation)

    def _searched(self, observation: Observation) -> Distribution:
        before = observation.secret_state
        root = observation.state if before is None else before
        layers = self._layers(root)
        values = self._values_after(layers)
        turn = layers[0][root]
        if self.game.secret(root):
            moves = list(turn.after) if before is None else list(layers[1][next(iter(turn.after.values()))].after)
            solved = self._matrix_game(turn, layers[1], values[2])
            return dict(zip(moves, solved.rows if before is None else solved.columns, strict=True))
        sign = 1 if turn.actor == P1 else -1
        worths = {move: sign * values[1][after] for move, after in turn.after.items()}
        best = [move for move, worth in worths.items() if worth >= max(worths.values()) - ROUNDING]
        return {move: 1 / len(best) for move in best}

    def value(self, observation: Observation) -> float | None:
        """Not known: a search gives estimates."""
        return None

    def _layers(self, root: State) -> list[dict[State, Turn]]:
        """The states after 0, 1, 2, ... plies: at least a secret and its answer, then as far as the budget allows."""
        layers: list[dict[State, Turn]] = []
        coming, searched, moves_each = {root}, 0, 0.0
        while coming and (len(layers) < 2 or searched + moves_each * len(coming) <= self._budget):
            layer = {state: self._turn(state) for state in coming}
            layers.append(layer)
            moves = sum(len(turn.after) for turn in layer.values())
            searched, moves_each = searched + moves, moves / len(layer)
            coming = {after for turn in layer.values() for after in turn.after.values()}
        return [*layers, {state: Turn(self.game.actor(state), {}) for state in coming}]

    def _turn(self, state: State) -> Turn:
        moves = self.game.moves_at(state)
        return Turn(self.game.actor(state), {move: self.game.play_unchecked(state, move) for move in moves})

    def _values_after(self, layers: list[dict[State, Turn]]) -> list[Values]:
        """The values of every layer, computed backwards from the last one."""
        values: list[Values] = [{} for _ in layers]
        for depth in range(len(layers) - 1, -1, -1):
            for state, turn in layers[depth].items():
                values[depth][state] = self._value(state, turn, layers[depth + 1 :], values[depth + 1 :])
        return values

    def _value(self, state: State, turn: Turn, layers: list[dict[State, Turn]], values: list[Values]) -> float:
        """The value of a state from those of the layers after it."""
        if turn.actor == OVER:
            return payoff(self.game.winner(state))
        if not turn.after:
            return self._estimate(state)
        if turn.actor == CHANCE:
            weights = {move: self.game.weight(state, move) for move in turn.after}
            total = sum(weights.values())
            value = sum(weights[move] / total * values[0][after] for move, after in turn.after.items())
        elif self.game.secret(state):
            if not all(layers[0][chosen].after for chosen in turn.after.values()):
                return self._estimate(state)  # the answers are beyond the horizon
            value = self._matrix_game(turn, layers[0], values[1]).value
        else:
            best = max if turn.actor == P1 else min
            value = best(values[0][after] for after in turn.after.values())
        return 0.5 + (value - 0.5) * PATIENCE

    def _matrix_game(self, turn: Turn, answers: dict[State, Turn], values: Values) -> Equilibrium:
        """The matrix game of a secret (the rows) and its guess, in values of P1."""
        sign = 1 if turn.actor == P1 else -1
        matrix = [[sign * values[end] for end in answers[chosen].after.values()] for chosen in turn.after.values()]
        solved = solve_matrix(matrix)
        return solved._replace(value=sign * solved.value)

    def _estimate(self, state: State) -> float:
        """An estimate of the value, by how much nearer P1 is to its goals than P2: its pieces, and the neutral ones."""
        if not all(self.game.goals):
            return 0.5
        nearest, total = [], []
        positions = self.game.positions(state)
        for side, goals in zip(positions[:NEUTRAL], self.game.goals, strict=True):
            places = (*side, *neutral(positions))
            distances = [min(abs(place - goal) for goal in goals) for place in places]
            nearest.append(min(distances))
            total.append(sum(distances) / len(distances))
        low, high = self.game.track
        own, other = (self.game.side(state, seat) for seat in (P1, P2))
        lead = NEAREST * (nearest[other] - nearest[own]) + ALL_PIECES * (total[other] - total[own])
        return 0.5 + lead / max(1, high - low + 1)


def search(observation: Observation, budget: int, progress: Callable[[str], None]) -> Distribution:
    """The odds that a search finds, as a `WorkerProcess` calls it; a search does not tell how far it is."""
    return Search(observation.game, budget).odds(observation)
