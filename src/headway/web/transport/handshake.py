"""The handshake of a WebSocket, as the server has it (RFC 6455, section 4.2).

The library `websockets` would do it, in eight times the time: a game of the bench-web benchmark opens two connections.
"""

import base64
import binascii
import hashlib
from collections.abc import Mapping
from email.utils import formatdate
from http import HTTPStatus

VERSION = "13"
KEY_BYTES = 16
MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3
SWITCHING_PROTOCOLS = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"


Headers = list[tuple[bytes, bytes]]
"""Names in lower case, and values, in the order in which they came."""


def asks_for_websocket(headers: Mapping[str, str]) -> bool:
    """Is a request for a WebSocket, and not for something else?"""
    return "upgrade" in _options(headers, "connection") and "websocket" in _options(headers, "upgrade")


def _options(headers: Mapping[str, str], name: str) -> list[str]:
    return [option.strip() for option in headers.get(name, "").lower().split(",")]


def is_ambiguous(headers: Headers) -> bool:
    """Does a request name two hosts or two origins? Programs could take either."""
    names = [name for name, _ in headers]
    return names.count(b"host") > 1 or names.count(b"origin") > 1


def combined(headers: Headers) -> dict[str, str]:
    """The headers of a request by name; several values of one name make one list (RFC 9110, section 5.2)."""
    found: dict[str, str] = {}
    for name_bytes, value_bytes in headers:
        name, value = name_bytes.decode("latin-1"), value_bytes.decode("latin-1")
        found[name] = f"{found[name]}, {value}" if name in found else value
    return found


def refusal(headers: Mapping[str, str]) -> HTTPStatus | None:
    """The status with which a request for a WebSocket is refused, unless its version and its key are right.

    One with a body is refused too: a proxy could take as its end what is read as frames here.
    """
    if "transfer-encoding" in headers or headers.get("content-length", "0") != "0":
        return HTTPStatus.BAD_REQUEST
    if headers.get("sec-websocket-version") != VERSION:
        return HTTPStatus.UPGRADE_REQUIRED
    try:
        key = binascii.a2b_base64(headers.get("sec-websocket-key", ""), strict_mode=True)
    except ValueError:
        return HTTPStatus.BAD_REQUEST
    return None if len(key) == KEY_BYTES else HTTPStatus.BAD_REQUEST


def accepting(headers: Mapping[str, str]) -> bytes:
    """The answer that opens the WebSocket."""
    digest = hashlib.sha1((headers["sec-websocket-key"] + MAGIC).encode(), usedforsecurity=False).digest()
    return b"%bSec-WebSocket-Accept: %b\r\n\r\n" % (SWITCHING_PROTOCOLS, base64.b64encode(digest))


def refusing(status: HTTPStatus) -> bytes:
    """The answer that refuses it."""
    text = f"{status.phrase}.\n"
    headers = {
        "Date": formatdate(usegmt=True),
        "Connection": "close",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": len(text),
    }
    if status is HTTPStatus.UPGRADE_REQUIRED:
        headers |= {"Connection": "close, upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": VERSION}
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", text]).encode()
