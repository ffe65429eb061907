"""The handshake of a WebSocket: it agrees with the library `websockets`, which has one of its own."""

from http import HTTPStatus

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request
from websockets.server import ServerProtocol

from headway.web.transport import handshake
from tests.web.transport.raw import KEY, RIGHT

KEY_HEADER, VERSION_HEADER = "Sec-WebSocket-Key", "Sec-WebSocket-Version"


def as_bytes(headers: list[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """The headers as an HTTP connection has them."""
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


def library_answer(headers: list[tuple[str, str]]) -> tuple[int, str | None]:
    """The status, and what accepts the key, as the library answers."""
    answer = ServerProtocol().accept(Request("/ws/x", Headers(headers)))
    return answer.status_code, answer.headers.get("Sec-WebSocket-Accept")


@pytest.mark.parametrize("key", [KEY, "dGhlIHNhbXBsZSBub25jZQ=="])
def test_a_right_request_is_accepted_with_the_key_of_the_library(key: str) -> None:
    headers = [*RIGHT.items(), ("Sec-WebSocket-Extensions", "permessage-deflate"), ("X-Other", "ä")]
    headers = [(name, key if name == KEY_HEADER else value) for name, value in headers]
    found = handshake.combined(as_bytes(headers))
    assert handshake.refusal(found) is None
    lines = handshake.accepting(found).decode().split("\r\n")
    assert lines[0] == "HTTP/1.1 101 Switching Protocols"
    assert lines[-2:] == ["", ""]
    answer = dict(line.split(": ") for line in lines[1:-2])
    assert answer.pop("Sec-WebSocket-Accept") == library_answer(headers)[1]
    assert answer == {"Upgrade": "websocket", "Connection": "Upgrade"}


def test_the_example_of_the_standard() -> None:
    answer = handshake.accepting({"sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="})
    assert b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n" in answer


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ([(KEY_HEADER, None)], HTTPStatus.BAD_REQUEST),
        ([(KEY_HEADER, "")], HTTPStatus.BAD_REQUEST),
        ([(KEY_HEADER, "AAAA")], HTTPStatus.BAD_REQUEST),
        ([(KEY_HEADER, KEY[:-2])], HTTPStatus.BAD_REQUEST),
        ([(KEY_HEADER, KEY + "AAAA")], HTTPStatus.BAD_REQUEST),
        ([(KEY_HEADER, "!" * 24)], HTTPStatus.BAD_REQUEST),
        ([(KEY_HEADER, "ä" * 24)], HTTPStatus.BAD_REQUEST),
        ([(KEY_HEADER, KEY), (KEY_HEADER, KEY)], HTTPStatus.BAD_REQUEST),
        ([(VERSION_HEADER, None)], HTTPStatus.UPGRADE_REQUIRED),
        ([(VERSION_HEADER, "12")], HTTPStatus.UPGRADE_REQUIRED),
        ([(VERSION_HEADER, "13"), (VERSION_HEADER, "13")], HTTPStatus.UPGRADE_REQUIRED),
    ],
)
def test_a_request_that_the_library_refuses_is_refused(
    changed: list[tuple[str, str | None]], status: HTTPStatus
) -> None:
    kept = [(name, value) for name, value in RIGHT.items() if name not in dict(changed)]
    headers = kept + [(name, value) for name, value in changed if value is not None]
    assert handshake.refusal(handshake.combined(as_bytes(headers))) == status
    assert library_answer(headers)[0] in (HTTPStatus.BAD_REQUEST, HTTPStatus.UPGRADE_REQUIRED)


@pytest.mark.parametrize("header", [("Content-Length", "27"), ("Transfer-Encoding", "chunked"), ("Content-Length", "")])
def test_a_request_with_a_body_is_refused(header: tuple[str, str]) -> None:
    headers = handshake.combined(as_bytes([*RIGHT.items(), header]))
    assert handshake.refusal(headers) == HTTPStatus.BAD_REQUEST


def test_a_request_that_says_that_it_has_no_body_is_accepted() -> None:
    assert handshake.refusal(handshake.combined(as_bytes([*RIGHT.items(), ("Content-Length", "0")]))) is None


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ([("Connection", "keep-alive, Upgrade"), ("Upgrade", "WebSocket")], True),
        ([("Connection", "keep-alive, Upgrade"), ("Connection", "keep-alive"), ("Upgrade", "websocket")], True),
        ([("Connection", "Upgrade"), ("Upgrade", "websocket, h2c")], True),
        ([("Connection", "Upgrade"), ("Upgrade", "h2c")], False),
        ([("Connection", "keep-alive"), ("Upgrade", "websocket")], False),
        ([("Connection", "Upgrade")], False),
    ],
)
def test_what_is_asked_for_may_stand_in_a_list(changed: list[tuple[str, str]], expected: bool) -> None:
    assert handshake.asks_for_websocket(handshake.combined(as_bytes(changed))) is expected


@pytest.mark.parametrize("status", [HTTPStatus.NOT_FOUND, HTTPStatus.UPGRADE_REQUIRED])
def test_a_refusal_is_a_whole_answer(status: HTTPStatus) -> None:
    head, _, body = handshake.refusing(status).decode().partition("\r\n\r\n")
    first, *lines = head.split("\r\n")
    assert first == f"HTTP/1.1 {status.value} {status.phrase}"
    headers = dict(line.split(": ") for line in lines)
    assert headers["Content-Length"] == str(len(body))
    assert headers["Date"].endswith(" GMT")
    assert body == f"{status.phrase}.\n"
    assert headers.get("Upgrade") == ("websocket" if status is HTTPStatus.UPGRADE_REQUIRED else None)
