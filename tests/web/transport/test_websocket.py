"""WebSocket connections: messages in pieces, and clients that break the protocol, flood it, or fall silent."""

import asyncio
import gc
import random
import re
import struct
import weakref
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from itertools import pairwise

import pytest
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from headway.web.limits import Limits
from headway.web.transport.client_address import TrustedProxies
from headway.web.transport.connection import Connection, Disconnected
from headway.web.transport.deadlines import HasDeadline
from headway.web.transport.websocket import WebSocketConnection
from tests.patience import wait_until
from tests.served import Served, serving
from tests.web.transport.raw import RIGHT, Raw

CONT, TEXT, BINARY, CLOSE, PING, PONG = Opcode


@pytest.mark.parametrize(
    ("opcode", "content", "first", "is_masked", "code"),
    [
        (TEXT, b"x", 0x80, False, 1002),
        (TEXT, b"x", 0xC0, True, 1002),
        (3, b"x", 0x80, True, 1002),
        (PING, b"x", 0, True, 1002),
        (0, b"x", 0x80, True, 1002),
        (TEXT, b"\xff", 0x80, True, 1007),
        (CLOSE, b"\x03\xe7", 0x80, True, 1002),
        (BINARY, b"x", 0x80, True, 1008),
        (CLOSE, b"\x03\xe8", 0x80, True, 1000),
        (CLOSE, b"\x03", 0x80, True, 1002),
        (CLOSE, b"\x03\xe8\xff", 0x80, True, 1007),
    ],
)
def test_each_way_to_break_the_protocol_has_its_code(
    served: Served, path: str, opcode: int, content: bytes, first: int, is_masked: bool, code: int
) -> None:
    raw = Raw(served, path)
    raw.send(opcode, content, first, is_masked)
    assert int.from_bytes(raw.take(CLOSE)[:2]) == code
    raw.send(CLOSE, struct.pack("!H", code))
    assert raw.ends()


def test_pings_are_answered_and_pieces_put_together(served: Served, path: str) -> None:
    raw = Raw(served, path)
    raw.send(TEXT, b'{"type":', first=0)
    raw.send(PING, b"are you there?")
    assert raw.take(PONG) == b"are you there?"
    raw.send(0, b'"hello"}')
    assert b'"welcome"' in raw.take(TEXT)


@pytest.mark.parametrize(("opcode", "first"), [(PING, 0x80), (0, 0)])
def test_a_flood_of_pings_or_of_pieces_is_ended(opcode: int, first: int) -> None:
    with serving(Limits()) as served:
        raw = Raw(served, f"/ws/{served.make('cross-over')[0]}")
        raw.send(TEXT, b"", first=0)
        with suppress(ConnectionError):
            for _ in range(200):
                raw.send(opcode, b"", first)
        assert int.from_bytes(raw.take(CLOSE)[:2]) == 1008


def test_a_client_that_answers_no_ping_is_disconnected() -> None:
    with serving(Limits(ping_interval=2)) as served:
        path = f"/ws/{served.make('cross-over')[0]}"
        dead, alive = Raw(served, path), Raw(served, path)
        for raw in (dead, alive):
            raw.send(TEXT, b'{"type":"hello"}')
        for _ in range(3):
            alive.take(PING)
            alive.send(PONG, b"")
        assert dead.ends()
        alive.send(TEXT, b'{"type":"ping"}')
        while b'"pong"' not in alive.take(TEXT):
            pass


def test_a_client_that_never_reads_is_disconnected() -> None:
    noisy = Limits(message_rate=10**9, message_burst=10**9, unsent_bytes=1000, ping_interval=10**6)
    with serving(noisy) as served:
        deaf = Raw(served, f"/ws/{served.make('cross-over')[0]}")
        deaf.send(TEXT, b'{"type":"hello"}')
        nonsense = bytes([0x81, 0x80 | 15]) + bytes(4) + b'{"type":"what"}'  # answered at some length
        with suppress(ConnectionError):
            for _ in range(60):
                deaf.socket.sendall(nonsense * 1000)
        wait_until(lambda: connections(served) == 0)


def connections(served: Served) -> float:
    found = re.search(r"^headway_sockets (\S+)", served.get("/metrics"), re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_a_close_frame_without_a_code_is_answered_by_one(served: Served, path: str) -> None:
    raw = Raw(served, path)
    raw.send(CLOSE, b"")
    assert raw.take(CLOSE) == b""
    assert raw.ends()


@pytest.mark.parametrize("length", [5, 126])
def test_a_control_frame_is_short(served: Served, path: str, length: int) -> None:
    raw = Raw(served, path)
    raw.socket.sendall(bytes([0x80 | PING, 0x80 | 126]) + length.to_bytes(2) + bytes(4 + length))
    code = int.from_bytes(raw.take(CLOSE, PONG)[:2])
    assert code == 1002 if length > 125 else code == 0  # a length may be written longer than it needs to be


# -- a connection without a network


class Wire:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written, self.is_reading = b"", True

    def write(self, data: bytes) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def get_extra_info(self, name: str) -> None:
        return None

    def set_write_buffer_limits(self, high: int) -> None:
        pass

    def write_eof(self) -> None:
        pass

    close = abort = write_eof


class Host:
    """An application that accepts a connection and leaves it alone."""

    limits = Limits(message_rate=1, message_burst=60)

    def __init__(self) -> None:
        self.connections: set[HasDeadline] = set()
        self.proxies = TrustedProxies()

    def refusal(self, path: str, headers: Mapping[str, str]) -> HTTPStatus | None:
        return None if path == "/ws/x" else HTTPStatus.NOT_FOUND

    async def serve(self, connection: Connection) -> None:
        return None


def opened() -> tuple[WebSocketConnection, Wire]:
    """An open connection, and what it writes to."""
    wire = Wire()
    connection = WebSocketConnection(Host(), ServerState(), wire)
    connection.upgrade("/ws/x", {name.lower(): value for name, value in RIGHT.items()})
    assert wire.written.startswith(b"HTTP/1.1 101 ")
    wire.written = b""
    return connection, wire


def test_a_connection_that_is_refused_ends_without_an_error() -> None:
    async def refused() -> bytes:
        wire = Wire()
        connection = WebSocketConnection(Host(), ServerState(), wire)
        connection.upgrade("/elsewhere", {name.lower(): value for name, value in RIGHT.items()})
        connection.check_deadline(10.0**9)
        connection.connection_lost(None)
        return wire.written

    assert asyncio.run(refused()).startswith(b"HTTP/1.1 404 ")


def frame(opcode: Opcode, content: bytes, is_last: bool = True) -> bytes:
    return Frame(opcode, content, fin=is_last).serialize(mask=True)


@pytest.mark.parametrize("seed", range(20))
def test_messages_arrive_whole_however_they_are_cut(seed: int) -> None:
    rng = random.Random(seed)
    texts = ["".join(rng.choices("aä→♟ ", k=rng.choice([0, 1, 5, 125, 126, 500]))) for _ in range(5)]
    data = b""
    for text in texts:
        content = text.encode()
        cuts = sorted(rng.sample(range(len(content) + 1), rng.randint(0, min(3, len(content)))))
        parts = [content[start:end] for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True)]
        for index, part in enumerate(parts):
            data += frame(CONT if index else TEXT, part, is_last=index == len(parts) - 1)
            data += frame(PING, b"?") if rng.random() < 0.3 else b""

    async def receive() -> list[str | bytes]:
        connection, _ = opened()
        ends = sorted({*rng.choices(range(len(data)), k=10), len(data)})
        for start, end in pairwise([0, *ends]):
            connection.data_received(data[start:end])
        return [await connection.receive() for _ in texts]

    assert asyncio.run(receive()) == texts


@pytest.mark.parametrize("seed", range(20))
def test_messages_arrive_whether_each_comes_alone_or_in_pieces(seed: int) -> None:
    rng = random.Random(seed)
    texts = ["".join(rng.choices("aä→♟ ", k=rng.choice([0, 1, 5, 30, 125, 126]))) for _ in range(30)]
    pieces = []
    for text in texts:
        if rng.random() < 0.2:
            pieces.append(frame(rng.choice([PING, PONG]), b"?"))
        whole = frame(TEXT, text.encode())
        cut = rng.randrange(len(whole)) if rng.random() < seed / 100 else 0
        pieces += [part for part in (whole[:cut], whole[cut:]) if part]

    async def receive() -> list[str | bytes]:
        connection, _ = opened()
        for piece in pieces:
            connection.data_received(piece)
        return [await connection.receive() for _ in texts]

    assert asyncio.run(receive()) == texts


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_text_is_sent_as_the_library_would(size: int) -> None:
    async def sent() -> bytes:
        connection, wire = opened()
        connection.send("x" * size)
        return wire.written

    assert asyncio.run(sent()) == Frame(TEXT, b"x" * size).serialize(mask=False)


@pytest.mark.parametrize(
    "content", [b"", b"\x03\xe8", b"\x03\xe9", b"\x03\xe8Good-bye", b"\x0b\xb8", b"\x03", b"\x03\xe7"]
)
@pytest.mark.parametrize("is_whole", [False, True])
def test_a_close_frame_is_answered_as_the_library_would(content: bytes, is_whole: bool) -> None:
    data = frame(TEXT, b"x") + frame(CLOSE, content)
    pieces = [data] if is_whole else [data[:7], data[7:]]
    library = ServerProtocol(state=OPEN)
    library.receive_data(data)
    expected = b"".join(library.data_to_send())

    async def answered() -> bytes:
        connection, wire = opened()
        for piece in pieces:
            connection.data_received(piece)
        assert await connection.receive() == "x"
        with pytest.raises(Disconnected):
            await connection.receive()
        return wire.written

    assert asyncio.run(answered()) == expected


def test_a_flood_in_one_piece_is_not_answered_to_its_end() -> None:
    async def pongs() -> int:
        connection, wire = opened()
        connection.data_received(frame(PING, b"") * 40_000)
        return wire.written.count(frame(PONG, b"")[:1])

    assert asyncio.run(pongs()) < 1000


def test_messages_that_are_not_read_are_not_taken_in() -> None:
    texts = [str(number) for number in range(10_000)]

    async def receive() -> list[str | bytes]:
        connection, wire = opened()
        connection.data_received(b"".join(frame(TEXT, text.encode()) for text in texts))
        assert not wire.is_reading
        received = [await connection.receive() for _ in texts[:-1]]
        assert wire.is_reading
        return [*received, await connection.receive()]

    assert asyncio.run(receive()) == texts


def test_a_connection_that_is_lost_leaves_no_garbage() -> None:
    async def lost() -> "weakref.ref[WebSocketConnection]":
        connection, _ = opened()
        connection.data_received(frame(TEXT, b"x"))
        await connection.receive()
        connection.connection_lost(None)
        await asyncio.sleep(0)
        return weakref.ref(connection)

    gc.disable()
    try:
        assert asyncio.run(lost())() is None
    finally:
        gc.enable()
