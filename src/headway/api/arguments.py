"""What a user may pass to the API. Anything else is refused in one sentence that says what was expected."""

import os
from pathlib import Path

from headway.bound import A_SEAT
from headway.errors import expected
from headway.game import A_GAME, Game
from headway.rulekit import P1, P2
from headway.table.outcome import Actor
from headway.table.random_source import A_SEED
from headway.table.table import Table


def checked_game(value: object) -> Game:
    """A game."""
    if not isinstance(value, Game):
        raise expected(A_GAME, value)
    return value


def checked_table(value: object) -> Table:
    """A table."""
    if not isinstance(value, Table):
        raise expected("a table, as headway.Table(game) or one of the tables of headway.read gives it", value)
    return value


def checked_seat(value: object) -> Actor:
    """One of the two seats."""
    if not isinstance(value, int) or value not in (P1, P2):
        raise expected(A_SEAT, value)
    return Actor(value)


def checked_seed(value: object) -> int | None:
    """A seed, or None for another game each time."""
    if value is not None and not isinstance(value, int):
        raise expected(A_SEED, value)
    return value


def checked_number(value: object, what: str, most: int) -> int:
    """A number of things from 1 up."""
    if not isinstance(value, int) or not 1 <= value <= most:
        raise expected(f"a number of {what} from 1 to {most:,}", value)
    return value


def checked_path(value: object) -> Path:
    """The path of a file."""
    if not isinstance(value, str | os.PathLike):
        raise expected("the path of a file", value)
    return Path(value)


def checked_player(value: object) -> str:
    """A player by name, in any spelling; whether there is such a player is found when it is seated."""
    if not isinstance(value, str):
        raise expected('a player by name, such as "random", "5" or "perfect"', value)
    from headway.players import player_name  # when it is first needed: games are loaded without players

    return player_name(value)
