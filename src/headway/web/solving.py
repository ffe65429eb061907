"""Solving for visitors: in a process of its own, one game after the other, for so many seconds and no longer."""

import asyncio
import signal
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from headway.errors import HeadwayError
from headway.game import Game
from headway.solver import Solution
from headway.solver.cache import solved
from headway.solver.size import TooLarge, refuse_too_large
from headway.web.opponents import MOST_POSITIONS
from headway.web.problems import Problem

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
            raise Problem("busy", 503, "Too many games are being worked out just now; try again in a while.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._solve, game)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End what is being worked out."""
        if self._worker is not None:
            self._worker.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _solve(self, game: Game) -> Solution:
        if game in self._known:  # somebody has asked for the same meanwhile
            return self._known[game]
        if game in self._hopeless:
            raise _takes_too_long(game)
        if self._worker is None:
            self._worker = _Worker()
        try:
            found = self._worker.solution(game, self._seconds)
        except (TimeoutError, EOFError, OSError):
            self._worker.kill()
            self._worker = None
            _remember(self._hopeless, game, None, MOST_HOPELESS)
            raise _takes_too_long(game) from None
        _remember(self._known, game, found, MOST_KNOWN)
        return found


class _Worker:
    """The process that solves."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._process = context.Process(target=_work, args=(far_end,), daemon=True)
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


def _work(pipe: Connection) -> None:
    """Solve what comes, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    while True:
        try:
            game = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(solved(game))
        except HeadwayError as error:
            pipe.send(str(error))


def _remember(known: OrderedDict[Game, Any], game: Game, value: Any, most: int) -> None:
    known[game] = value
    if len(known) > most:
        known.popitem(last=False)


def _takes_too_long(game: Game) -> TooLarge:
    return TooLarge(f"{game.title} takes too long to be worked out here under these rules; a friend can play it.")
