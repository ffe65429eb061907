"""The routes for the operator: the health of the server, and its metrics."""

import prometheus_client
from fastapi import FastAPI, Response
from fastapi.responses import PlainTextResponse

from headway import __version__
from headway.web.http.errors import ERROR_ANSWERS
from headway.web.metrics import LIVE, SOCKETS
from headway.web.tables.hub import Hub


def add_service(app: FastAPI, hub: Hub) -> None:
    """Add the routes."""

    @app.get("/healthz", tags=["service"], responses=ERROR_ANSWERS)
    async def healthz() -> dict[str, str]:
        """Whether the server is available, and its database can be read and written; if not, the message says why."""
        await hub.store.check()
        return {"status": "ok", "version": __version__}

    @app.get("/metrics", response_class=PlainTextResponse, tags=["service"])
    def metrics() -> Response:
        """The Prometheus metrics of this process."""
        LIVE.set(len(hub.tables))
        SOCKETS.set(hub.connections)
        return Response(prometheus_client.generate_latest(), media_type=prometheus_client.CONTENT_TYPE_LATEST)
