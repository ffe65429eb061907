"""Retrograde analysis in machine code over the numbers of states, against that of the normal form."""

import json
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from headway.catalogue import find
from headway.errors import BadGame, HeadwayError
from headway.rulebooks.cross_over.rules import State
from headway.rulekit import P1, put
from headway.solver import LARGE, solve
from headway.solver.compiled_retrograde import _explore, _listed, _unlisted, _with_rules, solve_compiled
from headway.solver.exploration import explore
from headway.solver.explored import explore_interpreted
from headway.solver.index import UNREACHED
from headway.solver.kernels.backward_form import BackwardForm, store_backwards
from headway.solver.kernels.numbered_retrograde import explore_numbers, list_predecessors
from headway.solver.kernels.span import Span
from headway.solver.normal_form import NormalForm
from headway.solver.numbering import numbering
from headway.solver.size import state_count
from headway.solver.solution_file import pack, unpack
from tests.conftest import Headway
from tests.interrupted import interrupted
from tests.solver.variants import VARIANTS

WITHOUT_CHANCE = [(name, rules) for name, rules in VARIANTS if name not in ("predictive-pursuit", "number-race")]


@pytest.mark.parametrize(("name", "rules"), WITHOUT_CHANCE)
def test_the_numbered_states_agree_with_the_normal_form(name: str, rules: dict[str, object]) -> None:
    """The large solver on small games: every reachable state has the same winner and the same plies."""
    game = find(name).variant(rules)
    large, small = solve_compiled(game, print), solve(game)
    assert large is not None
    states = list(game.reachable())
    assert large.states == small.states == len(states)
    for state in states:
        assert large.value(state) == small.value(state)
        assert large.plies(state) == small.plies(state)
        assert large.verdict(state) == small.verdict(state)
        assert large.is_endless(state) == small.is_endless(state)
        assert large.best(state) == small.best(state)


@pytest.mark.parametrize(("name", "rules"), WITHOUT_CHANCE)
def test_the_form_that_is_stored_backwards_has_the_same_nodes_and_outcomes(name: str, rules: dict[str, object]) -> None:
    """Both of them: that of a large game is filled in from the rules, and that of a small one from the normal form."""
    game = find(name).variant(rules)
    number, normal = numbering(game), explore_interpreted(game)
    with_rules = partial(_with_rules, game, Span(game.start(), *number))
    form = _unlisted(state_count(game))
    found = _explore(game, with_rules(explore_numbers), form, print)
    assert found is not None
    form = _listed(game, with_rules(list_predecessors), form, found.winners, 2**60, print)
    numbers = [int(number.number(normal.state(node)) or 0) for node in range(normal.normal.size)]
    assert found.states == len(numbers)
    assert sorted(np.flatnonzero(found.winners != UNREACHED)) == sorted(numbers)
    forwards = [(node, to) for node in range(len(numbers)) for to in normal.normal.outcomes(node)]
    assert backwards(form) == Counter((numbers[node], numbers[to]) for node, to in forwards)
    small, winners = stored_backwards(normal.normal)
    assert backwards(small) == Counter(forwards)
    for node, at in enumerate(numbers):
        count, actor = len(normal.normal.outcomes(node)), game.actor(normal.state(node))
        assert form.left[at] == small.left[node] == count
        assert form.seats[at] == actor
        assert winners[node] == found.winners[at]
        assert count < 2 or small.seats[node] == actor


def stored_backwards(normal: NormalForm) -> tuple[BackwardForm, Any]:
    new, outcomes = normal.backend.new_ints, int(normal.form.first[normal.size])
    form, winners = BackwardForm(*map(new, (normal.size + 1, outcomes, normal.size, normal.size))), new(normal.size)
    normal.backend.executable(store_backwards)(normal.size, normal.form, normal.results, form, winners)
    return form, winners


def backwards(form: BackwardForm) -> Counter[tuple[int, int]]:
    return Counter(
        (int(before), at)
        for at in range(len(form.first) - 1)
        for before in form.before[int(form.first[at]) : int(form.first[at + 1])]
    )


@pytest.mark.parametrize("name", ["number-race", "predictive-pursuit"])
def test_chance_and_secrets_are_left_to_the_normal_form(name: str) -> None:
    assert solve_compiled(find(name), print) is None


def test_a_large_variant_is_solved_by_its_numbers(headway: Headway) -> None:
    game = find("capture-the-flag").variant({"length": 14})
    assert state_count(game) > LARGE
    told = json.loads(headway("solve", "capture-the-flag", "--rule", "length=14", "--json").out)
    assert told["states"] == sum(1 for _ in game.reachable())
    assert (told["verdict"], told["gap"]) == ("endless", 0.0)
    hints = json.loads(headway("hint", "capture-the-flag", "--rule", "length=14", "--json").out)
    assert len(hints["moves"]) == 4


def test_too_many_plies_to_count_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same states as ever; only the counter is made to end early."""
    monkeypatch.setattr("headway.solver.compiled_retrograde.MOST_PLIES", 5)
    with pytest.raises(HeadwayError, match="can take more than 5 moves"):
        solve_compiled(find("cross-over"), print)


def test_too_many_moves_to_count_are_left_to_the_normal_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.compiled_retrograde.MOST_MOVES", 2)
    game = find("cross-over")
    expected = solve(game)
    assert solve_compiled(game, print) is None
    monkeypatch.setattr("headway.solver.LARGE", 0)
    found = unpack(game, pack(solve(game)))
    assert found.certificate == expected.certificate
    for state in game.reachable():
        assert (found.value(state), found.plies(state)) == (expected.value(state), expected.plies(state))


def test_a_span_that_is_left_is_noticed() -> None:
    game = find("cross-over")

    def span(rules: Any) -> Any:
        ends: Any = game.code.span(rules)
        return tuple(end._replace(places=tuple(min(place, 9) for place in end.places)) for end in ends)

    narrow = replace(game, code=game.code._replace(span=span))
    for solver in (solve_compiled, explore, explore_interpreted):
        with pytest.raises(BadGame, match="leaves the span") as refused:
            solver(narrow, print)
        found = re.search(r"in State\(places=\((\d), (-?\d)\), mover=0\) the move \"(\d)\" leads", str(refused.value))
        assert found is not None
        place, other, step = map(int, found.groups())
        assert place + step > 9
        assert State((place, other), P1) in game.reachable()


def test_a_start_outside_the_span_is_noticed() -> None:
    game = find("cross-over")

    def span(rules: Any) -> Any:
        ends: Any = game.code.span(rules)
        return tuple(end._replace(places=(place, 8)) for end, place in zip(ends, (0, 12), strict=True))

    for solver in (solve_compiled, explore, explore_interpreted):
        with pytest.raises(BadGame, match=r"begins outside the span .* State\(places=\(1, 9\), mover=0\)"):
            solver(replace(game, code=game.code._replace(span=span)), print)


def leaving_from_one_square(rules: Any, state: Any, move: int) -> Any:
    """Cross Over's moves, but if both markers are on one square, which cannot be, they leave the track."""
    if state.places[0] == state.places[1]:
        return State((99, 99), state.mover)
    if move == rules.longest_step:
        return State(state.places, 1 - state.mover)
    step = move + 1 if state.mover == 0 else -move - 1
    return State(put(state.places, state.mover, state.places[state.mover] + step), 1 - state.mover)


def test_what_cannot_be_reached_is_not_held_against_a_game() -> None:
    game = find("cross-over")
    strange = replace(game, code=game.code._replace(play=leaving_from_one_square))
    found, expected = solve_compiled(strange, print), solve(game)
    assert found is not None
    assert {state: found.value(state) for state in game.reachable()} == {
        state: expected.value(state) for state in game.reachable()
    }
    for state in (State((3, 3), P1), State((200, 3), P1)):
        with pytest.raises(KeyError):
            found.value(state)


def test_ctrl_c_stops_a_large_solution() -> None:
    status, out, _ = interrupted("solve", "capture-the-flag", "--rule", "length=60", when=b"listing")
    assert (status, out) == (130, b"")
