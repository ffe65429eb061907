"""Games that are too large: the refusal, and the memory that is counted."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from headway.catalogue import find
from headway.errors import TooLarge
from headway.rulekit import P1
from headway.solver import compiled_retrograde, solve
from headway.solver.form_memory import count
from headway.solver.memory import free_memory
from headway.solver.size import BYTES_PER_OUTCOME, BYTES_PER_STATE, memory_limit, most_moves, state_count
from tests.conftest import Headway
from tests.large import large_from
from tests.solver.peak_memory import peak_memory
from tests.solver.variants import VARIANTS, named_length
from tests.state_graph import Graph


@pytest.mark.parametrize(("name", "most"), [("capture-the-flag", 1000), ("number-race", 500), ("cross-over", 100)])
def test_too_many_positions_are_refused_and_the_length_that_is_named_is_the_largest(
    name: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without machine code."""
    large_from(monkeypatch, 10**9)
    monkeypatch.setattr("headway.solver.MOST_STATES", most)
    game = find(name)
    with pytest.raises(
        TooLarge, match=rf"has up to {state_count(game):,} states under these rules; {most:,} fit\."
    ) as no:
        solve(game)
    largest = named_length(no.value)
    assert solve(game.variant({"length": largest})).states <= most
    with pytest.raises(TooLarge):
        solve(game.variant({"length": largest + 1}))


def test_no_more_states_can_be_reached_than_are_counted() -> None:
    for name, rules in VARIANTS:
        game = find(name).variant(rules)
        assert len(Graph(game).nodes) <= state_count(game)


def test_a_long_dice_game_is_refused_before_anything_is_compiled(
    headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its states are numbered in an array, which takes four bytes for each: the span shows that it is too large."""
    monkeypatch.setattr("headway.solver.form_memory.free_memory", lambda: 15 * 2**20)
    monkeypatch.setattr("headway.solver.form_memory.compiled_for", None)  # nothing is compiled
    refused = headway("solve", "number-race", "--rule", "length=1000")
    assert refused.status == 2
    assert (
        "has up to 4,008,004 states under these rules; they take at least 15.3 MiB, and 15.0 MiB are free."
        in refused.err
    )
    largest = re.search(r"The largest length that fits is about (\d+)\.", refused.err)
    assert largest is not None
    monkeypatch.undo()
    taken = [
        count(find("number-race").variant({"length": int(share * int(largest[1]))}), free_memory(), print).most
        for share in (0.8, 1.2)
    ]
    assert taken[0] < 15 * 2**20 < taken[1]


def test_without_machine_code_the_memory_is_counted_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("number-race")
    each = BYTES_PER_STATE + BYTES_PER_OUTCOME * len(game.all_moves)
    monkeypatch.setattr("headway.solver.find_spec", lambda name: None)
    monkeypatch.setattr("headway.solver.size.free_memory", lambda: each * 1_000)
    with pytest.raises(TooLarge, match=r"they take about 3\.0 MiB, and 1\.7 MiB are free\.") as no:
        solve(game)
    largest = named_length(no.value)
    assert state_count(game.variant({"length": largest})) <= 1_000 < state_count(game.variant({"length": largest + 1}))


def test_the_largest_length_that_fits_the_memory_is_the_largest(monkeypatch: pytest.MonkeyPatch) -> None:
    free = 100_000_000
    monkeypatch.setattr("headway.solver.compiled_retrograde.free_memory", lambda: free)
    game = find("capture-the-flag").variant({"length": 40})
    with pytest.raises(TooLarge, match=r"they take up to \d\d\d\.\d MiB, and 95\.4 MiB are free\.") as no:
        solve(game)
    largest = named_length(no.value)
    assert compiled_retrograde._fits(game.variant({"length": largest}), free)
    assert not compiled_retrograde._fits(game.variant({"length": largest + 1}), free)


def test_more_states_than_can_be_numbered_are_refused_however_much_memory_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("headway.solver.compiled_retrograde.free_memory", lambda: 2**60)
    with pytest.raises(TooLarge, match=r"states under these rules; 4,294,967,295 fit\.") as no:
        solve(find("capture-the-flag").variant({"length": 300}))
    assert 2 * (named_length(no.value) + 1) ** 4 < 2**32 <= 2 * (named_length(no.value) + 2) ** 4  # 4 soldiers, 2 seats


def test_a_game_takes_no_more_memory_than_was_thought_before_it_was_explored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor much less: what is free decides whether a game is refused, and nothing does later."""
    game = find("capture-the-flag").variant({"length": 20})
    solve(game.variant({"length": 14}))  # everything is compiled
    needed = compiled_retrograde._bytes(game)
    monkeypatch.setattr("headway.solver.compiled_retrograde.free_memory", lambda: needed)
    assert 0.7 * needed < peak_memory(lambda: solve(game)) < needed + 1_000_000
    monkeypatch.setattr("headway.solver.compiled_retrograde.free_memory", lambda: needed - 1)
    monkeypatch.setattr(compiled_retrograde, "_explore", None)  # nothing is explored
    with pytest.raises(TooLarge, match=r"they take up to \d+\.\d+ MiB, and \d+\.\d+ MiB are free\.") as no:
        solve(game)
    assert named_length(no.value) == 19


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_no_state_has_more_moves_than_most(name: str, rules: dict[str, object]) -> None:
    """And some have as many, in the games of the books."""
    game = find(name).variant(rules)
    assert most_moves(game) == max(len(game.moves_at(state)) for state in game.reachable())


@pytest.mark.parametrize(
    ("name", "rules", "most"),
    [
        ("capture-the-flag", {"length": 1000}, 2 * 2),
        ("capture-the-flag", {"length": 1000, "soldiers": 3, "longest_step": 5}, 3 * 5),
        ("capture-the-flag", {"length": 1000, "pie": "yes", "cap": 100}, 2 * 2),
        ("cross-over", {"length": 1000}, 3),
        ("cross-over", {"length": 1000, "longest_step": 1}, 1),
        ("race-to-the-center", {"length": 1000, "longest_step": 9}, 9),
        ("number-race", {"length": 1000}, 6),
        ("predictive-pursuit", {"length": 1000, "longest_step": 9}, 9),
    ],
)
def test_the_most_moves_are_known_at_a_size_at_which_no_one_can_look_at_every_state(
    name: str, rules: dict[str, object], most: int
) -> None:
    assert most_moves(find(name).variant(rules)) == most


def test_moves_that_cannot_be_ruled_out_are_taken_to_be_there() -> None:
    """These rules look at the bits of a number, of which its bounds say nothing: the skip is never legal."""
    book = find("cross-over").variant({"length": 1000})

    def legal(rules: Any, state: Any, move: int) -> bool:
        return book.code.legal(rules, state, move) if move < 3 else state.places[P1] & 2048 > 0

    assert most_moves(replace(book, code=book.code._replace(legal=legal))) == len(book.all_moves) == 4


def test_the_figures_of_a_refusal_differ() -> None:
    assert memory_limit(3 * 2**30, 2**30) == "they take 3.0 GiB, and 1.0 GiB are free"
    assert memory_limit(2**30 + 2**22, 2**30) == "they take 1.004 GiB, and 1.000 GiB are free"
    assert memory_limit(2**20, 2**19, "about ") == "they take about 1.0 MiB, and 0.5 MiB are free"
    assert memory_limit(2**30 + 1, 2**30) == "they take 1.000000001 GiB, and 1.000000000 GiB are free"
    assert memory_limit(5 * 10**40, 2**30, "about ") == "they take about 10^31 GiB, and 1.0 GiB are free"


def test_what_does_not_fit_is_refused_with_its_size_and_the_largest_that_does(headway: Headway) -> None:
    refused = headway("solve", "capture-the-flag", "--rule", "length=1000")
    assert refused.status == 2
    assert "has up to 2,008,012,008,002 states under these rules; they take at least" in refused.err
    assert 20 < named_length(refused.err) < 1000


@pytest.mark.parametrize(
    ("limit", "used"), [("memory.max", "memory.current"), ("memory.limit_in_bytes", "memory.usage_in_bytes")]
)
def test_a_container_has_no_more_memory_than_its_limit(tmp_path: Path, limit: str, used: str) -> None:
    without = free_memory(tmp_path)
    folder = tmp_path if limit == "memory.max" else tmp_path / "memory"
    folder.mkdir(exist_ok=True)
    (folder / limit).write_text("5000000\n")
    (folder / used).write_text("3000000\n")
    assert free_memory(tmp_path) == 1_800_000
    (folder / "memory.stat").write_text("cache 9\ninactive_file 1000000\n")
    assert free_memory(tmp_path) == 2_700_000
    (folder / limit).write_text("max\n")
    assert free_memory(tmp_path) > 100_000_000
    assert without > 100_000_000
