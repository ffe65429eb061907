"""Refusals by their stable names: programs read the name, people the sentence."""

from pydantic import ValidationError

from headway.errors import BadRules, HeadwayError, IllegalMove, OutOfTurn, UnknownGame, UnknownMove
from headway.solver.size import TooLarge
from headway.web.opponents import UnknownOpponent
from headway.web.room import NoOffer
from headway.web.writer import DatabaseUnavailable


class Refusal(HeadwayError):
    """A request that the web front end refuses: a name, an HTTP status and a sentence."""

    def __init__(self, name: str, status: int, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.status = status


class Busy(Refusal):
    """A request that may succeed later."""

    def __init__(self, message: str) -> None:
        super().__init__("busy", 503, message)


NAMES: list[tuple[type[HeadwayError], str, int]] = [
    (UnknownGame, "unknown-game", 404),
    (BadRules, "bad-rules", 409),  # each rule is acceptable, but not all of them together
    (UnknownMove, "unknown-move", 422),
    (IllegalMove, "illegal-move", 409),
    (OutOfTurn, "out-of-turn", 409),
    (NoOffer, "no-offer", 409),
    (UnknownOpponent, "unknown-player", 422),
    (TooLarge, "too-large", 409),
    (DatabaseUnavailable, "no-database", 503),
    (HeadwayError, "refused", 422),
]


def as_refusal(error: HeadwayError) -> Refusal:
    """Any error that a person may cause, with its name and its HTTP status."""
    if isinstance(error, Refusal):
        return error
    name, status = next((name, status) for kind, name, status in NAMES if isinstance(error, kind))
    return Refusal(name, status, str(error))


def bad_message(error: ValidationError) -> Refusal:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return Refusal("bad-message", 400, f"{place or 'The message'}: {first['msg']}.")


def unknown_table() -> Refusal:
    return Refusal("unknown-table", 404, "There is no such table.")


def wrong_seat_key() -> Refusal:
    return Refusal("wrong-token", 403, "This link opens no seat at this table.")


def only_watching() -> Refusal:
    return Refusal("only-watching", 403, "You are watching; only players can do that.")


def stale_ply(now: int) -> Refusal:
    return Refusal("stale-ply", 409, f"The game is now at ply {now + 1}.")


def archived() -> Refusal:
    return Refusal("archived", 410, "This table is archived: you can look at it, but not play.")


def game_over() -> Refusal:
    return Refusal("game-over", 409, "The game is over.")
