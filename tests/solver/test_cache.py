"""Solutions that are kept in a file."""

import gc
import os
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from headway.catalogue import find, names
from headway.game import State
from headway.rulekit import OVER
from headway.solver import Solution, solve
from headway.solver.cache import place, solved
from headway.solver.explored import explore_interpreted
from headway.solver.solution_file import pack, unpack


@pytest.mark.parametrize("name", names())
def test_a_solution_comes_back_from_the_cache(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(name).variant({"length": 5} if name == "capture-the-flag" else {})  # in the book it is the largest
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


def test_the_folder_does_not_grow_beyond_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not read for the longest time goes first."""
    variants = [find("cross-over").variant({"length": length}) for length in (9, 8, 7, 6, 5)]
    paths = [path for path in map(place, variants) if path is not None]
    for variant in variants[:4]:
        solved(variant)
    for age, path in enumerate(paths[:4]):
        os.utime(path, (1_000_000 - age, 1_000_000 - age))  # the first is the youngest
    solved(variants[3])  # read, so the youngest now
    most = sum(path.stat().st_size for path in paths[:4]) + 1
    monkeypatch.setattr("headway.solver.cache.MOST_BYTES", most)
    solved(variants[4])
    kept = [path.exists() for path in paths]
    assert kept[3]
    assert kept[4]
    assert not kept[2]
    assert sum(path.stat().st_size for path in paths if path.exists()) <= most


def test_what_a_killed_process_left_half_written_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that another process is writing is counted, and stays."""
    first, second = (find("cross-over").variant({"length": length}) for length in (9, 8))
    path = place(first)
    assert path is not None
    solved(first)
    left, written = (path.with_name(f"{path.name}.{process}.part") for process in (1, 2))
    for each in (left, written):
        each.write_bytes(path.read_bytes())
    os.utime(left, (1_000_000, 1_000_000))
    os.utime(path, (1_000_000, 1_000_000))
    monkeypatch.setattr("headway.solver.cache.MOST_BYTES", path.stat().st_size * 5 // 2)
    monkeypatch.setattr("headway.solver.cache.pack", lambda solution: b"short")
    solved(second)
    assert not left.exists()
    assert written.exists()
    assert path.exists()
    monkeypatch.setattr("headway.solver.cache.MOST_BYTES", path.stat().st_size * 3 // 2)
    solved(find("cross-over").variant({"length": 7}))
    assert written.exists()
    assert not path.exists()


def test_a_solution_that_would_fill_the_folder_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("cross-over")
    path = place(game)
    assert path is not None
    monkeypatch.setattr("headway.solver.cache.MOST_BYTES", 1_000)
    assert solved(game).verdict(game.start())
    assert not path.exists()


@pytest.mark.parametrize("name", ["capture-the-flag", "predictive-pursuit"])
def test_to_open_a_solution_no_rule_is_asked(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is quick because nothing is explored: only the start is made, once for the shape of a state."""
    game = find(name)
    found, start = solved(game), game.start()
    node, expected = found.index.node(start), found.value(start)
    assert node is not None

    def asked(*args: object) -> Any:
        raise AssertionError("a rule was asked")

    closed = replace(game, code=game.code._replace(actor=asked, legal=asked, play=asked, winner=asked, view=asked))
    path = place(game)
    assert path is not None
    _, _, packed = path.read_bytes().partition(b"\n")
    assert unpack(closed, packed).values[node] == expected


@pytest.mark.parametrize(
    ("name", "rules"), [("capture-the-flag", {"length": 7}), ("predictive-pursuit", {"length": 20}), ("cross-over", {})]
)
def test_a_solution_takes_few_bytes_for_each_state(name: str, rules: dict[str, object]) -> None:
    """What finds a state, its value, how best play ends, and plies or odds: solved, and as it is read from a file."""
    game = find(name).variant(rules)
    known = explore_interpreted(game)
    packed = pack(solve(game, known=known))  # what stays in memory for other games, too, is there now
    del known
    assert bytes_per_state(lambda: solve(game, known=explore_interpreted(game))) < 60
    assert bytes_per_state(lambda: unpack(game, packed)) < 60


def bytes_per_state(find_solution: Callable[[], Solution]) -> float:
    """What stays in memory of what is made to find a solution."""
    gc.collect()
    tracemalloc.start()
    try:
        solution = find_solution()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / solution.states
    finally:
        tracemalloc.stop()
