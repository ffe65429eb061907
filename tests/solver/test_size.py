"""Games that are too large: the refusal, and the memory that is counted."""

import re
from pathlib import Path

import pytest

from headway.catalogue import find
from headway.errors import TooLarge
from headway.solver import compiled_retrograde, solve
from headway.solver.form_memory import most_reachable, room_for_form
from headway.solver.memory import free_memory
from headway.solver.size import BYTES_PER_OUTCOME, BYTES_PER_STATE, memory_limit, state_count
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
    """Its states are numbered in an array, which takes four bytes for each: the span shows that it is too large."""
    monkeypatch.setattr("headway.solver.form_memory.free_memory", lambda: 15 * 2**20)
    monkeypatch.setattr("headway.solver.form_memory.compiled_for", None)  # nothing is compiled
    refused = headway("solve", "number-race", "--rule", "length=1000")
    assert refused.status == 2
    assert (
        "has up to 4,008,004 states under these rules; they take at least 15.3 MiB, and 15.0 MiB are free."
        in refused.err
    )
    largest = re.search(r"The largest length that surely fits is (\d+)\.", refused.err)
    assert largest is not None
    fits = find("number-race").variant({"length": int(largest[1])})
    assert room_for_form(fits, print) == most_reachable(fits)


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
    free = 20_000_000
    monkeypatch.setattr("headway.solver.compiled_retrograde.free_memory", lambda: free)
    game = find("capture-the-flag").variant({"length": 40})
    with pytest.raises(TooLarge, match=r"they take about \d\d\d\.\d MiB, and 19\.1 MiB are free\.") as no:
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


def test_a_game_whose_moves_do_not_fit_is_refused_with_what_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """The moves are known only when a game has been explored; they are more than was thought here."""
    game = find("capture-the-flag").variant({"length": 14})
    monkeypatch.setattr(compiled_retrograde, "_bytes", lambda game: 0)
    monkeypatch.setattr("headway.solver.compiled_retrograde.free_memory", lambda: 13 * state_count(game))
    with pytest.raises(TooLarge, match=r"; they take (\d+\.\d+) MiB, and (\d+\.\d+) MiB are free\.") as no:
        compiled_retrograde.solve_compiled(game, lambda doing: None)
    assert 1 <= named_length(no.value) < 14
    monkeypatch.setattr(compiled_retrograde, "MOST_LISTED", 110_000)
    with pytest.raises(TooLarge, match=r"; they have [\d,]{7} moves, and 110,000 fit\."):
        compiled_retrograde.solve_compiled(game, lambda doing: None)


def test_the_figures_of_a_refusal_differ() -> None:
    assert memory_limit(3 * 2**30, 2**30) == "they take 3.0 GiB, and 1.0 GiB are free"
    assert memory_limit(2**30 + 2**22, 2**30) == "they take 1.004 GiB, and 1.000 GiB are free"
    assert memory_limit(2**20, 2**19, "about ") == "they take about 1.0 MiB, and 0.5 MiB are free"
    assert memory_limit(2**30 + 1, 2**30) == "they take 1.000000001 GiB, and 1.000000000 GiB are free"
    assert memory_limit(5 * 10**40, 2**30, "about ") == "they take about 10^31 GiB, and 1.0 GiB are free"


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
