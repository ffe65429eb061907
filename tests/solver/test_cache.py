"""Solutions that are kept in a file."""

from collections.abc import Callable

import pytest

from headway.catalogue import find, names
from headway.solver.cache import place, solved


@pytest.mark.parametrize("name", names())
def test_a_solution_comes_back_from_the_cache(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(name)
    fresh = solved(game)
    monkeypatch.setattr("headway.solver.cache.solve", None)  # from here on there is only the cache
    kept = solved(game)
    assert (kept.values, kept.plies, kept.odds) == (fresh.values, fresh.plies, fresh.odds)
    assert (kept.guesses, kept.certificate, kept.endless) == (fresh.guesses, fresh.certificate, fresh.endless)


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
    sound = path.read_bytes()
    path.write_bytes(damage(sound))
    assert solved(game).values == whole.values
    assert path.read_bytes() == sound


def test_a_variant_is_not_taken_for_the_books_game() -> None:
    game = find("cross-over")
    solved(game)
    variant = game.variant({"length": 12})
    assert place(variant) != place(game)
    assert solved(variant).game == variant
