"""The computers at the tables: they move when it is their turn, and only for somebody who is there."""

import asyncio
from collections.abc import Awaitable, Callable
from random import SystemRandom
from weakref import WeakKeyDictionary

from headway.errors import HeadwayError
from headway.players import Observation, Player, seat_player
from headway.players.perfect import Perfect
from headway.table.record import HUMAN
from headway.table.table import Table
from headway.web.live import LiveTable
from headway.web.problems import Busy
from headway.web.room import DRAW, Entry, Room
from headway.web.solving import Solver
from headway.web.writer import NoDatabase

Act = Callable[[LiveTable, Callable[[Room], list[Entry]]], Awaitable[bool]]


class Computers:
    """All computers of this process; what they do is done through `act`, as a person's moves are."""

    def __init__(self, act: Act, solver: Solver, pause: float) -> None:
        self._act, self._solver, self._pause = act, solver, pause
        self._seated: WeakKeyDictionary[LiveTable, dict[int, tuple[str, Player]]] = WeakKeyDictionary()

    def are_wanted(self, live: LiveTable) -> bool:
        """Is there something for a computer to do, and anybody to do it for?"""
        return bool(live.guests) and (live.room.computer_to_move is not None or self._offered(live) is not None)

    def _offered(self, live: LiveTable) -> int | None:
        """The computer's seat that has been offered a draw."""
        by = live.room.offers.get(DRAW)
        return None if by is None or live.room.name(1 - by) == HUMAN else 1 - by

    async def play(self, live: LiveTable) -> None:
        """Let them move and answer as long as it is their turn."""
        while self.are_wanted(live):
            table, seat = live.room.table, self._offered(live)
            try:
                if seat is not None:
                    await self._answer_draw(live, seat)
                else:
                    await asyncio.sleep(self._pause)
                    if live.room.table is table and live.room.computer_to_move and self._offered(live) is None:
                        await self._make_move(live, table)
            except (NoDatabase, Busy):
                await asyncio.sleep(1)
            except HeadwayError:  # somebody was quicker
                if live.room.table is table:
                    raise

    async def _answer_draw(self, live: LiveTable, seat: int) -> None:
        player, observation = await self._player(live, seat), Observation.of(live.room.table, seat)
        agrees = await asyncio.to_thread(player.agrees_to_draw, observation)

        def answer(room: Room) -> list[Entry]:
            if room.offers.get(DRAW) != 1 - seat:  # it has been withdrawn
                return []
            return room.accept(seat, DRAW) if agrees else room.decline(seat, DRAW)

        await self._act(live, answer)

    async def _make_move(self, live: LiveTable, table: Table) -> None:
        """Let the computer whose turn it is move, unless somebody has come back to its chair; or else it forfeits."""
        seat = table.actor
        name = live.room.name(seat)

        def is_still_asked(room: Room) -> bool:
            return room.table is table and room.name(seat) == name

        try:
            player = await self._player(live, seat)
            move = await asyncio.to_thread(player.choose, Observation.of(table, seat), SystemRandom())
            token = table.game.token(move)
        except Busy:
            raise
        except HeadwayError as error:
            why = str(error)
            await self._act(live, lambda room: room.forfeit(seat, why) if is_still_asked(room) else [])
        else:
            await self._act(live, lambda room: room.play(seat, token, table.ply) if is_still_asked(room) else [])

    async def _player(self, live: LiveTable, seat: int) -> Player:
        """The computer on a seat. What it has to know is worked out once for all tables, one game at a time."""
        chair, name = live.room.seat(seat), live.room.name(seat)
        seated = self._seated.setdefault(live, {})
        if chair not in seated or seated[chair][0] != name:
            player = seat_player(name)
            assert player is not None
            seated[chair] = name, player
        player = seated[chair][1]
        if isinstance(player, Perfect):
            player.know(await self._solver.solution(live.room.table.game))
        return player
