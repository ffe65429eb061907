"""How a player decides where it has a choice: the interface, and the strategy that follows from a solution."""

from typing import Protocol

from headway.game import Game, State
from headway.players.player import Observation
from headway.rulekit import P1, P2
from headway.solver import Distribution, Solution, given_away
from headway.solver.cache import solved
from headway.tolerances import ROUNDING


class Strategy(Protocol):
    """How to play one game, in each of its states."""

    game: Game

    def odds(self, observation: Observation) -> Distribution:
        """The probability of each move that the strategy would make."""

    def value(self, observation: Observation) -> float | None:
        """The chance that P1 wins under best play, endless play counting one half; None where it is not known."""


class Solved:
    """Perfect play, by the solution of a game.

    Among equally good moves it takes those after which the largest share of the replies are mistakes.
    """

    def __init__(self, solution: Solution) -> None:
        self.game = solution.game
        self.solution = solution

    def odds(self, observation: Observation) -> Distribution:
        """The odds of the solution where best play has to mix, otherwise equal odds for the best moves."""
        state = observation.state
        if state in self.solution.odds:
            return self.solution.odds[state]
        temptation = {
            move: self._share_of_mistakes(self.game.play_unchecked(state, move)) for move in self.solution.best(state)
        }
        chosen = [move for move, share in temptation.items() if share == max(temptation.values())]
        return {move: 1 / len(chosen) for move in chosen}

    def value(self, observation: Observation) -> float:
        """The exact value."""
        return float(self.solution.values[observation.state])

    def _share_of_mistakes(self, state: State) -> float:
        """The share of the moves in a state that give something away; 0 where a guesser would not see the state."""
        moves, seat = self.game.moves_at(state), self.game.actor(state)
        if seat not in (P1, P2) or len(moves) < 2 or self.game.view(state, seat) != state:
            return 0.0
        return sum(given_away(self.solution, state, move) > ROUNDING for move in moves) / len(moves)


class KnownOdds:
    """The odds that were found elsewhere for one observation; the value is not known."""

    def __init__(self, game: Game, odds: Distribution) -> None:
        self.game = game
        self._odds = odds

    def odds(self, observation: Observation) -> Distribution:
        """The odds that were found."""
        return self._odds

    def value(self, observation: Observation) -> None:
        """Not known."""


def solved_strategy(game: Game) -> Solved:
    """Perfect play of a game, however long it takes to solve; raises `TooLarge` where it cannot be solved."""
    return Solved(solved(game))
