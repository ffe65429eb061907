"""Changes that any game can have: each is one more rule, derived from the contract and put over the game's own rules.

A change takes a game's code and words and gives others, under which the game has that rule as well. Nothing above the
contract knows of it: the table, the solver and the pages play what comes out like any game. A game without changes is
not touched at all; this package is read when the first change is asked for.
"""

from collections.abc import Mapping
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from headway.changes import cap, head_start, lot, pie
from headway.changes.lines import on_few_lines
from headway.changes.tuples import more_rules
from headway.contract import Code, RuleSet, Words, default_deal, default_how_to_play, with_values
from headway.ruleset import Rule, by_rule, no_rule

INNERMOST_FIRST: tuple[ModuleType, ...] = (pie, head_start, lot, cap)
"""The modules of the changes, in the order in which they are put over a game."""
CHANGES: tuple[Rule, ...] = (lot.RULE, pie.RULE, head_start.RULE, cap.RULE)
"""The changes as rules, in the order in which they are listed."""


class Changed(NamedTuple):
    """A game with changes, and the settings that are left: those that change it, and those of its own rules."""

    code: Code
    words: Words
    settings: dict[str, object]


def rule_of(name: str) -> Rule:
    """The change of that name, as a rule."""
    return next(rule for rule in CHANGES if rule.name == name)


def changes_for(code: Code) -> tuple[Rule, ...]:
    """The changes that a game can have: those that can be derived for it, and of whose name it has no rule."""
    own: Any = code.Rules
    suiting = [module.RULE for module in INNERMOST_FIRST if module.suits(code)]
    return tuple(rule for rule in CHANGES if rule in suiting and rule.name not in own._fields)


def decides_first(rule: Rule) -> bool:
    """Does a change decide who moves first, so that nothing else need do so?"""
    return rule == lot.RULE


def under(rule: Rule, code: Code, rules: RuleSet) -> Rule:
    """A change with the values that it can have under a game's own rules: a head start is never past the goal."""
    if rule != head_start.RULE:
        return rule
    return rule._replace(allowed=range(head_start.possible(code, rules)[-1] + 1))


def changed(code: Code, words: Words, settings: Mapping[str, object]) -> Changed:
    """A game with the changes that the settings ask for, if they ask for any."""
    own: Any = code.Rules
    rules = {rule.name: rule for rule in changes_for(code)}
    settings = by_rule(settings, rules)
    for name in settings:
        if name not in rules and name not in own._fields:
            raise no_rule(name, [*own._fields, *rules])
    is_off = {name: rule.read(settings[name]) == rule.default for name, rule in rules.items() if name in settings}
    left = {name: value for name, value in settings.items() if not is_off.get(name)}
    on = tuple(rule for rule in rules.values() if is_off.get(rule.name) is False)
    return Changed(*_made(code, words, on), left) if on else Changed(code, words, left)


_known: dict[tuple[object, ...], tuple[Code, Words]] = {}


def _made(code: Code, words: Words, rules: tuple[Rule, ...]) -> tuple[Code, Words]:
    """The code and the words with these changes. They are made once, so that equal games are equal."""
    said = (part if callable(part) else repr(part) for part in words)
    key = (code, rules, *said)
    if key not in _known:
        _known[key] = _over(code, words, rules)
    return _known[key]


def _over(code: Code, words: Words, rules: tuple[Rule, ...]) -> tuple[Code, Words]:
    modules = [module for module in INNERMOST_FIRST if module.RULE in rules]
    code, words = _with_rules(code, rules), _with_words(code, words, rules)
    for module in modules:
        code, words = module.over(code, words)
    return code, words


def _with_rules(code: Code, rules: tuple[Rule, ...]) -> Code:
    own_rules: Any = code.Rules
    count, own_deal = len(own_rules._fields), code.deal

    def deal(dealt: RuleSet, rng: Random) -> RuleSet:
        return with_values(dealt, (*own_deal(own_rules(*dealt[:count]), rng), *dealt[count:]))

    return code._replace(Rules=more_rules(own_rules, rules), deal=own_deal if own_deal is default_deal else deal)


def _with_words(code: Code, words: Words, rules: tuple[Rule, ...]) -> Words:
    added = [module for module in INNERMOST_FIRST if module.RULE in rules]

    def how_to_play(rules: Any) -> tuple[str, ...]:
        if words.how_to_play is None:
            own = default_how_to_play(words.SUMMARY, code.track(rules), code.goals(rules))
        else:
            own = words.how_to_play(rules)
        told = {module: module.how_to_play(code, rules) for module in added}
        ahead = told.pop(head_start, "")  # it is about the places that the first line names
        return on_few_lines([line for line in (own[0], ahead, *own[1:], *told.values()) if line])

    return words._replace(
        RULES={**words.RULES, **{rule.name: rule.sentence for rule in rules}},
        CHOICES={**words.CHOICES, **{rule.name: rule.choices for rule in rules if rule.choices}},
        how_to_play=how_to_play,
    )
