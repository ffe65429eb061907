"""Games that are too large: the refusal, and the memory that is counted."""

from pathlib import Path

import pytest

from headway.catalogue import find
from headway.solver import compiled_retrograde, solve
from headway.solver.memory import free_memory
from headway.solver.size import BYTES_PER_STATE, TooLarge, state_count
from tests.conftest import Headway
from tests.solver.variants import VARIANTS, named_length
from tests.state_graph import Graph


@pytest.mark.parametrize(("name", "most"), [("capture-the-flag", 1000), ("number-race", 500), ("cross-over", 100)])
def test_too_many_positions_are_refused_and_the_length_that_is_named_is_the_largest(name: str, most: int) -> None:
    game = find(name)
    with pytest.raises(
        TooLarge, match=rf"has up to {state_count(game):,} states under these rules; {most:,} fit\."
    ) as no:
        solve(game, most)
    largest = named_length(no.value)
    assert solve(game.variant({"length": largest}), most).states <= most
    with pytest.raises(TooLarge):
        solve(game.variant({"length": largest + 1}), most)


def test_no_more_states_can_be_reached_than_are_counted() -> None:
    for name, rules in VARIANTS:
        game = find(name).variant(rules)
        assert len(Graph(game).nodes) <= state_count(game)


def test_a_long_dice_game_is_refused_before_anything_is_compiled(
    headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its states are numbered in an array, which takes four bytes for each."""
    monkeypatch.setattr("headway.solver.exploration.free_memory", lambda: 4 * 4 * 500**2)
    monkeypatch.setattr("headway.solver.exploration.compiled_for", None)  # nothing is compiled
    refused = headway("solve", "number-race", "--rule", "length=1000")
    assert refused.status == 2
    assert "has up to 4,008,004 states" in refused.err
    assert "The largest length that fits is 499." in refused.err


def test_without_machine_code_the_memory_is_counted_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.find_spec", lambda name: None)
    monkeypatch.setattr("headway.solver.size.free_memory", lambda: BYTES_PER_STATE * 1_000)
    with pytest.raises(TooLarge, match=r"they take about 0\.0 GiB, and 0\.0 GiB are free\.") as no:
        solve(find("number-race"))
    assert state_count(find("number-race").variant({"length": named_length(no.value)})) <= 1_000


def test_the_largest_length_that_fits_the_memory_is_the_largest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.compiled_retrograde.free_memory", lambda: 20_000_000)
    game = find("capture-the-flag").variant({"length": 40})
    with pytest.raises(TooLarge, match=r"they take about 0\.2 GiB, and 0\.0 GiB are free\.") as no:
        solve(game)
    largest = named_length(no.value)
    assert compiled_retrograde._fits(game.variant({"length": largest}))
    assert not compiled_retrograde._fits(game.variant({"length": largest + 1}))
    monkeypatch.setattr("headway.solver.compiled_retrograde.free_memory", lambda: 2**60)
    assert not compiled_retrograde._fits(game.variant({"length": 300}))  # more states than can be numbered


def test_what_does_not_fit_is_refused_with_its_size_and_the_largest_that_does(headway: Headway) -> None:
    refused = headway("solve", "capture-the-flag", "--rule", "length=1000")
    assert refused.status == 2
    assert "has up to 2,008,012,008,002 states under these rules; they take about" in refused.err
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
