"""A row of a sweep: what is true of one variant, in columns that a table of results holds."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, get_type_hints

from headway.errors import TooLarge
from headway.ruleset import Setting
from headway.solver import Unproven

Cell = str | int | float | None
"""What a column holds."""
RULE = "rule_"
"""The columns of the rules begin like this."""


class Status(StrEnum):
    """What came of a variant: all of its row; only some of it; or nothing, for the reason in the column `why`.

    >>> [status.value for status in headway.lab.Status]
    ['ok', 'partial', 'refused', 'too-large', 'unproven', 'failed']
    """

    OK = "ok"
    PARTIAL = "partial"
    REFUSED = "refused"
    TOO_LARGE = TooLarge.name
    UNPROVEN = Unproven.name
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class Row:
    """What is true of one variant. Chances are exact but for `error`, and None where they are not known.

    `game` and `rules` say which variant it is, and `deal` and `seed` which board if it was dealt. `status` says what
    came of it, and `why` what is missing. `states` is how many states can come up; `gap` is that of the certificate of
    the values, and `error` the most by which any chance can be wrong.

    `value_p1_first` and `value_p2_first` are the chance of P1 under best play if P1, and if P2, moves first, and
    `verdict_p1_first` and `verdict_p2_first` how the game goes on then. `first_wins_at_50` is the chance of the side
    that moves first if both err at a rate of 50 %; so are `first_wins_at_100`, `first_wins_at_20`, `first_wins_at_10`,
    `first_wins_at_1` and `first_wins_at_0`.

    `perfect_plies` is the mean length of the games between perfect players that end, `perfect_plies_50` and
    `perfect_plies_90` are the plies within which half, and nine in ten, of all games are over, and `perfect_endless` is
    the share that never ends. So are `level_5_plies`, `level_5_plies_50`, `level_5_plies_90` and `level_5_endless` of
    games at level 5, and `random_plies`, `random_plies_50`, `random_plies_90` and `random_endless` of random ones.

    `choices` is how many positions have a choice, and `at_stake` the share of these in which a move loses something.
    `perfect_over_random` is the chance of a perfect player against a random one, over both seats and starts;
    `level_1_over_random` is that of level 1, and `level_2_over_1`, `level_3_over_2`, `level_4_over_3`,
    `level_5_over_4`, `level_6_over_5`, `level_7_over_6`, `level_8_over_7` and `level_9_over_8` are those of the others
    against the level below. `unused_rules` are the rules that never apply. `seconds` is how long all this took; `code`
    is a hash of the code that found it, and `key` one of the variant and the code.

    A row of a repair has other figures: `p1_at_rate_p1_first` and `p1_at_rate_p2_first` are the chance of P1 if P1,
    and if P2, moves first, and both err at `rate`.

    >>> row = headway.lab.measure(headway.load("cross-over"))
    >>> row.game, row.rules, row.deal, row.seed, row.status.value, row.why
    ('cross-over', {'length': 9, 'longest_step': 3, 'lot': 'no', ...}, None, None, 'ok', '')
    >>> row.states, row.gap, row.error < 0.000_000_001
    (144, 0.0, True)
    >>> row.value_p1_first, row.value_p2_first, row.verdict_p1_first, row.verdict_p2_first
    (1.0, 0.0, 'P1', 'P2')
    >>> [round(chance, 3) for chance in (row.first_wins_at_100, row.first_wins_at_50, row.first_wins_at_20)]
    [0.647, 0.711, 0.835]
    >>> [round(chance, 3) for chance in (row.first_wins_at_10, row.first_wins_at_1, row.first_wins_at_0)]
    [0.907, 0.99, 1.0]
    >>> row.perfect_plies, row.perfect_plies_50, row.perfect_plies_90, row.perfect_endless
    (7.0, 7, 7, 0.0)
    >>> round(row.level_5_plies, 2), row.level_5_plies_50, row.level_5_plies_90, row.level_5_endless
    (6.97, 7, 8, 0.0)
    >>> round(row.random_plies, 2), row.random_plies_50, row.random_plies_90, row.random_endless
    (8.01, 8, 10, 0.0)
    >>> row.choices, round(row.at_stake, 3), row.unused_rules
    (108, 0.259, ())
    >>> round(row.perfect_over_random, 3), round(row.level_1_over_random, 3)
    (0.893, 0.541)
    >>> steps = row.level_2_over_1, row.level_3_over_2, row.level_4_over_3, row.level_5_over_4
    >>> steps += row.level_6_over_5, row.level_7_over_6, row.level_8_over_7, row.level_9_over_8
    >>> all(chance > 0.5 for chance in steps)
    True
    >>> row.seconds > 0, len(row.code), len(row.key)
    (True, 16, 32)
    >>> row.rate, row.p1_at_rate_p1_first, row.p1_at_rate_p2_first
    (None, None, None)
    """

    game: str
    rules: Mapping[str, Setting] = field(default_factory=dict)
    deal: int | None = None
    seed: int | None = None
    status: Status = Status.OK
    why: str = ""
    states: int | None = None
    gap: float | None = None
    error: float | None = None
    value_p1_first: float | None = None
    value_p2_first: float | None = None
    verdict_p1_first: str | None = None
    verdict_p2_first: str | None = None
    first_wins_at_100: float | None = None
    first_wins_at_50: float | None = None
    first_wins_at_20: float | None = None
    first_wins_at_10: float | None = None
    first_wins_at_1: float | None = None
    first_wins_at_0: float | None = None
    perfect_plies: float | None = None
    perfect_plies_50: int | None = None
    perfect_plies_90: int | None = None
    perfect_endless: float | None = None
    level_5_plies: float | None = None
    level_5_plies_50: int | None = None
    level_5_plies_90: int | None = None
    level_5_endless: float | None = None
    random_plies: float | None = None
    random_plies_50: int | None = None
    random_plies_90: int | None = None
    random_endless: float | None = None
    choices: int | None = None
    at_stake: float | None = None
    perfect_over_random: float | None = None
    level_1_over_random: float | None = None
    level_2_over_1: float | None = None
    level_3_over_2: float | None = None
    level_4_over_3: float | None = None
    level_5_over_4: float | None = None
    level_6_over_5: float | None = None
    level_7_over_6: float | None = None
    level_8_over_7: float | None = None
    level_9_over_8: float | None = None
    unused_rules: tuple[str, ...] | None = None
    rate: float | None = None
    p1_at_rate_p1_first: float | None = None
    p1_at_rate_p2_first: float | None = None
    seconds: float | None = None
    code: str = ""
    key: str = ""

    def cells(self) -> dict[str, Cell]:
        """The row as a table of results holds it: a column for each rule, and lists as text.

        >>> cells = headway.lab.measure(headway.load("cross-over")).cells()
        >>> cells["rule_length"], cells["status"], cells["unused_rules"], "rules" in cells
        (9, 'ok', '', False)
        """
        found: dict[str, Cell] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name == "rules":
                found |= {RULE + name: _as_text(setting) for name, setting in self.rules.items()}
            else:
                found[each.name] = " ".join(value) if isinstance(value, tuple) else _plain(value)
        return found

    @classmethod
    def from_cells(cls, cells: Mapping[str, Any]) -> "Row":
        """The row that `cells` wrote, whose numbers may have become text since.

        >>> row = headway.lab.measure(headway.load("cross-over"))
        >>> headway.lab.Row.from_cells({name: str(cell or "") for name, cell in row.cells().items()}).rules
        {'length': 9, 'longest_step': 3, 'lot': 'no', ...}
        """
        known = {name: _read(KINDS[name], cell) for name, cell in cells.items() if name in KINDS}
        rules = {name.removeprefix(RULE): _setting(cell) for name, cell in cells.items() if name.startswith(RULE)}
        return cls(**known, rules=rules)


def _as_text(setting: Setting) -> Cell:
    return json.dumps(setting) if isinstance(setting, list) else setting


def _plain(value: Any) -> Cell:
    return value.value if isinstance(value, Status) else value


def _setting(cell: Any) -> Setting:
    """A rule as a table of results holds it, as JSON does."""
    if isinstance(cell, str) and cell.startswith("["):
        return [int(number) for number in json.loads(cell)]
    return int(cell) if isinstance(cell, int) or cell.isdigit() else str(cell)


def _read(kind: Any, cell: Any) -> Any:
    if kind is tuple:
        return None if cell is None else tuple(str(cell).split())
    if cell is None or (cell == "" and kind is not str):
        return None
    return kind(cell)


def _kind(hint: Any) -> Any:
    """What the cells of a column are made into."""
    for kind in (Status, int, float, str):
        if hint in (kind, kind | None):
            return kind
    return tuple


KINDS = {name: _kind(hint) for name, hint in get_type_hints(Row).items() if name != "rules"}
"""The columns other than those of the rules, and what their cells are."""
