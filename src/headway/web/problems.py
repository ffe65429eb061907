"""What can go wrong, by stable names: programs read the name, people the sentence."""

from pydantic import ValidationError

from headway.errors import BadRules, HeadwayError, IllegalMove, OutOfTurn, UnknownGame, UnknownMove
from headway.solver.size import TooLarge
from headway.web.opponents import UnknownOpponent
from headway.web.room import NoOffer
from headway.web.writer import NoDatabase


class Problem(HeadwayError):
    """Something that the web room refuses."""

    def __init__(self, name: str, status: int, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.status = status


class Busy(Problem):
    """Something that can be had later."""

    def __init__(self, message: str) -> None:
        super().__init__("busy", 503, message)


NAMES: list[tuple[type[HeadwayError], str, int]] = [
    (UnknownGame, "unknown-game", 404),
    (BadRules, "bad-rules", 409),  # each is acceptable, but not together
    (UnknownMove, "unknown-move", 422),
    (IllegalMove, "illegal-move", 409),
    (OutOfTurn, "out-of-turn", 409),
    (NoOffer, "no-offer", 409),
    (UnknownOpponent, "unknown-player", 422),
    (TooLarge, "too-large", 409),
    (NoDatabase, "no-database", 503),
    (HeadwayError, "refused", 422),
]


def problem(error: HeadwayError) -> Problem:
    """Any error that a person may cause, with its name and the status that HTTP gives it."""
    if isinstance(error, Problem):
        return error
    name, status = next((name, status) for kind, name, status in NAMES if isinstance(error, kind))
    return Problem(name, status, str(error))


def bad_message(error: ValidationError) -> Problem:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return Problem("bad-message", 400, f"{place or 'The message'}: {first['msg']}.")


def unknown_table() -> Problem:
    return Problem("unknown-table", 404, "There is no such table.")


def wrong_token() -> Problem:
    return Problem("wrong-token", 403, "This link opens no seat at this table.")


def only_watching() -> Problem:
    return Problem("only-watching", 403, "You are watching; only players can do that.")


def stale_ply(now: int) -> Problem:
    return Problem("stale-ply", 409, f"The game is at ply {now + 1} by now.")


def archived() -> Problem:
    return Problem("archived", 410, "This table is in the archive; it can be looked at, not played.")


def game_over() -> Problem:
    return Problem("game-over", 409, "The game is over.")
