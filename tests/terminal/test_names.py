"""Records in which the players have names: the commands that tell of their games use them."""

import json
from pathlib import Path

import pytest

from headway.catalogue import find
from headway.rulekit import P1, P2
from headway.table.decide import begin, resolve
from headway.table.events import to_json
from headway.table.intents import NextGame, Play, Resign, TakeName
from headway.table.record import events_of
from tests.conftest import Headway

LONG = "Augusta Ada King"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A match of two games of Cross Over: Player 1 gives away a won game, and is called otherwise in the second."""
    match = begin(find("cross-over"), wins=2).after
    match = resolve(match, P1, TakeName(LONG)).after
    match = resolve(match, P2, TakeName("Ben")).after
    match = resolve(match, P1, Play("1", 0)).after
    match = resolve(match, P1, Resign()).after
    match = resolve(match, P1, NextGame()).after
    match = resolve(match, P1, TakeName("Ada")).after
    match = resolve(match, P1, Resign()).after
    path = tmp_path / "named.jsonl"
    events = (event for played in match.games for event in events_of(played))
    path.write_text("".join(f"{json.dumps(to_json(event))}\n" for event in events))
    return path


def test_a_replay_says_who_played_and_who_resigned(record: Path, headway: Headway, tmp_path: Path) -> None:
    told = headway("replay", record, "--svg", tmp_path / "board.svg").out
    first, second = told.split("Player 1 is Ada; Player 2 is Ben.")
    assert f"Player 1 is {LONG}; Player 2 is Ben." in first
    assert f"{LONG} resigns. Ben wins the game!" in first
    assert "Ada resigns. Ben wins the game!" in second
    assert "Ben" in (tmp_path / "board.svg").read_text()


def test_a_review_calls_the_players_by_name(record: Path, headway: Headway, tmp_path: Path) -> None:
    told = headway("review", record, "--plot", tmp_path / "chart.svg").out
    first, second = told.split("Cross Over: the chance that Ada wins, after each move")
    assert f"Cross Over: the chance that {LONG} wins, after each move" in first
    rows = [line for line in first.splitlines() if line.startswith("  1. ") or "resigns" in line]
    assert rows[0].startswith(f"  1. {LONG} 1 ")
    assert f"  1. {LONG}: P1 to 2 let P2 reach 0; P1 to 4 won." in first
    assert f"\n  {LONG}: 1 mistake " in first
    assert "\n  Ada: " in second
    assert "Player" not in told
    assert "the chance that Ada wins" in (tmp_path / "chart.svg").read_text()
    headway("review", record, "--plot", tmp_path / "chart.png")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")
