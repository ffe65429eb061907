"""The routes of the tables: to create one, and to read it and the games that were played at it."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict

from headway.analysis.review import review
from headway.errors import NotOver
from headway.table.dice_check import NOTHING_KEPT, WRONG_CLIENT_SEED, WRONG_MOVE, WRONG_ROLL, WRONG_SEED, right_dice
from headway.table.events import SEATS
from headway.table.match import Match, MatchGame
from headway.voice import chosen_name
from headway.web.http.answers import json_answer, shown_match, shown_review
from headway.web.http.errors import ERROR_ANSWERS
from headway.web.http.visitor import address_of, while_connected
from headway.web.refusals import UnknownGameNumber
from headway.web.solving.fair_queue import Asker
from headway.web.tables.hub import Hub
from headway.web.tables.table_request import begin_table
from headway.web.tables.views import overview, record, rolls

Seat = Annotated[Literal["P1", "P2"], Query(description="The seat whose chance to win is told.")]


class CreatedTable(BaseModel):
    """A new table: its id, and the invitations to its two seats, each for one player."""

    table: str
    tokens: list[str]


class PlayerName(BaseModel):
    """What a player wants to be called."""

    model_config = ConfigDict(extra="forbid")

    name: str


class PlayedGame(BaseModel):
    """A game of a table: its number, counted from 1, how many plies it has, how it ended if it has, and a sentence."""

    number: int
    plies: int
    result: str | None
    reason: str | None
    status: str


def add_tables(app: FastAPI, hub: Hub) -> None:
    """Add the routes."""
    _add_tables(app, hub)
    _add_played_games(app, hub)


def _add_tables(app: FastAPI, hub: Hub) -> None:
    table_request = hub.table_requests.type

    @app.post("/api/tables", status_code=201, response_model=CreatedTable, responses=ERROR_ANSWERS, tags=["tables"])
    async def create(request: table_request, visitor: Request) -> dict[str, Any]:  # type: ignore[valid-type]
        """Create a table. Each of the `tokens` is an invitation to a seat: keep one, and send the other."""
        live, tokens = await hub.create(begin_table(request), address_of(visitor))
        return {"table": live.id, "tokens": list(tokens)}

    @app.post("/api/names", response_model=PlayerName, responses=ERROR_ANSWERS, tags=["tables"])
    def check_name(wanted: PlayerName) -> PlayerName:
        """The name as it would be shown at a table, or why no player may have it. Nothing is stored."""
        return PlayerName(name=chosen_name(wanted.name))

    @app.get("/api/tables/{table}", response_model=dict[str, Any], responses=ERROR_ANSWERS, tags=["tables"])
    async def look(table: str) -> Response:
        """A table as a spectator sees it."""
        live = await hub.find(table)
        return await json_answer(partial(shown_match, live.match, live.number))

    @app.get("/api/tables/{table}/record", response_class=PlainTextResponse, responses=ERROR_ANSWERS, tags=["tables"])
    async def read_record(table: str) -> Response:
        """The record of the present match as JSON Lines, without a choice that is still secret."""
        match = (await hub.find(table)).match
        return await _record_answer(match.games[match.first_game :])

    @app.get("/api/tables/{table}/dice", response_model=dict[str, Any], responses=ERROR_ANSWERS, tags=["tables"])
    async def read_dice(table: str) -> Response:
        """The rolls of the last game with the odds of each face, and the seed, once the game is over."""
        return await json_answer(partial(_dice, (await hub.find(table)).match))

    @app.get("/api/tables/{table}/review", response_model=dict[str, Any], responses=ERROR_ANSWERS, tags=["tables"])
    async def read_review(table: str, visitor: Request, seat: Seat = "P1") -> Response:
        """The review of the last game, once it is over; its words are about the chance that a seat wins."""
        return await _review(hub, (await hub.find(table)).match, table, visitor, seat)


def _add_played_games(app: FastAPI, hub: Hub) -> None:
    """The games of a table by their numbers; a rematch does not remove the earlier ones."""

    def get(path: str, **options: Any) -> Callable[[Any], Any]:
        address = f"/api/tables/{{table}}/games{path}"
        return app.get(address, responses=ERROR_ANSWERS, tags=["games of a table"], **options)

    async def find(table: str, number: int) -> Match:
        match = (await hub.find(table)).match
        if not 1 <= number <= len(match.games):
            raise UnknownGameNumber(f"There is no game {number} at this table; it has games 1 to {len(match.games)}.")
        return await asyncio.to_thread(match.up_to, number)

    @get("", response_model=list[PlayedGame])
    async def list_games(table: str) -> Response:
        """All games of a table, in order."""
        return await json_answer(partial(overview, (await hub.find(table)).match))

    @get("/{number}", response_model=dict[str, Any])
    async def look_at_game(table: str, number: int) -> Response:
        """A game as a spectator sees it: as it is, or as it was at its end."""
        match, last_step = await find(table, number), (await hub.find(table)).number
        return await json_answer(partial(shown_match, match, last_step))

    @get("/{number}/record", response_class=PlainTextResponse)
    async def read_game_record(table: str, number: int) -> Response:
        """The record of a game as JSON Lines, without a choice that is still secret."""
        return await _record_answer((await find(table, number)).games[-1:])

    @get("/{number}/dice", response_model=dict[str, Any])
    async def read_game_dice(table: str, number: int) -> Response:
        """The rolls of a game with the odds of each face, and the seed, once the game is over."""
        return await json_answer(partial(_dice, await find(table, number)))

    @get("/{number}/review", response_model=dict[str, Any])
    async def read_game_review(table: str, number: int, visitor: Request, seat: Seat = "P1") -> Response:
        """The review of a game, once it is over; its words are about the chance that a seat wins."""
        return await _review(hub, await find(table, number), table, visitor, seat)


async def _record_answer(games: tuple[MatchGame, ...]) -> Response:
    text = await asyncio.to_thread(record, games)
    headers = {"content-disposition": 'attachment; filename="headway-game.jsonl"'}
    return PlainTextResponse(text, headers=headers)


def _dice(match: Match) -> dict[str, Any]:
    if match.table.result is None:
        raise NotOver("The seed is shown when the game is over.")
    rolled = rolls(match.current)
    verdicts = {
        "right": right_dice(len(rolled)),
        "wrong_seed": WRONG_SEED,
        "wrong_roll": WRONG_ROLL,
        "wrong_client_seed": WRONG_CLIENT_SEED,
        "wrong_move": WRONG_MOVE,
        "nothing_kept": NOTHING_KEPT,
    }
    return {
        "seed": match.begun.dice,
        "commitment": match.begun.commitment,
        "moves": match.table.history,
        "rolls": rolled,
        "verdicts": verdicts,
    }


async def _review(hub: Hub, match: Match, table: str, visitor: Request, seat: Seat) -> Response:
    if match.table.result is None:
        raise NotOver("A game can be reviewed when it is over.")
    solving = hub.solver.solution(match.table.game, Asker(address_of(visitor), table))
    solution = await while_connected(visitor, solving)
    return await json_answer(lambda: shown_review(review(match.table, solution), match.called, SEATS[seat]))
