"""Which variants of a game a sweep has: the values that rules take, and the boards that are dealt."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise, product
from math import prod
from random import Random
from statistics import fmean
from typing import NamedTuple

from headway.changes import head_start
from headway.contract import Field, RuleSet
from headway.errors import BadRules, expected
from headway.game import A_GAME, Game
from headway.lab.rule_values import Wanted, has_all, values_of
from headway.phrases import count
from headway.ruleset import LENGTH, Rule, Setting, by_rule, no_rule
from headway.typed_text import known_name

MOST_BOARDS = 100_000
MOST_LOOKED_AT, MOST_LEADS_FOUND = 1_000, 100
"""Of more variants, what is true of all is estimated from this many; so is how many head starts there are."""


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
    _has_all_leads: bool = False
    """Does each variant have all the head starts that are possible with its other rules?"""
    _leads_known: dict[RuleSet, Sequence[int]] = field(default_factory=dict, compare=False)

    @cached_property
    def _kept(self) -> dict[str, Setting]:
        """The rules that are not swept. Where a board or a length is, the other is not kept: they belong together."""
        settings, board = self.game.settings, self.game.board_rule
        if board is not None and (self.boards or LENGTH in self.values):
            del settings[board.name]
        if board is not None and board.name in self.values:
            del settings[LENGTH]
        return settings

    def _leads(self, variant: Variant) -> Sequence[int]:
        """The head starts that are possible with the rules of a variant that has none; 0 is always among them."""
        if variant.refused is not None:
            return [0]
        plain = variant.game.plain
        if plain.rules not in self._leads_known:  # without those of changes
            self._leads_known[plain.rules] = head_start.possible(plain.code, plain.rules)
        found = self._leads_known[plain.rules]
        try:
            self.game.variant({**variant.settings, head_start.RULE.name: found[-1]})
        except BadRules:  # another change does not go with any
            return [0]
        return found

    @cached_property
    def _places(self) -> Sequence[int]:
        """Which of all combinations of the values are in the sweep."""
        others = without_leads(self)
        if others is None:
            return range(prod(map(len, self.values.values())))
        name = head_start.RULE.name
        number_of = {lead: number for number, lead in enumerate(self.values[name])}
        later = prod(len(self.values[other]) for other in [*self.values][[*self.values].index(name) + 1 :])
        places = list[int]()
        for place, variant in enumerate(others):
            before, after = divmod(place, later)
            first = before * len(number_of)
            places += [(first + number_of[lead]) * later + after for lead in self._leads(variant)]
        return sorted(places)

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

    @cached_property
    def _some(self) -> list[Variant]:
        return [*self._spread(MOST_LOOKED_AT)]

    def _spread(self, most: int) -> Iterator[Variant]:
        """All variants, or of more than `most` one at random from each of that many equal parts."""
        many, rng = len(self), Random(0)
        ends = [many * part // most for part in range(most + 1)] if many > most else [*range(many + 1)]
        return (self[rng.randrange(first, end)] for first, end in pairwise(ends))

    def __repr__(self) -> str:
        return f"<{count(self._count, 'variant', ',')} of {self.game.name}>"


def some_of(variants: Variants) -> Sequence[Variant]:
    """All variants, or of more than `MOST_LOOKED_AT` some that are spread over them."""
    return variants._some


def corners(variants: Variants) -> Iterator[Variant]:
    """The variants in which each rule has its first value or its last one."""
    places, all_values = variants._places, variants.values.values()
    for numbers in product(*(sorted({0, len(values) - 1}) for values in all_values)):
        place = 0
        for number, values in zip(numbers, all_values, strict=True):
            place = place * len(values) + number
        if place in places:
            yield variants[bisect_left(places, place) * max(1, variants.boards)]


def without_leads(variants: Variants) -> Variants | None:
    """The combinations of the other rules, where head starts depend on them; None if they do not."""
    if not variants._has_all_leads:
        return None
    others = {name: some for name, some in variants.values.items() if name != head_start.RULE.name}
    return replace(variants, values=others, boards=0, _has_all_leads=False)


def leads_on_average(variants: Variants, others: Variants) -> float:
    """About how many head starts are possible with each of the combinations of the other rules."""
    return fmean(len(variants._leads(each)) for each in others._spread(MOST_LEADS_FOUND))


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
    has_all_leads = any(rule_of(game, name) == head_start.RULE and has_all(some) for name, some in rules.items())
    if boards and not game.is_dealt:
        raise BadRules(f"{game.title} has no board to deal.")
    if boards and game.has_board_in(values):
        raise BadRules("The board is given, so none is dealt.")
    return Variants(game, values, boards, seed, has_all_leads)


def refuse_if_none_is_possible(variants: Variants) -> None:
    """Refuse a sweep of which the game refuses every variant that is looked at, with the reason for the first one."""
    first, many = variants[0].refused, len(variants)
    if first is None or any(variant.refused is None for variant in corners(variants)):
        return
    some = some_of(variants)
    if any(variant.refused is None for variant in some):
        return
    looked_at = f"all {many:,} variants" if len(some) == many else f"all that were looked at of {many:,} variants"
    raise BadRules((f"{variants.game.title} refuses {looked_at}: " if many > 1 else "") + first.why)


def rule_of(game: Game, name: str) -> Rule:
    """The rule of that name: one of the game's own, or a change that any game can have."""
    known = {rule.name: rule for rule in all_rules(game)}
    meant = known_name(str(name), known)
    if meant not in known:
        raise no_rule(str(name), known)
    return known[meant]
