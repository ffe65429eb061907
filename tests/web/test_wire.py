"""WebSockets: our frames against those of another library, and connections that do not keep to the protocol."""

import base64
import hashlib
import http.client
import random
import re
import socket
import struct
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from headway.web.frames import BINARY, CLOSE, PING, PONG, TEXT, Broken, Frames, as_text, closed_with, framed, masked
from headway.web.limits import Limits
from tests.served import PATIENCE, Served
from tests.web.test_web import serving

MOST = 300

contents = st.binary(max_size=MOST)


@st.composite
def any_frame(draw: st.DrawFn) -> bytes:
    """A frame that may be wrong in any of the ways that there are."""
    right, wrong = st.sampled_from([TEXT, BINARY, 0, CLOSE, PING, PONG]), st.integers(0, 15)
    first = draw(st.sampled_from([0x80, 0x80, 0x80, 0, 0xC0, 0x90])) | draw(st.one_of(right, right, wrong))
    content, mask = draw(st.one_of(contents, st.binary(max_size=5))), draw(st.binary(min_size=4, max_size=4))
    if first & 0x0F == CLOSE and draw(st.booleans()):
        content = (
            struct.pack("!H", draw(st.sampled_from([999, 1000, 1004, 1005, 1014, 1015, 2999, 3000, 4999])))
            + content[:9]
        )
    length = draw(st.sampled_from([len(content), len(content), MOST + 1, 2**16, 2**40]))
    if first & 0x08:  # of a long one the library may say that it is too big, and we that there is none
        content = content[:125]
        kind = length = len(content)
    else:
        kind = draw(st.sampled_from([*[length][: length <= 125], *[126][: length < 2**16], 127]))
    extended = struct.pack("!H", length) if kind == 126 else struct.pack("!Q", length) if kind == 127 else b""
    if draw(st.integers(0, 19)) == 0:
        return bytes([first, kind]) + extended + content
    return bytes([first, 0x80 | kind]) + extended + mask + masked(content, mask)


def ours(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], int | None]:
    """The messages that we take from these bytes, and the code with which we end, if we do."""
    reader, found = Frames(MOST), list[tuple[int, bytes]]()
    try:
        for piece in pieces:
            for opcode, content in reader.feed(piece):
                code = closed_with(content) if opcode == CLOSE else None
                found.append((opcode, content))
                if code is not None:
                    return found, code
    except Broken as broken:
        return found, broken.code
    return found, None


def theirs(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], int | None]:
    """The same by the library `websockets`, which gives frames and not messages."""
    protocol = ServerProtocol(state=State.OPEN, max_size=MOST)
    for piece in pieces:
        protocol.receive_data(piece)
    found, whole, kind = list[tuple[int, bytes]](), b"", 0
    for event in protocol.events_received():
        assert isinstance(event, Frame)
        if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            kind = event.opcode if event.opcode != Opcode.CONT else kind
            whole += bytes(event.data)
            if event.fin:
                found.append((kind, whole))
                whole = b""
        else:
            found.append((event.opcode, bytes(event.data)))
    sent = protocol.close_sent
    return found, None if sent is None else 1000 if sent.code == 1005 else int(sent.code)


@given(frames=st.lists(any_frame(), max_size=6), cuts=st.lists(st.integers(0, 2000), max_size=6))
def test_bytes_mean_the_same_as_to_another_library(frames: list[bytes], cuts: list[int]) -> None:
    data = b"".join(frames)
    ends = sorted({min(cut, len(data)) for cut in cuts} | {len(data)})
    pieces = [data[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    (found, code), (wanted, their_code) = ours(pieces), theirs([data])
    assert found == wanted
    assert code == their_code or {code, their_code} == {1002, 1009}  # of a frame that is wrong in two ways


@given(contents=st.lists(contents, max_size=4), seed=st.integers(0, 10**6))
def test_a_message_in_pieces_is_put_together(contents: list[bytes], seed: int) -> None:
    rng, data = random.Random(seed), b""
    for content in contents:
        cuts = sorted(rng.sample(range(len(content) + 1), rng.randint(0, min(3, len(content)))))
        parts = [content[start:end] for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True)]
        for index, part in enumerate(parts):
            frame = Frame(Opcode.CONT if index else Opcode.BINARY, part, fin=index == len(parts) - 1)
            data += frame.serialize(mask=True)
            if rng.random() < 0.3:
                data += Frame(Opcode.PING, b"?").serialize(mask=True)
    assert [content for opcode, content in ours([data])[0] if opcode == BINARY] == contents


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_what_is_sent_reads_as_it_was_written(length: int) -> None:
    content = random.Random(length).randbytes(length)
    assert framed(BINARY, content) == Frame(Opcode.BINARY, content).serialize(mask=False)


@pytest.mark.parametrize("length", [b"\x00\x05", b"\x00\x7e"])
def test_a_control_frame_is_short(length: bytes) -> None:
    assert ours([bytes([0x80 | PING, 0x80 | 126]) + length + bytes(4 + 126)]) == ([], 1002)


def test_text_is_utf_8() -> None:
    assert as_text("ä→♟".encode()) == "ä→♟"
    with pytest.raises(Broken) as broken:
        as_text(b"\xff")
    assert broken.value.code == 1007


# -- connections


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(
        Limits(messages_per_second=10**9, messages_at_once=10**9, unread_bytes=1000, seconds_between_pings=1)
    ) as it:
        yield it


@pytest.fixture(scope="module")
def hasty() -> Iterator[Served]:
    with serving(Limits(seconds_to_say_hello=0.5)) as it:
        yield it


KEY = base64.b64encode(bytes(16)).decode()
RIGHT = {
    "Host": "x",
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": KEY,
}


class Raw:
    """A connection by hand."""

    def __init__(self, served: Served, path: str, changed: Mapping[str, str | None] = {}, pieces: int = 1) -> None:
        self.socket = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
        headers = {**RIGHT, **changed}
        lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
        request = "\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode("latin-1")
        for index in range(pieces):
            self.socket.send(request[index * len(request) // pieces : (index + 1) * len(request) // pieces])
            time.sleep(0.05 if pieces > 1 else 0)
        self.unread = b""
        self.answer = self._read_until(b"\r\n\r\n").decode()

    def _read_until(self, end: bytes) -> bytes:
        while end not in self.unread:
            piece = self.socket.recv(4096)
            assert piece, "the connection has ended"
            self.unread += piece
        found, _, self.unread = self.unread.partition(end)
        return found

    def send(self, opcode: int, content: bytes, first: int = 0x80, is_masked: bool = True) -> None:
        self.socket.send(
            bytes([first | opcode, (0x80 if is_masked else 0) | len(content)]) + bytes(4) * is_masked + content
        )

    def take(self, *opcodes: int) -> bytes:
        """What the next frame of these kinds says."""
        while True:
            while len(self.unread) < 2 or len(self.unread) < self._length()[1]:
                piece = self.socket.recv(4096)
                assert piece, "the connection has ended"
                self.unread += piece
            start, end = self._length()
            opcode, content, self.unread = self.unread[0] & 0x0F, self.unread[start:end], self.unread[end:]
            if opcode in opcodes:
                return content

    def _length(self) -> tuple[int, int]:
        short = self.unread[1]
        return (2, 2 + short) if short < 126 else (4, 4 + int.from_bytes(self.unread[2:4]))

    def ends(self) -> bool:
        """Does the other end close the connection?"""
        with suppress(ConnectionError):
            while self.socket.recv(4096):
                pass
        return True


@pytest.fixture
def path(served: Served) -> str:
    return f"/ws/{served.make('cross-over')[0]}"


@pytest.mark.parametrize("pieces", [1, 3])
def test_the_handshake_is_answered_even_when_it_comes_in_pieces(served: Served, path: str, pieces: int) -> None:
    raw = Raw(served, path, pieces=pieces)
    wanted = base64.b64encode(hashlib.sha1(f"{KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()).decode()
    assert raw.answer.startswith("HTTP/1.1 101 ")
    assert f"sec-websocket-accept: {wanted}" in raw.answer
    raw.send(TEXT, b'{"type":"hello"}')
    assert b'"welcome"' in raw.take(TEXT)


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Sec-WebSocket-Version": "8"}, 426),
        ({"Sec-WebSocket-Key": "short"}, 400),
        ({"Sec-WebSocket-Key": None}, 400),
        ({"Upgrade": "h2c"}, 404),
        ({"Upgrade": None, "Connection": None}, 404),
        ({"Connection": "close"}, 404),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://\xff"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://elsewhere.example"}, 403),
    ],
)
@pytest.mark.parametrize("pieces", [1, 2])
def test_a_wrong_handshake_is_refused(
    served: Served, path: str, changed: dict[str, str | None], status: int, pieces: int
) -> None:
    raw = Raw(served, path, changed, pieces)
    assert raw.answer.startswith(f"HTTP/1.1 {status} ")
    assert raw.ends()


def test_a_socket_that_leads_nowhere_is_refused(served: Served) -> None:
    assert Raw(served, "/elsewhere").answer.startswith("HTTP/1.1 404 ")


@pytest.mark.parametrize("asked", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET /ws/x HTTP/1.1\r\nHost"])
def test_one_who_never_ends_a_request_is_let_go(hasty: Served, asked: bytes) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(asked)
        assert slow.recv(1000) == b""
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")  # and one who does may begin another
        assert b" 200 OK" in slow.recv(1000)
        slow.sendall(asked)
        while slow.recv(1000):
            pass


def test_one_who_asks_again_and_again_is_not_let_go(hasty: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", hasty.port, timeout=PATIENCE)
    connection.connect()
    mine = connection.sock.getsockname()
    for _ in range(30):
        connection.request("GET", "/healthz")
        assert connection.getresponse().read()
        time.sleep(0.1)
    assert connection.sock.getsockname() == mine
    connection.close()


def test_what_looks_like_a_handshake_inside_a_request_is_none(served: Served, path: str) -> None:
    handshake = "\r\n".join([f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in RIGHT.items()), "", ""])
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw:
        raw.sendall(f"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: {len(handshake)}\r\n\r\n".encode())
        time.sleep(0.2)
        raw.sendall(handshake.encode())
        assert b" 422 " in raw.recv(1000)


def test_a_name_with_a_space_is_no_way_around_the_origin(served: Served, path: str) -> None:
    for pieces in (1, 2):
        raw = Raw(served, path, {"Origin ": "http://elsewhere.example"}, pieces)
        assert not raw.answer.startswith("HTTP/1.1 101 ")
    assert not Raw(served, path, {"Origin": "null", "Host": ""}).answer.startswith("HTTP/1.1 101 ")


def test_a_head_without_an_end_is_refused(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw, suppress(ConnectionError):
        raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        for _ in range(1000):
            raw.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
        assert b" 431 " in raw.recv(1000)


def test_a_request_without_a_version_is_refused(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as raw:
        raw.sendall(b"GET /ws/x\r\n\r\n")
        assert b" 101 " not in raw.recv(1000)


def test_one_who_sends_a_body_byte_by_byte_has_no_more_time_for_it(hasty: Served) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
        with suppress(ConnectionError):
            for _ in range(20):
                slow.sendall(b" ")
                time.sleep(0.1)
        assert b" 408 " in slow.recv(1000)


def test_one_who_never_ends_a_body_is_let_go(hasty: Served) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=PATIENCE) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        assert b" 408 " in slow.recv(1000)


def test_of_two_requests_in_one_piece_only_the_first_counts(served: Served, path: str) -> None:
    raw = Raw(served, path, {"Sec-WebSocket-Key": f"{KEY}\r\n\r\nGET /ws/elsewhere HTTP/1.1"})
    raw.send(TEXT, b'{"type":"hello"}')
    assert b'"welcome"' in raw.take(TEXT)


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


def test_one_who_answers_no_ping_is_let_go_and_one_who_does_is_not(served: Served, path: str) -> None:
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
    noisy = Limits(messages_per_second=10**9, messages_at_once=10**9, unread_bytes=1000, seconds_between_pings=10**6)
    with serving(noisy) as served:
        deaf = Raw(served, f"/ws/{served.make('cross-over')[0]}")
        deaf.send(TEXT, b'{"type":"hello"}')
        nonsense = bytes([0x81, 0x80 | 15]) + bytes(4) + b'{"type":"what"}'  # answered at some length
        with suppress(ConnectionError):
            for _ in range(60):
                deaf.socket.sendall(nonsense * 1000)
        until = time.monotonic() + PATIENCE
        while connections(served) > 0 and time.monotonic() < until:
            time.sleep(0.1)
        assert connections(served) == 0


def connections(served: Served) -> float:
    found = re.search(r"^headway_sockets (\S+)", served.get("/metrics"), re.MULTILINE)
    assert found is not None
    return float(found[1])
