"""Solving for visitors: in a process of its own, one game after the other, for so many seconds and no longer."""

import asyncio
import signal
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from headway.errors import HeadwayError
from headway.game import Game
from headway.solver import Solution
from headway.solver.cache import solved
from headway.solver.size import TooLarge, refuse_too_large
from headway.web.opponents import MOST_POSITIONS
from headway.web.problems import Busy

MOST_KNOWN, MOST_HOPELESS, MOST_WAITING = 16, 1000, 20


class Solver:
    """Finds out what is true of games; what was found last is remembered."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._known: OrderedDict[Game, Solution] = OrderedDict()
        self._hopeless: OrderedDict[Game, None] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, "solver")  # which only waits
        self._waiting = 0
        self._worker: _Worker | None = None

    async def solution(self, game: Game) -> Solution:
        """The solution of a game; refuses one that is too large, or takes too long, to be worked out for a visitor."""
        refuse_too_large(game, MOST_POSITIONS)
        if game in self._known:
            self._known.move_to_end(game)
            return self._known[game]
        if self._waiting >= MOST_WAITING:
            raise Busy("Too many games are being worked out just now; try again in a while.")
        self._waiting += 1
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._thread, self._solve, game)
        except TimeoutError:
            _remember(self._hopeless, game, None, MOST_HOPELESS)
            raise _takes_too_long(game) from None
        finally:
            self._waiting -= 1
        _remember(self._known, game, found, MOST_KNOWN)
        return found

    def close(self) -> None:
        """End what is being worked out."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._worker is not None:
            self._worker.kill()

    def _solve(self, game: Game) -> Solution:
        known = self._known.get(game)  # somebody may have asked for the same meanwhile
        if known is not None:
            return known
        if game in self._hopeless:
            raise _takes_too_long(game)
        for _ in range(2):  # a worker may have been killed by somebody else
            worker = self._worker = self._worker or _Worker(self._seconds)
            try:
                return worker.solution(game, self._seconds)
            except TimeoutError:
                worker.kill()
                self._worker = None
                raise
            except (EOFError, OSError):
                worker.kill()
                self._worker = None
        raise Busy("The game could not be worked out just now; try again in a while.")


class _Worker:
    """The process that solves."""

    def __init__(self, seconds: float) -> None:
        context = get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._process = context.Process(target=_work, args=(far_end, seconds), daemon=True)
        self._process.start()
        far_end.close()

    def solution(self, game: Game, seconds: float) -> Solution:
        self._pipe.send(game)
        if not self._pipe.poll(seconds):
            raise TimeoutError
        found = self._pipe.recv()
        if isinstance(found, Solution):
            return found
        raise HeadwayError(found)

    def kill(self) -> None:
        self._process.kill()


def _work(pipe: Connection, seconds: float) -> None:
    """Solve what comes, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    limit = getattr(signal, "alarm", lambda seconds: None)  # if the server has been killed, nobody else ends this
    while True:
        try:
            game = pipe.recv()
        except EOFError:
            return
        limit(ceil(seconds) + 5)
        try:
            pipe.send(solved(game))
        except HeadwayError as error:
            pipe.send(str(error))
        limit(0)


def _remember(known: OrderedDict[Game, Any], game: Game, value: Any, most: int) -> None:
    known[game] = value
    if len(known) > most:
        known.popitem(last=False)


def _takes_too_long(game: Game) -> TooLarge:
    return TooLarge(f"{game.title} takes too long to be worked out here under these rules; a friend can play it.")
