"""How the computers of a server decide: by the solution of a game, or by a search where it cannot be solved in time."""

import logging
from typing import NamedTuple

from headway.errors import TooLarge
from headway.game import Game
from headway.players import Observation, PlayerFailed
from headway.players.preparation import why_search
from headway.players.random import RandomPlayer
from headway.players.search import search
from headway.players.strategy import KnownOdds, Solved, Strategy
from headway.web.solving.fair_queue import Asker
from headway.web.solving.process_queue import ProcessQueue
from headway.web.solving.solver_service import SolverService

SEARCH_BUDGET = 20_000
"""How many states a server looks at for a move of a visitor's computer: about a fifth of a second."""
log = logging.getLogger(__name__)


class Advice(NamedTuple):
    """A strategy for one observation, and the sentence that says so if it is not perfect play."""

    strategy: Strategy
    notice: str = ""


class Strategies:
    """Finds strategies for the computers of a process. The searches run in a process of their own, like the solver."""

    def __init__(self, solver: SolverService, search_timeout: float) -> None:
        self._solver = solver
        self._searches = ProcessQueue("search", search_timeout)

    async def advice(self, observation: Observation, asker: Asker) -> Advice:
        """The strategy for a move; raises `Busy` if too many wait for one."""
        try:
            return Advice(await self.solved(observation.game, asker))
        except TooLarge as reason:
            odds = await self._searched(observation, asker)
            return Advice(KnownOdds(observation.game, odds), why_search(reason, SEARCH_BUDGET))

    async def solved(self, game: Game, asker: Asker) -> Strategy:
        """Perfect play; raises a `HeadwayError` if the game cannot be solved."""
        return Solved(await self._solver.solution(game, asker))

    async def _searched(self, observation: Observation, asker: Asker) -> dict[int, float]:
        """The odds that a search finds; if it takes too long or fails, every move is as good as the others."""
        try:
            return await self._searches.call(asker, search, observation, SEARCH_BUDGET)
        except TimeoutError:
            pass
        except RuntimeError:  # too little memory, or a mistake
            log.exception("A search has failed")
        return RandomPlayer().odds(observation)

    def close(self) -> None:
        """Abandon what is being searched."""
        self._searches.close()


def no_strategy(game: Game) -> Strategy:
    """Refuse to prepare a player: on a server that is done before the player is asked."""
    raise PlayerFailed(f"No strategy was prepared for {game.title}.")
