"""The laws: what must hold in every reachable state of every game.

A law is a sentence and a function that says what is wrong in a state, or None. `check` tries every law on every
state and reports, for the first state that breaks a law, a line of play that leads there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import NamedTuple

from headway.contract import State
from headway.errors import HeadwayError, install_hint
from headway.game import Game, Origin
from headway.laws.failure import at_state, raised
from headway.laws.of_games import GAME_LAWS, GameLaw, undecidable_claim
from headway.laws.of_states import LAWS, TABLE_WORDS, Law

__all__ = ["COMPILED", "GAME_LAWS", "LAWS", "REACHED", "TABLE_WORDS", "Finding", "Report", "check", "undecidable_claim"]

MOST_STATES = 1_000_000
REACHED = "every state can be reached and every move played"
COMPILED = "the compiled rules agree with the interpreted ones"


class Finding(NamedTuple):
    """What came of one law: in how many states it was tried, and where it failed.

    >>> headway.laws.check(headway.load("cross-over")).findings[0]
    Finding(law='...', states=None, failure=None, is_skipped=False)
    """

    law: str
    states: int | None  # None for a law about the game as a whole
    failure: str | None = None
    is_skipped: bool = False


@dataclass(frozen=True)
class Report:
    """All that was checked of one game.

    >>> report = headway.laws.check(headway.load("cross-over"))
    >>> report.states, report.holds
    (144, True)
    """

    game: Game
    states: int
    findings: list[Finding]

    @property
    def holds(self) -> bool:
        """Has no law failed?"""
        return all(finding.failure is None for finding in self.findings)


def check(game: Game, most: int = MOST_STATES, progress: Callable[[str], None] = lambda law: None) -> Report:
    """Try every law on every reachable state, with either side first.

    >>> headway.laws.check(headway.load("cross-over")).holds
    True
    """
    progress(REACHED)
    origin: Origin = {}
    failure = _reach(game, origin, most)
    if failure is not None:
        return Report(game, len(origin), [Finding(REACHED, len(origin), failure)])
    findings = [_try_once(law, game) for law in GAME_LAWS]
    for law in LAWS:
        progress(law.sentence)
        findings.append(_try(law, game, origin))
    if find_spec("numba") is None:
        findings.append(Finding(f"{COMPILED}: not checked, needs {install_hint('fast')}", 0, is_skipped=True))
    else:
        from headway.agreement import disagreement

        progress(COMPILED)
        findings.append(_try(Law(COMPILED, disagreement), game, origin))
    return Report(game, len(origin), findings)


def _reach(game: Game, origin: Origin, most: int) -> str | None:
    """Fill `origin` with every state; what failed if the game's code raises an error."""
    visited: list[State] = []  # the last one is where it fails
    try:
        for state in game.explore(origin, most):
            visited[:] = [state]
    except (HeadwayError, MemoryError):
        raise
    except Exception as error:  # whatever the game's code raises is the finding
        wrong = raised(game, error)
        return ". ".join([wrong, *(at_state(game, origin, state) for state in visited)])
    return None


def _try_once(law: GameLaw, game: Game) -> Finding:
    try:
        wrong = law.broken(game)
    except Exception as error:  # as in `_reach`
        wrong = raised(game, error)
    return Finding(law.sentence, None, wrong)


def _try(law: Law, game: Game, origin: Origin) -> Finding:
    for tried, state in enumerate(origin, 1):
        try:
            wrong = law.broken(game, state)
        except Exception as error:  # as in `_reach`
            wrong = raised(game, error)
        if wrong is not None:
            return Finding(law.sentence, tried, f"{wrong}. {at_state(game, origin, state)}")
    return Finding(law.sentence, len(origin))
