"""The tables at which a client has a seat: whose turn it is at each, and the games that were finished there."""

from functools import partial
from typing import Annotated, Any

from fastapi import FastAPI, Response
from pydantic import BaseModel, ConfigDict, Field

from headway.errors import HeadwayError
from headway.table.events import HUMAN, NAMES
from headway.table.match import Match, MatchGame
from headway.table.status import status
from headway.table.telling import computer_name
from headway.voice import THE_COMPUTER, Voice
from headway.web.http.answers import json_answer
from headway.web.http.errors import ERROR_ANSWERS
from headway.web.refusals import DatabaseUnavailable
from headway.web.tables.hub import Hub
from headway.web.tables.participant import NO_CHAIR

MAX_TABLES = 20
MAX_FINISHED = 20  # games of one table, the last ones
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

    seats: Annotated[list[OwnSeat], Field(max_length=MAX_TABLES)]


class FinishedGame(BaseModel):
    """A game that is over: its number at the table, the other player, and how it ended in a sentence for the player."""

    number: int
    opponent: str
    status: str


class OwnTable(BaseModel):
    """A table as the player of one of its seats sees it from outside."""

    table: str
    title: str
    you: str
    opponent: str
    status: str
    is_your_turn: bool
    is_over: bool
    finished: list[FinishedGame]


def add_own_tables(app: FastAPI, hub: Hub) -> None:
    """Add the route for the tables of one client."""

    @app.post("/api/own-tables", response_model=list[OwnTable], responses=ERROR_ANSWERS, tags=["tables"])
    async def own_tables(request: OwnSeats) -> Response:
        """The tables at which the client has a seat, each once; what it does not have, or what is gone, is left out.

        No invitation is used by this.
        """
        found: dict[str, tuple[Match, int]] = {}
        for seat in request.seats:
            if seat.table not in found:
                found |= await _own_chair(hub, seat)
        return await json_answer(partial(_shown_tables, found))


async def _own_chair(hub: Hub, seat: OwnSeat) -> dict[str, tuple[Match, int]]:
    """The match at a table, and the client's chair there; nothing if it has none."""
    try:
        live = await hub.find(seat.table)
        chair = await live.seating.chair_of(hub.store.chairs, seat.token, seat.key)
    except DatabaseUnavailable:
        raise
    except HeadwayError:  # there is no such table, or it is damaged
        return {}
    return {} if chair == NO_CHAIR else {live.id: (live.match, chair)}


def _shown_tables(found: dict[str, tuple[Match, int]]) -> list[dict[str, Any]]:
    return [{"table": table_id, **_shown(match, chair)} for table_id, (match, chair) in found.items()]


def _shown(match: Match, chair: int) -> dict[str, Any]:
    you = match.chair(chair)
    ended = [(number, game) for number, game in enumerate(match.games, 1) if game.result is not None][-MAX_FINISHED:]
    return {
        "title": match.table.game.title,
        "you": NAMES[you],
        "opponent": _opponent(match.current, chair),
        "status": status(match.table, Voice(you, match.called)),
        "is_your_turn": match.table.result is None and match.table.actor == you,
        "is_over": match.is_over,
        "finished": [
            {"number": number, "opponent": _opponent(game, chair), "status": _ending(game, chair)}
            for number, game in ended
        ],
    }


def _opponent(played: MatchGame, chair: int) -> str:
    """Who plays against the player of a chair, in a word or two."""
    seat = played.chair(chair)
    player = played.players[1 - seat]
    return Voice(seat, played.names).name(1 - seat) if player == HUMAN else f"{THE_COMPUTER}, {computer_name(player)}"


def _ending(played: MatchGame, chair: int) -> str:
    return status(played.table, Voice(played.chair(chair), played.called))
