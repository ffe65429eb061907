"""Retrograde analysis in machine code, against the graph."""

import json
from dataclasses import replace
from typing import Any

import pytest

from headway.catalogue import find
from headway.errors import HeadwayError
from headway.solver import compiled_retrograde, solve
from headway.solver.compiled_retrograde import solve_compiled
from tests.conftest import Headway
from tests.interrupted import interrupted
from tests.solver.variants import VARIANTS


@pytest.mark.parametrize(
    ("name", "rules"), [(name, rules) for name, rules in VARIANTS if name not in ("predictive-pursuit", "number-race")]
)
def test_the_numbered_positions_agree_with_the_graph(name: str, rules: dict[str, object]) -> None:
    """The large solver on small games: every reachable state has the same winner and the same plies."""
    game = find(name).variant(rules)
    large, small = solve_compiled(game, print), solve(game)
    assert large is not None
    for state in game.reachable():
        assert large.value(state) == small.value(state)
        assert large.plies(state) == small.plies(state)
        assert large.verdict(state) == small.verdict(state)


@pytest.mark.parametrize("name", ["number-race", "predictive-pursuit"])
def test_chance_and_secrets_are_left_to_the_graph(name: str) -> None:
    assert solve_compiled(find(name), print) is None


def test_a_large_variant_is_solved_by_its_numbers(headway: Headway) -> None:
    told = json.loads(headway("solve", "capture-the-flag", "--rule", "length=20", "--json").out)
    assert told["states"] == 2 * 21**4
    assert (told["verdict"], told["gap"]) == ("endless", 0.0)
    hints = json.loads(headway("hint", "capture-the-flag", "--rule", "length=20", "--json").out)
    assert len(hints["moves"]) == 4


def test_too_many_plies_to_count_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same states as ever; only the counter is made to end early."""
    monkeypatch.setattr("headway.solver.compiled_retrograde.MOST_PLIES", 5)
    monkeypatch.setattr("headway.solver.compiled_retrograde.propagate", compiled_retrograde.propagate.py_func)
    with pytest.raises(HeadwayError, match="can take more than 5 moves"):
        solve_compiled(find("cross-over"), print)


def test_too_many_moves_to_count_are_left_to_the_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.compiled_retrograde.MOST_MOVES", 2)
    assert solve_compiled(find("cross-over"), print) is None


def test_a_span_that_is_left_is_noticed() -> None:
    game = find("cross-over")

    def span(rules: Any) -> Any:
        ends: Any = game.code.span(rules)
        return tuple(end._replace(places=tuple(min(place, 9) for place in end.places)) for end in ends)

    narrow = replace(game, code=game.code._replace(span=span))
    with pytest.raises(HeadwayError, match="leaves the span"):
        solve_compiled(narrow, print)


def test_ctrl_c_stops_a_large_solution() -> None:
    status, out, _ = interrupted("solve", "capture-the-flag", "--rule", "length=90", when=b"listing")
    assert (status, out) == (130, b"")
