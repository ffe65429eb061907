"""The solver of a server: it solves games in processes of their own, with a time limit for each."""

import asyncio
import logging
import math
import time
from collections import OrderedDict
from functools import partial
from typing import NamedTuple

from headway import catalogue
from headway.errors import TooLarge
from headway.game import Game
from headway.players.preparation import too_slow
from headway.solver import Solution
from headway.solver.size import refuse_too_large
from headway.table.apply import undealt
from headway.web.solving.fair_queue import Asker
from headway.web.solving.process_queue import ProcessQueue
from headway.web.solving.solution_cache import SolutionCache, solve_packed

MAX_STATES = 60_000
"""The size up to which a server solves a game for any visitor; larger ones are searched, and can be solved at home."""
MAX_REFUSALS = 1000
RETRY_AFTER = 300.0  # seconds, in which a game that took too long is not tried again
NO_ONE = Asker()
log = logging.getLogger(__name__)


class _Refusal(NamedTuple):
    sentence: str
    expires: float


class SolverService:
    """Solves games on request, and remembers solutions and refusals.

    Games under the rules of their books have a queue of their own, so that they never wait for others. Two services may
    share it, and the solutions.
    """

    def __init__(
        self, timeout: float, solutions: SolutionCache | None = None, book_queue: ProcessQueue | None = None
    ) -> None:
        self.queue = ProcessQueue("solver", timeout)
        self.book_queue = book_queue or ProcessQueue("book-solver", timeout)
        self._solutions = SolutionCache() if solutions is None else solutions
        self._refusals: OrderedDict[Game, _Refusal] = OrderedDict()

    async def solution(self, game: Game, asker: Asker = NO_ONE) -> Solution:
        """The solution of a game; refuses a game that is too large or takes too long."""
        known = self._solutions.unpacked(game)
        if known is not None:
            return known
        if game not in self._solutions:  # a service with more time may have found what this one has given up
            self._check_refusals(game)
            await self._solve(game, asker)
        unpacked = await asyncio.to_thread(self._solutions.unpack, game)
        if unpacked is None:  # it was evicted, because many others were solved meanwhile
            return await self.solution(game, asker)
        return self._solutions.use(game, unpacked)

    def close(self) -> None:
        """Abandon what is being solved."""
        self.queue.close()
        self.book_queue.close()

    def _check_refusals(self, game: Game) -> None:
        refusal = self._refusals.get(game)
        if refusal is None:
            return
        if time.monotonic() < refusal.expires:
            raise TooLarge(refusal.sentence)
        del self._refusals[game]

    async def _solve(self, game: Game, asker: Asker) -> None:
        try:
            refuse_too_large(game, MAX_STATES)
        except TooLarge as error:
            raise self._refuse(game, str(error), math.inf) from None
        queue = self.book_queue if is_book_game(game) else self.queue
        try:
            await queue.call(asker, solve_packed, game, keep=partial(self._solutions.keep, game))
        except TimeoutError:
            raise self._refuse(game, too_slow(game, queue.timeout)) from None
        except RuntimeError:  # a mistake in the rules of the game, or ours
            log.exception("%s could not be solved", game.title)
            raise self._refuse(game, f"{game.title} could not be solved under these rules.") from None

    def _refuse(self, game: Game, sentence: str, seconds: float = RETRY_AFTER) -> TooLarge:
        """Remember for this many seconds why a game is refused."""
        self._refusals[game] = _Refusal(sentence, time.monotonic() + seconds)
        if len(self._refusals) > MAX_REFUSALS:
            self._refusals.popitem(last=False)
        return TooLarge(sentence)


def is_book_game(game: Game) -> bool:
    """Is a game played under the rules of its book? A board that was dealt does not change the rules."""
    return undealt(game) == undealt(catalogue.find(game.name))
