"""Connections: clients that break the protocol, flood it, or fall silent."""

import re
import struct
from contextlib import suppress

import pytest

from headway.web.limits import Limits
from headway.web.transport.frames import BINARY, CLOSE, PING, PONG, TEXT
from tests.patience import wait_until
from tests.served import Served, serving
from tests.web.transport.raw import Raw


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
        (CLOSE, b"", 0x80, True, 1000),
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


def test_one_who_answers_no_ping_is_let_go_and_one_who_does_is_not() -> None:
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


def test_one_who_never_reads_is_let_go() -> None:
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
