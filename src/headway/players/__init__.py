"""Who decides: the players a seat can be given to. A player sees its `view` of the table and nothing more."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from headway.errors import HeadwayError, nearest, quoted
from headway.game import Game, State
from headway.table.record import HUMAN
from headway.table.table import Table


@dataclass(frozen=True)
class Outlook:
    """All that a player may know of a game."""

    game: Game
    seat: int
    state: State

    @classmethod
    def of(cls, table: Table, seat: int) -> "Outlook":
        """What the seat may know of a table."""
        return cls(table.game, seat, table.view(seat))


class Player(Protocol):
    """A program that plays."""

    def choose(self, outlook: Outlook, rng: Random) -> int:
        """One of the legal moves."""

    def agrees_to_draw(self, outlook: Outlook) -> bool:
        """Whether to accept a draw that the other side offers."""


class RandomPlayer:
    """Plays every legal move equally often."""

    def choose(self, outlook: Outlook, rng: Random) -> int:
        return rng.choice(outlook.game.moves_at(outlook.state))

    def agrees_to_draw(self, outlook: Outlook) -> bool:
        return False


__all__ = ["HUMAN", "PLAYERS", "Outlook", "Player", "RandomPlayer", "seat_player"]

PLAYERS: dict[str, Callable[[], Player]] = {"random": RandomPlayer}


def seat_player(name: str) -> Player | None:
    """The player of that name; None for a person."""
    if name == HUMAN:
        return None
    if name not in PLAYERS:
        known = [HUMAN, *PLAYERS]
        guess = nearest(name, known)
        raise HeadwayError(f"There is no player {quoted(name)}.{guess} The players are: {', '.join(known)}.")
    return PLAYERS[name]()
