"""Preparing players for a game while a person waits: the game is solved in limited time, or played by a search.

A front end makes one `Preparation` for a sitting and gives its `strategy` to the players:

    preparation = Preparation(notify=print, progress=progress_line)
    players = [seat_player(name, preparation.strategy) for name in names]

While the computer thinks, `progress()` is entered, and what it gives is called with short texts; `notify` gets a
sentence, once for each game, if the computer will not play it perfectly. Ctrl-C ends the thinking at once, and no
process is left.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from headway.errors import HeadwayError, install_hint
from headway.game import Game

if TYPE_CHECKING:  # imported when a computer needs it: a game between people should start at once
    from headway.players.search import Search
    from headway.players.strategy import Strategy
    from headway.solver import Solution

SECONDS = 10.0
"""How long the computer may try to solve a game before its first move."""
THINKING = "The computer is thinking..."

Show = Callable[[str], None]
Progress = Callable[[], AbstractContextManager[Show]]
"""Opens a place for short texts that say what is being done; it is cleared when it is left."""


def _no_progress() -> AbstractContextManager[Show]:
    return nullcontext(lambda doing: None)


class Preparation:
    """The solutions of the games of one sitting, found in limited time. The last game is remembered."""

    def __init__(
        self,
        seconds: float = SECONDS,
        notify: Callable[[str], None] = lambda sentence: None,
        progress: Progress = _no_progress,
    ) -> None:
        self._seconds = seconds
        self._notify = notify
        self._progress = progress
        self._solution: Solution | None = None
        self._refusal: tuple[Game, HeadwayError] | None = None
        self._search: Search | None = None
        self._is_announced = False

    def solution(self, game: Game) -> "Solution":
        """The solution of a game; raises a `HeadwayError` that says why it is not known, each time it is asked for."""
        if self._solution is not None and self._solution.game == game:
            return self._solution
        if self._refusal is not None and self._refusal[0] == game:
            raise self._refusal[1]
        try:
            with self._progress() as show:
                self._solution = self._solve(game, show)
        except HeadwayError as error:
            self._refusal = game, error
            raise
        return self._solution

    def strategy(self, game: Game) -> "Strategy":
        """Perfect play if the game can be solved in time, otherwise a bounded search."""
        from headway.players.search import Search
        from headway.players.strategy import Solved

        try:
            return Solved(self.solution(game))
        except HeadwayError as error:
            if self._search is None or self._search.game != game:
                self._is_announced = False
                self._search = Search(game, thinking=partial(self._searching, game, error))
            return self._search

    def _solve(self, game: Game, show: Show) -> "Solution":
        from headway.errors import TooLarge
        from headway.solver.cache import solved
        from headway.solver.process import SolverProcess
        from headway.solver.size import is_quick

        show(THINKING)
        if is_quick(game):
            return solved(game)
        process = SolverProcess()
        try:
            return process.solution(game, self._seconds, lambda doing: show(f"{THINKING} ({doing})"))
        except TimeoutError:
            raise TooLarge(too_slow(game, self._seconds)) from None
        except (EOFError, OSError):
            raise TooLarge(f"{game.title} could not be solved: the process that solved it was ended.") from None
        except RuntimeError as error:  # a mistake in the rules of the game, or ours
            raise TooLarge(f"{game.title} could not be solved: {error}") from None
        finally:
            process.kill()

    @contextmanager
    def _searching(self, game: Game, reason: HeadwayError) -> Iterator[None]:
        """Show that the computer thinks; before the first search of a game, say why it searches."""
        if not self._is_announced:
            self._is_announced = True
            self._notify(f"{why_search(reason)}{_advice(game)}")
        with self._progress() as show:
            show(THINKING)
            yield


def too_slow(game: Game, seconds: float) -> str:
    """That a game was not solved in time."""
    return f"{game.title} could not be solved within {seconds:g} seconds under these rules."


def why_search(reason: HeadwayError, budget: int | None = None) -> str:
    """That the computer searches, and for which reason; by default with the budget that a search has by itself."""
    from headway.players.search import BUDGET

    how = f"it searches {budget or BUDGET:,} states ahead of each move"
    return f"{reason} So the computer does not play perfectly: {how}."


def _advice(game: Game) -> str:
    if find_spec("numba") is not None or game.has_chance or game.has_secrets:
        return ""
    return f" Larger games can be solved after: {install_hint('fast')}"
