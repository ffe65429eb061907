"""The solution of a game: the value of every state, how to play it, and the certificate that proves it."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from headway.errors import HeadwayError
from headway.game import Game, State
from headway.rulekit import OVER, P1, P2
from headway.solver.graph import Distribution
from headway.tolerances import PROVEN, ROUNDING

Value = Fraction | float
"""The chance that P1 wins, endless play counting one half."""

P1_WINS, P2_WINS, ENDLESS, BY_CHANCE = "P1", "P2", "endless", "chance"


class Unproven(HeadwayError):
    """A solution whose certificate does not hold. It is never shown as an answer."""

    name = "unproven"
    is_internal = True


class Worth(NamedTuple):
    """What a legal move is worth: the value it leads to, the plies from there, and the odds to choose it with."""

    move: int
    value: Value
    plies: int | None
    odds: float
    is_endless: bool
    """Is best play after this move endless? The value is one half then, but the game is not even."""


class Certificate(NamedTuple):
    """The proof of a solution: `proof` says what was checked, and `gap` how far the values can be from the truth.

    >>> headway.solve(headway.load("cross-over")).certificate
    Certificate(proof='local proof of every win, loss and endless state', gap=0.0)
    """

    proof: str
    gap: float


class Guess(NamedTuple):
    """What a guess is worth to a guesser who does not know the secret: the mean value, and whether play never ends."""

    value: Value
    is_endless: bool


@dataclass(frozen=True)
class Solution:
    """The value of every state of a game, what each side should do there, and the certificate.

    `plies` is the length of best play where there is no chance and no secret: the winner takes the shortest way and the
    loser the longest. `odds` has the states in which best play mixes moves. A guesser's `odds`, `guesses` and value are
    found under the guesser's view of the state. In the states of `endless`, best play never ends.
    """

    game: Game
    values: Mapping[State, Value]
    plies: Mapping[State, int]
    odds: dict[State, Distribution]
    guesses: dict[State, dict[int, Guess]]
    certificate: Certificate
    states: int
    endless: Container[State]

    def verdict(self, state: State) -> str:
        """The outcome under best play: a certain win of one side, endless play, or a matter of chance."""
        if state in self.endless:
            return ENDLESS
        value = self.values[state]
        return P1_WINS if value > 1 - PROVEN else P2_WINS if value < PROVEN else BY_CHANCE

    def worths(self, state: State) -> list[Worth]:
        """Each legal move with its worth, for the side to move; a guesser's state is the guesser's view of it."""
        if self.game.actor(state) == OVER:
            return []
        best = self.best(state)
        found = []
        for move in self.game.moves_at(state):
            odds = self.odds[state][move] if state in self.odds else (move in best) / len(best) if best else 0.0
            if state in self.guesses:
                value, is_endless = self.guesses[state][move]
                found.append(Worth(move, value, None, odds, is_endless))
            else:
                after = self.game.play_unchecked(state, move)
                found.append(Worth(move, self.values[after], self.plies.get(after), odds, after in self.endless))
        return found

    def best(self, state: State) -> list[int]:
        """The best moves: those that keep the value and, where the game is decided, win soonest or lose latest."""
        if state in self.odds:
            return [move for move, odds in self.odds[state].items() if odds > 0]
        if self.game.actor(state) not in (P1, P2):
            return []
        sign = 1 if self.game.actor(state) == P1 else -1
        after = {move: self.game.play_unchecked(state, move) for move in self.game.moves_at(state)}
        worths = {move: sign * self.values[result] for move, result in after.items()}
        most = max(worths.values())
        delays = {move: self.plies.get(after[move], 0) for move, worth in worths.items() if worth >= most - ROUNDING}
        wanted = min(delays.values()) if 2 * most > sign else max(delays.values())
        return [move for move, plies in delays.items() if plies == wanted]


def value_for(seat: int, value: Value) -> float:
    """The chance that a seat wins, from a value: the chance that Player 1 wins."""
    return float(value if seat == P1 else 1 - value)


def given_away(solution: Solution, state: State, move: int) -> Value:
    """How much a move loses to the side that makes it, compared with the best move: zero or more."""
    worth = next(worth.value for worth in solution.worths(state) if worth.move == move)
    lost = solution.values[state] - worth if solution.game.actor(state) == P1 else worth - solution.values[state]
    return max(lost, 0 * lost)
