"""What a picture of a sweep shows along its axes, by the rules that vary, and the figures at each of its points."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import nan
from statistics import fmean

from headway.changes import CHANGES
from headway.errors import BadArgument
from headway.lab.row import Row
from headway.ruleset import Setting

MOST_PARTS = 12
"""The most parts that a picture has, one for each combination of the rules that are on no axis."""

Point = dict[str, Setting]
"""The values of some rules."""


@dataclass(frozen=True)
class Layout:
    """The rules that vary among some rows: the first and the second number among them are axes, the rest are parts.

    The number with the most values comes first. Where no number varies, a rule with named readings is the only axis.
    """

    rows: Sequence[Row]
    across: str | None
    up: str | None
    rest: tuple[str, ...]

    @cached_property
    def values(self) -> dict[str, list[Setting]]:
        """The values of each rule that varies: numbers in their order, readings as they come."""
        return _varying(self.rows)

    @property
    def parts(self) -> list[Point]:
        """The parts of the picture, by the rules that are on no axis."""
        found = product(*(self.values[name] for name in self.rest))
        return [dict(zip(self.rest, values, strict=True)) for values in found][:MOST_PARTS]

    @property
    def part_count(self) -> int:
        """How many parts there would be if there were room for all."""
        count = 1
        for name in self.rest:
            count *= len(self.values[name])
        return count

    def figure(self, column: str, point: Point) -> float:
        """The mean of a column over the rows of these rules: over their boards, if there are several; else nan."""
        found = [value for row in self._at(point) if isinstance(value := getattr(row, column), int | float)]
        return fmean(found) if found else nan

    def _at(self, point: Point) -> Iterator[Row]:
        key = tuple(point.get(name) for name in self.values)
        yield from self._by_rules.get(key, ())

    @cached_property
    def _by_rules(self) -> dict[tuple[Setting | None, ...], list[Row]]:
        found = dict[tuple[Setting | None, ...], list[Row]]()
        for row in self.rows:
            found.setdefault(tuple(row.rules[name] for name in self.values), []).append(row)
        return found


def layout_of(rows: Sequence[Row]) -> Layout:
    """How some rows of one game are shown. Without rows, or with rows of several games, there is no picture."""
    if not rows or len({row.game for row in rows}) > 1:
        raise BadArgument("A picture shows the rows of one game, at least one of them.")
    values = _varying(rows)
    numbers = [name for name, found in values.items() if all(isinstance(each, int) for each in found)]
    numbers.sort(key=lambda name: -len(values[name]))  # stable: rules with as many values stay in their order
    axes = numbers[:2] or sorted(values, key=lambda name: -len(values[name]))[:1]
    across, up = (*axes, None, None)[:2]
    return Layout(rows, across, up, tuple(name for name in values if name not in axes))


def rules_told(rules: Mapping[str, Setting]) -> Point:
    """Some rules but for a board, and for the changes that any game can have where they are off."""
    off = {rule.name: rule.show(rule.default) for rule in CHANGES}
    return {name: value for name, value in rules.items() if not isinstance(value, list) and off.get(name) != value}


def title_of(rows: Sequence[Row], title: str) -> str:
    """What a picture is called: the title of the game, and the rules that vary."""
    varying = _varying(rows)
    return f"{title}: {', '.join(varying)}" if varying else title


def _varying(rows: Sequence[Row]) -> dict[str, list[Setting]]:
    """The values of each rule that is not the same in all rows; a board belongs to its row, and is not an axis."""
    found = dict[str, list[Setting]]()
    for name, first in rows[0].rules.items():
        if isinstance(first, list):
            continue
        values = list(dict.fromkeys(row.rules[name] for row in rows))
        if len(values) > 1:
            found[name] = sorted(values) if all(isinstance(value, int) for value in values) else values
    return found
