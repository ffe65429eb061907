"""Long calculations: what they tell on the way, how they are interrupted, and that nothing is left behind."""

import os
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import headway
from headway import progress


@pytest.fixture
def every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is told as often as there is some."""
    monkeypatch.setattr(progress, "SECONDS_APART", 0)


@pytest.mark.usefixtures("every_time")
def test_the_progress_is_told() -> None:
    told: list[str] = []
    game = headway.load("cross-over", length=12)
    headway.solve(game, progress=told.append)
    assert told[-1] == "proving every win, loss and endless state"
    told.clear()
    longer = headway.load("cross-over", length=13)  # the solution of the first is kept
    headway.review(headway.Table(longer).play("1"), progress=told.append)
    assert told[-1] == "proving every win, loss and endless state"
    told.clear()
    headway.audit(headway.load("predictive-pursuit", length=4), progress=told.append)
    assert told[0] == "enumerating the states"
    assert "answering the questions" in told
    assert "solving the game under overshoot=stops" in told
    told.clear()
    headway.simulate(game, games=3, p1="1", seed=1, progress=told.append)
    assert told == ["1 of 3 games", "2 of 3 games", "3 of 3 games"]
    told.clear()
    headway.simulate(game, games=100_000, seed=1, progress=told.append)
    assert told[-1] == "100,000 of 100,000 games"


def test_progress_is_told_at_once_and_then_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told = [0.0], list[str]()
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    tell = progress.checked_progress(told.append)
    for moment in (0.0, 0.5, 0.99, 1.0, 1.5, 2.5):
        now[0] = moment
        tell(str(moment))
    assert told == ["0.0", "1.0", "2.5"]


def test_nothing_is_told_unless_it_is_wanted(capfd: pytest.CaptureFixture[str]) -> None:
    game = headway.load("cross-over", length=8)
    headway.solve(game)
    headway.audit(game)
    headway.simulate(game, games=10, p1="1", seed=1)
    assert capfd.readouterr() == ("", "")


def test_many_random_games_without_numba_are_warned_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.analysis.random_play.find_spec", lambda module: None)
    monkeypatch.setattr("headway.players.tournament.MANY", 50)
    game = headway.load("race-to-the-center", length=6)
    with pytest.warns(UserWarning, match=r"plain Python, which is slow; .* install .*fast\]") as warned:
        slow = headway.simulate(game, games=50, seed=1)
    assert [warning.filename for warning in warned] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        headway.simulate(game, games=49, seed=1)  # too few to matter
        headway.simulate(game, games=50, p1="1", seed=1)  # Numba would not help
        monkeypatch.undo()
        if headway.simulate(game, games=50, seed=1) != slow:
            raise AssertionError("the games differ without Numba")


ENGINE = """
import json, os, pathlib, sys
pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
for line in sys.stdin:
    question = json.loads(line)
    if question.get("ask") == "move":
        print(json.dumps({"move": question["legal"][-1]}), flush=True)
"""
PROGRAM = """
import signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored where the tests run in the background
import headway
from headway import progress
from headway.players.engine import Engine
progress.SECONDS_APART = 0
Engine.__init__.__defaults__ = (600.0,)  # seconds for a move, however busy the machine is
def tell(doing):
    sys.stdout.write(doing + "\\n")  # at once: an interrupt between a text and its end would join two lines
    sys.stdout.flush()
try:
    while True:  # until it is interrupted
        {call}
except KeyboardInterrupt:
    until = time.monotonic() + 600
    while threading.active_count() > 1 and time.monotonic() < until:
        time.sleep(0.01)  # what reads the output of an engine ends with the engine
    print("interrupted with", threading.active_count(), "thread", flush=True)
    sys.stdin.readline()
"""
CALLS = {
    "solve": "headway.solve(headway.load('capture-the-flag', length=14), progress=tell)",
    "audit": "headway.audit(headway.load('capture-the-flag', length=14), progress=tell)",
    "random": "headway.simulate(headway.load('cross-over'), games=10**12, progress=tell)",
    "engine": "headway.simulate(headway.load('cross-over'), games=10**12, p1=sys.argv[1], progress=tell)",
}


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_interrupts_and_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    engine, pid, cache = tmp_path / "engine.py", tmp_path / "pid", tmp_path / "own_cache"
    engine.write_text(ENGINE)
    player = f"engine:{sys.executable} {engine} {pid}"
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(call=CALLS[name]), player],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline()  # it has told of its progress, so it is at work
        program.send_signal(signal.SIGINT)
        last = next((line for line in iter(program.stdout.readline, "") if line.startswith("interrupted")), "")
        assert last == "interrupted with 1 thread\n"
        if name == "engine":
            with pytest.raises(ProcessLookupError):
                os.kill(int(pid.read_text()), 0)
        program.stdin.close()
        assert program.stderr.read() == ""
    assert not list(cache.rglob("*"))
