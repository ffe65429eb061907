"""The limit on what a player changes between two moves, so that no one fills a table with names and offers alone."""

from headway.table.events import HUMAN, Event, Named, Offered, Seated
from headway.table.match import Match
from headway.table.story import Transition, Won
from headway.web.refusals import TooManyChanges


def check_changes(match: Match, seat: int, limit: int) -> None:
    """Refuse another change by the player on a seat after this many since the last move of either."""
    count, entries = 0, reversed(match.current.story)
    while (entry := next(entries, None)) is not None and not isinstance(entry.what, Transition):
        count += _changed_by(entry.what) == seat
    if count >= limit:
        raise TooManyChanges


def _changed_by(what: Won | Event) -> int | None:
    """The seat whose player has changed something."""
    match what:
        case Offered():
            return what.by
        case Named():
            return what.seat
        case Seated():  # a player comes back to the own seat, or lets a computer play on the other
            return what.seat if what.player == HUMAN else 1 - what.seat
    return None
