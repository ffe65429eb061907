"""The computer players at the tables: they move when it is their turn, as long as someone is present."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from random import SystemRandom
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from headway.errors import HeadwayError
from headway.players import Observation, Player, seat_player
from headway.players.conduct import agrees_to_draw, has_to_think_about_draw, turn_of
from headway.players.perfect import Perfect
from headway.rulekit import P1, P2
from headway.table.decide import Decision, resolve
from headway.table.events import HUMAN, Proposal
from headway.table.intents import Accept, Decline
from headway.table.match import Match
from headway.table.table import Table
from headway.web.refusals import Busy, DatabaseUnavailable, TableTooLong
from headway.web.solving.strategies import Strategies, no_strategy
from headway.web.tables.live_table import LiveTable

Result = TypeVar("Result")
Commit = Callable[[LiveTable, Callable[[Match], Decision | None]], Awaitable[bool]]
RETRY_DELAY = 1.0  # seconds
PEOPLE = (HUMAN, HUMAN)


class Abandoned(Exception):
    """A computer's thinking has become pointless: its players have left, or the game has changed."""


class Computers:
    """The computer players of this process; their moves are committed like those of people."""

    def __init__(self, commit: Commit, strategies: Strategies, delay: float) -> None:
        self._commit, self._strategies, self._delay = commit, strategies, delay
        self._players: WeakKeyDictionary[LiveTable, dict[int, tuple[str, Player]]] = WeakKeyDictionary()

    def have_work(self, live: LiveTable) -> bool:
        """Is there something for a computer to do, and is someone present to see it?"""
        match = live.match
        if match.players == PEOPLE or not live.participants:
            return False
        return _is_computers_turn(match) or _seat_offered_draw(match) is not None

    async def play(self, live: LiveTable) -> None:
        """Make moves and answer draw offers, as long as it is a computer's turn."""
        while self.have_work(live):
            table, seat = live.match.table, _seat_offered_draw(live.match)
            try:
                if seat is not None:
                    await self._answer_draw(live, seat)
                else:
                    await asyncio.sleep(self._delay)
                    match = live.match
                    if match.table is table and _is_computers_turn(match) and _seat_offered_draw(match) is None:
                        await self._make_move(live, table)
            except (DatabaseUnavailable, Busy):
                await asyncio.sleep(RETRY_DELAY)
            except Abandoned:
                pass
            except TableTooLong:  # only its player can end the game
                return
            except HeadwayError:  # the table has changed meanwhile
                if live.match.table is table:
                    raise

    async def _think(self, live: LiveTable, work: Coroutine[Any, Any, Result]) -> Result:
        """Wait for a strategy; `Abandoned` if `live.stop_thinking` is called meanwhile."""
        live.thinking = task = asyncio.create_task(work)
        try:
            return await task
        except asyncio.CancelledError:
            own = asyncio.current_task()
            if own is not None and own.cancelling():  # the server stops
                raise
            raise Abandoned from None
        finally:
            live.thinking = None

    async def _answer_draw(self, live: LiveTable, seat: int) -> None:
        agrees = await self._agrees_to_draw(live, live.match.table, seat)

        def answer(match: Match) -> Decision | None:
            if _seat_offered_draw(match) != seat:  # it has been withdrawn
                return None
            return resolve(match, seat, Accept(Proposal.DRAW) if agrees else Decline(Proposal.DRAW))

        await self._commit(live, answer)

    async def _agrees_to_draw(self, live: LiveTable, table: Table, seat: int) -> bool:
        try:
            player = self._player(live, seat)
            if isinstance(player, Perfect) and has_to_think_about_draw(table):
                player.know(await self._think(live, self._strategies.solved(table.game, live.asker)))
            agrees = await asyncio.to_thread(agrees_to_draw, player, table, seat)
            _forget_strategy(player)
        except Busy:
            raise
        except HeadwayError:  # a computer that does not know the value of the game declines
            return False
        return agrees

    async def _make_move(self, live: LiveTable, table: Table) -> None:
        """Make the computer's move, or let it forfeit, unless a person has taken the seat back."""
        seat = table.actor
        name = live.match.players[seat]
        player, observation = self._player(live, seat), Observation.of(table, seat)
        if isinstance(player, Perfect) and player.needs_strategy(observation):
            strategy, notice = await self._think(live, self._strategies.advice(observation, live.asker))
            player.know(strategy)
            live.send_notice(notice)
        intent = await asyncio.to_thread(turn_of, player, table, SystemRandom())
        _forget_strategy(player)

        def act(match: Match) -> Decision | None:
            is_still_due = match.table is table and match.players[seat] == name
            return resolve(match, seat, intent) if is_still_due else None

        await self._commit(live, act)

    def _player(self, live: LiveTable, seat: int) -> Player:
        """The computer player on a seat."""
        chair, name = live.match.chair(seat), live.match.players[seat]
        players = self._players.setdefault(live, {})
        if chair not in players or players[chair][0] != name:
            player = seat_player(name, no_strategy)
            assert player is not None
            players[chair] = name, player
        return players[chair][1]


def _forget_strategy(player: Player) -> None:
    """Keep no solution for a table that waits for a person; the solver shares one between all tables."""
    if isinstance(player, Perfect):
        player.know(None)


def _is_computers_turn(match: Match) -> bool:
    actor = match.table.actor
    return actor in (P1, P2) and match.players[actor] != HUMAN


def _seat_offered_draw(match: Match) -> int | None:
    """The seat of a computer that has been offered a draw."""
    offered = match.offer(Proposal.DRAW)
    return None if offered is None or match.players[1 - offered.by] == HUMAN else 1 - offered.by
