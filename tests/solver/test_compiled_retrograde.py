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
from headway.errors import BadGame
from headway.game import Game
from headway.rulebooks.cross_over.rules import Rules, State
from headway.rulekit import DRAW, OVER, P1, P2, put
from headway.solver import LARGE, solve
from headway.solver.compiled_retrograde import _bytes, _explore, _listed, _unlisted, _with_rules, solve_compiled
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
from tests.large import large_from
from tests.solver.peak_memory import peak_memory
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
    form = _unlisted(game)
    found = _explore(game, with_rules(explore_numbers), form, print)
    assert found is not None
    form = _listed(game, with_rules(list_predecessors), form, found.winners, print)
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


def test_more_moves_than_32_bits_can_number_have_longer_offsets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the states of Cross Over, which have three moves at most, just those of this length may have as many."""
    game, shorter = find("cross-over"), find("cross-over").variant({"length": 8})
    monkeypatch.setattr("headway.solver.compiled_retrograde.MOST_SMALL_OFFSET", 3 * state_count(game) - 1)
    assert [_unlisted(each).first.itemsize for each in (shorter, game)] == [4, 8]
    large, small = solve_compiled(game, print), solve(game)
    assert large is not None
    for state in game.reachable():
        assert (large.value(state), large.plies(state)) == (small.value(state), small.plies(state))


@pytest.mark.parametrize("name", ["number-race", "predictive-pursuit"])
def test_chance_and_secrets_are_left_to_the_normal_form(name: str) -> None:
    assert solve_compiled(find(name), print) is None


def test_a_large_variant_is_solved_by_its_numbers(headway: Headway) -> None:
    game = find("capture-the-flag").variant({"length": 14})
    assert state_count(game) > max(LARGE.values())
    told = json.loads(headway("solve", "capture-the-flag", "--rule", "length=14", "--json").out)
    assert told["states"] == sum(1 for _ in game.reachable())
    assert (told["verdict"], told["gap"]) == ("endless", 0.0)
    hints = json.loads(headway("hint", "capture-the-flag", "--rule", "length=14", "--json").out)
    assert len(hints["moves"]) == 4


def slow_start(rules: Any, first: int) -> Any:
    return State((0, 0), first)


def slow_span(rules: Any) -> Any:
    return State((0, 0), P1), State((rules.length, 0), P2)


def slow_actor(rules: Any, state: Any) -> int:
    return OVER if state.places[0] == rules.length else state.mover


def slow_legal(rules: Any, state: Any, move: int) -> bool:
    return slow_actor(rules, state) != OVER and move <= 1


def slow_play(rules: Any, state: Any, move: int) -> Any:
    """One marker, which both sides move: one square, or none."""
    return State(put(state.places, 0, state.places[0] + move), 1 - state.mover)


def slow_winner(rules: Any, state: Any) -> int:
    return P1 if rules.longest_step == 1 else DRAW


def slow_game(length: int, longest_step: int) -> Game:
    """P1 wins at the end of the track, so P2 does not move; where the rules have steps of two, it is a draw."""
    book = find("cross-over")
    code = book.code._replace(
        start=slow_start,
        span=slow_span,
        actor=slow_actor,
        legal=slow_legal,
        play=slow_play,
        winner=slow_winner,
    )
    return replace(book, code=code, rules=Rules(length, longest_step))


def test_a_win_takes_more_plies_than_16_bits_can_count(monkeypatch: pytest.MonkeyPatch) -> None:
    game = slow_game(20_000, longest_step=1)
    large_from(monkeypatch, 0)
    solution = solve(game)
    for found in (solution, unpack(game, pack(solution))):
        for at in range(20_000):
            after = State((at, 0), P2)
            assert (found.value(after), found.plies(after)) == (1, 2 * (20_000 - at))
            assert found.plies(State((at, 0), P1)) == 2 * (20_000 - at) - 1
            assert found.best(State((at, 0), P1)) == [1]
        assert found.plies(game.start(P2)) == 40_000


def test_a_game_that_takes_very_long_takes_no_more_memory_than_was_thought() -> None:
    game = slow_game(200_000, longest_step=1)
    assert 0.9 * _bytes(game) < peak_memory(lambda: solve_compiled(game, print)) < _bytes(game) + 1_000_000


def test_a_draw_takes_more_plies_than_16_bits_can_count() -> None:
    game = slow_game(40_000, longest_step=2)
    found = solve_compiled(game, print)
    assert found is not None
    assert found.certificate.proof == "local proof of every win, loss, draw and endless state"
    assert [found.plies(State((at, 0), P1)) for at in range(40_001)] == list(range(40_000, -1, -1))
    assert found.is_drawn(game.start())


@pytest.mark.parametrize(("name", "rules"), WITHOUT_CHANCE)
def test_a_counter_that_ends_early_is_widened(
    name: str, rules: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find(name).variant(rules)
    monkeypatch.setattr("headway.solver.compiled_retrograde.MOST_PLIES", 5)
    large, small = solve_compiled(game, print), solve(game)
    assert large is not None
    for state in game.reachable():
        assert (large.value(state), large.plies(state)) == (small.value(state), small.plies(state))


def test_too_many_moves_to_count_are_left_to_the_normal_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.compiled_retrograde.MOST_MOVES", 2)
    game = find("cross-over")
    expected = solve(game)
    assert solve_compiled(game, print) is None
    large_from(monkeypatch, 0)
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
