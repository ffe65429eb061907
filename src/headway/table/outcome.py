"""How a game can end, and the names of those who act, as records and JSON write them."""

from enum import Enum, IntEnum
from typing import NamedTuple

from headway.bound import A_SEAT
from headway.errors import expected
from headway.rulekit import CHANCE, DRAW, P1, P2


class Actor(IntEnum):
    """Who acts in a game: one of the two seats, `P1` and `P2`, or `CHANCE`. Each is a number, as rules name them.

    >>> headway.Table(headway.load("number-race")).play("roll").to_move
    <Actor.CHANCE: 2>
    >>> print(headway.Actor.P1, headway.Actor.P2 == 1)
    P1 True
    """

    P1 = P1
    P2 = P2
    CHANCE = CHANCE

    def __str__(self) -> str:
        return self.name


class Result(Enum):
    """What came of a game: `P1` or `P2` has won, or it is a `DRAW` or `UNFINISHED`.

    Its value is the name that records and JSON use.

    >>> table = headway.Table(headway.load("cross-over")).play("3").play("1")
    >>> table.result is None
    True
    >>> table.play("2").play("3").play("2").play("2").play("2").result
    <Result.P1: 'P1'>
    >>> table.end(headway.Reason.RESIGNED, headway.Actor.P1).result
    <Result.P2: 'P2'>
    >>> table.end(headway.Reason.AGREED).result, table.end(headway.Reason.LIMIT).result
    (<Result.DRAW: 'draw'>, <Result.UNFINISHED: 'unfinished'>)
    """

    P1 = "P1"
    P2 = "P2"
    DRAW = "draw"
    UNFINISHED = "unfinished"

    @classmethod
    def win(cls, seat: int) -> "Result":
        """The result of a game that a seat has won.

        >>> headway.Result.win(headway.Actor.P2)
        <Result.P2: 'P2'>
        """
        if seat not in (P1, P2):
            raise expected(A_SEAT, seat)
        return cls.P1 if seat == P1 else cls.P2

    @classmethod
    def by_rules(cls, winner: int) -> "Result":
        """The result of a game that its rules ended, by what they answer for its winner: a seat, or DRAW.

        >>> table = headway.play(headway.load("cross-over"))
        >>> headway.Result.by_rules(table.game.winner(table.state))
        <Result.P1: 'P1'>
        """
        return cls.DRAW if winner == DRAW else cls.win(winner)

    @property
    def winner(self) -> Actor | None:
        """The seat that has won, if one has.

        >>> headway.Result.P2.winner, headway.Result.DRAW.winner
        (<Actor.P2: 1>, None)
        """
        return {Result.P1: Actor.P1, Result.P2: Actor.P2}.get(self)


class Reason(Enum):
    """Why a game ended. Its value is the name that records and JSON use.

    By the `RULES`; because a player `RESIGNED`, or failed to move (`FORFEIT`); because both `AGREED` to a draw; or at
    the `LIMIT` on moves, which leaves it unfinished.

    >>> table = headway.Table(headway.load("cross-over"))
    >>> table.end(headway.Reason.RESIGNED, headway.Actor.P1)
    <Table cross-over: no moves; P2 won, P1 resigned>
    >>> table.end(headway.Reason.FORFEIT, headway.Actor.P2)
    <Table cross-over: no moves; P1 won, P2 forfeited>
    >>> table.end(headway.Reason.AGREED), table.end(headway.Reason.LIMIT)
    (<Table cross-over: no moves; a draw>, <Table cross-over: no moves; unfinished>)
    >>> headway.play(table).reason is headway.Reason.RULES
    True
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
