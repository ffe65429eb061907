"""The computer players at the tables: they move when it is their turn, as long as someone is present."""

import asyncio
from collections.abc import Awaitable, Callable
from random import SystemRandom
from weakref import WeakKeyDictionary

from headway.errors import HeadwayError
from headway.players import Observation, Player, seat_player
from headway.players.perfect import Perfect
from headway.table.record import HUMAN
from headway.table.table import Table
from headway.web.live_table import LiveTable
from headway.web.refusals import Busy
from headway.web.room import DRAW, Entry, Room
from headway.web.solver_service import SolverService
from headway.web.writer import DatabaseUnavailable

Commit = Callable[[LiveTable, Callable[[Room], list[Entry]]], Awaitable[bool]]
RETRY_DELAY = 1.0  # seconds


class Computers:
    """The computer players of this process; their moves are committed like those of people."""

    def __init__(self, commit: Commit, solver: SolverService, delay: float) -> None:
        self._commit, self._solver, self._delay = commit, solver, delay
        self._players: WeakKeyDictionary[LiveTable, dict[int, tuple[str, Player]]] = WeakKeyDictionary()

    def have_work(self, live: LiveTable) -> bool:
        """Is there something for a computer to do, and is someone present to see it?"""
        return bool(live.participants) and (
            live.room.computer_to_move is not None or self._seat_offered_draw(live) is not None
        )

    def _seat_offered_draw(self, live: LiveTable) -> int | None:
        by = live.room.offers.get(DRAW)
        return None if by is None or live.room.name(1 - by) == HUMAN else 1 - by

    async def play(self, live: LiveTable) -> None:
        """Make moves and answer draw offers, as long as it is a computer's turn."""
        while self.have_work(live):
            table, seat = live.room.table, self._seat_offered_draw(live)
            try:
                if seat is not None:
                    await self._answer_draw(live, seat)
                else:
                    await asyncio.sleep(self._delay)
                    if (
                        live.room.table is table
                        and live.room.computer_to_move
                        and self._seat_offered_draw(live) is None
                    ):
                        await self._make_move(live, table)
            except (DatabaseUnavailable, Busy):
                await asyncio.sleep(RETRY_DELAY)
            except HeadwayError:  # the table has changed meanwhile
                if live.room.table is table:
                    raise

    async def _answer_draw(self, live: LiveTable, seat: int) -> None:
        player, observation = await self._player(live, seat), Observation.of(live.room.table, seat)
        agrees = await asyncio.to_thread(player.agrees_to_draw, observation)

        def answer(room: Room) -> list[Entry]:
            if room.offers.get(DRAW) != 1 - seat:  # it has been withdrawn
                return []
            return room.accept(seat, DRAW) if agrees else room.decline(seat, DRAW)

        await self._commit(live, answer)

    async def _make_move(self, live: LiveTable, table: Table) -> None:
        """Make the computer's move, unless a person has taken the seat back; a computer that fails forfeits."""
        seat = table.actor
        name = live.room.name(seat)

        def is_still_due(room: Room) -> bool:
            return room.table is table and room.name(seat) == name

        try:
            player = await self._player(live, seat)
            move = await asyncio.to_thread(player.choose, Observation.of(table, seat), SystemRandom())
            token = table.game.token(move)
        except Busy:
            raise
        except HeadwayError as error:
            reason = str(error)
            await self._commit(live, lambda room: room.forfeit(seat, reason) if is_still_due(room) else [])
        else:
            await self._commit(live, lambda room: room.play(seat, token, table.ply) if is_still_due(room) else [])

    async def _player(self, live: LiveTable, seat: int) -> Player:
        """The computer player on a seat; the solution that it needs is shared by all tables of the game."""
        chair, name = live.room.seat(seat), live.room.name(seat)
        players = self._players.setdefault(live, {})
        if chair not in players or players[chair][0] != name:
            player = seat_player(name)
            assert player is not None
            players[chair] = name, player
        player = players[chair][1]
        if isinstance(player, Perfect):
            player.know(await self._solver.solution(live.room.table.game))
        return player
