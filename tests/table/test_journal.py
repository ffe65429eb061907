"""The journal: what has happened is in the file, and a file that cannot be written does not stop play."""

import json
import os
import resource
from pathlib import Path

import pytest

from headway.catalogue import find
from headway.rulekit import P2
from headway.table.apply import fold
from headway.table.decide import begin, resolve
from headway.table.events import Event, Offered, Proposal, TakenBack
from headway.table.intents import Play
from headway.table.journal import Journal
from headway.table.match import Match
from headway.table.record import read
from tests.conftest import Headway, entries
from tests.lines import played, table_of


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


def test_when_the_disk_is_full_for_a_while_the_moves_are_written_later(tmp_path: Path) -> None:
    warnings: list[str] = []
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, warnings.append)
    match = begin(find("cross-over")).after
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
    match = begin(find("predictive-pursuit")).after
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
    match = begin(find("predictive-pursuit"), limit=1).after
    journal.append([match.begun], match)
    match = kept(journal, match, 2)
    journal.close()
    assert (match.table.ply, read(path).table.ply) == (1, 0)
    assert read(path).match.table.result is match.table.result is not None


@pytest.mark.parametrize("kind", ["fifo", "directory"])
def test_a_record_that_is_not_a_regular_file_does_not_stop_play(tmp_path: Path, headway: Headway, kind: str) -> None:
    path = tmp_path / "it"
    os.mkfifo(path) if kind == "fifo" else path.mkdir()
    told = headway("play", "cross-over", "--record", path, typed=entries(3))
    assert (told.status, "Player 1 moves to position 4." in told.out) == (0, True)
    assert headway("resume").status in (0, 1)  # and resume does not wait for the pipe
