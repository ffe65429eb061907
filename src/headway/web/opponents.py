"""The computer players that a table offers, and the largest game that they are asked to solve."""

from headway.errors import UnknownPlayer, quoted
from headway.game import Game
from headway.players import LEVELS
from headway.solver.size import TooLarge, refuse_too_large

RANDOM = "random"
OPPONENTS = (RANDOM, *map(str, LEVELS), "perfect", "reader")
MAX_POSITIONS = 60_000
"""The size up to which a server solves a game for any visitor; people can play larger ones, and solve them at home."""


def check_opponent(game: Game, name: str) -> None:
    """Refuse a computer player that does not exist, or that cannot solve the game."""
    if name not in OPPONENTS:
        raise UnknownPlayer(f"There is no computer player {quoted(name)}; there are {', '.join(OPPONENTS)}.")
    if name != RANDOM:
        try:
            refuse_too_large(game, MAX_POSITIONS)
        except TooLarge as error:
            raise TooLarge(f"{error} A friend, or the computer player {RANDOM}, can still play it.") from None
