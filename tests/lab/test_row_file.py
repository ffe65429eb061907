"""Files of rows: each form keeps every row as it is, goes on where it was cut off, and refuses what is not its own."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import headway
from headway.lab import BadRows, Row, Status, measure
from headway.lab.row_file import JOURNAL, RowFile, read
from headway.lab.study import row_of
from headway.lab.variant_list import Variant
from tests.patience import wait_until

ENDINGS = [".csv", ".jsonl", ".parquet"]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return [measure(headway.load("race-to-the-center", length=length)) for length in (4, 6, 8)]


def lines_of(path: Path) -> Path:
    """Where the lines of an open file are."""
    return path.with_name(path.name + JOURNAL) if path.suffix == ".parquet" else path


@pytest.mark.parametrize("ending", ENDINGS)
def test_rows_are_kept_as_they_are(ending: str, rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / f"rows{ending}"
    for row in rows:  # opened again for each
        with RowFile(path, rows[0]) as file:
            assert len(file.known) == rows.index(row)
            file.add(row)
            assert row.key in file.known
            assert read(path)[-1] == row
    assert read(path) == rows
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_line_that_was_cut_off_is_dropped(ending: str, rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / f"rows{ending}"
    with RowFile(path, rows[0]) as file:
        for row in rows[:2]:
            file.add(row)
        whole = lines_of(path).read_bytes()
    for cut in (1, 40):  # as if the program had been killed while it wrote: a journal stays beside a Parquet file
        path.unlink(missing_ok=True)
        lines_of(path).write_bytes(whole[:-cut])
        assert read(path) == rows[:1]
        with RowFile(path, rows[0]) as file:
            assert file.known == {rows[0].key}
            file.add(rows[2])
        assert read(path) == [rows[0], rows[2]]


def test_rows_that_cannot_become_a_parquet_file_stay_in_the_journal(rows: list[Row], tmp_path: Path) -> None:
    path, half = tmp_path / "rows.parquet", tmp_path / ".rows.parquet.part"
    file = RowFile(path, rows[0])
    file.add(rows[0])
    half.mkdir()  # so that nothing can be written there
    with pytest.raises(
        BadRows, match=r"rows\.parquet cannot be written: .*; its rows are in .*rows\.parquet\.journal\.$"
    ):
        file.close()
    half.rmdir()
    assert read(path) == rows[:1]
    with RowFile(path, rows[0]) as again:
        assert again.known == {rows[0].key}
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_parquet_has_a_type_for_each_column(rows: list[Row], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow, of the extra lab")
    with RowFile(tmp_path / "rows.parquet", rows[0]) as file:
        for row in rows:
            file.add(row)
    table = parquet.read_table(tmp_path / "rows.parquet")
    types = {name: str(kind) for name, kind in zip(table.schema.names, table.schema.types, strict=True)}
    assert (types["rule_length"], types["rule_reply"], types["deal"]) == ("int64", "string", "int64")
    assert (types["value_p1_first"], types["unused_rules"], types["status"]) == ("double", "string", "string")
    assert table.column("first_wins_at_10").to_pylist() == [row.first_wins_at_10 for row in rows]


def test_the_last_row_of_a_variant_counts_and_failures_can_be_tried_again(rows: list[Row], tmp_path: Path) -> None:
    failed = row_of(Variant(headway.load("race-to-the-center", length=4)), status=Status.FAILED, why="It has failed.")
    assert failed.key == rows[0].key
    for ending in ENDINGS:
        path = tmp_path / f"rows{ending}"
        with RowFile(path, rows[0]) as file:
            file.add(failed)
        with RowFile(path, rows[0]) as file:
            assert file.known == {failed.key}
        with RowFile(path, rows[0], retry=True) as file:
            assert not file.known
            file.add(rows[0])
        with RowFile(path, rows[0], retry=True) as file:
            assert file.known == {failed.key}
        assert read(path) == rows[:1]


@pytest.mark.parametrize("ending", ENDINGS)
def test_rules_that_the_game_refuses_have_a_row_that_says_so(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"rows{ending}"
    wanted = {"length": "3,4", "head_start": "0..3"}
    found = headway.lab.sweep("number-race", wanted, boards=2, out=path)
    known = [(row.rules["length"], row.rules["head_start"], row.deal, row.status.value) for row in found]
    assert known == [
        (length, lead, deal, "ok" if lead < length else "refused")
        for length in (3, 4)
        for lead in range(4)
        for deal in (0, 1)
    ]
    refused = [row for row in found if row.status == Status.REFUSED]
    assert {row.why for row in refused} == {"head_start can be at most 2 under these rules, not 3."}
    assert {row.states for row in refused} == {None}
    assert len({row.key for row in found}) == len(found)
    before = path.read_bytes()
    assert headway.lab.sweep("number-race", wanted, boards=2, out=path, retry=True) == found
    assert path.stat().st_size == len(before)  # nothing is measured or written again
    assert len(headway.lab.mean_over_boards(found)) == 7  # those with boards that have figures


def test_other_files_are_refused_in_one_line(rows: list[Row], tmp_path: Path) -> None:
    other = row_of(Variant(headway.load("cross-over")))
    for ending in ENDINGS:
        path = tmp_path / f"rows{ending}"
        with RowFile(path, rows[0]) as file:
            file.add(rows[0])
            with pytest.raises(BadRows, match=r"^Another sweep is writing to .*\.$"):
                RowFile(path, rows[0])
        before = path.read_bytes()
        with pytest.raises(BadRows, match=r"^.* has other columns: it is of another game, or of another version\.$"):
            RowFile(path, other)
        assert path.read_bytes() == before
    refused = {
        "rows.txt": r"must end with \.csv, \.jsonl or \.parquet",
        "nowhere/rows.csv": "cannot be opened: No such file or directory",
        "text.csv": "has other columns",
        "damaged.csv": "Line 3 of .* is not a row of a sweep",
        "text.jsonl": 'Line 1 of .* is not a row of a sweep: "a,key',
        "text.parquet": "is not a Parquet file",
    }
    for ending in ENDINGS:
        (tmp_path / f"text{ending}").write_text("a,key\n1,x\n")
    (tmp_path / "damaged.csv").write_bytes((tmp_path / "rows.csv").read_bytes() + b"1,2\n")
    for name, told in refused.items():
        with pytest.raises(BadRows, match=rf"^[^\n]*{told}[^\n]*$"):
            RowFile(tmp_path / name, rows[0])
    with pytest.raises(BadRows, match="cannot be read: No such file or directory"):
        read(tmp_path / "nothing.parquet")


def test_kill_9_loses_nothing_and_the_rest_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    command = ["lab", "sweep", "cross-over", "--rule", "length=3..200", "--out", path, "-j", "1"]
    process = subprocess.Popen([sys.executable, "-m", "headway", *map(str, command)], start_new_session=True)
    wait_until(lambda: lines_of(path).exists() and lines_of(path).read_bytes().count(b"\n") > 2)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    before = {row.key: row for row in read(path)}
    assert 0 < len(before) < 198
    wanted = ["3", *{str(row.rules["length"]) for row in before.values()} - {"3"}]
    found = headway.lab.sweep("cross-over", {"length": wanted}, out=path)
    assert len(found) == len(wanted)
    assert all(before.get(row.key, row) == row for row in found)  # the same rows, with the seconds that they took then
    assert len(read(path)) == len({**before, **{row.key: row for row in found}})


def test_rows_of_other_code_are_not_taken_for_ours(rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    (row,) = headway.lab.sweep("race-to-the-center", {"length": 4}, out=path)
    cells = {**row.cells(), "code": "other", "key": "other"}
    path.write_text(json.dumps(cells) + "\n")
    (again,) = headway.lab.sweep("race-to-the-center", {"length": 4}, out=path)
    assert again.key == row.key
    assert [each.key for each in read(path)] == ["other", row.key]
    assert re.fullmatch(r"[0-9a-f]{32}", row.key)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("notes.csv", "a,b\n1,2\n3,4"),
        ("note.csv", "one line note"),
        ("header.csv", "date,note\n"),
        ("list.jsonl", "[1,\n2]"),
        ("line.jsonl", "one line note"),
        ("text.parquet", "no table\nat all"),
    ],
)
def test_a_file_of_something_else_is_refused_and_stays_as_it_is(
    name: str, content: str, rows: list[Row], tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(BadRows):
        RowFile(path, rows[0])
    assert path.read_text() == content
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_rows_of_another_game_are_refused_even_if_there_are_none_yet(rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    RowFile(path, rows[0]).close()
    header = path.read_bytes()
    with pytest.raises(BadRows, match="other columns"):
        RowFile(path, measure(headway.load("cross-over", length=4)))
    assert path.read_bytes() == header
