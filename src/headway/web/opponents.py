"""The computers that can be asked to a table, and how large a game they take on for a visitor."""

from headway.errors import HeadwayError, quoted
from headway.game import Game
from headway.players import LEVELS
from headway.solver.size import TooLarge, refuse_too_large
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
        try:
            refuse_too_large(game, MOST_POSITIONS)
        except TooLarge as error:
            raise TooLarge(f"{error} A friend, or the computer {RANDOM}, can play it all the same.") from None
