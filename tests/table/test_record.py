"""Records: what is written is read back, damage is named, and a torn end costs only itself."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headway.catalogue import names
from headway.errors import BadRecord
from headway.rulekit import P1, P2
from headway.table.outcome import Reason
from headway.table.record import read, read_stream
from tests.conftest import Headway, entries
from tests.lines import played, table_of
from tests.table.records import random_table, record_of, text_of


def read_bytes(data: bytes) -> Any:
    return read_stream(io.BytesIO(data))


@given(
    name=st.sampled_from(names()),
    seed=st.integers(0, 1000),
    plies=st.integers(0, 60),
    first=st.sampled_from([P1, P2]),
    ending=st.sampled_from([None, (Reason.AGREED, None), (Reason.RESIGNED, P1), (Reason.RESIGNED, P2)]),
    limit=st.none() | st.integers(61, 10**9),
    its_seed=st.none() | st.integers(),
)
def test_every_game_comes_back_from_its_record(
    name: str, seed: int, plies: int, first: int, ending: Any, limit: int | None, its_seed: int | None
) -> None:
    table = random_table(name, seed, plies, first)
    if ending and table.result is None:
        table = table.end(*ending)
    players = "human", "random"
    record = read_bytes(text_of(table, players=players, limit=limit, seed=its_seed))
    if table.is_secret_open:  # it is not in the record
        assert record.table.moves == table.moves[:-1]
    else:
        assert record.table == table
    begun = record.match.begun
    assert (begun.players, begun.limit, begun.seed) == (players, limit, its_seed)
    assert record.match.is_over == (table.result is not None)


@given(name=st.sampled_from(names()), cut=st.integers(1, 5000))
def test_a_record_cut_anywhere_loses_only_its_torn_end(name: str, cut: int) -> None:
    table = random_table(name, 3, 30)
    data = text_of(table)[:cut]
    complete = data.count(b"\n")
    if complete == 0:
        with pytest.raises(BadRecord, match="line 1"):
            read_bytes(data if data != text_of(table).splitlines()[0] else b"{")
        return
    record = read_bytes(data)
    assert record.table.moves[: complete - 1] == table.moves[: complete - 1]
    assert record.is_torn == (record.size < len(data))


def assert_read_or_refused(data: bytes) -> None:
    refusal = "line 1: "
    try:
        read_bytes(data)
    except BadRecord as error:
        refusal = str(error)
    assert refusal.startswith("line ")
    assert "\n" not in refusal


@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_with_their_line(data: bytes) -> None:
    assert_read_or_refused(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(
    at=st.integers(0, 12),
    key=st.sampled_from(
        [
            "headway",
            "game",
            "rules",
            "first",
            "players",
            "match",
            "limit",
            "seed",
            "ply",
            "by",
            "move",
            "undo",
            "result",
            "reason",
            "offer",
            "decline",
            "seat",
            "dice",
        ]
    ),
    value=JSON,
)
def test_any_change_to_a_record_is_read_or_refused_with_its_line(at: int, key: str, value: Any) -> None:
    made = record_of(random_table("cross-over", 5, 40), wins=2)
    made[at % len(made)][key] = value
    assert_read_or_refused(b"".join(json.dumps(line).encode() + b"\n" for line in made))


HEADER = {"headway": 1, "game": "cross-over", "rules": {}, "first": "P1"}
MATCH = {**HEADER, "match": 2}
DRAW = {"result": "draw", "reason": "draw"}
MOVE = {"ply": 1, "by": "P1", "move": "3"}


@pytest.mark.parametrize(
    ("made", "complaint"),
    [
        ([], "line 1: the file is empty; expected the header"),
        ([{"some": "json"}], "line 1: expected the header of a Headway record"),
        ([{**HEADER, "headway": 3}], "line 1: expected the header of a Headway record"),
        ([{**HEADER, "game": "chess"}], 'line 1: There is no game "chess"'),
        ([{**HEADER, "rules": {"length": 1}}], "line 1: length takes a whole number from 2 to 1000"),
        ([{**HEADER, "first": "P3"}], 'line 1: expected "first" with P1 or P2'),
        ([HEADER, {**MOVE, "ply": 2}], "line 2: expected ply 1 by P1"),
        ([HEADER, {**MOVE, "by": "P2"}], "line 2: expected ply 1 by P1"),
        ([HEADER, {**MOVE, "move": "4"}], 'line 2: "4" is not a move here'),
        ([HEADER, {**MOVE, "move": 3}], 'line 2: expected "move" with what the player typed'),
        ([HEADER, {"undo": 1}], 'line 2: expected "undo" with a number'),
        ([HEADER, MOVE, {"undo": 2}], 'line 3: expected "undo" with a number from 1 to 1'),
        ([HEADER, {"result": "P1", "reason": "rules"}], "line 2: the moves do not end the game"),
        ([{**HEADER, "limit": 1}, MOVE, {"result": "P1", "reason": "limit"}], "line 3: expected the result unfinished"),
        ([{**HEADER, "limit": 1}, MOVE, {**MOVE, "ply": 2, "by": "P2"}], "line 3: the limit on moves is reached"),
        ([{**HEADER, "headway": True}], 'line 1: expected "headway" with a whole number'),
        ([HEADER, {**MOVE, "ply": 1.0}], 'line 2: expected "ply" with a whole number'),
        ([HEADER, DRAW, DRAW], "line 3: the game has ended"),
        ([MATCH, DRAW, {**MATCH, "game": "number-race"}], "line 3: another game begins, but not the next of"),
        ([HEADER, HEADER], "line 2: a new game begins before the last has ended"),
        (
            [HEADER, {"result": "draw", "reason": "draw"}, HEADER],
            "line 3: another game begins, but not the next of",
        ),
        ([HEADER, {"result": "draw", "reason": "draw"}, MOVE], "line 3: the game has ended"),
        ([HEADER, {"note": "hello"}], "line 2: expected an object with"),
        ([HEADER, ["a", "list"]], "line 2: expected a JSON object"),
        ([HEADER, {"offer": "peace", "by": "P1"}], 'line 2: expected "offer" with draw, takeback, or rematch'),
        ([HEADER, {"offer": "rematch", "by": "P1"}], "line 2: The game is not over yet"),
        ([HEADER, {"decline": "draw", "by": "P2"}], "line 2: there is no such offer of a draw"),
        ([HEADER, {"seat": "P1"}], 'line 2: expected "player" with a name'),
        ([{**HEADER, "limit": 9}, {"result": "unfinished", "reason": "limit"}], "line 2: the limit on moves is not"),
    ],
)
def test_damage_is_named_with_its_line_and_what_was_expected(
    tmp_path: Path, headway: Headway, made: list[object], complaint: str
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in made))
    for command in ("replay", "resume"):
        refused = headway(command, path)
        assert refused.status == 2
        assert complaint in refused.err
        assert refused.err.startswith(f"headway: {path}, line ")
        assert refused.err.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"\xff\xfe\n", "not UTF-8 text"),
        (b"[" * 100_000 + b"\n", "expected a JSON object"),
        (b"x" * 1_100_000, "longer than 1,000,000 bytes"),
        (b'{"headway": 1', "expected a JSON object"),
    ],
)
def test_a_foreign_file_is_refused(tmp_path: Path, headway: Headway, data: bytes, complaint: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    refused = headway("replay", path)
    assert (refused.status, refused.out) == (2, "")
    assert complaint in refused.err


def test_a_torn_last_line_is_dropped_and_said_and_the_game_goes_on(tmp_path: Path, headway: Headway) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text_of(played(table_of("cross-over"), 3)) + b'{"ply": 2, "by": "P2", "mo')
    assert headway("replay", path).err == f"headway: {path}: the last line was torn and is left out.\n"
    assert (
        headway("resume", path, typed=entries(2)).err == f"headway: {path}: the last line was torn and is left out.\n"
    )
    assert read(path).table == played(table_of("cross-over"), 3, 2)
    assert not read(path).is_torn


def test_a_last_line_without_its_end_is_kept_if_it_is_whole(tmp_path: Path, headway: Headway) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text_of(played(table_of("cross-over"), 3)).rstrip(b"\n"))
    headway("resume", path, typed=entries(2))
    assert read(path).table == played(table_of("cross-over"), 3, 2)
