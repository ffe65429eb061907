"""The values that a rule is to take: one, a list, a range, or all."""

import re
from collections.abc import Iterable

from headway.contract import Field
from headway.errors import BadRules, quoted
from headway.ruleset import MAX_DIGITS, Rule
from headway.typed_text import normalised

ALL, TO = "all", ".."
NUMBER = rf"\s*([0-9]{{1,{MAX_DIGITS}}})\s*"
SPAN = re.compile(rf"{NUMBER}\.\.{NUMBER}(?:\.\.{NUMBER})?")
SHOWN_SPAN = 5
"""The number of values in the range that a refusal gives as an example."""

Wanted = str | int | Iterable[int | str]
"""The values of a rule: as typed after `--rule NAME=` ("4..30", "4,6,8", "all"), one value, or several."""


def has_all(wanted: Wanted) -> bool:
    """Are all values of a rule asked for?"""
    return isinstance(wanted, str) and ALL in map(normalised, wanted.split(","))


def values_of(rule: Rule, wanted: Wanted) -> tuple[Field, ...]:
    """The values that a rule is to take, each once."""
    if rule.is_row:
        return (rule.read(wanted),)
    if isinstance(wanted, str):
        found = [value for part in wanted.split(",") for value in _part(rule, part.strip())]
    elif isinstance(wanted, Iterable):
        found = [rule.read(value) for value in wanted]
    else:
        found = [rule.read(wanted)]
    if not found:
        raise BadRules(f"There is no value for {rule.name}.")
    return tuple(dict.fromkeys(found))


def _part(rule: Rule, part: str) -> Iterable[Field]:
    """The values of one part of a list: a value, a range of them, or all."""
    if normalised(part) == ALL:
        return range(len(rule.choices)) if rule.choices else rule.allowed
    if rule.choices or TO not in part:
        return (rule.read(part),)
    least, most = rule.allowed[0], rule.allowed[-1]
    span = SPAN.fullmatch(part)
    if span is None:
        some = rule.allowed[:SHOWN_SPAN]
        raise BadRules(
            f"{rule.name} takes {rule.accepts()}, or a range such as {some[0]}..{some[-1]}, not {quoted(part)}."
        )
    low, high = int(span[1]), int(span[2])
    if low > high:
        raise BadRules(f"The range {quoted(part)} of {rule.name} ends before it begins. Did you mean {high}..{low}?")
    if low < least or high > most:
        raise BadRules(f"{rule.name} takes {rule.accepts()}, not {quoted(part)}.")
    if span[3] is None:
        found = [value for value in rule.allowed if low <= value <= high]
        if not found:
            raise BadRules(f"{rule.name} takes {rule.accepts()}, and none is in {quoted(part)}.")
        return found
    if int(span[3]) == 0:
        raise BadRules(f"The values of {quoted(part)} are 0 apart.")
    return [rule.read(value) for value in range(low, high + 1, int(span[3]))]
