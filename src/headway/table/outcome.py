"""How a game can end, and the names of those who act, as records and JSON write them."""

from enum import Enum, IntEnum
from typing import NamedTuple

from headway.rulekit import CHANCE, P1, P2


class Actor(IntEnum):
    """Who acts in a game: one of the two seats, or chance.

    >>> headway.Table(headway.load("number-race")).play("roll").to_move
    <Actor.CHANCE: 2>
    """

    P1 = P1
    P2 = P2
    CHANCE = CHANCE

    def __str__(self) -> str:
        return self.name


class Result(Enum):
    """What came of a game. Its value is the name that records and JSON use.

    >>> table = headway.Table(headway.load("cross-over")).play("3").play("1")
    >>> table.result is None
    True
    >>> table.play("2").play("3").play("2").play("2").play("2").result
    <Result.P1: 'P1'>
    """

    P1 = "P1"
    P2 = "P2"
    DRAW = "draw"
    UNFINISHED = "unfinished"

    @classmethod
    def win(cls, seat: int) -> "Result":
        """The result of a game that a seat has won."""
        return cls.P1 if seat == P1 else cls.P2

    @property
    def winner(self) -> int | None:
        """The seat that has won, if one has."""
        return {Result.P1: P1, Result.P2: P2}.get(self)


class Reason(Enum):
    """Why a game ended. Its value is the name that records and JSON use.

    >>> table = headway.Table(headway.load("cross-over")).end(headway.Reason.RESIGNED, headway.Actor.P1)
    >>> table.reason, table.result
    (<Reason.RESIGNED: 'resigned'>, <Result.P2: 'P2'>)
    """

    RULES = "rules"
    RESIGNED = "resigned"
    FORFEIT = "forfeit"
    AGREED = "draw"
    LIMIT = "limit"


class Ending(NamedTuple):
    """An end that does not follow from the rules: a draw, the limit, or a resignation or a forfeit by `seat`."""

    reason: Reason
    seat: int | None = None

    @property
    def result(self) -> Result:
        """What came of the game."""
        if self.seat is not None:
            return Result.win(1 - self.seat)
        return Result.DRAW if self.reason is Reason.AGREED else Result.UNFINISHED
