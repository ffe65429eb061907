"""The position text: a game, its rules, who moves first and the moves so far in one short text of letters and digits.

Its first character is the version, its last a check character. What is between them is one number in base 61, whose
digits are listed in docs/formats.md. Only what all may see is in it: a secret that is not answered is left out.
"""

from collections.abc import Iterator
from typing import NamedTuple

from headway.catalogue import find, own_names
from headway.contract import State, fields
from headway.errors import BadPosition, HeadwayError, UnknownGame, quoted
from headway.game import Game
from headway.phrases import count
from headway.ruleset import Rule, Setting
from headway.table.mixed_radix import Packer, Unpacker

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""All letters and digits but the small l. There are 61, a prime, which the check needs."""
BASE = len(ALPHABET)
VALUES = {character: value for value, character in enumerate(ALPHABET)}
VERSION = "1"
NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"
MAX_TEXT_CHARACTERS = 20_000
MAX_TEXT_MOVES = 20_000
MAX_ROW_NUMBERS = 10_000
FIRST_CHANGE = 64
"""The number of the first change that any game can have; a game that gets another rule keeps its texts."""
INITIALS, FULL_NAME = 0, 1
DAMAGED = "This text is damaged: a character is wrong, missing, added or swapped with its neighbour. Copy it again."


class Line(NamedTuple):
    """What a position text holds: a game, who moves first, the moves, and the states from the start to the last."""

    game: Game
    first: int
    moves: tuple[int, ...]
    states: tuple[State, ...]


def write_text(line: Line) -> str:
    """The position text of moves that are known to be legal."""
    packer = Packer()
    packer.put(line.first, 2)
    _put_name(packer, line.game.name)
    _put_rules(packer, line.game)
    packer.put_whole(len(line.moves))
    for state, move in zip(line.states, line.moves, strict=False):
        legal = line.game.moves_at(state)
        packer.put(legal.index(move), len(legal))
    body = _in_base(packer.number)
    if len(line.moves) > MAX_TEXT_MOVES or len(body) > MAX_TEXT_CHARACTERS - 2:
        raise BadPosition(f"A game of {len(line.moves):,} moves is too long for a text.")
    unchecked = VERSION + body
    return unchecked + check_character(unchecked)


def read_text(text: str, most: int = MAX_TEXT_MOVES) -> Line:
    """What a position text holds; a link that ends with one is taken too. `BadPosition` says what is wrong with it.

    A text of more than `most` moves is refused before they are played.
    """
    body = _checked(_decoded(text.strip().rpartition("#")[2]))
    number = 0
    for character in body:
        number = number * BASE + VALUES[character]
    unpacker = Unpacker(number)
    first = unpacker.take(2)
    game = _take_rules(unpacker, _take_game(unpacker))
    return _take_moves(unpacker, game, first, most)


# -- characters


def _decoded(text: str) -> str:
    """The text as it was before it became part of an address; no position text has a percent sign."""
    if "%" not in text:
        return text
    from urllib.parse import unquote  # which few texts need

    return unquote(text)


def check_character(text: str) -> str:
    """The character that makes the sum of a text right; the sum is that of ISO 7064's pure systems, with radix 2."""
    return ALPHABET[(1 - 2 * _sum(text)) % BASE]


def _sum(text: str) -> int:
    """The values of the characters with the weights 1, 2, 4... from the end, modulo 61.

    Neighbours have different weights and no weight is zero, so one wrong character, or two neighbours that are swapped,
    always change the sum.
    """
    total = 0
    for character in text:
        total = (2 * total + VALUES[character]) % BASE
    return total


def _checked(text: str) -> str:
    """The characters between the version and the check, once they are known to be right."""
    if not text:
        raise BadPosition("There is nothing to read; expected the text of a position.")
    if len(text) > MAX_TEXT_CHARACTERS:
        raise BadPosition(f"A text of {len(text):,} characters is too long; the longest has {MAX_TEXT_CHARACTERS:,}.")
    if any(character not in VALUES for character in text):
        raise BadPosition(
            f"{quoted(text)} is not the text of a position: such a text has letters and digits only, and never an l."
        )
    if len(text) % 2 == 1 or _sum(text) != 1:
        raise BadPosition(DAMAGED)
    if text[0] != VERSION:
        raise BadPosition(f"This text is of version {text[0]}, and this copy of Headway reads version {VERSION}.")
    return text[1:-1]


def _in_base(number: int) -> str:
    """A number in base 61, with an even number of digits, so that every text has an even length."""
    digits: list[str] = []
    while number or len(digits) % 2:
        number, digit = divmod(number, BASE)
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))


# -- the game


def _put_name(packer: Packer, name: str) -> None:
    """Our own games are written by the initials of their names, and other games by their whole names."""
    is_own = name in own_names()
    packer.put(INITIALS if is_own else FULL_NAME, 2)
    for letter in _initials(name) if is_own else name:
        if letter not in NAME_LETTERS:
            raise BadPosition(f"The name of a game in a text has letters a to z, digits and dashes, unlike {name}.")
        packer.put(NAME_LETTERS.index(letter) + 1, len(NAME_LETTERS) + 1)
    packer.put(0, len(NAME_LETTERS) + 1)


def _take_game(unpacker: Unpacker) -> Game:
    kind, name = unpacker.take(2), ""
    while letter := unpacker.take(len(NAME_LETTERS) + 1):
        name += NAME_LETTERS[letter - 1]
    known = {_initials(own): own for own in own_names()} if kind == INITIALS else {name: name}
    try:
        return find(known.get(name, name))
    except UnknownGame:
        raise BadPosition(f"The game {quoted(name)} of this text is not installed here.") from None


def _initials(name: str) -> str:
    """The first letters of the words of a game's name: "ctf" of "capture-the-flag"."""
    return "".join(word[0] for word in name.split("-"))


# -- the rules


def _put_rules(packer: Packer, game: Game) -> None:
    """The rules that differ from the book's, each as its number in the list of rules and its value."""
    values = fields(game.rules)
    changed = {number: rule for number, rule in _numbered(game) if values.get(rule.name, rule.default) != rule.default}
    written = {number: rule for number, rule in changed.items() if not _follows(game, rule)}
    packer.put_whole(len(written))
    for number, rule in written.items():
        packer.put_whole(number)
        value = values[rule.name]
        if isinstance(value, tuple):
            _put_row(packer, value)
        else:
            packer.put_signed(value)


def _numbered(game: Game) -> Iterator[tuple[int, Rule]]:
    """The rules by their numbers: the game's own, and far behind them the changes that any game can have."""
    yield from enumerate(game.plain.rule_list)
    if game.plain is not game:
        from headway.changes import CHANGES

        yield from enumerate(CHANGES, FIRST_CHANGE)


def _follows(game: Game, rule: Rule) -> bool:
    """Does the value of a rule follow from a row of numbers that is written anyway?"""
    row = game.board_rule
    return row is not None and row is not rule and rule.is_length and game.board != row.default


def _put_row(packer: Packer, row: tuple[int, ...]) -> None:
    """A row of numbers: how many, the least and the range of them, and each of them in that range."""
    least, radix = min(row), max(row) - min(row) + 1
    packer.put_whole(len(row))
    packer.put_signed(least)
    packer.put_whole(radix)
    for entry in row:
        packer.put(entry - least, radix)


def _take_rules(unpacker: Unpacker, game: Game) -> Game:
    try:
        settings = dict(_settings(unpacker, game))
        return game.variant(settings)
    except BadPosition:
        raise
    except HeadwayError as error:
        raise BadPosition(f"The rules of this text are refused: {error}") from error


def _settings(unpacker: Unpacker, game: Game) -> Iterator[tuple[str, Setting]]:
    for _ in range(unpacker.take_whole()):
        rule = _rule(unpacker.take_whole(), game)
        yield rule.name, _take_row(unpacker) if rule.is_row else _take_setting(unpacker, rule)


def _rule(number: int, game: Game) -> Rule:
    if number < len(game.rule_list):
        return game.rule_list[number]
    from headway.changes import CHANGES

    known = {rule: at for at, rule in enumerate(CHANGES, FIRST_CHANGE)}
    found = next((rule for rule in game.change_list if known[rule] == number), None)
    if found is None:
        raise BadPosition(f"This text changes a rule that {game.title} does not have here.")
    return found


def _take_row(unpacker: Unpacker) -> list[int]:
    length, least, radix = unpacker.take_whole(), unpacker.take_signed(), unpacker.take_whole()
    if length > MAX_ROW_NUMBERS or radix == 0:
        raise BadPosition("This text has a row of numbers that cannot be; it was not written by Headway.")
    return [least + unpacker.take(radix) for _ in range(length)]


def _take_setting(unpacker: Unpacker, rule: Rule) -> Setting:
    value = unpacker.take_signed()
    if rule.choices and not 0 <= value < len(rule.choices):
        raise BadPosition(f"The rules of this text are refused: there is no reading {value} of {rule.name}.")
    return rule.choices[value] if rule.choices else value


# -- the moves


def _take_moves(unpacker: Unpacker, game: Game, first: int, most: int) -> Line:
    """The moves, each by its place among the legal ones."""
    length, states, moves = unpacker.take_whole(), [game.start(first)], []
    if length > (longest := min(most, MAX_TEXT_MOVES)):
        raise BadPosition(f"A text may have at most {count(longest, 'move', ',')} here, not {length:,}.")
    for number in range(1, length + 1):
        legal = game.moves_at(states[-1])
        if not legal:
            raise BadPosition(f"The moves of this text are not legal: move {number} comes after the end of the game.")
        moves.append(legal[unpacker.take(len(legal))])
        states.append(game.play_unchecked(states[-1], moves[-1]))
    if unpacker.rest:
        raise BadPosition("The moves of this text are not legal under the rules of the game as it is installed here.")
    if moves and game.secret(states[-2]):
        raise BadPosition("This text ends with a secret that is not answered; nothing secret belongs into a text.")
    return Line(game, first, tuple(moves), tuple(states))
