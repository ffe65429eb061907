"""Solving in a process of its own: what comes back, and that it can always be ended."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from headway.catalogue import find
from headway.contract import RuleSet, State
from headway.errors import TooLarge
from headway.solver import solve
from headway.solver.process import SolverProcess
from headway.solver.size import is_quick
from tests.patience import wait_until

SLOW = find("predictive-pursuit").variant({"length": 200, "longest_step": 9, "overshoot": "stops"})
"""Eighty thousand secrets among nine steps each."""


def test_a_process_solves_one_game_after_the_other() -> None:
    process, doing = SolverProcess(), list[str]()
    try:
        for length in (6, 7):
            game = find("cross-over").variant({"length": length})
            found = process.solution(game, 300, doing.append)
            assert (found.game, list(found.values)) == (game, list(solve(game).values))
    finally:
        process.kill()
    assert "proving every win, loss and endless state" in doing


def test_a_refusal_keeps_its_kind() -> None:
    process = SolverProcess()
    try:
        with pytest.raises(TooLarge, match="The largest length that fits is"):
            process.solution(find("capture-the-flag").variant({"length": 1000}), 300)
        assert process.solution(find("cross-over"), 300).states == 144
    finally:
        process.kill()


def broken_play(rules: RuleSet, state: State, move: int) -> State:
    raise IndexError("tuple index out of range")


def test_a_mistake_in_the_rules_is_told() -> None:
    game = find("cross-over")
    process = SolverProcess()
    try:
        with pytest.raises(RuntimeError, match="IndexError: tuple index out of range"):
            process.solution(replace(game, code=game.code._replace(play=broken_play)), 300)
    finally:
        process.kill()


def test_a_process_that_takes_too_long_can_be_killed() -> None:
    process = SolverProcess()
    process.solution(find("cross-over"), 300)  # it has started
    with pytest.raises(TimeoutError):
        process.solution(SLOW, 0.2)
    process.kill()
    assert process._process.exitcode == -signal.SIGKILL
    with pytest.raises((EOFError, OSError)):
        process.solution(find("cross-over"), 300)


PARENT = """
from headway.catalogue import find
from headway.solver.process import SolverProcess, solve_game
if __name__ == "__main__":
    process = SolverProcess()
    process.solution(find("cross-over"), 300)
    slow = find("predictive-pursuit").variant({"length": 200, "longest_step": 9, "overshoot": "stops"})
    process._pipe.send((solve_game, (slow,)))
    print(process._process.pid, flush=True)
    input()
"""


def test_a_process_does_not_outlive_its_parent() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    wait_until(lambda: not is_running(child))


def is_running(pid: int) -> bool:
    """Is there a process of that number that has not ended? One that has ended may wait for its parent to notice."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except OSError:  # ended in between, or a system without /proc
        return Path("/proc/self").exists() is False
    return state != "Z"


@pytest.mark.parametrize(
    ("name", "rules", "quick"),
    [
        ("capture-the-flag", {}, True),
        ("capture-the-flag", {"length": 20}, False),
        ("number-race", {}, True),
        ("number-race", {"length": 100}, False),
        ("predictive-pursuit", {}, True),
        (
            "predictive-pursuit",
            {"longest_step": 3, "overshoot": "stops"},
            False,
        ),  # few states, but matrices of nine cells
    ],
)
def test_which_games_are_solved_in_a_moment(name: str, rules: dict[str, object], quick: bool) -> None:
    assert is_quick(find(name).variant(rules)) is quick
