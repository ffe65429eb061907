"""Where dice, deals and random players get their numbers: the system's chance, or a seed that repeats a game."""

from random import Random, SystemRandom

from headway.game import Game, State


class Luck:
    """A source of random numbers for each moment of a game.

    With a seed, every moment has its own stream, so a game that is resumed goes on as it would have. Without one
    the system's chance is used and nothing that could tell the future is kept.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def at(self, *moment: object) -> Random:
        """The stream of one moment: of which game of the match, for whom, at which ply."""
        if self.seed is None:
            return SystemRandom()
        return Random("/".join(map(str, (self.seed, *moment))))


def draw(game: Game, state: State, rng: Random) -> int:
    """What chance does in a state where it acts: a move by its weight."""
    moves = game.moves_at(state)
    return rng.choices(moves, [game.weight(state, move) for move in moves])[0]
