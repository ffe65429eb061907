"""The HTTP API: the games, and tables to create and read; it describes itself at /openapi.json."""

import asyncio
from typing import Any

import prometheus_client
from fastapi import FastAPI, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from headway import __version__, catalogue
from headway.analysis.review import as_plain, review
from headway.game import Game
from headway.rulekit import SPECTATOR
from headway.web.http_errors import ERROR_ANSWERS
from headway.web.hub import Hub
from headway.web.metrics import LIVE
from headway.web.opponents import OPPONENTS
from headway.web.refusals import Refusal
from headway.web.room import dumps
from headway.web.table_request import setup_from
from headway.web.views import fixed, public, record, rolls
from headway.web.writer import DatabaseUnavailable


class CreatedTable(BaseModel):
    """A new table: its id, and the keys that open its two seats."""

    table: str
    tokens: list[str]


class GameInfo(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    summary: str
    rules: list[dict[str, Any]]
    track: tuple[int, int]
    goals: list[list[int]]
    board: list[int] | None
    pieces: list[list[str]]
    positions: list[list[int]]


def add_api(app: FastAPI, hub: Hub) -> None:
    """Add all routes of the API."""
    _add_games(app)
    _add_tables(app, hub)
    _add_service(app, hub)


def _add_games(app: FastAPI) -> None:
    @app.get("/api/games", response_model=list[GameInfo], tags=["games"])
    def games() -> list[dict[str, Any]]:
        """All games, with their rules and their boards at the start."""
        return [_game_info(game) for game in catalogue.games()[0]]

    @app.get("/api/games/{name}/rulebook", response_class=PlainTextResponse, responses=ERROR_ANSWERS, tags=["games"])
    def rulebook(name: str) -> str:
        """The rule book of a game, in Markdown."""
        return catalogue.find(name).rulebook

    @app.get("/api/opponents", tags=["games"])
    def opponents() -> list[str]:
        """The computer players."""
        return list(OPPONENTS)


def _add_tables(app: FastAPI, hub: Hub) -> None:
    table_request = hub.table_requests.type

    @app.post("/api/tables", status_code=201, response_model=CreatedTable, responses=ERROR_ANSWERS, tags=["tables"])
    async def create(request: table_request) -> dict[str, Any]:  # type: ignore[valid-type]
        """Create a table. A token opens a seat to anyone who has it: keep one, and send the other."""
        live, seat_keys = await hub.create(setup_from(request))
        return {"table": live.id, "tokens": list(seat_keys)}

    @app.get("/api/tables/{table}", responses=ERROR_ANSWERS, tags=["tables"])
    async def look(table: str) -> dict[str, Any]:
        """A table as a spectator sees it."""
        room = (await hub.find(table)).room
        return {"table": fixed(room), "now": public(room), "log": room.now.log}

    @app.get("/api/tables/{table}/record", response_class=PlainTextResponse, responses=ERROR_ANSWERS, tags=["tables"])
    async def read_record(table: str) -> Response:
        """The record of a table's games as JSON Lines, without a choice that is still secret."""
        lines = record((await hub.find(table)).room)
        headers = {"content-disposition": 'attachment; filename="headway-game.jsonl"'}
        return PlainTextResponse("".join(f"{dumps(line)}\n" for line in lines), headers=headers)

    @app.get("/api/tables/{table}/dice", responses=ERROR_ANSWERS, tags=["tables"])
    async def read_dice(table: str) -> dict[str, Any]:
        """The rolls of the last game with the odds of each face, and the seed, once the game is over."""
        room = (await hub.find(table)).room
        if room.table.result is None:
            raise Refusal("not-over", 409, "The seed is shown when the game is over.")
        return {"seed": room.now.seed, "commitment": room.now.commitment, "rolls": rolls(room)}

    @app.get("/api/tables/{table}/review", responses=ERROR_ANSWERS, tags=["tables"])
    async def read_review(table: str) -> dict[str, Any]:
        """The review of the last game, once it is over."""
        played = (await hub.find(table)).room.table
        if played.result is None:
            raise Refusal("not-over", 409, "A game can be reviewed when it is over.")
        solution = await hub.solver.solution(played.game)
        return await asyncio.to_thread(lambda: as_plain(review(played, solution)))


def _add_service(app: FastAPI, hub: Hub) -> None:
    @app.get("/healthz", tags=["service"], responses=ERROR_ANSWERS)
    async def healthz() -> dict[str, str]:
        """Whether the server and its database are available."""
        if not await hub.store.is_available():
            raise DatabaseUnavailable
        return {"status": "ok", "version": __version__}

    @app.get("/metrics", response_class=PlainTextResponse, tags=["service"])
    def metrics() -> Response:
        """The Prometheus metrics of this process."""
        LIVE.set(len(hub.tables))
        return Response(prometheus_client.generate_latest(), media_type=prometheus_client.CONTENT_TYPE_LATEST)


def _game_info(game: Game) -> dict[str, Any]:
    start = game.view(game.start(), SPECTATOR)
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.words.SUMMARY,
        "rules": [{"name": rule.name, "is_board": rule.is_row, **rule.described()} for rule in game.rule_list],
        "track": game.track,
        "goals": game.goals,
        "board": game.board,
        "pieces": game.pieces,
        "positions": game.positions(start),
    }
