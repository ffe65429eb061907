"""How uvicorn serves the web room."""

from collections.abc import Callable
from typing import Any

import uvicorn

from headway.web.door import Door
from headway.web.wire import Wire


def server_config(app: Callable[..., Any] | str, **options: Any) -> uvicorn.Config:
    """The settings of a server for an application, or for one that each process makes by itself."""
    return uvicorn.Config(
        app,
        http=Door,
        ws=Wire,
        log_level="warning",
        access_log=False,
        proxy_headers=False,  # nobody asks where a request comes from, and a wire finds its attendant as the bare app
        timeout_graceful_shutdown=2,
        **options,
    )
