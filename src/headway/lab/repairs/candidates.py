"""Which changes a repair may make: the values that each rule may take, and how large each change is."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from headway.changes import cap
from headway.contract import Field, fields
from headway.errors import BadRules, expected
from headway.game import A_GAME, Game
from headway.lab.rule_values import Wanted, values_of
from headway.lab.variant_list import all_rules, rule_of
from headway.phrases import count
from headway.ruleset import Rule, Setting, by_rule
from headway.table.apply import undealt

LEAST_REACH = 3
"""A number is changed by half of itself, or by this many steps if that is more."""
NO_CAP, CAPS = 0, (100, 80, 60, 40, 20)
MOST_CANDIDATES = 1_000_000

Settings = dict[str, Setting]


class Size(NamedTuple):
    """How large a change is: how many rules have another value, and how many steps these are away in all."""

    rules: int
    steps: int

    def __str__(self) -> str:
        return f"{count(self.rules, 'rule')}, {count(self.steps, 'step')}" if self.rules else "no change"


@dataclass(frozen=True)
class Candidates:
    """The changes that are tried on a game: for each rule, the values that it may take instead of its own.

    A number is as many steps away as the rule has values from one to the other, another reading one step. No cap
    on the plies counts as one more than the longest cap that is tried: the shorter, the larger the change.
    """

    game: Game
    values: Mapping[str, tuple[Field, ...]]

    def sizes(self) -> list[tuple[Size, int]]:
        """All sizes, the smallest first, and how many changes have each."""
        found = Counter({Size(0, 0): 1})
        for name in self.values:
            for size, many in list(found.items()):
                for _, steps in self._steps_of(name):
                    found[Size(size.rules + 1, size.steps + steps)] += many
        return sorted(found.items())

    def of_size(self, size: Size) -> Iterator[Settings]:
        """The changes of a size, by the rules in their order."""
        steps = {name: self._steps_of(name) for name in self.values}
        names = list(steps)

        def chosen(first: int, rules: int, left: int) -> Iterator[Settings]:
            if rules == 0:
                if left == 0:
                    yield {}
                return
            for place in range(first, len(names) - rules + 1):
                rule = rule_of(self.game, names[place])
                for value, taken in steps[rule.name]:
                    if taken <= left:
                        for others in chosen(place + 1, rules - 1, left - taken):
                            yield {rule.name: rule.show(value), **others}

        yield from chosen(0, *size)

    def __len__(self) -> int:
        return prod(1 + len(values) for values in self.values.values())

    def _steps_of(self, name: str) -> list[tuple[Field, int]]:
        rule, values = rule_of(self.game, name), self.values[name]
        own = own_value(self.game, rule)
        if rule.choices:
            return [(value, 1) for value in values]
        places = {value: _place(rule, value, (own, *values)) for value in (own, *values)}
        return [(value, abs(places[value] - places[own]) // rule.allowed.step) for value in values]


def candidates_of(game: Game, rules: Mapping[str, Wanted], kept: Iterable[str]) -> Candidates:
    """The changes that are tried if these rules may take these values, others those around their own, and some none.

    A rule for which one value is given has it from the start, and is kept.
    """
    if not isinstance(game, Game):
        raise expected(A_GAME, game)
    if not isinstance(rules, Mapping):
        raise expected('the values of rules by their names, such as {"length": "4..30"}', rules)
    rules = by_rule(rules, [rule.name for rule in all_rules(game)])
    wanted = {name: values_of(rule_of(game, name), values) for name, values in rules.items()}
    given = {name: rule_of(game, name).show(values[0]) for name, values in wanted.items() if len(values) == 1}
    kept = {rule_of(game, name).name for name in kept}
    if given:
        is_other_board = any(_is_of_board(game, rule_of(game, name)) for name in given)
        game = game.variant({**(undealt(game) if is_other_board else game.settings), **given})
    values = dict[str, tuple[Field, ...]]()
    for rule in all_rules(game):
        if rule.name in kept and rule.name in wanted and rule.name not in given:
            raise BadRules(f"{rule.name} is to be kept, and to be changed.")
        if rule.name in kept or rule.name in given:
            continue
        if _is_of_board(game, rule):
            if rule.name in wanted:
                raise BadRules(f"A repair keeps the board, and with it {rule.name}.")
            continue
        own = own_value(game, rule)
        others = tuple(value for value in wanted.get(rule.name, around(rule, own)) if value != own)
        if others:
            values[rule.name] = others
    found = Candidates(game, values)
    if len(found) > MOST_CANDIDATES:
        raise BadRules(f"These are {len(found):,} variants, and a repair tries at most {MOST_CANDIDATES:,}.")
    return found


def own_value(game: Game, rule: Rule) -> Field:
    """The value that a rule has in a game; a change that the game does not have is off."""
    return fields(game.rules).get(rule.name, rule.default)


def around(rule: Rule, own: Field) -> tuple[Field, ...]:
    """The values that are tried if none are given: all readings, or the numbers around its own.

    These are half of it away at most, or `LEAST_REACH` steps if that is more. Caps on the plies are `CAPS`.
    """
    if rule.choices:
        return tuple(range(len(rule.choices)))
    if rule == cap.RULE and own == NO_CAP:
        return CAPS
    assert isinstance(own, int)
    reach = max(LEAST_REACH * rule.allowed.step, own // 2)
    return tuple(value for value in rule.allowed if abs(value - own) <= reach)


def _place(rule: Rule, value: Field, values: Iterable[Field]) -> int:
    """Where a number stands among those that are tried."""
    assert isinstance(value, int)
    if rule == cap.RULE and value == NO_CAP:
        return max(each for each in values if isinstance(each, int)) + 1
    return value


def _is_of_board(game: Game, rule: Rule) -> bool:
    """Is a rule the board, or the length that follows from it?"""
    return rule.is_row or (rule.is_length and game.board_rule is not None)
