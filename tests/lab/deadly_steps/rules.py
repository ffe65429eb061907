"""The rules of Deadly Steps. A start is made only where a variant is measured, and there some end their process."""

import os
import signal
import time
from typing import Annotated, NamedTuple

from headway.rulekit import OVER, P1, P2

ALWAYS, ONCE, HELD = 5, 8, 20
"""The lengths whose variants end their process each time, and the first time; and one that then waits to be killed."""
PID = ".pid"
"""With this ending: the file with the number of the process that waits."""
MARK = "DEADLY_STEPS"
"""The environment variable with the file that is there once a variant has ended its process."""


class Rules(NamedTuple):
    length: Annotated[int, range(2, 100)] = 4


class State(NamedTuple):
    left: int
    mover: int


def start(rules: Rules, first: int) -> State:
    mark = os.environ.get(MARK, "")
    if rules.length == ALWAYS or (rules.length == ONCE and not os.path.exists(mark)):
        if rules.length == ONCE:
            open(mark, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    if mark and rules.length == HELD:
        try:
            with open(mark + PID, "x") as file:
                file.write(f"{os.getpid()}\n")
            while True:
                time.sleep(1)
        except FileExistsError:  # another process waits, or has been killed
            pass
    return State(rules.length, first)


def span(rules: Rules) -> tuple[State, State]:
    return State(0, P1), State(rules.length, P2)


def track(rules: Rules) -> tuple[int, int]:
    return 0, rules.length


def actor(rules: Rules, state: State) -> int:
    return OVER if state.left == 0 else state.mover


def legal(rules: Rules, state: State, move: int) -> bool:
    return state.left > move


def play(rules: Rules, state: State, move: int) -> State:
    return State(state.left - move - 1, 1 - state.mover)


def winner(rules: Rules, state: State) -> int:
    return 1 - state.mover


def moves(rules: Rules) -> int:
    return 2


def positions(rules: Rules, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (state.left,), ()
