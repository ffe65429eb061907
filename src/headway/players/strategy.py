"""How a player decides where it has a choice: the interface, and the strategy that follows from a solution."""

from typing import Protocol

from headway.game import Game
from headway.players.player import Observation
from headway.policies.perfect import PerfectPlay
from headway.solver import Distribution, Solution
from headway.solver.cache import solved


class Strategy(Protocol):
    """How to play one game, in each of its states."""

    game: Game

    def odds(self, observation: Observation) -> Distribution:
        """The probability of each move that the strategy would make."""

    def value(self, observation: Observation) -> float | None:
        """The chance that P1 wins under best play, endless play counting one half; None where it is not known."""


class Solved:
    """Perfect play, by the solution of a game."""

    def __init__(self, solution: Solution) -> None:
        self.game = solution.game
        self.solution = solution
        self._play = PerfectPlay(solution)

    def odds(self, observation: Observation) -> Distribution:
        """The odds of perfect play."""
        return {move: float(odds) for move, odds in self._play.odds(observation.state).items()}

    def value(self, observation: Observation) -> float:
        """The exact value."""
        return float(self.solution.value(observation.state))


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
