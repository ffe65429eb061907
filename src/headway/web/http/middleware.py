"""What surrounds every HTTP request: its host is checked, its body limited, and the answer gets security headers."""

import asyncio

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from headway.web.allowed_hosts import AllowedHosts
from headway.web.limits import MAX_BODY_BYTES, MAX_RECORD_BYTES
from headway.web.refusals import UnknownHost, http_status

CLOSE = {"connection": "close"}  # the rest of the request is not read
RECORDS_PATH = "/api/records"
SECURITY_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-cache"),
]


class CheckHost:
    """Refuses requests to a name that is not this server's."""

    def __init__(self, app: ASGIApp, allowed_hosts: AllowedHosts) -> None:
        self.app, self.allowed_hosts = app, allowed_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self.allowed_hosts.allows(Headers(scope=scope)):
            await self.app(scope, receive, send)
        else:
            error = UnknownHost()
            refusal = JSONResponse({"error": error.name, "message": str(error)}, http_status(error))
            await refusal(scope, receive, send)


class SecurityHeaders:
    """Adds the security headers to every answer that does not have them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message["headers"]}
                missing = [header for header in SECURITY_HEADERS if header[0] not in present]
                message["headers"] = [*message["headers"], *missing]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def limit_body(receive: Receive, timeout: float, path: str = "") -> Receive:
    """Refuse a body that is too long, or that takes too long to arrive; a record may be longer than other requests."""
    left = MAX_RECORD_BYTES if path == RECORDS_PATH else MAX_BODY_BYTES
    is_complete, deadline = False, asyncio.get_running_loop().time() + timeout

    async def receive_limited() -> Message:
        nonlocal left, is_complete
        try:
            async with asyncio.timeout_at(None if is_complete else deadline):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, "The request did not arrive completely in time", CLOSE) from None
        left -= len(message.get("body", b""))
        is_complete = not message.get("more_body", False)
        if left < 0:
            raise HTTPException(413, "The request is too long", CLOSE)
        return message

    return receive_limited
