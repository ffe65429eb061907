"""The solver of a server: it solves one game after the other in a process of its own, with a time limit for each."""

import logging
from collections import OrderedDict
from typing import TypeVar

from headway.game import Game
from headway.players.preparation import too_slow
from headway.solver import Solution
from headway.solver.process import solve_game
from headway.solver.size import TooLarge, refuse_too_large
from headway.web.solving.process_queue import ProcessQueue

MAX_STATES = 60_000
"""The size up to which a server solves a game for any visitor; larger ones are searched, and can be solved at home."""
MAX_SOLUTIONS, MAX_REFUSALS = 16, 1000
Value = TypeVar("Value")
log = logging.getLogger(__name__)


class SolverService:
    """Solves games on request, and remembers the last solutions and refusals."""

    def __init__(self, timeout: float) -> None:
        self.queue = ProcessQueue("solver", timeout)
        self._solutions: OrderedDict[Game, Solution] = OrderedDict()
        self._refusals: OrderedDict[Game, str] = OrderedDict()

    async def solution(self, game: Game) -> Solution:
        """The solution of a game; refuses a game that is too large or takes too long."""
        known = self._known(game)
        if known is not None:
            return known
        try:
            refuse_too_large(game, MAX_STATES)
        except TooLarge as error:
            raise self._refusal(game, str(error)) from None
        async with self.queue.turn():
            known = self._known(game)  # an earlier request in the queue may have been for the same game
            if known is not None:
                return known
            try:
                solution = await self.queue.call(solve_game, game)
            except TimeoutError:
                raise self._refusal(game, too_slow(game, self.queue.timeout)) from None
            except RuntimeError:  # a mistake in the rules of the game, or ours
                log.exception("%s could not be solved", game.title)
                raise self._refusal(game, f"{game.title} could not be solved under these rules.") from None
            _remember(self._solutions, game, solution, MAX_SOLUTIONS)
            return solution

    def close(self) -> None:
        """Abandon what is being solved."""
        self.queue.close()

    def _known(self, game: Game) -> Solution | None:
        if game in self._refusals:
            raise TooLarge(self._refusals[game])
        if game in self._solutions:
            self._solutions.move_to_end(game)
        return self._solutions.get(game)

    def _refusal(self, game: Game, sentence: str) -> TooLarge:
        _remember(self._refusals, game, sentence, MAX_REFUSALS)
        return TooLarge(sentence)


def _remember(known: OrderedDict[Game, Value], game: Game, value: Value, limit: int) -> None:
    known[game] = value
    if len(known) > limit:
        known.popitem(last=False)
