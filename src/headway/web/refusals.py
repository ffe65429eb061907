"""The refusals of the server itself, and the HTTP status of every refusal.

A refusal is a `HeadwayError` with a stable name: programs read the name, people the sentence. What the game or the
match refuses is defined in `headway.errors`.
"""

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from headway.errors import (
    BadName,
    BadPosition,
    BadRecord,
    BadRules,
    GameOver,
    HeadwayError,
    IllegalMove,
    NotOver,
    TooLarge,
    UnknownGame,
    UnknownMove,
)


class BadMessage(HeadwayError):
    """A message that is not JSON, or not one of the messages of the protocol."""

    name = "bad-message"

    @classmethod
    def invalid(cls, error: ValidationError) -> "BadMessage":
        """A message that pydantic does not accept."""
        return cls(first_flaw(error.errors()))


def first_flaw(flaws: Sequence[Any]) -> str:
    """What is wrong first in a message or a request, by pydantic's list, and in which field."""
    place = ".".join(str(part) for part in flaws[0]["loc"] if part != "body")
    return f"{place or 'The message'}: {flaws[0]['msg']}."


class BadRequest(HeadwayError):
    """A request over HTTP that is not one of this server's: its parameters, its body or its headers are wrong."""

    name = "bad-request"


class WrongMethod(HeadwayError):
    """A request with a method that its address does not have."""

    name = "wrong-method"


class UnknownAddress(HeadwayError):
    """A request to an address that this server does not have."""

    name = "unknown-address"


class NoHello(HeadwayError):
    """A first message that is not a hello."""

    name = "no-hello"

    def __init__(self) -> None:
        super().__init__("The first message must be hello.")


class UnknownTable(HeadwayError):
    """A table that does not exist."""

    name = "unknown-table"

    def __init__(self) -> None:
        super().__init__("There is no such table.")


class UnknownHost(HeadwayError):
    """A request to a name that is not this server's."""

    name = "unknown-host"

    def __init__(self) -> None:
        super().__init__("This server is not known by this name; its operator can add it: --allowed-host.")


class UnknownGameNumber(HeadwayError):
    """A game that has not been played at a table."""

    name = "unknown-game-number"


class WrongToken(HeadwayError):
    """A token that opens neither seat of a table."""

    name = "wrong-token"

    def __init__(self) -> None:
        super().__init__("This link does not open a seat at this table.")


class DamagedTable(HeadwayError):
    """A table of which the database holds something that cannot be read; `reason` is for the log."""

    name = "damaged-table"

    def __init__(self, reason: str) -> None:
        super().__init__("This table is damaged in the server's database; the reason is in the server's log.")
        self.reason = reason


class ServerError(HeadwayError):
    """A mistake of ours."""

    name = "server-error"

    def __init__(self) -> None:
        super().__init__("The server has failed here; the reason is in its log.")


class TooFast(HeadwayError):
    """A client that sends more messages than are allowed."""

    name = "too-fast"

    def __init__(self) -> None:
        super().__init__("Too many messages.")


class TooManyLinks(HeadwayError):
    """More links for other devices than a seat is allowed."""

    name = "too-many-links"


class TooManyChanges(HeadwayError):
    """More names, offers and changes of players than a player is allowed between two moves."""

    name = "too-many-changes"

    def __init__(self) -> None:
        super().__init__("You have changed and offered enough for now; go on after the next move.")


class TooManyTables(HeadwayError):
    """More new tables than are allowed."""

    name = "too-many-tables"

    def __init__(self) -> None:
        super().__init__("Too many tables are being made; try again in a minute.")


class ServerFull(HeadwayError):
    """More connections than the server allows."""

    name = "full"

    def __init__(self) -> None:
        super().__init__("The server is full; try again later.")


class TableFull(HeadwayError):
    """More connections than a seat, or the spectators of a table, are allowed."""

    name = "table-full"

    def __init__(self) -> None:
        super().__init__("There are too many connections to this table.")


class TableTooLong(HeadwayError):
    """More steps than a table is allowed, so that it can always be opened quickly."""

    name = "table-too-long"

    def __init__(self, steps: int) -> None:
        super().__init__(
            f"This table has reached its limit of {steps:,} steps: you can resign, and go on at a new one."
        )


class NoHints(HeadwayError):
    """Hints that a game does not have: no player has switched them on, or its players are persons."""

    name = "no-hints"


class Busy(HeadwayError):
    """A request that may succeed later."""

    name = "busy"


class DatabaseUnavailable(HeadwayError):
    """The database does not answer, or refuses a write; the message says why. Nothing was changed."""

    name = "no-database"


class OutcomeUnknown(DatabaseUnavailable):
    """The database was lost while it committed a change, which it may have made or not."""

    name = "outcome-unknown"

    def __init__(self) -> None:
        super().__init__(
            "The database did not confirm that this was stored: it may have happened, or may still happen."
        )


HTTP_STATUS: dict[type[HeadwayError], int] = {
    BadMessage: 400,
    UnknownGame: 404,
    UnknownTable: 404,
    UnknownGameNumber: 404,
    BadRules: 409,  # each rule is acceptable, but not all of them together
    BadPosition: 409,  # likewise the characters of a text or a name, the lines of a record and the moves of a game
    BadName: 409,
    BadRecord: 409,
    UnknownMove: 409,
    IllegalMove: 409,
    GameOver: 409,
    NotOver: 409,
    NoHints: 409,
    TooLarge: 409,
    UnknownHost: 421,
    TooManyTables: 429,
    DamagedTable: 500,
    ServerError: 500,
    Busy: 503,
    DatabaseUnavailable: 503,
    OutcomeUnknown: 503,
}
"""The status of each refusal that a request may meet; 422 is that of any other."""


def http_status(error: HeadwayError) -> int:
    """The HTTP status of a refusal."""
    return HTTP_STATUS.get(type(error), 422)
