"""What a player is, and all that it may know."""

from dataclasses import dataclass
from random import Random
from typing import Protocol

from headway.errors import HeadwayError
from headway.game import Game, State
from headway.table.table import Table


@dataclass(frozen=True)
class Outlook:
    """All that a player may know of a game: who moved first, the moves it may know, and its view of the state."""

    game: Game
    seat: int
    state: State
    first: int
    moves: tuple[int, ...]

    @classmethod
    def of(cls, table: Table, seat: int) -> "Outlook":
        """What the seat may know of a table: an open secret of the other side is not among the moves."""
        hides = table.is_secret_open and table.by(-2) != seat
        return cls(table.game, seat, table.view(seat), table.first, table.moves[:-1] if hides else table.moves)


class PlayerFailed(HeadwayError):
    """A player that did not move: it crashed, was too slow, or made no sense."""


class Player(Protocol):
    """A program that plays."""

    def choose(self, outlook: Outlook, rng: Random) -> int:
        """One of the legal moves; `PlayerFailed` if it has none to give."""

    def agrees_to_draw(self, outlook: Outlook) -> bool:
        """Whether to accept a draw that the other side offers."""

    def close(self) -> None:
        """The sitting is over."""
