"""What is true of one variant: its game is explored and solved once, and all figures are derived from that."""

import time
from collections.abc import Callable
from functools import cached_property
from importlib.util import find_spec
from math import isfinite
from typing import Any, TypeVar

from headway.errors import NotInstalled, TooLarge, install_hint
from headway.game import Game
from headway.lab.code_hash import code_of, key_of
from headway.lab.row import Row, Status
from headway.lab.unused_rules import unused_rules
from headway.lab.variant_list import Variant, all_rules
from headway.phrases import percent
from headway.policies.length import MOST_PLIES, Length
from headway.policies.policy import LEVELS
from headway.rulekit import P1, P2
from headway.solver import Solution, Unproven, solve
from headway.solver.gth import TooHard
from headway.solver.size import state_count

TYPE_CHECKING = False  # as in `typing`, which would have to be imported
if TYPE_CHECKING:
    from headway.lab.chains import Chains, Chances
    from headway.solver.explored import Explored

Figure = TypeVar("Figure")

RATES = (100, 50, 20, 10, 1, 0)
"""The rates of errors, in percent, at which the chance of the first mover is told."""
MIDDLE = 5
"""The level whose games are measured beside those of perfect and random players."""
PERFECT, RANDOM = 0.0, 1.0
"""Their rates of errors."""
QUANTILES = 0.5, 0.9
"""The shares of games of which it is told within how many plies they are over."""
MOST_CHAINED = 4_000_000
"""In games with more positions only best play is measured: each chain would take minutes."""
MOST_INTERPRETED = 5_000
"""Up to this number of states a game is explored without machine code, in some milliseconds: to compile the rules of
each combination of changes takes seconds.
"""


class Study:
    """A variant that is explored and solved, and what is asked about it. Each answer is found when it is needed.

    Raises `TooLarge`, `Unproven` or another refusal of the solver.
    """

    def __init__(self, game: Game, progress: Callable[[str], None] = lambda doing: None) -> None:
        self.game = game
        self.missing = list[str]()
        """What could not be found, and why."""
        self.error = 0.0
        self.known, self.solution = self._solved(progress)

    def _solved(self, progress: Callable[[str], None]) -> "tuple[Explored | None, Solution]":
        try:
            known = explored(self.game, progress)
        except TooLarge as error:
            if self.game.has_chance or self.game.has_secrets:
                raise
            self.missing.append(f"Only best play is known: {error}")
            return None, solve(self.game, progress=progress)
        if known.normal.size > MOST_CHAINED:
            self.missing.append(f"Only best play is known: it has more than {MOST_CHAINED:,} positions.")
            return None, solve(self.game, progress=progress, known=known)
        return known, solve(self.game, progress=progress, known=known)

    @cached_property
    def chains(self) -> "Chains | None":
        """What comes of the game if both sides err; None for one that is too large."""
        from headway.lab.chains import Chains

        return None if self.known is None else Chains(self.known, self.solution)

    def first_wins(self, rate: float) -> float | None:
        """The chance of the side that moves first, if both err at a rate and either side is first as often."""
        found = self.chances(rate, rate)
        return None if found is None else found.of_first

    def better_wins(self, rate: float, worse: float) -> float | None:
        """The chance of a side that errs at a rate against one that errs at another, over both seats and starts."""
        one, two = self.chances(rate, worse), self.chances(worse, rate)
        return None if one is None or two is None else (one.of_p1 + 1 - two.of_p1) / 2

    def length(self, rate: float) -> Length | None:
        """How long games last if both sides err at a rate, and either side is first as often."""
        chains = self.chains
        return None if chains is None else chains.length(rate, rate)

    def chances(self, p1_rate: float, p2_rate: float) -> "Chances | None":
        """The chances at two rates of errors; None where they are not known, which `missing` tells."""
        if self.chains is None:
            return None
        try:
            found = self.chains.chances(p1_rate, p2_rate)
        except TooHard as error:
            self.missing.append(f"At the error rates {p1_rate:g} and {p2_rate:g}: {error}.")
            return None
        self.error = max(self.error, found.error)
        return found


def explored(game: Game, progress: Callable[[str], None] = lambda doing: None) -> "Explored":
    """All states of a game, in machine code where there are many."""
    from headway.solver import exploration
    from headway.solver.backend import Compiled
    from headway.solver.explored import explore_interpreted

    if state_count(game) <= MOST_INTERPRETED:
        return explore_interpreted(game, progress, Compiled())
    return exploration.explore(game, progress)


def measure(game: Game | Variant) -> Row:
    """All that a sweep says of one variant. One that is too large or cannot be proved has a row that says so.

    >>> row = headway.lab.measure(headway.load("race-to-the-center", longest_step=9))
    >>> row.status, row.verdict_p1_first, row.unused_rules
    (<Status.OK: 'ok'>, 'P1', ('longest_step',))
    >>> headway.lab.measure(headway.load("capture-the-flag", length=1000)).why
    'Capture the Flag has up to ...'
    """
    refuse_without_numba()
    variant = game if isinstance(game, Variant) else Variant(game)
    if variant.refused is not None:
        return row_of(variant, status=Status.REFUSED, why=variant.refused.why)
    began = time.perf_counter()
    try:
        study = Study(variant.game)
        found = _figures(study) if variant.rate is None else _at_rate(study, variant.rate)
    except TooLarge as error:
        found = {"status": Status.TOO_LARGE, "why": str(error)}
    except Unproven as error:
        found = {"status": Status.UNPROVEN, "why": str(error)}
    except MemoryError:
        found = {"status": Status.TOO_LARGE, "why": "There is not enough memory."}
    except Exception as error:  # a mistake in the rules of the game, or ours: the other variants go on
        found = {"status": Status.FAILED, "why": " ".join(f"{type(error).__name__}: {error}".split())}
    return row_of(variant, seconds=time.perf_counter() - began, **found)


def row_of(variant: Variant, **figures: Any) -> Row:
    """A row with these figures."""
    game = variant.game
    rules = {**{rule.name: rule.show(rule.default) for rule in all_rules(game)}, **variant.settings}
    about: dict[str, Any] = {"deal": variant.deal, "seed": variant.seed, "code": code_of(game), "key": key_of(variant)}
    return Row(game=game.name, rules=rules, rate=variant.rate, **about, **figures)


def refuse_without_numba() -> None:
    """The lab needs machine code."""
    if find_spec("numba") is None:
        raise NotInstalled(f"The lab needs Numba: {install_hint('lab')}")


def _figures(study: Study) -> dict[str, Any]:
    """The columns of a row."""
    solution, starts = study.solution, [study.game.start(first) for first in (P1, P2)]
    found: dict[str, Any] = {
        "states": solution.states,
        "gap": float(solution.certificate.gap),
        "value_p1_first": float(solution.value(starts[P1])),
        "value_p2_first": float(solution.value(starts[P2])),
        "verdict_p1_first": solution.verdict(starts[P1]),
        "verdict_p2_first": solution.verdict(starts[P2]),
        "unused_rules": unused_rules(study.game),
    }
    for errors in RATES:
        found[f"first_wins_at_{errors}"] = study.first_wins(errors / 100)
    for name, rate in (("perfect", PERFECT), (f"level_{MIDDLE}", float(LEVELS[MIDDLE])), ("random", RANDOM)):
        found |= _of_length(study, name, rate)
    found["perfect_over_random"] = study.better_wins(PERFECT, RANDOM)
    below, worse = "random", RANDOM
    for level, errs in LEVELS.items():
        found[f"level_{level}_over_{below}"] = study.better_wins(float(errs), worse)
        below, worse = str(level), float(errs)
    if study.chains is not None:
        choices, at_stake = study.chains.stakes
        found |= {"choices": choices, "at_stake": at_stake / choices if choices else 0.0, "error": study.error}
    why = " ".join(dict.fromkeys(study.missing))
    return {**found, "status": Status.PARTIAL if why else Status.OK, "why": why}


def _at_rate(study: Study, rate: float) -> dict[str, Any]:
    """The columns of a row of a repair. Between perfect players the solution itself tells the chances."""
    solution, starts = study.solution, [study.game.start(first) for first in (P1, P2)]
    found: dict[str, Any] = {
        "states": solution.states,
        "gap": float(solution.certificate.gap),
        "verdict_p1_first": solution.verdict(starts[P1]),
        "verdict_p2_first": solution.verdict(starts[P2]),
    }
    if rate == PERFECT:
        p1, p2 = (float(solution.value(start)) for start in starts)
        error = found["gap"]
    else:
        chances = study.chances(rate, rate)
        if chances is None:
            return {**found, "status": Status.PARTIAL, "why": " ".join(study.missing)}
        p1, p2, error = chances
        assert study.chains is not None
        # both may make any move, as in random play: some games never end if some of that never do
        length = study.length(RANDOM) if study.chains.has_trap else None
        found["random_endless"] = 0.0 if length is None else length.endless
    return {**found, "error": error, "p1_at_rate_p1_first": p1, "p1_at_rate_p2_first": p2}


def _of_length(study: Study, name: str, rate: float) -> dict[str, float | int | None]:
    """The columns of one kind of play."""
    length = study.length(rate)
    if length is None:
        return {}
    ended, known = 1 - float(length.endless), length.within(MOST_PLIES)
    mean = float(length.mean) if ended > 0 and isfinite(length.mean) else None
    if ended > 0 and mean is None:
        study.missing.append(f"The mean length at the error rate {rate:g} is too hard to find.")
    if any(known < share <= ended for share in QUANTILES):
        many = percent(float(ended - known))
        study.missing.append(f"At the error rate {rate:g}, {many} of games last longer than {MOST_PLIES:,} plies.")
    quantiles = {f"{name}_plies_{100 * share:.0f}": length.quantile(share) for share in QUANTILES}
    return {f"{name}_plies": mean, **quantiles, f"{name}_endless": float(length.endless)}
