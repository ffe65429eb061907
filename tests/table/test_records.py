"""Records: what is written is read back, damage is named, and a torn end costs only itself."""

import io
import json
import os
import resource
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headway.catalogue import find, names
from headway.errors import BadRecord
from headway.rulekit import P1, P2
from headway.table.apply import fold
from headway.table.decide import begin, resolve
from headway.table.events import Begun, Event, Offered, Proposal, TakenBack, to_json
from headway.table.intents import Play
from headway.table.journal import Journal
from headway.table.match import Match, MatchGame
from headway.table.outcome import Reason
from headway.table.random_source import RandomSource, draw
from headway.table.record import events_of, read, read_stream
from headway.table.table import Table
from tests.conftest import Headway, entries
from tests.lines import played, table_of


def record_of(table: Table, **terms: Any) -> list[dict[str, Any]]:
    """The lines of a record of one game."""
    begun = Begun(table.game.name, table.game.settings, table.first, **terms)
    return [to_json(event) for event in events_of(MatchGame(begun, table))]


def text_of(table: Table, **terms: Any) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in record_of(table, **terms))


def read_bytes(data: bytes) -> Any:
    return read_stream(io.BytesIO(data))


def random_table(name: str, seed: int, plies: int, first: int = P1) -> Table:
    table = Table(find(name), first)
    for ply in range(plies):
        if table.result is None:
            table = table.play_move(draw(table.game, table.state, RandomSource(seed).at(ply)))
    return table


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
        ([HEADER, {"offer": "peace", "by": "P1"}], 'line 2: expected "offer" with draw, takeback or rematch'),
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


def test_undo_is_kept_in_the_journal(tmp_path: Path, headway: Headway) -> None:
    path = tmp_path / "game.jsonl"
    headway("play", "cross-over", "--record", path, typed=entries(3, 2, "undo", "undo", 1, 1))
    assert [json.loads(line).get("undo") for line in path.read_text().splitlines()] == [None] * 3 + [1, 1] + [None] * 2
    assert read(path).table == played(table_of("cross-over"), 1, 1)


def test_an_existing_file_is_never_written_over(tmp_path: Path, headway: Headway) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("Chapter 1")
    refused = headway("play", "cross-over", "--record", path, typed=entries(3))
    assert refused.status == 2
    assert "exists already" in refused.err
    assert path.read_text() == "Chapter 1"


def test_resume_finds_a_game_that_is_recorded_elsewhere(tmp_path: Path, headway: Headway) -> None:
    path = tmp_path / "my game.jsonl"
    left = headway("play", "cross-over", "--record", path, typed=entries(3)).out
    assert left.endswith(f"The game is saved. Go on with: headway resume '{path}'\n")
    assert "Player 2 moves to position 7." in headway("resume", typed=entries(2)).out
    assert read(path).table.ply == 2


def test_resume_takes_the_latest_and_lists_the_others(headway: Headway) -> None:
    headway("play", "cross-over", typed=entries(3))
    headway("play", "race-to-the-center", typed=entries(2, 1))
    listed = headway("resume", "--list").out
    assert listed.index("Race to the Center") < listed.index("Cross Over")
    assert "Race to the Center" in headway("resume", typed=entries("resign")).out
    assert headway("resume").out.startswith("Going on with Cross Over")


def test_a_finished_game_is_not_resumed(tmp_path: Path, headway: Headway) -> None:
    path = tmp_path / "game.jsonl"
    headway("play", "cross-over", "--record", path, typed=entries("resign"))
    refused = headway("resume", path)
    assert (refused.status, refused.err.count("\n")) == (1, 1)
    assert f"The game in {path} has ended; see it again with: headway replay {path}\n" in refused.err
    assert headway("resume").err == "headway: There is no unfinished game.\n"


def test_a_match_that_programs_could_not_finish_is_not_resumed(headway: Headway) -> None:
    headway("play", "cross-over", typed=entries(3))
    headway("play", "cross-over", "--p1", "random", "--p2", "random", "--limit", 1, "--match", 2)
    assert "Player 1 (human)" in headway("resume").out


def test_a_record_that_cannot_be_opened_is_kept_in_the_state_folder_instead(tmp_path: Path, headway: Headway) -> None:
    told = headway("play", "cross-over", "--record", tmp_path / "no" / "folder.jsonl", typed=entries(3))
    assert told.err.count("\n") == 1
    assert not (tmp_path / "no").exists()
    assert "1 move played" in headway("resume").out


def test_resume_tells_the_match_and_the_rules(headway: Headway) -> None:
    rules = ["--rule", "length=4", "--match", 3]
    headway("play", "race-to-the-center", *rules, typed=entries(1, 2, "quit"))
    told = " ".join(headway("resume").out.split())
    assert "Race to the Center, length=4, Player 1 (human) and Player 2 (human), match to 3 at 0 to 1, 0 moves" in told


def test_a_damaged_journal_in_the_state_folder_is_named_and_skipped(headway: Headway, state_home: Path) -> None:
    headway("play", "cross-over", typed=entries(3))
    (state_home / "z.jsonl").write_text('{"headway": 1}\n')
    told = headway("resume", typed=entries(2))
    assert "z.jsonl, line 1: expected a header" in told.err
    assert "Player 2 moves to position 7." in told.out


@pytest.mark.parametrize("where", ["/dev/full", "/proc/game.jsonl", "{file}/game.jsonl"])
def test_where_nothing_can_be_written_play_goes_on_with_one_warning(
    tmp_path: Path, headway: Headway, where: str
) -> None:
    (tmp_path / "file").write_text("")
    path = where.format(file=tmp_path / "file")
    told = headway("play", "race-to-the-center", "--record", path, typed=entries(2, 1, 2, 2, 1))
    assert told.status == 0
    assert told.out.endswith("Player 1 has reached the center and wins the game!\n")
    assert told.err.startswith(f"headway: The game cannot be saved in {path} (")
    assert told.err.count("\n") == 1


def test_a_state_folder_that_cannot_be_made_costs_one_warning(
    tmp_path: Path, headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    told = headway("play", "cross-over", typed=entries(3, "quit"))
    assert told.status == 0
    assert told.err.count("\n") == 1
    assert "The game could not be saved." in told.out


def test_when_the_disk_is_full_for_a_while_the_moves_are_written_later(tmp_path: Path) -> None:
    warnings: list[str] = []
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, warnings.append)
    match = fold(begin(find("cross-over")))
    journal.append([match.begun], match)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 10, hard))  # room for a part of a line
    try:
        for token in (3, 2):
            match = kept(journal, match, token)
        assert len(warnings) == 1
        assert read(path).table.ply == 0
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    match = kept(journal, match, 2)
    journal.close()
    assert read(path).match == match
    assert len(warnings) == 1


def kept(journal: Journal, match: Match, token: object) -> Match:
    events, after = resolve(match, match.table.actor, Play(str(token), match.table.ply))
    journal.append(events, after)
    return after


def test_a_secret_is_written_with_its_answer_and_never_if_it_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, print)
    match = fold(begin(find("predictive-pursuit")))
    journal.append([match.begun], match)
    match = kept(journal, match, 2)
    for event in (Offered(Proposal.DRAW, P2), TakenBack(1)):
        happened: list[Event] = [event]
        match = fold(happened, match)
        journal.append(happened, match)
    assert [line.split(":")[0] for line in path.read_text().splitlines()] == ['{"headway"', '{"offer"']
    match = kept(journal, match, 1)
    assert read(path).table.ply == 0
    match = kept(journal, match, 2)
    journal.close()
    assert read(path).table == match.table


def test_a_match_is_resumed_with_its_score(tmp_path: Path, headway: Headway) -> None:
    path = tmp_path / "match.jsonl"
    headway("play", "race-to-the-center", "--match", 2, "--record", path, typed=entries(2, 1, 2, 2, 1, 1))
    record = read(path)
    assert (len(record.tables), record.match.score, record.table.first, record.table.ply) == (2, (1, 0), P2, 1)
    told = headway("resume", path, typed=entries("resign")).out
    assert "Player 1 resigns. Player 2 wins the game!" in told
    assert "Match score: Player 1 1, Player 2 1." in told
    assert [table.first for table in read(path).tables] == [P1, P2, P1]


def test_a_match_that_is_resumed_deals_another_board(tmp_path: Path, headway: Headway) -> None:
    path = tmp_path / "match.jsonl"
    headway("play", "number-race", "--match", 2, "--record", path, "--seed", 1, typed="\n")
    assert read(path).match.begun.is_dealt
    headway("resume", path, typed=entries("resign"))
    first, second = read(path).tables
    assert first.game.board != second.game.board


def test_a_journal_is_private_and_synced_with_every_move(
    tmp_path: Path, headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_size))
    path = tmp_path / "game.jsonl"
    headway("play", "cross-over", "--record", path, typed=entries(3, 2))
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(synced) == 3  # the header and two moves
    assert synced[-1] == path.stat().st_size


def test_a_move_that_another_terminal_made_meanwhile_is_not_cut_off(tmp_path: Path, headway: Headway) -> None:
    path = tmp_path / "game.jsonl"
    headway("play", "cross-over", "--record", path, typed=entries(3))
    stale = read(path)
    headway("resume", path, typed=entries(2))
    journal, record = Journal.resumed(path, print)
    journal.close()
    assert (stale.table.ply, record.table.ply, read(path).table.ply) == (1, 2, 2)


def test_a_secret_that_the_limit_falls_on_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, print)
    match = fold(begin(find("predictive-pursuit"), limit=1))
    journal.append([match.begun], match)
    match = kept(journal, match, 2)
    journal.close()
    assert (match.table.ply, read(path).table.ply) == (1, 0)
    assert read(path).match.table.result is match.table.result is not None


@pytest.mark.parametrize("kind", ["fifo", "directory"])
def test_a_record_that_is_no_file_does_not_stop_play(tmp_path: Path, headway: Headway, kind: str) -> None:
    path = tmp_path / "it"
    os.mkfifo(path) if kind == "fifo" else path.mkdir()
    told = headway("play", "cross-over", "--record", path, typed=entries(3))
    assert (told.status, "Player 1 moves to position 4." in told.out) == (0, True)
    assert headway("resume").status in (0, 1)  # and resume does not wait for the pipe


def test_a_state_folder_with_odd_notes_is_still_read(headway: Headway, state_home: Path) -> None:
    headway("play", "cross-over", typed=entries(3))
    (state_home / "a.jsonl").write_text('{"headway": 1, "continues": "a\\u0000b"}\n')
    (state_home / "b.jsonl").write_text('{"headway": 1, "continues": ["a"]}\n')
    (state_home / "c.jsonl").write_text('{"headw')
    (state_home / "d.jsonl").write_text(
        '{"headway": 1, "game": "cross-over", "rules": {}, "first": "P1", "players": ["x", "y"]}\n'
    )
    told = headway("resume", typed=entries(2))
    assert "Player 2 moves to position 7." in told.out
    assert 'd.jsonl: There is no player "x".' in told.err


def test_a_seeded_game_goes_on_as_it_would_have(tmp_path: Path, headway: Headway) -> None:
    options = ["play", "number-race", "--seed", 5, "--p2", "random"]
    whole, parted = tmp_path / "whole.jsonl", tmp_path / "parted.jsonl"
    headway(*options, "--record", whole, typed="\n" * 100)
    headway(*options, "--record", parted, typed="\n" * 3)
    headway("resume", parted, typed="\n" * 100)
    assert whole.read_text() == parted.read_text()
    assert read(whole).match.is_over


def test_without_a_seed_the_record_holds_nothing_that_tells_the_future(tmp_path: Path, headway: Headway) -> None:
    path = tmp_path / "game.jsonl"
    headway("play", "number-race", "--record", path, typed="\n\n")
    assert "seed" not in path.read_text()
