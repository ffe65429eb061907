"""Solutions that are kept in a file."""

from collections.abc import Callable
from typing import Any

import pytest

from headway.catalogue import find, names
from headway.game import State
from headway.rulekit import OVER
from headway.solver import Solution
from headway.solver.cache import place, solved


@pytest.mark.parametrize("name", names())
def test_a_solution_comes_back_from_the_cache(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(name)
    fresh = solved(game)
    monkeypatch.setattr("headway.solver.cache.solve", None)  # from here on there is only the cache
    kept = solved(game)
    assert (kept.certificate, kept.states) == (fresh.certificate, fresh.states)
    for state in game.reachable():
        seen = state if game.actor(state) == OVER else game.view(state, game.actor(state))
        for each in {state, seen}:
            assert told(kept, each) == told(fresh, each)


def told(solution: Solution, state: State) -> tuple[Any, ...]:
    """All that a solution says of a state."""
    at_all = solution.value(state), solution.plies(state), solution.is_endless(state), solution.verdict(state)
    return *at_all, solution.odds(state), solution.best(state), solution.worths(state)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"7", b"8"),
        lambda data: b"\xff" * 100,
        lambda data: b"\n[]",
    ],
)
def test_a_damaged_cache_is_made_anew(damage: Callable[[bytes], bytes]) -> None:
    game = find("cross-over")
    whole = solved(game)
    path = place(game)
    assert path is not None
    sound = path.read_bytes()
    path.write_bytes(damage(sound))
    assert list(solved(game).values) == list(whole.values)
    assert path.read_bytes() == sound


def test_a_variant_is_not_taken_for_the_books_game() -> None:
    game = find("cross-over")
    solved(game)
    variant = game.variant({"length": 12})
    assert place(variant) != place(game)
    assert solved(variant).game == variant
