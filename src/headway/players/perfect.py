"""The perfect player, and nine levels of players that now and then make a random move instead."""

from collections.abc import Callable
from random import Random

from headway.errors import HeadwayError
from headway.game import Game
from headway.players.player import Observation
from headway.players.strategy import Strategy, solved_strategy
from headway.policies.policy import LEVELS, erring
from headway.solver import Distribution, value_for
from headway.tolerances import ROUNDING


class Perfect:
    """Plays the best move.

    `prepare` gives the strategy for a game when it is first needed. By default it solves the game, however long that
    takes; `headway.players.preparation` limits the time and falls back to a search. A forced move needs no strategy.
    """

    def __init__(self, prepare: Callable[[Game], Strategy] = solved_strategy) -> None:
        self._prepare = prepare
        self._strategy: Strategy | None = None

    def start(self) -> None:
        """The strategy is prepared when it is first needed."""

    def strategy(self, game: Game) -> Strategy:
        """The strategy for the game that is played."""
        if self._strategy is None or self._strategy.game != game:
            self._strategy = self._prepare(game)
        return self._strategy

    def know(self, strategy: Strategy | None) -> None:
        """Use a strategy that was found elsewhere, or with None forget it."""
        self._strategy = strategy

    @staticmethod
    def needs_strategy(observation: Observation) -> bool:
        """Is there more than one move to choose from?"""
        return len(observation.game.moves_at(observation.state)) > 1

    def odds(self, observation: Observation) -> Distribution:
        """The probability of each move that the player would make."""
        if not self.needs_strategy(observation):
            return {observation.game.moves_at(observation.state)[0]: 1.0}
        return self.strategy(observation.game).odds(observation)

    def choose(self, observation: Observation, rng: Random) -> int:
        """A move drawn with the player's odds."""
        odds = self.odds(observation)
        return rng.choices(list(odds), list(odds.values()))[0]

    def agrees_to_draw(self, observation: Observation) -> bool:
        """A player agrees unless it would win more than half of the games; if it does not know that, it declines."""
        try:
            value = self.strategy(observation.game).value(observation)
        except HeadwayError:  # the game cannot be solved
            return False
        return value is not None and value_for(observation.seat, value) <= 0.5 + ROUNDING

    def close(self) -> None:
        """A perfect player holds nothing to release."""


class Level(Perfect):
    """The perfect player with a share of random moves: at level 1 most of them, at level 9 one in a hundred."""

    def __init__(self, level: int, prepare: Callable[[Game], Strategy] = solved_strategy) -> None:
        super().__init__(prepare)
        self.level = level

    def odds(self, observation: Observation) -> Distribution:
        """Each legal move with the share of random moves, and the best ones with the rest."""
        moves = observation.game.moves_at(observation.state)
        return erring(super().odds(observation), moves, float(LEVELS[self.level]))
