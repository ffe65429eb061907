"""The solver of a server: it solves one game after the other in a process of its own, with a time limit for each."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from headway.game import Game
from headway.solver import Solution
from headway.solver.process import SolverProcess
from headway.solver.size import TooLarge, refuse_too_large
from headway.web.opponents import MAX_POSITIONS
from headway.web.refusals import Busy

MAX_SOLUTIONS, MAX_TIMED_OUT, MAX_WAITING = 16, 1000, 20


class SolverService:
    """Solves games on request, and remembers the last solutions."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._solutions: OrderedDict[Game, Solution] = OrderedDict()
        self._timed_out: OrderedDict[Game, None] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, "solver")  # it only waits for the process
        self._waiting = 0
        self._process: SolverProcess | None = None

    async def solution(self, game: Game) -> Solution:
        """The solution of a game; refuses a game that is too large or takes too long."""
        refuse_too_large(game, MAX_POSITIONS)
        if game in self._solutions:
            self._solutions.move_to_end(game)
            return self._solutions[game]
        if self._waiting >= MAX_WAITING:
            raise Busy("Too many games are being solved at the moment; try again later.")
        self._waiting += 1
        try:
            solution = await asyncio.get_running_loop().run_in_executor(self._thread, self._solve, game)
        except TimeoutError:
            _remember(self._timed_out, game, None, MAX_TIMED_OUT)
            raise _takes_too_long(game) from None
        finally:
            self._waiting -= 1
        _remember(self._solutions, game, solution, MAX_SOLUTIONS)
        return solution

    def close(self) -> None:
        """Abandon what is being solved."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.kill()

    def _solve(self, game: Game) -> Solution:
        known = self._solutions.get(game)  # an earlier request in the queue may have been for the same game
        if known is not None:
            return known
        if game in self._timed_out:
            raise _takes_too_long(game)
        for _ in range(2):  # the process may have been killed from outside
            process = self._process = self._process or SolverProcess()
            try:
                return process.solution(game, self._timeout)
            except TimeoutError:
                process.kill()
                self._process = None
                raise
            except (EOFError, OSError):
                process.kill()
                self._process = None
        raise Busy("The game could not be solved at the moment; try again later.")


def _remember(known: OrderedDict[Game, Any], game: Game, value: Any, limit: int) -> None:
    known[game] = value
    if len(known) > limit:
        known.popitem(last=False)


def _takes_too_long(game: Game) -> TooLarge:
    return TooLarge(f"{game.title} takes too long to solve here under these rules; a friend can play it.")
