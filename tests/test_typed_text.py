"""What people type is read without regard to capitals and spacing, everywhere alike."""

import pytest

from headway.catalogue import find
from headway.typed_text import normalised


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("S1 2", "s1 2"),
        ("  S1 \t 2\r\n", "s1 2"),
        ("S1\u00a02", "s1 2"),  # a space that a phone may send
        ("STRASSE", "straße"),
        ("", "  \n"),
    ],
)
def test_spellings_of_one_thing(typed: str, same: str) -> None:
    assert normalised(typed) == normalised(same)


@pytest.mark.parametrize(("one", "other"), [("s12", "s1 2"), ("1", "2"), ("skip", "")])
def test_spellings_of_two_things(one: str, other: str) -> None:
    assert normalised(one) != normalised(other)


def test_moves_and_names_of_games_are_read_with_it() -> None:
    for name in ("cross-over", "Cross Over", " CROSS_OVER ", "cross - over"):
        assert find(name) == find("cross-over")
    game = find("capture-the-flag")
    assert game.parse(game.start(), " s1\u00a0 2 ") == game.parse(game.start(), "S1 2")
