"""Which variants of a game a sweep has: the values that rules take, and the boards that are dealt."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from random import Random
from typing import NamedTuple

from headway.changes import head_start
from headway.contract import Field
from headway.errors import BadRules, expected, quoted
from headway.game import A_GAME, Game
from headway.phrases import count
from headway.ruleset import LENGTH, MAX_DIGITS, Rule, Setting, by_rule, no_rule
from headway.typed_text import known_name, normalised

MOST_BOARDS = 100_000
ALL, TO = "all", ".."
NUMBER = rf"\s*([0-9]{{1,{MAX_DIGITS}}})\s*"
SPAN = re.compile(rf"{NUMBER}\.\.{NUMBER}(?:\.\.{NUMBER})?")
SHOWN_SPAN = 5
"""The number of values in the range that a refusal gives as an example."""

Wanted = str | int | Iterable[int | str]
"""The values of a rule: as typed after `--rule NAME=` ("4..30", "4,6,8", "all"), one value, or several."""


Chosen = tuple[tuple[str, Field], ...]
"""Some rules with a value for each."""


class Refused(NamedTuple):
    """Rules that a game refuses together, and why."""

    settings: Mapping[str, Setting]
    why: str


class Variant(NamedTuple):
    """A variant of a sweep; `deal` is the number of its board if that was dealt, and `seed` what it was dealt with.

    If `rate` is given, nothing but the chances of both sides is asked, if both err at that rate. If the game refuses
    the rules, `refused` has them, and `game` is the one that was to be changed.
    """

    game: Game
    deal: int | None = None
    seed: int | None = None
    rate: float | None = None
    refused: Refused | None = None

    @property
    def settings(self) -> Mapping[str, Setting]:
        """The rules, whether the game refuses them or not."""
        return self.game.settings if self.refused is None else self.refused.settings


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
    _leads: "Mapping[Chosen, Sequence[int]] | None" = None
    """The head starts that are possible with each combination of the other values, where all of them are wanted."""

    @cached_property
    def _kept(self) -> dict[str, Setting]:
        """The rules that are not swept. Where a board or a length is, the other is not kept: they belong together."""
        settings, board = self.game.settings, self.game.board_rule
        if board is not None and (self.boards or LENGTH in self.values):
            del settings[board.name]
        if board is not None and board.name in self.values:
            del settings[LENGTH]
        return settings

    @cached_property
    def _places(self) -> Sequence[int]:
        """Which of all combinations of the values are in the sweep."""
        places = range(prod(map(len, self.values.values())))
        return places if self._leads is None else [place for place in places if self._is_possible(place)]

    def _is_possible(self, place: int) -> bool:
        chosen = self._chosen(place)
        lead = chosen.pop(head_start.RULE.name)
        return self._leads is not None and lead in self._leads[tuple(chosen.items())]

    def _chosen(self, place: int) -> dict[str, Field]:
        """One of all combinations of the values."""
        chosen = dict[str, Field]()
        for name, values in reversed([*self.values.items()]):
            place, value = divmod(place, len(values))
            chosen[name] = values[value]
        return {name: chosen[name] for name in self.values}

    @property
    def _count(self) -> int:
        return len(self._places) * max(1, self.boards)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Variant:
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        at, deal = divmod(number % len(self), max(1, self.boards))
        chosen = self._chosen(self._places[at])
        settings = {**self._kept, **{name: rule_of(self.game, name).show(value) for name, value in chosen.items()}}
        rng = Random(f"{self.seed}/{deal}") if self.boards else None
        try:
            found = Variant(self.game.variant(settings, rng))
        except BadRules as error:
            board = self.game.board_rule
            if board is not None:
                settings.setdefault(board.name, [])
            found = Variant(self.game, refused=Refused(settings, str(error)))
        return found._replace(deal=deal, seed=self.seed) if self.boards else found

    def __iter__(self) -> Iterator[Variant]:
        return map(self.__getitem__, range(len(self)))

    def __repr__(self) -> str:
        return f"<{count(self._count, 'variant', ',')} of {self.game.name}>"


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
    rules = by_rule(rules, [rule.name for rule in all_rules(game)])
    values = {name: values_of(rule_of(game, name), wanted) for name, wanted in rules.items()}
    leads = None
    if any(rule_of(game, name) == head_start.RULE and _has_all(wanted) for name, wanted in rules.items()):
        leads = _leads_of(game, values)
        values[head_start.RULE.name] = tuple(range(1 + max(max(some) for some in leads.values())))
    if boards and not game.is_dealt:
        raise BadRules(f"{game.title} has no board to deal.")
    if boards and game.has_board_in(values):
        raise BadRules("The board is given, so none is dealt.")
    return Variants(game, values, boards, seed, leads)


def refuse_if_none_is_possible(variants: Variants) -> None:
    """Refuse a sweep of which the game refuses every variant, with the reason for the first one."""
    first = variants[0].refused
    if first is not None and all(variant.refused is not None for variant in variants):
        more = f"{variants.game.title} refuses all {len(variants):,} variants: " if len(variants) > 1 else ""
        raise BadRules(more + first.why)


def rule_of(game: Game, name: str) -> Rule:
    """The rule of that name: one of the game's own, or a change that any game can have."""
    known = {rule.name: rule for rule in all_rules(game)}
    meant = known_name(str(name), known)
    if meant not in known:
        raise no_rule(str(name), known)
    return known[meant]


def _has_all(wanted: Wanted) -> bool:
    return isinstance(wanted, str) and ALL in map(normalised, wanted.split(","))


def _leads_of(game: Game, values: Mapping[str, tuple[Field, ...]]) -> dict[Chosen, Sequence[int]]:
    """The head starts that are possible with each combination of the other values; 0 is always among them."""
    name = head_start.RULE.name
    others = Variants(game, {other: some for other, some in values.items() if other != name})
    found = dict[Chosen, Sequence[int]]()
    for place, variant in enumerate(others):
        plain = variant.game.plain
        leads = [0] if variant.refused is not None else head_start.possible(plain.code, plain.rules)
        try:
            game.variant({**variant.settings, name: leads[-1]})
        except BadRules:  # another change does not go with any
            leads = [0]
        found[tuple(others._chosen(place).items())] = leads
    return found


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
