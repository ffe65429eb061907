"""Programs as players: they play every game, and one that fails forfeits its game and nothing more."""

import json
import random
import shlex
import sys
import threading
from pathlib import Path

import pytest

from headway.catalogue import names
from headway.errors import quoted
from headway.players import Observation, PlayerFailed
from headway.players.engine import Engine
from headway.rulekit import P1
from headway.table.outcome import Result
from headway.table.record import read
from tests.conftest import Headway, entries
from tests.lines import table_of
from tests.patience import wait_until

ROOT = Path(__file__).parents[2]


BOT = f"engine:{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'examples' / 'bot.py'))}"


@pytest.mark.parametrize("name", names())
def test_the_example_engine_plays_every_game(name: str, headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    told = headway("play", name, "--p1", BOT, "--p2", "random", "--seed", 3, "--limit", 400, "--record", path)
    assert told.status == 0
    assert read(path).table.ply > 3


PROGRAMS = {
    "killed": ("import os; os.kill(os.getpid(), 9)", "was ended by signal 9."),
    "crash": ("import sys; sys.exit(3)", "has ended with status 3."),
    "garbage": ("input(); print('hello', flush=True); input()", 'answered "hello" instead of {"move": "..."}.'),
    "illegal": ('input(); print(\'{"move": "9"}\', flush=True); input()', 'made no legal move: "9" is not a move'),
    "number": ("input(); print('{\"move\": 1}', flush=True); input()", "instead of"),
    "flood": ("input(); print('x' * 10**6, flush=True); input()", "instead of"),
    "binary": ("import os; input(); os.write(1, bytes(range(256))); input()", "instead of"),
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_an_engine_that_fails_forfeits_its_game_and_no_more(what: str, headway: Headway, tmp_path: Path) -> None:
    code, complaint = PROGRAMS[what]
    path = tmp_path / "game.jsonl"
    engine = f"engine:{shlex.quote(sys.executable)} -c {shlex.quote(code)}"
    told = headway("play", "cross-over", "--p2", engine, "--record", path, typed=entries(3))
    assert told.status == 0
    assert complaint in told.out
    assert told.out.endswith("The computer forfeits. You win the game!\n")
    ended = json.loads(path.read_text().splitlines()[-1])
    assert (ended["result"], ended["reason"]) == ("P1", "forfeit")
    assert complaint in ended["why"]
    assert read(path).table.result is Result.P1


def test_an_engine_that_floods_leaves_nothing_behind() -> None:
    before = threading.active_count()
    flood = f"{shlex.quote(sys.executable)} -c 'input()\nwhile True: print(1)'"
    for _ in range(5):
        engine = Engine(flood)
        with pytest.raises(PlayerFailed, match="instead of"):
            engine.choose(Observation.of(table_of("cross-over"), P1), random.Random(1))
    wait_until(lambda: threading.active_count() == before)


def test_an_engine_that_hangs_is_given_up() -> None:
    engine = Engine(f"{shlex.quote(sys.executable)} -c 'import time; time.sleep(60)'", seconds=0.3)
    with pytest.raises(ValueError, match=r"gave no answer within 0\.3 seconds"):
        engine.choose(Observation.of(table_of("cross-over"), P1), random.Random(1))
    engine.close()


@pytest.mark.parametrize("command", ["", "no-such-program-anywhere", "'unclosed"])
def test_an_engine_that_cannot_be_started(command: str, headway: Headway) -> None:
    """It is noticed before the first prompt, in one line, and nothing is kept."""
    told = headway("play", "cross-over", "--p2", f"engine:{command}", typed=entries(3))
    assert (told.status, told.out, told.err.count("\n")) == (2, "", 1)
    assert "cannot be started" in told.err
    assert headway("resume").err == "headway: There is no unfinished game.\n"


def test_an_engine_that_can_no_longer_be_started_loses_nothing(headway: Headway, tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.write_text(f"#!/bin/sh\nexec {BOT.removeprefix('engine:')}\n")
    bot.chmod(0o755)
    path = tmp_path / "game.jsonl"
    headway("play", "cross-over", "--p2", f"engine:{bot}", "--record", path, typed=entries(3, "quit"))
    kept = path.read_bytes()
    bot.rename(tmp_path / "elsewhere")
    told = headway("resume", path, typed=entries(3))
    assert (told.status, told.out) == (2, "")
    assert told.err == f'headway: The engine "{quoted(str(bot))[1:-1]}" cannot be started: No such file or directory.\n'
    assert path.read_bytes() == kept


def test_one_engine_that_cannot_be_started_ends_the_other(headway: Headway, tmp_path: Path) -> None:
    started = tmp_path / "started"
    code = f"import os, sys; open({str(started)!r}, 'w').write(str(os.getpid())); sys.stdin.read()"
    waiting = f"engine:{shlex.quote(sys.executable)} -c {shlex.quote(code)}"
    told = headway("play", "cross-over", "--p1", waiting, "--p2", "engine:no-such-program-anywhere")
    assert (told.status, told.err.count("\n")) == (2, 1)
    if started.exists() and (number := started.read_text()):
        assert not Path(f"/proc/{number}").exists()
