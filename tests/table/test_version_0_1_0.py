"""Records that version 0.1.0 wrote are replayed, reviewed, verified and resumed as it did."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Headway
from tests.earlier import EXPECTED, FOLDER, as_games, assert_same_review

RECORDS: dict[str, dict[str, Any]] = EXPECTED["records"]
REVIEWED = [name for name, said in RECORDS.items() if "review" in said]
VERIFIED = [name for name, said in RECORDS.items() if "verify" in said]
RESUMABLE = [name for name, said in RECORDS.items() if said["resume"]["status"] == 0]
NOT_RESUMABLE = [name for name in RECORDS if name not in RESUMABLE]


def test_every_record_is_expected() -> None:
    assert sorted(path.name for path in (FOLDER / "records").iterdir()) == sorted(RECORDS)
    assert REVIEWED
    assert VERIFIED
    assert RESUMABLE


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_replayed(name: str, headway: Headway) -> None:
    said = RECORDS[name]["replay"]
    told = headway("replay", FOLDER / "records" / name, "--json")
    assert told.status == said["status"]
    assert (json.loads(told.out) if told.out else None) == said["printed"]
    assert told.err.count("\n") == said["error"].count("\n")


def test_a_damaged_record_is_refused_with_the_same_line(headway: Headway) -> None:
    told = headway("replay", FOLDER / "records" / "a-line-is-missing.jsonl")
    assert "line 3: expected ply 2 by P2" in told.err
    assert "line 3: expected ply 2 by P2" in RECORDS["a-line-is-missing.jsonl"]["replay"]["error"]


@pytest.mark.parametrize("name", REVIEWED)
def test_a_finished_record_is_reviewed(name: str, headway: Headway) -> None:
    said = as_games(RECORDS[name]["review"]["printed"])
    told = as_games(json.loads(headway("review", FOLDER / "records" / name, "--json").out))
    for found, earlier in zip(told, said, strict=True):
        assert_same_review(found, earlier)


@pytest.mark.parametrize("name", VERIFIED)
def test_the_dice_of_a_servers_record_are_verified(name: str, headway: Headway) -> None:
    assert headway("verify", FOLDER / "records" / name).status == RECORDS[name]["verify"]["status"]


@pytest.mark.parametrize("name", RESUMABLE)
def test_a_game_that_was_left_is_resumed(name: str, headway: Headway, tmp_path: Path) -> None:
    """The same entries lead to the same games: a seed gives the same dice, deals and random moves."""
    said, path = RECORDS[name]["resume"], tmp_path / name
    shutil.copy(FOLDER / "records" / name, path)
    told = headway("resume", path, typed=said["typed"])
    assert (told.status, told.err.count("\n")) == (0, said["error"].count("\n"))
    assert json.loads(headway("replay", path, "--json").out) == said["replay"]


@pytest.mark.parametrize("name", NOT_RESUMABLE)
def test_a_game_that_has_ended_or_is_damaged_is_left_alone(name: str, headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / name
    shutil.copy(FOLDER / "records" / name, path)
    told = headway("resume", path)
    assert (told.status, told.err.count("\n")) == (RECORDS[name]["resume"]["status"], 1)
    assert path.read_bytes() == (FOLDER / "records" / name).read_bytes()


def test_the_state_folder_of_0_1_0_is_read(headway: Headway, state_home: Path, tmp_path: Path) -> None:
    """A journal in the state folder, and a note there that names a record elsewhere, as 0.1.0 left them."""
    state_home.mkdir(parents=True)
    shutil.copy(FOLDER / "records" / "cross-over-left.jsonl", state_home / "20250101-120000-000000-cross-over.jsonl")
    elsewhere = tmp_path / "elsewhere.jsonl"
    shutil.copy(FOLDER / "records" / "capture-the-flag-undo.jsonl", elsewhere)
    note = {"headway": 1, "continues": str(elsewhere)}
    (state_home / "20250101-130000-000000-capture-the-flag.jsonl").write_text(json.dumps(note) + "\n", "utf-8")
    listed = headway("resume", "--list")
    assert (listed.status, listed.err) == (0, "")
    assert "Cross Over" in listed.out
    assert "Capture the Flag" in listed.out
    assert str(elsewhere) in listed.out


def test_a_resumed_game_keeps_its_first_line_and_has_events_of_the_present_version_after_it(
    headway: Headway, tmp_path: Path
) -> None:
    path = tmp_path / "left.jsonl"
    shutil.copy(FOLDER / "records" / "cross-over-left.jsonl", path)
    earlier = path.read_text("utf-8").splitlines()
    assert json.loads(earlier[0])["headway"] == 1
    before = json.loads(headway("replay", path, "--json").out)
    assert headway("resume", path, typed="draw\nno\nquit\n").status == 0
    lines = path.read_text("utf-8").splitlines()
    assert lines[: len(earlier)] == earlier
    added = [json.loads(line) for line in lines[len(earlier) :]]
    assert [next(iter(event)) for event in added] == ["offer", "decline"]  # version 1 had no such events
    assert json.loads(headway("replay", path, "--json").out) == before
    assert headway("resume", path, typed="quit\n").status == 0  # and it can be resumed again
