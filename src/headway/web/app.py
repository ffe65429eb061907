"""The web room: an ASGI application to make and read tables, with the pages; it attends to the wires as well."""

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import prometheus_client
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from headway import __version__, catalogue
from headway.analysis.review import as_plain, review
from headway.errors import HeadwayError
from headway.rulekit import SPECTATOR
from headway.web import problems
from headway.web.asking import setup_of
from headway.web.door import watch
from headway.web.hub import Hub
from headway.web.limits import Limits, limits_of_process
from headway.web.metrics import LIVE
from headway.web.opponents import OPPONENTS
from headway.web.room import dumps
from headway.web.showing import fixed, public, record, rolls
from headway.web.socket import attend, is_own_page
from headway.web.store import Store
from headway.web.wire import SOCKETS_AT, Connection, Wire
from headway.web.writer import NoDatabase

LONGEST_BODY = 16_384
PAGES = Path(__file__).parent / "pages"
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-cache"),
]


class MadeTable(BaseModel):
    """A table that was made: its name, and the tokens that open its two seats."""

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


class Trouble(BaseModel):
    """Why something was refused: a name that stays the same, and a sentence."""

    error: str
    message: str


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"description": told, "content": {"application/json": {"schema": Trouble.model_json_schema()}}}
    for status, told in {
        400: "Not understood",
        404: "There is no such thing",
        405: "Not to be asked like this",
        408: "Not asked to the end",
        409: "Not now",
        413: "Too long",
        422: "Not acceptable",
        429: "Too much at once",
        503: "Not now, try again later",
    }.items()
}


def create_app(database: str | None = None, limits: Limits | None = None) -> ASGIApp:
    """The application on a database; by default as the environment says, for processes that uvicorn starts."""
    store = Store(database or os.environ["HEADWAY_DB"])
    hub = Hub(store, limits or limits_of_process())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        gc.freeze()  # what is there now stays; looking through it again and again only makes players wait
        gc.set_threshold(100_000, 50, 100)
        async with store.running(hub):
            tasks = [asyncio.create_task(work) for work in (hub.tidy(), hub.keep_in_touch(), watch(front.connections))]
            try:
                yield
            finally:
                hub.solver.close()
                for task in tasks:
                    task.cancel()

    app = FastAPI(
        title="Headway",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        description="Make and read tables. Play goes over a WebSocket at /ws/TABLE, described in docs/protocol.md.",
    )
    app.add_middleware(GZipMiddleware, minimum_size=500)
    app.add_middleware(Headers)
    app.exception_handler(HeadwayError)(_told)
    app.exception_handler(RequestValidationError)(_told_wrong)
    app.exception_handler(HTTPException)(_told_plainly)
    _add_api(app, hub)
    _add_pages(app)
    front = Front(app, hub)
    return front


class Front:
    """Attends to WebSockets itself, as the `Attendant` of their wires, and leaves everything else to the framework."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self.app, self.hub = app, hub
        self.limits, self.connections = hub.limits, set[Connection]()

    def refusal(self, path: str, headers: dict[bytes, bytes]) -> HTTPStatus | None:
        """Why a WebSocket is refused: it leads nowhere, or another site's page opens it."""
        if not path.startswith(SOCKETS_AT):
            return HTTPStatus.NOT_FOUND
        return None if is_own_page(headers) else HTTPStatus.FORBIDDEN

    async def attend(self, wire: Wire) -> None:
        """Look after a WebSocket."""
        await attend(wire, self.hub, wire.path.removeprefix(SOCKETS_AT))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            receive = _limited(receive, self.limits.seconds_to_say_hello)
        await self.app(scope, receive, send)


def _limited(receive: Receive, seconds: float) -> Receive:
    """No request needs a long body, or long for it; of one that does, the rest is not taken in."""
    left, is_whole, deadline = LONGEST_BODY, False, asyncio.get_running_loop().time() + seconds

    async def take() -> Message:
        nonlocal left, is_whole
        try:
            async with asyncio.timeout_at(None if is_whole else deadline):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, "The request did not come to its end") from None
        left -= len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
        if left < 0:
            raise HTTPException(413, "The request is too long")
        return message

    return take


def _add_api(app: FastAPI, hub: Hub) -> None:
    asked_for_a_table = hub.asking

    @app.get("/api/games", response_model=list[GameInfo], tags=["games"])
    def games() -> list[dict[str, Any]]:
        """The games, with their rules and the board they begin with."""
        return [_described(game) for game in catalogue.games()[0]]

    @app.get("/api/games/{name}/rulebook", response_class=PlainTextResponse, responses=REFUSALS, tags=["games"])
    def rulebook(name: str) -> str:
        """The rule book of a game, in Markdown."""
        return catalogue.find(name).rulebook

    @app.get("/api/opponents", tags=["games"])
    def opponents() -> list[str]:
        """The computers that can be played against."""
        return list(OPPONENTS)

    @app.post("/api/tables", status_code=201, response_model=MadeTable, responses=REFUSALS, tags=["tables"])
    async def make(asked: asked_for_a_table) -> dict[str, Any]:  # type: ignore[valid-type]
        """Make a table. Whoever has a token can take that seat, so keep one and send the other."""
        live, tokens = await hub.create(setup_of(asked))
        return {"table": live.id, "tokens": list(tokens)}

    @app.get("/api/tables/{table}", responses=REFUSALS, tags=["tables"])
    async def look(table: str) -> dict[str, Any]:
        """A table as a spectator sees it."""
        room = (await hub.find(table)).room
        return {"table": fixed(room), "now": public(room), "log": room.now.log}

    @app.get("/api/tables/{table}/record", response_class=PlainTextResponse, responses=REFUSALS, tags=["tables"])
    async def recorded(table: str) -> Response:
        """The record of the games at a table, as JSON Lines; what is still secret is not in it."""
        lines = record((await hub.find(table)).room)
        name = {"content-disposition": 'attachment; filename="headway-game.jsonl"'}
        return PlainTextResponse("".join(f"{dumps(line)}\n" for line in lines), headers=name)

    @app.get("/api/tables/{table}/dice", responses=REFUSALS, tags=["tables"])
    async def dice(table: str) -> dict[str, Any]:
        """The rolls of the game that was played last, with the odds of each face and the seed, once it is over."""
        room = (await hub.find(table)).room
        if room.table.result is None:
            raise problems.Problem("not-over", 409, "The seed is shown when the game is over.")
        return {"seed": room.now.seed, "commitment": room.now.commitment, "rolls": rolls(room)}

    @app.get("/api/tables/{table}/review", responses=REFUSALS, tags=["tables"])
    async def reviewed(table: str) -> dict[str, Any]:
        """The review of the game that was played last, once it is over."""
        played = (await hub.find(table)).room.table
        if played.result is None:
            raise problems.Problem("not-over", 409, "A game is reviewed when it is over.")
        solution = await hub.solver.solution(played.game)
        return await asyncio.to_thread(lambda: as_plain(review(played, solution)))

    @app.get("/healthz", tags=["service"], responses=REFUSALS)
    async def healthz() -> dict[str, str]:
        """Is the server well, and its database there?"""
        if not await hub.store.answers():
            raise NoDatabase
        return {"status": "ok", "version": __version__}

    @app.get("/metrics", response_class=PlainTextResponse, tags=["service"])
    def metrics() -> Response:
        """Counters for Prometheus, of this process."""
        LIVE.set(len(hub.tables))
        return Response(prometheus_client.generate_latest(), media_type=prometheus_client.CONTENT_TYPE_LATEST)


def _add_pages(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    @app.get("/t/{table}", include_in_schema=False)
    @app.get("/rules/{game}", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(PAGES / "index.html")

    app.mount("/pages", StaticFiles(directory=PAGES), name="pages")


def _described(game: Any) -> dict[str, Any]:
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


class Headers:
    """Adds what every answer must have."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in HEADERS if pair[0] not in known)]
            await send(message)

        await self.app(scope, receive, answer if scope["type"] == "http" else send)


def _told(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HeadwayError)
    refusal = problems.problem(error)
    retry = {"retry-after": "60"} if refusal.status in (429, 503) else {}
    return JSONResponse({"error": refusal.name, "message": str(refusal)}, refusal.status, retry)


def _told_plainly(request: Request, error: Exception) -> Response:
    """What the framework itself refuses; whoever has lost their way in a browser gets a page."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and not request.url.path.startswith(("/api/", "/pages/")):
        return FileResponse(PAGES / "index.html", 404)
    name = {404: "unknown-address", 405: "wrong-method"}.get(error.status_code, "bad-request")
    return JSONResponse({"error": name, "message": f"{error.detail}."}, error.status_code, error.headers)


def _told_wrong(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    return JSONResponse({"error": "bad-request", "message": f"{place}: {first['msg']}."}, 422)
