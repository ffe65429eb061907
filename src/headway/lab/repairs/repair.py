"""What a repair has found: the variants that are fair, and what was tried to show that no smaller change makes one."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from headway.game import Game
from headway.lab.repairs.candidates import Size
from headway.lab.row import Row
from headway.ruleset import Setting
from headway.solver.solution import ENDLESS
from headway.table.table import Table
from headway.tolerances import ULP


@dataclass(frozen=True)
class Aim:
    """The chance of the side that moves first that is fair, `to` within `within`, if both sides err at a rate.

    A variant that never ends is fair only if `endless` says so.
    """

    to: Fraction
    within: Fraction
    rate: float
    endless: bool = False

    def decides(self, row: Row) -> bool | None:
        """Is a variant fair, whichever side moves first? None if its row does not tell, or not exactly enough."""
        if row.p1_at_rate_p1_first is None or row.p1_at_rate_p2_first is None:
            return None
        answers = [self._is_fair(row.p1_at_rate_p1_first, row), self._is_fair(1 - row.p1_at_rate_p2_first, row)]
        return False if False in answers else None if None in answers else True

    def _is_fair(self, chance: float, row: Row) -> bool | None:
        error = row.error or 0.0
        if error or 2 * chance % 1:
            error += ULP  # the chance itself is rounded
        low, high = Fraction(chance) - Fraction(error), Fraction(chance) + Fraction(error)
        if self.to - self.within <= low and high <= self.to + self.within:
            return True
        return False if high < self.to - self.within or self.to + self.within < low else None


@dataclass(frozen=True)
class Candidate:
    """A variant that a repair has tried: what it changes, and what is true of it.

    `game` is the variant, and `changes` are the rules that have another value than before, which are `steps` away in
    all. `row` has the figures: `first_wins` follows from them, which is the chance of the side that moves first, if
    that is either side as often, and `error` is the most by which it can be wrong.

    >>> rules, keep = {"length": "7..12"}, ["longest_step", "lot", "pie", "head_start", "cap"]
    >>> found = headway.lab.repair("cross-over", to=0.74, skill=0.5, rules=rules, keep=keep).found[0]
    >>> found.game, found.changes, found.steps
    (<Game cross-over: length=8>, {'length': 8}, 1)
    >>> round(found.first_wins, 4), found.error < 0.000_000_001, found.row.verdict_p1_first
    (0.7339, True, 'P1')
    """

    game: Game
    changes: Mapping[str, Setting]
    steps: int
    row: Row

    @property
    def first_wins(self) -> float | None:
        """The chance of the side that moves first, if that is either side as often; None if it is not known.

        >>> headway.lab.repair("cross-over", to=1).now.first_wins
        1.0
        """
        p1_first, p2_first = self.row.p1_at_rate_p1_first, self.row.p1_at_rate_p2_first
        return None if p1_first is None or p2_first is None else (p1_first + 1 - p2_first) / 2

    @property
    def error(self) -> float | None:
        """The most by which the chance can be wrong.

        >>> headway.lab.repair("cross-over", to=1).now.error
        0.0
        """
        return self.row.error

    @property
    def never_ends(self) -> bool:
        """Does best play never end, or, if both sides err, may the game come to where it can never end?

        >>> headway.lab.repair("capture-the-flag", endless=True).now.never_ends
        True
        """
        if self.row.rate:
            return bool(self.row.random_endless)
        return ENDLESS in (self.row.verdict_p1_first, self.row.verdict_p2_first)

    @property
    def text(self) -> str:
        """The short text that opens the variant on a table, on the page and on the analysis board.

        >>> found = headway.lab.repair("cross-over", to=1).now
        >>> headway.Table.from_text(found.text).game == found.game
        True
        """
        return Table(self.game).text


@dataclass(frozen=True)
class Tried:
    """How many variants of one size were tried: with this number of `rules` changed by this number of `steps` in all.

    Of `variants`, `fair` are fair, `endless` would be if they did not go on for ever, `undecided` could not be decided,
    and all others are not fair. `refused` more are no
    variants: the game refuses these rules together. `adding` more were not tried: they only add to a smaller change
    that is fair already.

    >>> rules, keep = {"length": "7..12"}, ["longest_step", "lot", "pie", "head_start", "cap"]
    >>> tried = headway.lab.repair("cross-over", to=0.74, skill=0.5, rules=rules, keep=keep).tried
    >>> [str(each) for each in tried][:2]
    ['no change: 1 tried, 0 fair', '1 rule, 1 step: 2 tried, 1 fair']
    >>> one = tried[1]
    >>> one.rules, one.steps, one.variants, one.fair, one.undecided, one.refused, one.adding
    (1, 1, 2, 1, 0, 0, 0)
    >>> one.endless
    0
    """

    rules: int
    steps: int
    variants: int = 0
    fair: int = 0
    undecided: int = 0
    refused: int = 0
    adding: int = 0
    endless: int = 0

    @property
    def failed(self) -> int:
        """How many variants are certainly not fair.

        >>> headway.lab.repair("cross-over", to=1).tried[0].failed
        0
        """
        return self.variants - self.fair - self.endless - self.undecided

    @property
    def told(self) -> str:
        """How many there were, in words.

        >>> headway.lab.repair("cross-over", to=1).tried[0].told
        '1 tried, 1 fair'
        """
        more = f", {self.endless} but for endless play" if self.endless else ""
        more += f", {self.undecided} undecided" if self.undecided else ""
        more += f", {self.refused} refused by the game" if self.refused else ""
        more += f", {self.adding} that add to a smaller one" if self.adding else ""
        return f"{self.variants} tried, {self.fair} fair{more}"

    def __str__(self) -> str:
        return f"{Size(self.rules, self.steps)}: {self.told}"


@dataclass(frozen=True)
class Repair:
    """The smallest changes of rules that make a game fair.

    `now` is the game as it was. `found` are the variants that are fair, the smallest change first: the fewest rules,
    then the fewest steps, then the fewest changes that any game can have, then the nearest to the aim. `tried` tells
    for each size, the smallest first, how many variants were tried; the sizes up to the last of these are exhausted.
    `endless` are variants of which the chance is fair, but only because they never end, and `undecided` those that may
    be fair or not. `values` are the values that each rule could take,
    and `is_complete` tells whether all of these were tried. `to`, `within` and `skill` are the aim; without a skill it
    is that of perfect players.

    >>> rules, keep = {"length": "7..12"}, ["longest_step", "lot", "pie", "head_start", "cap"]
    >>> repaired = headway.lab.repair("cross-over", to=0.74, skill=0.5, rules=rules, keep=keep)
    >>> repaired
    <Repair of cross-over: 2 of 6 variants are fair>
    >>> round(repaired.now.first_wins, 4), [each.changes for each in repaired.found]
    (0.7113, [{'length': 8}, {'length': 12}])
    >>> len(repaired.tried), repaired.endless, repaired.undecided, repaired.is_complete, repaired.values
    (4, (), (), True, {'length': (7, 8, 10, 11, 12)})
    >>> repaired.to, repaired.within, repaired.skill
    (0.74, 0.01, 0.5)
    """

    to: float
    within: float
    skill: float | None
    values: Mapping[str, tuple[Setting, ...]]
    now: Candidate
    found: tuple[Candidate, ...]
    tried: tuple[Tried, ...]
    undecided: tuple[Candidate, ...]
    is_complete: bool
    endless: tuple[Candidate, ...] = ()

    @property
    def smaller(self) -> tuple[Tried, ...]:
        """The sizes below that of the smallest change that was found; all that were tried, if none was.

        >>> [str(each) for each in headway.lab.repair("cross-over", to=1).smaller]
        []
        """
        if not self.found:
            return self.tried
        return tuple(each for each in self.tried if (each.rules, each.steps) < _size(self.found[0]))

    @property
    def maybe_smaller(self) -> tuple[Candidate, ...]:
        """The variants that may be fair and are a smaller change than the smallest that was found.

        >>> headway.lab.repair("cross-over", to=1).maybe_smaller
        ()
        """
        return tuple(each for each in self.undecided if not self.found or _size(each) < _size(self.found[0]))

    def __repr__(self) -> str:
        tried = sum(each.variants for each in self.tried)
        return f"<Repair of {self.now.game}: {len(self.found)} of {tried:,} variants are fair>"


def _size(candidate: Candidate) -> Size:
    return Size(len(candidate.changes), candidate.steps)
