"""A sweep: a row for each variant of a game."""

from collections.abc import Mapping

from headway.game import Game
from headway.lab.study import measure, refuse_without_numba
from headway.lab.row import Row
from headway.lab.variant_list import Variants, Wanted, variants_of


def variants(
    game: Game | str, rules: Mapping[str, Wanted] | None = None, *, boards: int = 0, seed: int = 0
) -> Variants:
    """The variants of a game in which rules take several values. Nonsense is refused here, before any work.

    A value is a number or a name, and several are a list, a range "4..30" (with a step, "4..30..2"), or "all". `boards`
    is how many boards are dealt for each set of rules, in a game that has boards, and `seed` what they are dealt with.

    >>> found = headway.lab.variants("race-to-the-center", {"length": "4..9", "reply": "all"})
    >>> found
    <9 variants of race-to-the-center>
    >>> found.values["length"]
    (4, 6, 8)
    >>> headway.lab.variants("cross-over", {"length": "9..4"})
    Traceback (most recent call last):
    headway.errors.BadRules: length takes a whole number from 2 to 1000, not "9..4".
    """
    from headway.api.catalogue import load

    return variants_of(load(game) if isinstance(game, str) else game, rules or {}, boards, seed)


def sweep(
    game: Game | str,
    rules: Mapping[str, Wanted] | None = None,
    *,
    boards: int = 0,
    seed: int = 0,
    jobs: int | None = None,
) -> list[Row]:
    """A row for each variant of a game, in their order; the arguments are those of `variants`.

    >>> rows = headway.lab.sweep("cross-over", {"length": "4..6"}, jobs=1)
    >>> [(row.rules["length"], row.verdict_p1_first, row.status.value) for row in rows]
    [(4, 'P1', 'ok'), (5, 'P1', 'ok'), (6, 'P1', 'ok')]
    """
    refuse_without_numba()
    return [measure(variant) for variant in variants(game, rules, boards=boards, seed=seed)]
