"""The uvicorn configuration of the web front end."""

from collections.abc import Callable
from typing import Any

import uvicorn

from headway.web.transport.new_connection import NewConnection
from headway.web.transport.websocket import WebSocketConnection


def server_config(app: Callable[..., Any] | str, **options: Any) -> uvicorn.Config:
    """The configuration for an application, or for the import string of one that each process creates itself."""
    return uvicorn.Config(
        app,
        http=NewConnection,
        ws=WebSocketConnection,  # made by ours, without uvicorn's queues in between
        log_level="error",  # warnings are about what clients send
        access_log=False,
        proxy_headers=False,  # `TrustedProxies` reads them, for WebSockets too
        timeout_graceful_shutdown=2,
        **options,
    )
