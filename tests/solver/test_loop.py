"""Large components written out: the same nodes without forced moves, and the same values, proved."""

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.game import Game
from headway.rulekit import P1, P2
from headway.solver import Unproven, explore, solve
from headway.solver.backend import Compiled, Interpreted
from headway.solver.kernels import sweep
from headway.solver.kernels.form import Form
from headway.solver.kernels.loop import write_out
from headway.solver.normal_form import NormalForm
from headway.tolerances import PROVEN
from tests.graph_games import LOST, WON, Place, State, choice, dice, graph_game
from tests.solver.test_in_fractions import assert_right, mixed_game
from tests.solver.test_ladder_race import ladder_race


@pytest.fixture(autouse=True)
def _even_small_components(monkeypatch: pytest.MonkeyPatch) -> None:
    """Components of two nodes and more are written out where kernels are interpreted."""
    monkeypatch.setattr("headway.solver.kernels.sweep.FEWEST_NODES", 2)
    monkeypatch.setattr("headway.solver.normal_form.FEWEST_NODES", 2)


def race(seed: int) -> Game:
    """A loop of a die, choices of both sides, and many forced moves; some lead out."""
    rng, size = Random(seed), 12
    places = list[Place]()
    for _ in range(size):
        anywhere = [rng.choice((rng.randrange(size), rng.randint(0, size + 1))) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.3:
            places.append(dice(*((to, rng.randint(1, 3)) for to in anywhere)))
        else:
            places.append(choice(rng.choice((P1, P2)), *anywhere[: rng.randint(1, 3)]))
    return graph_game(*places)


def is_forced(normal: NormalForm, component: list[int], at: int) -> bool:
    """Does one move alone lead from a node, to another one of its component?"""
    after = normal.outcomes(at)
    return len(after) == 1 and after[0] in component


def arrival(normal: NormalForm, component: list[int], at: int) -> int:
    """The first node on the way from a node at which a move is not forced."""
    while is_forced(normal, component, at):
        (at,) = normal.outcomes(at)
    return at


@given(st.integers(0, 2**32))
def test_what_is_written_out_is_the_component_without_forced_moves(seed: int) -> None:
    normal = explore(race(seed)).normal
    assert isinstance(normal.backend, Interpreted)
    form, parts = normal.form, normal.components
    for part, (begin, end) in enumerate(pairwise(parts.bounds)):
        component = normal.component(part)
        if len(component) == 1:
            continue
        solved, ((space, loop),) = normal.unsolved(), normal.workspaces(1)
        solved.values[:] = [at / 100 for at in range(normal.size)]
        count = write_out(form, parts, begin, end, solved, space, loop)
        kept = [at for at in component if not is_forced(normal, component, at)]
        assert count == len(kept)
        if not kept:  # a circle of forced moves
            continue
        for at in component:
            assert kept[space.local[at]] == arrival(normal, component, at)
        for place, at in enumerate(kept):
            first = [loop.form.first[place], loop.form.first[place + 1]]
            assert (loop.form.rows[place], loop.form.columns[place]) == (form.rows[at], form.columns[at])
            assert loop.form.share[slice(*first)] == form.share[form.first[at] : form.first[at + 1]]
            for to, after in zip(loop.form.to[slice(*first)], normal.outcomes(at), strict=True):
                if after in component:
                    assert kept[to] == arrival(normal, component, after)
                else:
                    assert to >= count
                    assert loop.solved.values[to] == solved.values[after]


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from([race, mixed_game]))
def test_what_is_proved_is_right_in_fractions(seed: int, kind: Any) -> None:
    """One in a hundred games with secrets is not proved, and no other if it is solved in its place."""
    game = kind(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("headway.solver.kernels.sweep.FEWEST_NODES", 10**9)
        is_proved = not is_refused(game)
    if is_proved:
        assert_right(game)
    else:
        assert is_refused(game)


def is_refused(game: Game) -> bool:
    try:
        solve(game)
    except Unproven:
        return True
    return False


def test_a_component_is_solved_where_it_is_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    solved, solve_component = list[Form](), sweep.solve_component

    def noticed(form: Form, *others: Any) -> None:
        solved.append(form)
        solve_component(form, *others)

    monkeypatch.setattr(sweep, "solve_component", noticed)
    game = graph_game(dice((3, 2), (4, 1), (WON, 1)), choice(P1, 5), choice(P2, 2, LOST), choice(P2, 2))
    solution = solve(game)
    assert solution.value(game.start(P1)) == pytest.approx(1 / 2)  # P2 takes the way to the loss of P1 where it can
    (loop,) = (form for form in solved if len(form.rows) == 4)
    assert loop.first[2] == 5  # three ways of the die, two of P2; what is forced has no place


def test_without_the_memory_for_it_a_component_is_solved_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ladder_race(length=9)
    normal = explore(game).normal
    assert isinstance(normal.backend, Compiled)
    ((_, loop),) = normal.workspaces(1)
    assert len(loop.parts.order) == normal.sizes.nodes >= 1_000
    written = solve(game)
    monkeypatch.setattr("headway.solver.normal_form.free_memory", lambda: 0)
    ((_, loop),) = normal.workspaces(1)
    assert len(loop.parts.order) == 0
    plain = solve(game)
    assert max(written.certificate.gap, plain.certificate.gap) <= PROVEN
    for state in game.reachable():
        assert abs(float(written.value(state)) - float(plain.value(state))) <= 2 * PROVEN


def test_a_loop_in_which_play_stays_long_is_solved_by_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance alone: each square leads to the next six or back anywhere. Elimination would make a full matrix of it."""
    monkeypatch.setattr("headway.solver.component.Component.settle", None)
    monkeypatch.setattr("headway.solver.MOST_RATIONAL", 0)
    rng, size = Random(2), 1_500
    ways = [
        [rng.randint(2, size + 1) if rng.random() < 0.3 else at + face for face in range(1, 7)]
        for at in range(2, size + 2)
    ]
    ways = [[to if to < size + 2 else rng.choice((WON, LOST)) for to in each] for each in ways]
    game = graph_game(*(dice(*((to, 1) for to in each)) for each in ways))
    normal = explore(game).normal
    assert isinstance(normal.backend, Compiled)  # for its loop: it has few outcomes
    targets, values = np.array([[WON] * 6, [LOST] * 6, *ways]), np.full(size + 2, 0.5)
    values[WON], values[LOST] = 1.0, 0.0
    for _ in range(20_000):
        values = values[targets].mean(axis=1)
    solution = solve(game)
    assert solution.certificate.gap <= PROVEN
    for at in range(2, size + 2):
        assert float(solution.value(State(at))) == pytest.approx(values[at], abs=PROVEN)


def test_two_cores_write_out_a_component_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two loops of 1,500 places on one level, mirrors of each other: the chances of P1 in both make 1."""
    rng, size = Random(3), 1_500
    first = [
        [2 + rng.randrange(size) if rng.random() < 0.2 else at + face for face in (1, 2, 3)]
        for at in range(2, size + 2)
    ]
    one = [[to if to < size + 2 else rng.choice((WON, LOST)) for to in each] for each in first]
    other = [[1 - to if to in (WON, LOST) else to + size for to in each] for each in one]
    places = [dice(*((to, 1) for to in each)) for each in (*one, *other)]
    start = len(places) + 2
    game = graph_game(*places, dice((2, 1), (2 + size, 1)), starts=(start, start))
    monkeypatch.setattr("headway.solver.strategies.WIDE", 2)
    monkeypatch.setattr("headway.solver.MOST_RATIONAL", 0)
    monkeypatch.setattr("headway.solver.backend.available_cores", lambda: 2)
    normal = explore(game).normal
    (_, loop), (_, second) = normal.workspaces(2)
    assert len(loop.parts.order) == len(second.parts.order) == normal.loop_sizes.nodes > 1_000
    assert normal.component_count < 2 * size  # both loops, and little else
    solution = solve(game)
    reached = [state.at for state in game.reachable() if isinstance(state, State) and 2 <= state.at < size + 2]
    assert len(reached) > 1_000
    for at in reached:
        both = float(solution.value(State(at))) + float(solution.value(State(at + size)))
        assert both == pytest.approx(1.0, abs=2 * PROVEN)
