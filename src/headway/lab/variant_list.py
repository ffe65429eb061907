"""Which variants of a game a sweep has: the values that rules take, and the boards that are dealt."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from random import Random
from typing import NamedTuple

from headway.contract import Field
from headway.errors import BadRules, expected, quoted
from headway.game import A_GAME, Game
from headway.ruleset import LENGTH, Rule, Setting, no_rule

MOST_BOARDS = 100_000
ALL = "all"
SPAN = re.compile(r"\s*(\d+)\s*\.\.\s*(\d+)\s*(?:\.\.\s*(\d+)\s*)?")

Wanted = str | int | Iterable[int | str]
"""The values of a rule: as typed after `--rule NAME=` ("4..30", "4,6,8", "all"), one value, or several."""


class Variant(NamedTuple):
    """A variant of a sweep; `deal` is the number of its board if that was dealt, and `seed` what it was dealt with.

    If `rate` is given, nothing but the chances of both sides is asked, if both err at that rate.
    """

    game: Game
    deal: int | None = None
    seed: int | None = None
    rate: float | None = None


@dataclass(frozen=True)
class Variants:
    """The variants of a sweep, in order: the values of the last rule change first, and after them the boards.

    `game` is the game, `values` has the values of each rule that is swept, `boards` is how many boards are dealt for
    each set of rules (0 if none are), and `seed` is what they are dealt with. They are made when they are asked for.

    >>> found = headway.lab.variants("cross-over", {"length": "4..6", "longest_step": "1,3"})
    >>> found
    <6 variants of cross-over>
    >>> len(found), found[0].game, found[-1].game
    (6, <Game cross-over: length=4, longest_step=1>, <Game cross-over: length=6>)
    >>> found.game, found.values, found.boards, found.seed
    (<Game cross-over>, {'length': (4, 5, 6), 'longest_step': (1, 3)}, 0, 0)
    """

    game: Game
    values: Mapping[str, tuple[Field, ...]]
    boards: int = 0
    seed: int = 0

    @cached_property
    def _kept(self) -> dict[str, Setting]:
        """The rules that are not swept. Where a board or a length is, the other is not kept: they belong together."""
        settings, board = self.game.settings, self.game.board_rule
        if board is not None and (self.boards or LENGTH in self.values):
            del settings[board.name]
        if board is not None and board.name in self.values:
            del settings[LENGTH]
        return settings

    @property
    def _count(self) -> int:
        return prod(map(len, self.values.values())) * max(1, self.boards)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Variant:
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        place, deal = divmod(number % len(self), max(1, self.boards))
        settings = dict[str, Setting](self._kept)
        for name, values in tuple(self.values.items())[::-1]:
            place, value = divmod(place, len(values))
            settings[name] = rule_of(self.game, name).show(values[value])
        if not self.boards:
            return Variant(self.game.variant(settings))
        return Variant(self.game.variant(settings, Random(f"{self.seed}/{deal}")), deal, self.seed)

    def __iter__(self) -> Iterator[Variant]:
        return map(self.__getitem__, range(len(self)))

    def __repr__(self) -> str:
        return f"<{self._count:,} variants of {self.game.name}>"


def all_rules(game: Game) -> tuple[Rule, ...]:
    """The game's own rules, and the changes that any game can have."""
    return (*game.plain.rule_list, *game.change_list)


def variants_of(game: Game, rules: Mapping[str, Wanted], boards: int = 0, seed: int = 0) -> Variants:
    """The variants that have these values of the rules. What makes no sense is refused here, before any work."""
    if not isinstance(game, Game):
        raise expected(A_GAME, game)
    if not isinstance(rules, Mapping):
        raise expected('the values of rules by their names, such as {"length": "4..30"}', rules)
    if not isinstance(boards, int) or not 0 <= boards <= MOST_BOARDS:
        raise expected(f"a number of boards from 0 to {MOST_BOARDS:,}", boards)
    if not isinstance(seed, int):
        raise expected("a whole number as the seed", seed)
    values = {name: values_of(rule_of(game, name), wanted) for name, wanted in rules.items()}
    if boards and not game.is_dealt:
        raise BadRules(f"{game.title} has no board to deal.")
    if boards and game.has_board_in(values):
        raise BadRules("The board is given, so none is dealt.")
    found = Variants(game, values, boards, seed)
    _refuse_boards_that_do_not_fit(game, values)
    return found


def rule_of(game: Game, name: str) -> Rule:
    """The rule of that name: one of the game's own, or a change that any game can have."""
    known = {rule.name: rule for rule in all_rules(game)}
    if name not in known:
        raise no_rule(str(name), known)
    return known[name]


def _refuse_boards_that_do_not_fit(game: Game, values: Mapping[str, tuple[Field, ...]]) -> None:
    """Make each board with each length once, so that a board with too few numbers is refused at once."""
    named = [[(name, value) for value in values[name]] for name in values if rule_of(game, name).is_row]
    if named:
        named += [[(name, value) for value in values[name]] for name in values if rule_of(game, name).is_length]
        for settings in product(*named):
            game.variant({name: rule_of(game, name).show(value) for name, value in settings})


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
    if part == ALL:
        return range(len(rule.choices)) if rule.choices else rule.allowed
    span = SPAN.fullmatch(part)
    if span is None or rule.choices:
        return (rule.read(part),)
    low, high = int(span[1]), int(span[2])
    least, most = rule.allowed[0], rule.allowed[-1]
    if not least <= low <= high <= most:
        raise BadRules(f"{rule.name} takes {rule.accepts()}, not {quoted(part)}.")
    if span[3] is None:
        found = [value for value in rule.allowed if low <= value <= high]
        if not found:
            raise BadRules(f"{rule.name} takes {rule.accepts()}, and none is in {quoted(part)}.")
        return found
    if int(span[3]) == 0:
        raise BadRules(f"The values of {quoted(part)} are 0 apart.")
    return [rule.read(value) for value in range(low, high + 1, int(span[3]))]
