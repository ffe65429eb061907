"""Random numbers for dice, deals and random players: from the operating system, or from a seed that repeats a game."""

from random import Random, SystemRandom

from headway.game import Game, State

A_SEED = "a seed that is a whole number, or None"
"""What is asked for where a user passed something else."""


class RandomSource:
    """A source of random numbers for each moment of a game.

    With a seed, every moment has its own stream, so a game that is resumed goes on as it would have. Without a seed,
    the operating system's random numbers are used, and nothing is stored from which later ones could be predicted.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def at(self, *moment: object) -> Random:
        """The stream of one moment, which its parts name: the game of the match, the ply, the actor."""
        if self.seed is None:
            return SystemRandom()
        return Random("/".join(map(str, (self.seed, *moment))))


def draw(game: Game, state: State, rng: Random) -> int:
    """A random move of chance, drawn by the weights."""
    moves = game.moves_at(state)
    return rng.choices(moves, [game.weight(state, move) for move in moves])[0]
