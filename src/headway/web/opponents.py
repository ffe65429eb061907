"""The computers that can be asked to a table, and how large a game they take on for a visitor."""

from functools import lru_cache

from headway.errors import HeadwayError, quoted
from headway.game import Game
from headway.players import LEVELS
from headway.solver import Solution
from headway.solver.cache import solved
from headway.solver.size import refuse_too_large
from headway.table.record import HUMAN

RANDOM = "random"
OPPONENTS = (RANDOM, *map(str, LEVELS), "perfect", "reader")
MOST_POSITIONS = 60_000
"""What a server works out for anybody who asks; larger games can be played by people, and solved at home."""


class UnknownOpponent(HeadwayError):
    """No computer of that name plays here."""


def check_opponent(game: Game, name: str) -> None:
    """Refuse a computer that is not there, or that cannot work the game out."""
    if name not in (HUMAN, *OPPONENTS):
        raise UnknownOpponent(f"There is no computer {quoted(name)}; there are {', '.join(OPPONENTS)}.")
    if name not in (HUMAN, RANDOM):
        refuse_too_large(game, MOST_POSITIONS)


def truth_about(game: Game) -> Solution:
    """The solution of a game that is not too large to be worked out for a visitor."""
    refuse_too_large(game, MOST_POSITIONS)
    return _solved(_Key(game))


class _Key:
    """A game as a key: games are the same if their name and their rules are."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return hash((self.game.name, self.game.rules))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and (self.game.name, self.game.rules) == (other.game.name, other.game.rules)


@lru_cache(maxsize=8)
def _solved(key: _Key) -> Solution:
    return solved(key.game)
