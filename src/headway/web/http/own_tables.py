"""The tables at which a client has a seat: whose turn it is at each, and the games that were finished there."""

from typing import Annotated, Any

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field

from headway.errors import HeadwayError
from headway.table.events import NAMES
from headway.table.match import Match
from headway.table.status import status
from headway.voice import Voice
from headway.web.http.errors import ERROR_ANSWERS
from headway.web.refusals import DatabaseUnavailable
from headway.web.tables.hub import Hub
from headway.web.tables.participant import NO_CHAIR

MOST_TABLES = 20
Secret = Annotated[str, Field(max_length=100)]


class OwnSeat(BaseModel):
    """A seat: its table, and what opens it, as in a hello."""

    model_config = ConfigDict(extra="forbid")

    table: Annotated[str, Field(max_length=32)]
    token: Secret | None = None
    key: Secret | None = None


class OwnSeats(BaseModel):
    """The seats of one client."""

    model_config = ConfigDict(extra="forbid")

    seats: Annotated[list[OwnSeat], Field(max_length=MOST_TABLES)]


class FinishedGame(BaseModel):
    """A game that is over: its number at the table, and how it ended in a sentence for the player."""

    number: int
    status: str


class OwnTable(BaseModel):
    """A table as the player of one of its seats sees it from outside."""

    table: str
    title: str
    you: str
    status: str
    is_your_turn: bool
    is_over: bool
    finished: list[FinishedGame]


def add_own_tables(app: FastAPI, hub: Hub) -> None:
    """Add the route for the tables of one client."""

    @app.post("/api/own-tables", response_model=list[OwnTable], responses=ERROR_ANSWERS, tags=["tables"])
    async def own_tables(request: OwnSeats) -> list[dict[str, Any]]:
        """The tables at which the client has a seat; what it does not have, or what is gone, is left out.

        No invitation is used by this.
        """
        found = [await _own_table(hub, seat) for seat in request.seats]
        return [table for table in found if table is not None]


async def _own_table(hub: Hub, seat: OwnSeat) -> dict[str, Any] | None:
    try:
        live = await hub.find(seat.table)
        chair = await live.seating.chair_of(hub.store.chairs, seat.token, seat.key)
    except DatabaseUnavailable:
        raise
    except HeadwayError:  # there is no such table, or it is damaged
        return None
    return None if chair == NO_CHAIR else {"table": live.id, **_shown(live.match, chair)}


def _shown(match: Match, chair: int) -> dict[str, Any]:
    you = match.chair(chair)
    finished = [match.up_to(number) for number, played in enumerate(match.games, 1) if played.result is not None]
    return {
        "title": match.table.game.title,
        "you": NAMES[you],
        "status": _status(match, chair),
        "is_your_turn": match.table.result is None and match.table.actor == you,
        "is_over": match.is_over,
        "finished": [{"number": len(ended.games), "status": _status(ended, chair)} for ended in finished],
    }


def _status(match: Match, chair: int) -> str:
    return status(match, Voice(match.chair(chair), match.names))
