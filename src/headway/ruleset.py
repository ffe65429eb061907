"""The rules that a variant may change: derived from a game's `Rules`, checked, and described to people and programs."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar, get_type_hints

from headway.contract import Field, RuleSet, fields, with_values
from headway.errors import BadGame, BadRules, nearest, quoted
from headway.phrases import either
from headway.typed_text import known_name

Setting = int | str | list[int]
"""The value of a rule as people and JSON write it: a number, the name of a reading, or a row of numbers."""
Value = TypeVar("Value")
MAX_DIGITS = 9  # of a number, far more than any rule needs
LENGTH = "length"
"""The name of the rule that a board determines: how many positions, and so how many numbers on a board, there are."""


class Rule(NamedTuple):
    """One field of a game's `Rules`: a number in a range, one of several named readings, or a board of numbers."""

    name: str
    default: Field
    allowed: range
    choices: tuple[str, ...]
    sentence: str

    @property
    def words(self) -> str:
        """The name as people read it in a sentence: "longest step"."""
        return self.name.replace("_", " ")

    @property
    def is_row(self) -> bool:
        """Is the value a row of numbers, one for each position?"""
        return isinstance(self.default, tuple)

    @property
    def is_length(self) -> bool:
        """Does a board determine the value?"""
        return self.name == LENGTH

    def read(self, value: object) -> Field:
        """The value as `Rules` holds it, from text, a number or a list; `BadRules` if it is not allowed."""
        if self.is_row:
            entries = value.split(",") if isinstance(value, str) else value
            if not isinstance(entries, list | tuple) or not entries:
                raise self._refusal(value)
            return tuple(self._number(entry, value) for entry in entries)
        if self.choices:
            if isinstance(value, str) and (reading := known_name(value, self.choices)) in self.choices:
                return self.choices.index(reading)
            raise self._refusal(value)
        return self._number(value, value)

    def show(self, value: Field) -> Setting:
        """The value as people and JSON see it."""
        if isinstance(value, tuple):
            return list(value)
        return self.choices[value] if self.choices else value

    def text(self, value: Field) -> str:
        """The value as it is typed after `--rule`."""
        shown = self.show(value)
        return ",".join(map(str, shown)) if isinstance(shown, list) else str(shown)

    def accepts(self) -> str:
        """What the rule takes, in words."""
        if self.choices:
            return either(self.choices)
        low, high = self.allowed[0], self.allowed[-1]
        parity = {2: "even " if low % 2 == 0 else "odd "}.get(self.allowed.step, "")
        if self.is_row:
            return f"numbers from {low} to {high}, separated by commas"
        return f"a whole {parity}number from {low} to {high}"

    def described(self) -> dict[str, object]:
        """The rule for a program that reads `headway games --json`."""
        limits: dict[str, object]
        if self.choices:
            limits = {"choices": list(self.choices)}
        else:
            limits = {"range": [self.allowed[0], self.allowed[-1]]}
            if self.allowed.step != 1:
                limits["step"] = self.allowed.step
        return {"default": self.show(self.default), **limits, "sentence": self.sentence}

    def _number(self, entry: object, value: object) -> int:
        if isinstance(entry, str):
            digits = entry.strip()
            if digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS:
                entry = int(digits)
        if isinstance(entry, bool) or not isinstance(entry, int) or entry not in self.allowed:
            raise self._refusal(value)
        return entry

    def _refusal(self, value: object) -> BadRules:
        return BadRules(f"{self.name} takes {self.accepts()}, not {quoted(str(value))}.")


def rules_of(book: RuleSet, sentences: Mapping[str, str], choices: Mapping[str, tuple[str, ...]]) -> tuple[Rule, ...]:
    """The rules that a game's `Rules` declares, with the book's values and the words the game has for them."""
    defaults = fields(book)
    lacking = [name for name in defaults if name not in sentences]
    if lacking:
        raise BadGame(f"its words have no sentence for the rule {lacking[0]}.")
    hints = get_type_hints(type(book), include_extras=True)
    return tuple(
        Rule(name, default, hints[name].__metadata__[0], choices.get(name, ()), sentences[name])
        for name, default in defaults.items()
    )


def by_rule(settings: Mapping[str, Value], names: Iterable[str]) -> dict[str, Value]:
    """The settings by the names of the rules, which may be typed in any spelling; those of no rule stay as they are."""
    known, found = list(names), dict[str, Value]()
    for typed, value in settings.items():
        name = known_name(typed, known) if isinstance(typed, str) else typed
        if name in found:
            raise BadRules(f"The rule {quoted(name)} is given twice.")
        found[name] = value
    return found


def no_rule(name: str, known: Iterable[str]) -> BadRules:
    """The refusal of a rule that a game does not have."""
    have = list(known)
    return BadRules(f"There is no rule {quoted(name)}.{nearest(name, have)} The rules are: {', '.join(have)}.")


def read_rules(book: RuleSet, rules: tuple[Rule, ...], settings: Mapping[str, object]) -> RuleSet:
    """The book's `Rules` with some settings changed; a given board also sets the length of the track."""
    known = {rule.name: rule for rule in rules}
    values = {name: known[name].read(value) for name, value in settings.items()}
    row = next(((name, value) for name, value in values.items() if isinstance(value, tuple)), None)
    if row is not None and LENGTH in known:
        name, squares = row[0], len(row[1])
        if values.setdefault(LENGTH, known[LENGTH].read(squares)) != squares:
            raise BadRules(f"The {name} has {squares} numbers, but {LENGTH} is {values[LENGTH]}.")
    return with_values(book, {**fields(book), **values}.values())
