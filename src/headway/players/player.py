"""The interface of a player, and the observation it decides by."""

from dataclasses import dataclass
from random import Random
from typing import Protocol

from headway.errors import HeadwayError
from headway.game import Game, State
from headway.table.table import Table


@dataclass(frozen=True)
class Observation:
    """What one seat may know of a game: who moved first, the moves it may know, and its view of the state."""

    game: Game
    seat: int
    state: State
    first: int
    moves: tuple[int, ...]

    @classmethod
    def of(cls, table: Table, seat: int) -> "Observation":
        """The observation of a seat at a table; a secret of the other side is left out until it is answered."""
        hides = table.is_secret_open and table.by(-2) != seat
        return cls(table.game, seat, table.view(seat), table.first, table.moves[:-1] if hides else table.moves)


class PlayerFailed(HeadwayError):
    """A player gave no legal move: it crashed, was too slow, or gave an answer that is not a move."""


class Player(Protocol):
    """A program that plays."""

    def choose(self, observation: Observation, rng: Random) -> int:
        """One of the legal moves; raises `PlayerFailed` if the player does not give one."""

    def agrees_to_draw(self, observation: Observation) -> bool:
        """Does the player accept a draw that the other side offers?"""

    def close(self) -> None:
        """Release what the player holds: no more moves will be asked for."""
