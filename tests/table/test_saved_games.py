"""Saved games: which can be resumed, and what is said of the others."""

import os
import time
from pathlib import Path

import pytest

from headway.rulekit import P1, P2
from headway.table.record import read
from headway.table.saved_games import kept
from tests.conftest import Headway, entries


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


def test_resume_takes_the_game_that_was_left_last_even_without_a_move(headway: Headway) -> None:
    headway("play", "cross-over", typed=entries(3))
    headway("play", "race-to-the-center", typed=entries(1))
    cross_over = next(path for path in kept() if "cross-over" in path.name)
    headway("resume", cross_over, typed=entries())
    assert "Going on with Cross Over" in headway("resume", typed=entries()).out


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
    assert "Player 1 (a person)" in headway("resume").out


def test_a_record_that_cannot_be_opened_is_kept_in_the_state_folder_instead(tmp_path: Path, headway: Headway) -> None:
    told = headway("play", "cross-over", "--record", tmp_path / "no" / "folder.jsonl", typed=entries(3))
    assert told.err.count("\n") == 1
    assert not (tmp_path / "no").exists()
    assert "1 move played" in headway("resume").out


def test_resume_tells_the_match_and_the_rules(headway: Headway) -> None:
    rules = ["--rule", "length=4", "--match", 3]
    headway("play", "race-to-the-center", *rules, typed=entries(1, 2, "quit"))
    told = " ".join(headway("resume").out.split())
    assert (
        "Race to the Center, length=4, Player 1 (a person) and Player 2 (a person), match to 3 at 0 to 1, 0 moves"
        in told
    )


def test_a_damaged_journal_in_the_state_folder_is_named_and_skipped(headway: Headway, state_home: Path) -> None:
    headway("play", "cross-over", typed=entries(3))
    damaged, later = state_home / "z.jsonl", time.time() + 60  # files are dated by a clock that is less exact than ours
    damaged.write_text('{"headway": 1}\n')
    os.utime(damaged, (later, later))
    told = headway("resume", typed=entries(2))
    assert "z.jsonl, line 1: expected a header" in told.err
    assert "Player 2 moves to position 7." in told.out


def test_a_state_folder_that_cannot_be_made_costs_one_warning(
    tmp_path: Path, headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    told = headway("play", "cross-over", typed=entries(3, "quit"))
    assert told.status == 0
    assert told.err.count("\n") == 1
    assert "The game could not be saved." in told.out


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
