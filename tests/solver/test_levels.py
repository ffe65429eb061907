"""The components of a normal form, level after level, and their solution on several cores."""

from itertools import pairwise
from threading import Event
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headway.catalogue import find
from headway.solver.backend import Compiled, Interpreted
from headway.solver.exploration import explore
from headway.solver.kernels.form import Form
from headway.solver.kernels.sweep import solve_components
from headway.solver.normal_form import NormalForm
from headway.solver.strategies import best_strategies
from headway.tolerances import CONVERGED
from tests.patience import PATIENCE


def chain(targets: list[list[int]]) -> NormalForm:
    """Nodes of chance, each with its targets; one without is an end."""
    counts = [len(each) for each in targets]
    first = [sum(counts[:at]) for at in range(len(targets) + 1)]
    inner = [int(count > 0) for count in counts]
    to = [target for each in targets for target in each]
    share = [1 / count for count in counts for _ in range(count)]
    form = Form(inner, list(inner), first, to, share, [0] * len(first))
    return NormalForm(Interpreted(), form, [0.5 if count else 1.0 for count in counts])


def reached(targets: list[list[int]], start: int) -> set[int]:
    found, waiting = {start}, [start]
    for at in waiting:
        new = set(targets[at]) - found
        found |= new
        waiting += new
    return found


@given(st.integers(1, 9).flatmap(lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=3), min_size=size)))
def test_a_level_is_the_longest_way_to_the_end(targets: list[list[int]]) -> None:
    normal = chain(targets)
    order, bounds = normal.components
    components = [frozenset(order[low:high]) for low, high in pairwise(bounds)]
    ahead = [reached(targets, at) for at in range(len(targets))]
    assert set(components) == {frozenset(to for to in ahead[at] if at in ahead[to]) for at in range(len(targets))}
    levels: dict[frozenset[int], int] = {}
    for level, (low, high) in enumerate(pairwise(normal.levels)):
        levels.update(dict.fromkeys(components[low:high], level))
    assert len(levels) == len(components)
    for component, level in levels.items():
        after = [levels[other] for other in components if other != component and ahead[min(component)] >= other]
        assert level == max(after, default=-1) + 1


@pytest.mark.parametrize("rules", [{"length": 60}, {"length": 30, "longest_step": 5, "overshoot": "stops"}])
def test_several_cores_find_the_same(rules: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.strategies.WIDE", 10)
    monkeypatch.setattr("headway.solver.strategies.FIRST_BATCH", 3)
    normal = explore(find("predictive-pursuit").variant(rules), lambda doing: None).normal
    assert isinstance(normal.backend, Compiled)
    normal.backend.cores = 1
    alone, gap = best_strategies(normal)
    normal.backend.cores = 3
    together, other_gap = best_strategies(normal)
    assert gap == other_gap
    for one, other in zip(alone, together, strict=True):
        assert list(one) == list(other)


def test_the_components_of_a_level_are_solved_on_several_cores_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first call for a part of a wide level waits until there is a call for another part.

    One core works where levels are narrow, on a large component, and on what follows the solution: the certain values
    and how play ends.
    """
    wide = 10
    monkeypatch.setattr("headway.solver.strategies.WIDE", wide)
    normal = explore(find("predictive-pursuit").variant({"length": 60}), lambda doing: None).normal
    backend = normal.backend
    assert isinstance(backend, Compiled)
    backend.cores = 2
    levels = [range(low, high) for low, high in pairwise(map(int, normal.levels)) if high - low >= wide]
    run, begun, both = Compiled.executable, list[int](), Event()

    def waiting(begin: int, end: int, *others: Any) -> Any:
        if begin < end and any(begin in level for level in levels):
            begun.append(begin)
            if len(begun) == 2:
                both.set()
            assert both.wait(PATIENCE)
        return run(backend, solve_components)(begin, end, *others)

    def executable(self: Compiled, kernel: Any) -> Any:
        return waiting if kernel is solve_components else run(self, kernel)

    monkeypatch.setattr(Compiled, "executable", executable)
    best_strategies(normal)
    assert any(begun[0] in level and begun[1] in level for level in levels)


def test_a_kernel_gives_up_when_it_is_told_to() -> None:
    normal = chain([[0, 1], []])
    solved, (workspace,) = normal.unsolved(), normal.workspaces(1)
    workspace[0].stop[0] = 1
    stopped = solve_components(0, 2, normal.form, normal.components, solved, *workspace, CONVERGED, 0)
    assert normal.components.order[normal.components.bounds[stopped]] == 0  # the first one that is not an end


def test_bounds_are_not_looked_for_where_iteration_is_hopeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that is left once in 10,000 times: it would take 350,000 sweeps."""
    monkeypatch.setattr("headway.solver.kernels.sweep.raise_floor", None)
    normal = chain([[0] * 9_999 + [1], []])
    solved = normal.unsolved()
    (workspace,) = normal.workspaces(1)
    stopped = solve_components(0, 2, normal.form, normal.components, solved, *workspace, CONVERGED, 0)
    assert normal.component(stopped) == [0]
    assert (solved.floor[0], solved.ceiling[0]) == (0.0, -1.0)  # nothing is known: a chance of P1 from 0 to 1
    assert 0.5 < solved.values[0] < 0.6
    monkeypatch.undo()
    (proven, _, _, _), gap = best_strategies(normal)
    assert proven[0] == pytest.approx(1.0, abs=1e-9)
    assert gap <= 1e-9


def test_ctrl_c_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.strategies.FIRST_BATCH", 1)
    monkeypatch.setattr("headway.solver.normal_form.MANY", 1)
    normal = explore(find("predictive-pursuit"), lambda doing: None).normal
    workspaces = normal.workspaces(2)
    monkeypatch.setattr(NormalForm, "workspaces", lambda self, count: workspaces)

    def interrupt(doing: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        best_strategies(normal, interrupt)
    assert [int(space.stop[0]) for space, _ in workspaces] == [1, 1]
