"""The ASGI application: the HTTP API and the pages by FastAPI, and WebSockets by `transport`."""

import asyncio
import os
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from headway import __version__
from headway.solver.process import end_with_parent
from headway.web.allowed_hosts import AllowedHosts
from headway.web.garbage import collect_when_idle
from headway.web.http.analysis_api import add_analysis
from headway.web.http.errors import add_error_answers
from headway.web.http.games_api import add_games
from headway.web.http.middleware import CheckHost, SecurityHeaders, limit_body
from headway.web.http.own_tables import add_own_tables
from headway.web.http.page_routes import add_page_routes
from headway.web.http.service_api import add_service
from headway.web.http.tables_api import add_tables
from headway.web.limits import Limits, limits_from_environment
from headway.web.storage import key_file
from headway.web.storage.store import Store
from headway.web.tables.hub import Hub
from headway.web.tables.idle_tables import evict_idle
from headway.web.tables.message_loop import is_same_origin, serve_connection
from headway.web.transport.client_address import TrustedProxies
from headway.web.transport.connection import Connection
from headway.web.transport.deadlines import HasDeadline, check_deadlines

WEBSOCKET_PATH = "/ws/"
FORWARDED_FOR = b"x-forwarded-for"


def create_app(database: str | None = None, limits: Limits | None = None) -> ASGIApp:
    """The application on a database; by default the one that the environment names."""
    end_with_parent()  # one of several processes must not serve on when the one that started them was killed
    store = Store(database or os.environ["HEADWAY_DB"], os.environ.get(key_file.VARIABLE))
    hub = Hub(store, limits or limits_from_environment())
    return Application(hub, AllowedHosts.from_environment(), TrustedProxies.from_environment())


class Application:
    """Serves HTTP through FastAPI; it is the `ConnectionHost` of the WebSockets, which bypass FastAPI."""

    def __init__(self, hub: Hub, allowed_hosts: AllowedHosts, proxies: TrustedProxies) -> None:
        self.hub, self.limits, self.connections = hub, hub.limits, set[HasDeadline]()
        self.proxies = proxies
        self._allowed_hosts = allowed_hosts
        self._http = SecurityHeaders(self._http_app())  # around all of it: answers to our own mistakes have them too

    def _http_app(self) -> FastAPI:
        app = FastAPI(
            title="Headway",
            version=__version__,
            lifespan=self._lifespan,
            docs_url=None,
            redoc_url=None,
            redirect_slashes=False,
            description="Create and read tables. Games are played over a WebSocket at /ws/TABLE; see docs/protocol.md.",
        )
        app.add_middleware(GZipMiddleware, minimum_size=500)
        app.add_middleware(CheckHost, self._allowed_hosts)
        add_error_answers(app)
        for add_routes in (add_games, add_tables, add_own_tables, add_service, add_analysis):
            add_routes(app, self.hub)
        add_page_routes(app)
        return app

    @asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        hub = self.hub
        async with hub.store.running(hub):
            jobs = (
                evict_idle(hub),
                hub.presence.send_heartbeats(),
                check_deadlines(self.connections),
                collect_when_idle(),
            )
            tasks = [asyncio.create_task(job) for job in jobs]
            try:
                yield
            finally:
                hub.strategies.close()
                hub.solver.close()
                hub.preview_solver.close()
                for task in tasks:
                    task.cancel()

    def refusal(self, path: str, headers: Mapping[str, str]) -> HTTPStatus | None:
        """Refuse a WebSocket at an unknown path or under an unknown name, or opened by a page of another site."""
        if not path.startswith(WEBSOCKET_PATH):
            return HTTPStatus.NOT_FOUND
        if not self._allowed_hosts.allows(headers):
            return HTTPStatus.MISDIRECTED_REQUEST
        return None if is_same_origin(headers) else HTTPStatus.FORBIDDEN

    def serve(self, connection: Connection) -> Coroutine[Any, Any, None]:
        """Serve a WebSocket connection."""
        return serve_connection(connection, self.hub, connection.path.removeprefix(WEBSOCKET_PATH))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            receive = limit_body(receive, self.limits.request_timeout, scope["path"])
            if scope["client"] is not None:
                peer, port = scope["client"]
                values = [value.decode("latin-1") for name, value in scope["headers"] if name == FORWARDED_FOR]
                scope["client"] = self.proxies.client(peer, ",".join(values)), port

        await self._http(scope, receive, send)
