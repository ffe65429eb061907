"""The player that chooses its moves at random."""

from random import Random

from headway.players.player import Observation
from headway.solver import Distribution


class RandomPlayer:
    """Plays every legal move with the same probability."""

    def start(self) -> None:
        """A random player needs nothing."""

    def odds(self, observation: Observation) -> Distribution:
        """The same probability for every legal move."""
        moves = observation.game.moves_at(observation.state)
        return {move: 1 / len(moves) for move in moves}

    def choose(self, observation: Observation, rng: Random) -> int:
        """Any legal move."""
        return rng.choice(observation.game.moves_at(observation.state))

    def agrees_to_draw(self, observation: Observation) -> bool:
        """Never: it does not know what the state is worth."""
        return False

    def close(self) -> None:
        """A random player holds nothing to release."""
