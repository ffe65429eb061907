"""WebSocket frames: ours against those of another library."""

import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from headway.web.transport.frames import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    FrameReader,
    ProtocolViolation,
    apply_mask,
    decode_close,
    decode_text,
    encode_frame,
)

MAX_BYTES = 300

contents = st.binary(max_size=MAX_BYTES)


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
    length = draw(st.sampled_from([len(content), len(content), MAX_BYTES + 1, 2**16, 2**40]))
    if first & 0x08:  # a long one the library may call too big, and we a violation
        content = content[:125]
        kind = length = len(content)
    else:
        kind = draw(st.sampled_from([*[length][: length <= 125], *[126][: length < 2**16], 127]))
    extended = struct.pack("!H", length) if kind == 126 else struct.pack("!Q", length) if kind == 127 else b""
    if draw(st.integers(0, 19)) == 0:
        return bytes([first, kind]) + extended + content
    return bytes([first, 0x80 | kind]) + extended + mask + apply_mask(content, mask)


def ours(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], int | None]:
    """The messages that we read from these bytes, and the code with which we close, if we do."""
    reader, found = FrameReader(MAX_BYTES), list[tuple[int, bytes]]()
    try:
        for piece in pieces:
            for opcode, content in reader.feed(piece):
                code = decode_close(content) if opcode == CLOSE else None
                found.append((opcode, content))
                if code is not None:
                    return found, code
    except ProtocolViolation as violation:
        return found, violation.code
    return found, None


def theirs(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], int | None]:
    """The same by the library `websockets`, which gives frames and not messages."""
    protocol = ServerProtocol(state=State.OPEN, max_size=MAX_BYTES)
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
    assert encode_frame(BINARY, content) == Frame(Opcode.BINARY, content).serialize(mask=False)


@pytest.mark.parametrize("length", [b"\x00\x05", b"\x00\x7e"])
def test_a_control_frame_is_short(length: bytes) -> None:
    assert ours([bytes([0x80 | PING, 0x80 | 126]) + length + bytes(4 + 126)]) == ([], 1002)


def test_text_is_utf_8() -> None:
    assert decode_text("ä→♟".encode()) == "ä→♟"
    with pytest.raises(ProtocolViolation) as violation:
        decode_text(b"\xff")
    assert violation.value.code == 1007
