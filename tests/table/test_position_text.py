"""The position text: round trips of every game, what damage it finds, and what it refuses."""

import itertools
import math
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway import catalogue
from headway.catalogue import find, own_names
from headway.errors import BadPosition, BadRules
from headway.game import Game
from headway.rulekit import P1, P2
from headway.ruleset import Rule, Setting
from headway.table.mixed_radix import Packer, Unpacker
from headway.table.outcome import Reason
from headway.table.position_text import (
    ALPHABET,
    BASE,
    INITIALS,
    MAX_TEXT_CHARACTERS,
    MAX_TEXT_MOVES,
    NAME_LETTERS,
    VERSION,
    check_character,
)
from headway.table.table import Table
from tests.table.records import random_table

DOCS = (Path(__file__).parents[2] / "docs" / "formats.md").read_text("utf-8")
SECTION = DOCS.split("## The position text")[1].split("\n## ")[0]


def played(game: Game, first: int, moves: int, rng: random.Random) -> Table:
    """A table after random moves, those of chance and secret ones included."""
    table = Table(game, first)
    while table.ply < moves and table.result is None:
        table = table.play_move(rng.choice(game.moves_at(table.state)))
    return table


def random_setting(rule: Rule, rng: random.Random) -> Setting:
    if rule.choices:
        return rng.choice(rule.choices)
    if rule.is_row:
        return [rng.choice(rule.allowed) for _ in range(rng.randint(2, 40))]
    return rng.choice(rule.allowed[:60])


def random_variant(game: Game, rng: random.Random) -> Game:
    """Any rules that the game accepts; a combination that it refuses is drawn again."""
    while True:
        chosen = {rule.name: random_setting(rule, rng) for rule in game.rule_list if rng.random() < 0.5}
        try:
            return game.variant(chosen, rng)
        except BadRules:
            continue


def without_open_secret(table: Table) -> Table:
    return table.earlier(1) if table.is_secret_open else table


@settings(max_examples=200)
@given(name=st.sampled_from(own_names()), first=st.sampled_from([P1, P2]), moves=st.integers(0, 60), rng=st.randoms())
def test_what_is_written_is_read_again(name: str, first: int, moves: int, rng: random.Random) -> None:
    table = played(random_variant(find(name), rng), first, moves, rng)
    assert Table.from_text(table.text) == without_open_secret(table)
    assert Table.from_text(table.text).states == without_open_secret(table).states


@pytest.fixture
def installed(lucky_steps: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A sixth game that is registered as an entry point would be."""
    own = catalogue._others_games()
    monkeypatch.setattr(catalogue, "_others_games", lambda: own | {lucky_steps.name: "lucky_steps"})
    return find(lucky_steps.name)


@pytest.mark.parametrize("seed", range(40))
def test_a_sixth_game_is_written_by_its_name_and_read_again(installed: Game, seed: int) -> None:
    rng = random.Random(seed)
    table = played(random_variant(installed, rng), seed % 2, seed, rng)
    assert Table.from_text(table.text) == without_open_secret(table)


def test_a_game_that_is_not_installed_is_named(lucky_steps: Game) -> None:
    text = Table(lucky_steps).text
    with pytest.raises(BadPosition, match=r'^The game "lucky-steps" of this text is not installed here\.$'):
        Table.from_text(text)


@pytest.mark.parametrize("name", own_names())
def test_texts_are_short(name: str) -> None:
    """A start takes at most six characters, the number of moves three, and the moves what their choices need."""
    table = random_table(name, seed=1, plies=20)
    choices = (len(table.game.moves_at(state)) for state in table.states[:-1])
    assert len(Table(table.game).text) <= 6
    assert len(table.text) <= 6 + 3 + sum(math.log(count, BASE) for count in choices) + 1  # the length is even


def test_an_open_secret_is_in_no_text() -> None:
    start = Table(find("predictive-pursuit"))
    assert start.play("1").text == start.play("2").text == start.text
    assert start.play("1").play("2").text != start.play("2").play("2").text


def test_how_the_players_ended_a_game_is_not_in_its_text() -> None:
    table = Table(find("cross-over")).play("3")
    assert table.end(Reason.AGREED).text == table.text


# -- damage

EXAMPLES = [
    Table(find("cross-over")).text,
    random_table("capture-the-flag", seed=2, plies=30).text,
    random_table("number-race", seed=3, plies=12).text,
    played(find("number-race").variant({"length": 7}, random.Random(4)), P2, 9, random.Random(4)).text,
]


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_wrong_character_is_found(text: str) -> None:
    for at, right in enumerate(text):
        for wrong in set(ALPHABET) - {right}:
            refused(text[:at] + wrong + text[at + 1 :])


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_missing_or_additional_character_and_every_swap_of_neighbours_is_found(text: str) -> None:
    for at in range(len(text)):
        refused(text[:at] + text[at + 1 :])
        for added in ALPHABET:
            refused(text[:at] + added + text[at:])
    for at, (one, other) in enumerate(itertools.pairwise(text)):
        if one != other:
            refused(text[:at] + other + one + text[at + 2 :])


def refused(text: str) -> None:
    with pytest.raises(BadPosition, match=r"^(This text is damaged: .*|There is nothing to read; .*)\.$"):
        Table.from_text(text)


# -- refusals


def test_what_an_address_has_encoded_is_read_and_shown_as_it_was() -> None:
    text = Table(find("cross-over")).text
    encoded = f"%{ord(text[0]):02X}{text[1:]}"
    assert Table.from_text(f"https://example.org/p#{encoded}").text == text
    with pytest.raises(BadPosition, match=r'^"café 1" is not the text of a position'):
        Table.from_text("https://example.org/p#caf%C3%A9%201")


def checked(body: str, version: str = VERSION) -> str:
    return version + body + check_character(version + body)


def test_the_text_of_a_later_version_is_refused_as_that() -> None:
    with pytest.raises(BadPosition, match=r"^This text is of version 2, and this copy of Headway reads version 1\.$"):
        Table.from_text(checked("0Kngce", version="2"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing to read; expected the text of a position."),
        ("#", "There is nothing to read; expected the text of a position."),
        ("1b!J", '"1b!J" is not the text of a position: such a text has letters and digits only, and never an l.'),
        ("1bl\n", '"1bl" is not the text of a position: such a text has letters and digits only, and never an l.'),
        ("1" * (MAX_TEXT_CHARACTERS + 2), "A text of 20,002 characters is too long; the longest has 20,000."),
    ],
)
def test_an_invalid_position_text_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        Table.from_text(text)
    assert str(refusal.value) == sentence


def packed(initials: str, values: tuple[int, ...]) -> str:
    """A text with a right check that Headway would not write: the whole numbers after the game's name are given."""
    packer = Packer()
    packer.put(P1, 2)
    packer.put(INITIALS, 2)
    for letter in initials:
        packer.put(NAME_LETTERS.index(letter) + 1, len(NAME_LETTERS) + 1)
    packer.put(0, len(NAME_LETTERS) + 1)
    for value in values:
        packer.put_whole(value)
    body, number = "", packer.number
    while number or len(body) % 2:
        number, digit = divmod(number, BASE)
        body = ALPHABET[digit] + body
    return checked(body)


@pytest.mark.parametrize(
    ("initials", "values", "sentence"),
    [
        ("zz", (0, 0), 'The game "zz" of this text is not installed here.'),
        ("co", (1, 7), "This text changes a rule that Cross Over does not have here."),
        ("co", (1, 0, 2, 0), "The rules of this text are refused: length takes a whole number from 2 to 1000, not"),
        ("pp", (1, 2, 14), "The rules of this text are refused: there is no reading 7 of "),
        ("nr", (1, 1, 99_999, 0, 1), "This text has a row of numbers that cannot be; it was not written by Headway."),
        ("co", (0, MAX_TEXT_MOVES + 1), "A text may have at most 20,000 moves here, not 20,001."),
        ("co", (0, 2**31), "This text has a number that is too large; it was not written by Headway."),
        ("co", (0, 99), "The moves of this text are not legal: move 17 comes after the end of the game."),
        ("co", (0, 0, 5), "The moves of this text are not legal under the rules of the game as it is installed here."),
        ("pp", (0, 1), "This text ends with a secret that is not answered; nothing secret belongs into a text."),
    ],
)
def test_rules_and_moves_that_cannot_be_are_refused(initials: str, values: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        Table.from_text(packed(initials, values))
    assert str(refusal.value).startswith(sentence)
    assert "\n" not in str(refusal.value)


@given(body=st.text(ALPHABET, max_size=60).filter(lambda body: len(body) % 2 == 0))
def test_any_text_with_a_right_check_is_read_or_refused_in_a_sentence(body: str) -> None:
    try:
        table = Table.from_text(checked(body))
    except BadPosition as refusal:
        told = str(refusal)
    else:
        assert Table.from_text(table.text) == table
        told = "It was read."
    assert re.fullmatch(r"[^\n]+\.", told)


def test_a_link_that_ends_with_a_text_is_taken() -> None:
    table = Table(find("cross-over")).play("3")
    assert Table.from_text(f" https://example.org/p#{table.text}\n") == table


@given(st.lists(st.integers()))
def test_numbers_of_any_sign_are_packed(values: list[int]) -> None:
    small = [value % 2**28 * (1 if value >= 0 else -1) for value in values]
    packer = Packer()
    for value in small:
        packer.put_signed(value)
    unpacker = Unpacker(packer.number)
    assert [unpacker.take_signed() for _ in small] == small
    assert unpacker.rest == 0


# -- what is promised


def test_our_own_games_have_different_initials() -> None:
    """They are part of the format: a game that is added must not have the initials of another."""
    documented = dict(re.findall(r"`(\w+)` \(([\w-]+)\)", SECTION))
    assert documented == {"ctf": "capture-the-flag", "co": "cross-over", "nr": "number-race",
                          "pp": "predictive-pursuit", "rttc": "race-to-the-center"}  # fmt: skip
    assert sorted(documented.values()) == sorted(own_names())


def test_the_documented_example_is_read_as_documented() -> None:
    """By the document alone: its alphabet, its check and its digits, with nothing of the program."""
    alphabet = SECTION.split("the characters `")[1].split("`")[0]
    text = SECTION.split("The text `")[1].split("`")[0]
    assert (alphabet, len(alphabet)) == (ALPHABET, 61)
    weights = [2**place for place in range(len(text))]
    assert sum(w * alphabet.index(c) for w, c in zip(weights, reversed(text), strict=True)) % 61 == 1
    number = 0
    for character in text[1:-1]:
        number = number * 61 + alphabet.index(character)
    for digit, radix in re.findall(r"^\| [^|]+ \| (\d+) \| (\d+) \|$", SECTION, re.MULTILINE):
        assert number % int(radix) == int(digit)
        number //= int(radix)
    assert number == 0
    assert Table.from_text(text).history == ("3", "2")
    assert f"version is `{VERSION}`" in SECTION
