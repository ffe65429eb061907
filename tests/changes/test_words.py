"""What is said of the changes before a game: in its welcome, and in at most four lines on how it is played."""

from itertools import product
from typing import Any

import pytest

import headway as package
from headway.catalogue import own_names
from headway.changes.head_start import possible
from headway.changes.lines import on_few_lines
from headway.errors import NoTakeback
from headway.rulekit import P1, P2
from headway.table.summary import caption
from headway.table.takeback import take_back
from headway.voice import SPECTATING
from tests.conftest import Headway

PIE = "After the first turn the second player may swap sides."
SETTINGS: list[dict[str, Any]] = [
    dict(pair for pair in zip(("pie", "lot", "head_start", "cap"), values, strict=True) if pair[1])
    for values in product(("", "yes"), ("", "yes"), (0, 1), (0, 40))
    if not (values[1] and values[2])  # who has a head start, no lot can decide
]


@pytest.mark.parametrize("name", own_names())
def test_every_change_is_told_in_at_most_four_lines(name: str) -> None:
    for changes in SETTINGS:
        game = package.load(name, **changes)
        told = " ".join(game.how_to_play)
        assert len(game.how_to_play) <= 4
        assert all(line in told for line in game.plain.how_to_play)
        assert (PIE in told, "A lot decides who moves first." in told) == ("pie" in changes, "lot" in changes)
        assert ("The second player starts 1 position ahead" in told) == ("head_start" in changes)
        assert ("After 40 moves" in told) == ("cap" in changes)


@pytest.mark.parametrize("name", own_names())
def test_how_to_play_is_short_with_every_change_under_every_extreme_of_the_rules(name: str) -> None:
    """Four lines, each of at most two lines of a terminal of 80 columns; what shares no line is as short as ever."""
    book = package.load(name)
    ends = [
        [(rule.name, rule.choices[value] if rule.choices else value) for value in (rule.allowed[0], rule.allowed[-1])]
        for rule in book.rule_list
        if not rule.is_row
    ]
    for settings in product(*ends):
        game = book.variant(dict(settings))
        leads = {0, possible(game.code, game.rules)[-1]}
        for lot, pie, lead, cap in product(("no", "yes"), ("no", "yes"), leads, (0, 10_000)):
            if lot == "yes" and lead:
                continue  # who has a head start, no lot can decide
            changes: dict[str, Any] = {"lot": lot, "pie": pie, "head_start": lead, "cap": cap}
            lines = book.variant({**dict(settings), **changes}).how_to_play
            assert 1 <= len(lines) <= 4
            assert all(0 < len(line) <= 2 * 80 for line in lines), (lines, settings)
            sentences = len(game.how_to_play) + sum(value not in ("no", 0) for value in changes.values())
            if sentences <= 4:
                assert max(map(len, lines)) <= 84, lines


@pytest.mark.parametrize("name", own_names())
def test_a_head_start_says_where_the_pieces_really_start(name: str) -> None:
    game = package.load(name, head_start=2)
    places = {second: game.positions(game.start(1 - second))[second][0] for second in (P1, P2)}
    told, welcome = " ".join(game.how_to_play), game.words.welcome(game.rules, P1)
    if places[P1] == places[P2]:
        assert f"The second player starts 2 positions ahead, at {places[P1]}." in told
    else:
        one, two = places[P1], places[P2]
        assert f"The second player starts 2 positions ahead: Player 2 at {two}, Player 1 at {one}." in told
    assert welcome.strip().splitlines()[-1].startswith("Head start: Player 2 starts 2 positions ahead, ")
    assert welcome.strip().endswith(f"at {places[P2]}.")


@pytest.mark.parametrize("name", own_names())
def test_the_welcome_tells_of_the_pie_rule_and_of_the_cap(name: str) -> None:
    game, plain = package.load(name, pie="yes", cap=40), package.load(name)
    for first, second in ((P1, "Player 2"), (P2, "Player 1")):
        told = game.words.welcome(game.rules, first)
        assert told.startswith(plain.words.welcome(plain.rules, first).rstrip("\n"))
        swap, cap = told.strip().splitlines()[-2:]
        assert swap == f"After the first turn {second} may swap sides."
        assert cap == f"After 40 moves{', those of chance included,' if plain.has_chance else ''} it is a draw."


def test_after_the_lot_the_welcome_names_the_player_who_may_swap(headway: Headway) -> None:
    told = headway("replay", "cross-over", "--rule", "lot=yes", "--rule", "pie=yes", "--moves", "P2 first, 3").out
    assert told.startswith("A lot decides who moves first.\n")
    assert "After the first turn Player 1 may swap sides." in told


def test_more_than_four_sentences_share_lines_in_their_order() -> None:
    assert on_few_lines(["One.", "Two."]) == ("One.", "Two.")
    assert on_few_lines(["A long one.", "1.", "2.", "A long one.", "4 is long"]) == (
        "A long one.",
        "1. 2.",
        "A long one.",
        "4 is long",
    )
    assert " ".join(on_few_lines([f"{number}." for number in range(8)])) == "0. 1. 2. 3. 4. 5. 6. 7."


def test_what_chance_does_before_the_first_move_is_not_called_a_die(headway: Headway) -> None:
    told = headway("hint", "cross-over", "--rule", "lot=yes").out
    assert told.startswith("The chance that Player 1 wins after each way to begin:\n")
    assert headway("hint", "number-race", "--moves", "roll").out.startswith(
        "The chance that Player 1 wins after each roll"
    )
    table = package.Table(package.load("cross-over", lot="yes"))
    assert caption(table, SPECTATING) == "at the start; chance decides how it begins"
    with pytest.raises(NoTakeback, match="How the game begins has been decided, and stays so"):
        take_back(table.play("P1 first"), 1)
    rolled = package.Table(package.load("number-race")).play("roll").play("3")
    with pytest.raises(NoTakeback, match="A die that has been rolled stays rolled"):
        take_back(rolled, 1)
