"""The client of a request: its address, and whether it still waits for the answer."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

Result = TypeVar("Result")


class ClientDisconnected(Exception):
    """The client has closed the connection before its request was answered."""


def address_of(request: Request) -> str:
    """The address of a request's client; empty if it is not known."""
    return "" if request.client is None else request.client.host


async def while_connected(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of work that takes long; it is cancelled if the client leaves, with `ClientDisconnected`."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnected
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
