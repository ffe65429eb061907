"""Kernels in threads: they run at the same time, and Ctrl-C stops them."""

import signal
import time
from collections.abc import Callable, Iterator
from threading import current_thread, main_thread
from typing import Any

import numpy as np
import pytest

from headway.solver import gth, normal_form, threads
from headway.solver.backend import Compiled, Interpreted, Open, compiled_kernel
from headway.solver.component import Component
from headway.solver.gth import Effort, Row, expected_rewards
from headway.solver.index import ENDS_WON
from headway.solver.kernels.almost_sure import mark_sure
from headway.solver.kernels.ends import mark_ends
from headway.solver.kernels.floors import raise_floor
from headway.solver.kernels.gth import STOPPED, Chain, Factor, Work, eliminate
from headway.solver.kernels.process import Process
from headway.solver.normal_form import NormalForm
from headway.solver.outcomes import set_certain_values, which_end
from headway.tolerances import PROVEN, ROUNDING
from tests.graph_games import WON, choice, dice, graph_game
from tests.patience import PATIENCE, wait_until
from tests.solver import by_graph
from tests.state_graph import Graph

LOOP = graph_game(choice(0, 3, 4), dice((2, 1), (WON, 1)), choice(1, 2, 3))


@pytest.fixture(autouse=True)
def ctrl_c() -> Iterator[None]:
    """Ctrl-C interrupts, although it is ignored where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


MOST_ROUNDS = 10**11
"""Some minutes: so long a kernel waits for one that does not run."""


def meet(own: Any, other: Any, most: int) -> bool:
    """Say that this kernel runs, and go on until the other runs: so both do, at the same time."""
    for _ in range(most):
        own[0] += 1
        if other[0] > 0:
            return True
    return False


def test_kernels_run_at_the_same_time() -> None:
    """Each waits for the other, inside of machine code; if it held Python's lock, the other would never begin."""
    kernel, (one, other) = compiled_kernel(meet, Open((), None)), np.zeros((2, 1), np.int64)
    kernel(one.copy() + 1, other + 1, 1)  # it is compiled here
    with threads.threads(2) as parallel:
        assert list(parallel(kernel, [one, other], [other, one], [MOST_ROUNDS] * 2)) == [True, True]


def interrupted_kernel(stop: Any) -> str:
    """Press Ctrl-C, and go on until it is told to stop."""
    signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
    until = time.monotonic() + PATIENCE
    while not stop[0]:
        if time.monotonic() > until:
            return "was not stopped"
        time.sleep(0.01)
    return "was stopped"


def test_ctrl_c_stops_a_kernel() -> None:
    stop, ended = [0], list[str]()
    with pytest.raises(KeyboardInterrupt):
        threads.call(lambda: ended.append(interrupted_kernel(stop)), stop=stop, in_thread=True)
    wait_until(lambda: ended)
    assert ended == ["was stopped"]


def test_a_call_returns_what_the_kernel_returns_in_a_thread_and_without() -> None:
    for in_thread in (False, True):
        assert threads.call(lambda one, other: one - other, 5, 3, stop=[0], in_thread=in_thread) == 2
        with pytest.raises(ZeroDivisionError):
            threads.call(lambda: 1 // 0, stop=[0], in_thread=in_thread)


def test_where_ctrl_c_cannot_arrive_no_thread_is_started() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert threads.call(current_thread, stop=[0], in_thread=True) is main_thread()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert threads.call(current_thread, stop=[0], in_thread=True) is not main_thread()


def stopped_by_ctrl_c(monkeypatch: pytest.MonkeyPatch, kernel: Any) -> list[str]:
    """From now on Ctrl-C is pressed when a kernel of this name begins to work; returns how such kernels end."""
    ended, run = list[str](), Compiled.executable

    def pressed(*arguments: Any) -> int:
        if kernel in (mark_ends, mark_sure) and arguments[:2] == (0, 0):  # it is only compiled
            return 0
        holder = arguments[3] if kernel is eliminate else arguments[-1]
        spaces = [each.space if isinstance(each, Process) else each for each in arguments]
        stops = next((each.stop for each in spaces if hasattr(each, "stop")), holder)
        ended.append(interrupted_kernel(stops))
        return 0

    monkeypatch.setattr(Compiled, "executable", lambda self, each: pressed if each is kernel else run(self, each))
    return ended


def loop() -> NormalForm:
    return by_graph.normal_form(Graph(LOOP), Compiled())


@pytest.mark.parametrize(("kernel", "look"), [(mark_ends, which_end), (mark_sure, set_certain_values)])
def test_ctrl_c_stops_what_looks_at_the_outcomes(
    kernel: Any, look: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    normal = loop()
    monkeypatch.setattr(normal_form, "MANY", 1)
    ended = stopped_by_ctrl_c(monkeypatch, kernel)
    with pytest.raises(KeyboardInterrupt):
        look(normal, normal.unsolved())
    wait_until(lambda: ended)
    assert ended == ["was stopped"]


def test_ctrl_c_stops_the_bounds_of_a_component(monkeypatch: pytest.MonkeyPatch) -> None:
    normal = loop()
    part = next(part for part in range(normal.component_count) if len(normal.component(part)) > 1)
    monkeypatch.setattr(normal_form, "MANY", 1)
    ended = stopped_by_ctrl_c(monkeypatch, raise_floor)
    with pytest.raises(KeyboardInterrupt):
        Component(normal, part, normal.unsolved(), normal.space(), Effort())._raise_floor(0)
    wait_until(lambda: ended)
    assert ended == ["was stopped"]


def test_ctrl_c_stops_elimination(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gth, "MOST_INTERPRETED", -1)
    ended = stopped_by_ctrl_c(monkeypatch, eliminate)
    with pytest.raises(KeyboardInterrupt):
        expected_rewards({0: Row({1: 0.5}, 0.5, 0.0), 1: Row({0: 0.5}, 0.5, 1.0)}, 0.5)
    wait_until(lambda: ended)
    assert ended == ["was stopped"]


def test_the_kernels_give_up_when_they_are_told_to() -> None:
    normal = by_graph.normal_form(Graph(LOOP), Interpreted())
    space, values = normal.space(), [1.0] * normal.size
    space.stop[0] = 1
    ends, sure, may_stay = ([0] * normal.size for _ in range(3))
    mark_ends(
        0, normal.component_count, normal.form, normal.components, ENDS_WON, values, ends, space, PROVEN, ROUNDING
    )
    mark_sure(0, normal.component_count, normal.form, normal.components, 0, values, 0.9, may_stay, sure, space.stop)
    assert not any(ends)
    assert not any(mark for mark, rows in zip(sure, normal.form.rows, strict=True) if rows)  # ends need no search
    chain = Chain([0, 1, 2], [1, 0], [0.5, 0.5], [0.5, 0.5], [0.0, 1.0])
    factor, work = Factor([0] * 3, [0] * 2, [0.0] * 2, [0] * 2), Work([0.0] * 2, [0] * 2, [0] * 2, [0] * 2, [1])
    assert eliminate(2, chain, factor, work, 0.5, 0.0) == STOPPED
