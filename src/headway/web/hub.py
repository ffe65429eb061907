"""The tables that are being played in this process, and everybody who is there."""

import asyncio
import json
import re
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from hmac import compare_digest
from random import SystemRandom
from typing import Any

from pydantic import TypeAdapter, ValidationError

from headway import catalogue
from headway.errors import HeadwayError
from headway.game import Game
from headway.players import Outlook, Player, seat_player
from headway.players.perfect import Perfect
from headway.rulekit import P1, P2, SPECTATOR
from headway.solver import Solution
from headway.table.record import HUMAN
from headway.table.table import SEATS, Table
from headway.web import problems
from headway.web.asking import asked_for, setup_of
from headway.web.limits import Bucket, Limits
from headway.web.metrics import STEPS, TABLES
from headway.web.opponents import truth_about
from headway.web.room import DRAW, Entry, Room, Setup, dumps
from headway.web.store import Kept, NoDatabase, Store

NOBODY = -1
ATTEMPTS = 5
LINES_AT_ONCE = 300
TABLE_NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Guest:
    """One connection at a table: which chair it has, and what is still to be sent to it."""

    def __init__(self, chair: int, unread: int) -> None:
        self.chair = chair
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(unread)
        self.is_lost = False

    def send(self, text: str) -> None:
        """Queue a message; a guest who does not read is lost, and nobody waits for them."""
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.is_lost = True
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)


class LiveTable:
    """A table that somebody looks at: the room, who is there, and the computers at it."""

    def __init__(self, table_id: str, kept: Kept) -> None:
        self.id = table_id
        self.chairs = kept.chairs
        self.is_archived = kept.is_archived
        self.room = Room(_setup(kept.setup))
        for step in kept.steps:
            self.room.apply(json.loads(step))
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.computers: dict[int, tuple[str, Player]] = {}
        self.thinking: asyncio.Task[None] | None = None
        self.left = time.monotonic()
        self.missing_since: dict[int, float] = {}  # when a chair was left, of those that anybody has sat on
        for by in map(self.room.table.by, range(self.room.table.ply)):
            if by in (P1, P2):
                self.missing_since[self.room.seat(by)] = self.left
        self.tokens: tuple[str, str] | None = None  # until whoever made the table has been told

    def chair(self, token: str | None) -> int:
        """The chair that a token opens; nobody's without one."""
        if token is None:
            return NOBODY
        hashed = hash_of(token)
        for chair, right in enumerate(self.chairs):
            if compare_digest(hashed, right):
                return chair
        raise problems.wrong_token()

    def seat(self, chair: int) -> int:
        """Where a chair sits, or that it only watches."""
        return SPECTATOR if chair == NOBODY else self.room.seat(chair)

    def is_there(self, chair: int) -> bool:
        """Is anybody on that chair?"""
        return any(guest.chair == chair for guest in self.guests)

    def has_left(self, chair: int, seconds: float) -> bool:
        """Has nobody come to that chair yet, or has whoever sat there been away for so long?"""
        if self.is_there(chair):
            return False
        return chair not in self.missing_since or time.monotonic() - self.missing_since[chair] >= seconds

    # -- what is sent

    def welcome(self, chair: int) -> str:
        """Everything that somebody who comes, or comes back, may know."""
        return dumps({
            "type": "welcome",
            "you": SEATS.get(self.seat(chair)),
            "table": self.room.fixed(),
            "now": self.room.public(),
            "legal": self.room.legal(self.seat(chair)),
            "log": self.room.now.log[-LINES_AT_ONCE:],
            "present": self.present(),
            **({"made": {"table": self.id, "tokens": self.tokens}} if self.tokens is not None else {}),
        })  # fmt: skip

    def tell(self, lines: int, by: Guest | None, message_id: object) -> None:
        """Tell everybody what has changed; whoever did it finds the number of their message in it."""
        now, log = dumps(self.room.public()), dumps(self.room.now.log[lines:])
        legal = {seat: dumps(self.room.legal(seat)) for seat in (P1, P2)}
        for guest in self.guests:
            seat = self.seat(guest.chair)
            done = f',"done":{dumps(message_id)}' if guest is by and message_id is not None else ""
            guest.send(
                f'{{"type":"news","you":{dumps(SEATS.get(seat))},"now":{now},"legal":{legal.get(seat, "[]")},'
                f'"log":{log}{done}}}'
            )

    def present(self) -> dict[str, Any]:
        """Who is there."""
        chairs = [self.is_there(chair) for chair in (0, 1)]
        seats = [chairs[self.room.seat(seat)] for seat in (P1, P2)]
        return {"seats": seats, "watching": sum(guest.chair == NOBODY for guest in self.guests)}

    def tell_present(self) -> None:
        """Tell everybody who is there."""
        text = dumps({"type": "present", "present": self.present()})
        for guest in self.guests:
            guest.send(text)


class Hub:
    """All tables of this process."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.tables: dict[str, LiveTable] = {}
        self.sockets = 0
        self.asking = asked_for(catalogue.games()[0])
        self._asked: TypeAdapter[Any] = TypeAdapter(self.asking)
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._new_tables = Bucket(limits.tables_per_second, limits.tables_at_once)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._solver = ThreadPoolExecutor(1, "solver")

    # -- tables

    async def make(self, text: str) -> tuple[LiveTable, str]:
        """Make the table that a message asks for; whoever makes it has the first chair, and is told both tokens."""
        try:
            asked = self._asked.validate_json(text)
        except ValidationError as error:
            raise problems.bad_message(error) from None
        live, tokens = await self.create(setup_of(asked))
        live.tokens = tokens
        return live, tokens[0]

    async def create(self, setup: Setup) -> tuple[LiveTable, tuple[str, str]]:
        """Set up a table: the table, and the tokens of its two chairs."""
        if not self._new_tables.take():
            raise problems.Problem("too-many-tables", 429, "Too many tables are being made; try again in a minute.")
        table_id = secrets.token_urlsafe(9)
        tokens = secrets.token_urlsafe(18), secrets.token_urlsafe(18)
        room = Room(setup)
        step = room.begin()
        row: dict[str, Any] = {
            "id": table_id,
            "created": time.time(),
            "setup": dumps(asdict(setup)),
            "chair_0": hash_of(tokens[0]),
            "chair_1": hash_of(tokens[1]),
        }
        await self.store.append(table_id, 1, dumps(step), row)
        live = LiveTable(table_id, Kept(row["setup"], (row["chair_0"], row["chair_1"]), False, [dumps(step)]))
        self.tables[table_id] = live
        TABLES.inc()
        return live, tokens

    async def find(self, table_id: str) -> LiveTable:
        """The table of that name, read from the database if nobody here has looked at it lately."""
        live = self.tables.get(table_id)
        if live is not None:
            return live
        if not TABLE_NAME.fullmatch(table_id):
            raise problems.unknown_table()
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        found = await asyncio.shield(loading)
        if found is None:
            raise problems.unknown_table()
        return found

    async def _load(self, table_id: str) -> LiveTable | None:
        kept = await self.store.read(table_id)
        if kept is None:
            return None
        live = self.tables[table_id] = await asyncio.to_thread(LiveTable, table_id, kept)
        self._think(live)  # a computer may have been about to move when its process ended
        return live

    def sit_down(self, live: LiveTable, guest: Guest) -> None:
        """Somebody comes."""
        live.guests.add(guest)
        live.missing_since.pop(guest.chair, None)
        guest.send(live.welcome(guest.chair))
        live.tokens = None
        if len(live.guests) > 1:
            live.tell_present()
        self._think(live)

    def leave(self, live: LiveTable, guest: Guest) -> None:
        """Somebody goes."""
        live.guests.discard(guest)
        live.left = time.monotonic()
        if not live.is_there(guest.chair):
            live.missing_since[guest.chair] = live.left
        live.tell_present()

    async def tidy(self) -> None:
        """Forget the tables that nobody has looked at for a while; they are kept in the database."""
        while True:
            await asyncio.sleep(min(60.0, self.limits.seconds_in_memory))
            long_ago = time.monotonic() - self.limits.seconds_in_memory
            for live in [live for live in self.tables.values() if not live.guests and live.left < long_ago]:
                if live.thinking is None or live.thinking.done():
                    del self.tables[live.id]
            with suppress(Exception):  # the database may be away; there is time for that
                await self.store.archive(self.limits.seconds_until_archived)

    # -- steps

    async def act(
        self,
        live: LiveTable,
        decide: Callable[[Room], list[Entry]],
        by: Guest | None = None,
        message_id: object = None,
    ) -> None:
        """Do something at a table: it is committed first, and then everybody is told."""
        if live.is_archived:
            raise problems.archived()
        async with live.lock:
            for _ in range(ATTEMPTS):
                step = decide(live.room)
                if not step:
                    return
                if await self.store.append(live.id, live.room.number + 1, dumps(step)):
                    self._happen(live, step, by, message_id)
                    break
                await self._catch_up(live)  # another process was first
            else:
                raise problems.Problem("busy", 503, "The table is too busy; try again.")
        self._think(live)

    def _happen(self, live: LiveTable, step: list[Entry], by: Guest | None, message_id: object) -> None:
        games, lines = len(live.room.games), len(live.room.now.log)
        live.room.apply(step)
        STEPS.inc()
        if len(live.room.games) > games:
            for guest in live.guests:
                guest.send(live.welcome(guest.chair))
        else:
            live.tell(lines, by, message_id)

    def heard(self, table_id: str, number: int) -> None:
        """Another process has made a step; no name means that anything may have happened."""
        tables = [self.tables.get(table_id)] if table_id else list(self.tables.values())
        for live in tables:
            if live is not None and (not table_id or number > live.room.number):
                self._start(self._look_again(live))

    async def _look_again(self, live: LiveTable) -> None:
        async with live.lock:
            await self._catch_up(live)
        self._think(live)

    async def _catch_up(self, live: LiveTable) -> None:
        for step in await self.store.read_after(live.id, live.room.number):
            self._happen(live, json.loads(step), None, None)

    # -- computers

    def _think(self, live: LiveTable) -> None:
        """Let a computer move if it is its turn, or answer an offer."""
        if (live.thinking is None or live.thinking.done()) and self._is_wanted(live) and not live.is_archived:
            live.thinking = self._start(self._let_computers_move(live))

    def _is_wanted(self, live: LiveTable) -> bool:
        """Is there something for a computer to do, and anybody to do it for?"""
        return bool(live.guests) and (live.room.computer_to_move is not None or self._offered(live) is not None)

    def _offered(self, live: LiveTable) -> int | None:
        """The computer's seat that has been offered a draw."""
        by = live.room.offers.get(DRAW)
        return None if by is None or live.room.name(1 - by) == HUMAN else 1 - by

    async def _let_computers_move(self, live: LiveTable) -> None:
        while self._is_wanted(live):
            table, seat = live.room.table, self._offered(live)
            try:
                if seat is not None:
                    await self._answer_draw(live, seat)
                else:
                    await self._make_move(live, table)
            except NoDatabase:
                await asyncio.sleep(1)
            except HeadwayError:  # somebody was quicker
                if live.room.table is table:
                    raise

    async def _answer_draw(self, live: LiveTable, seat: int) -> None:
        player, outlook = await self._player(live, seat), Outlook.of(live.room.table, seat)
        agrees = await asyncio.to_thread(player.agrees_to_draw, outlook)
        await self.act(live, lambda room: (room.accept if agrees else room.decline)(seat, DRAW))

    async def _make_move(self, live: LiveTable, table: Table) -> None:
        """Let the computer whose turn it is move, unless somebody has come back to its chair; or else it forfeits."""
        seat = table.actor
        name = live.room.name(seat)

        def is_still_asked(room: Room) -> bool:
            return room.table is table and room.name(seat) == name

        try:
            player = await self._player(live, seat)
            move = await asyncio.to_thread(player.choose, Outlook.of(table, seat), SystemRandom())
            token = table.game.token(move)
        except HeadwayError as error:
            why = str(error)
            await self.act(live, lambda room: room.forfeit(seat, why) if is_still_asked(room) else [])
        else:
            await self.act(live, lambda room: room.play(seat, token, table.ply) if is_still_asked(room) else [])

    async def _player(self, live: LiveTable, seat: int) -> Player:
        """The computer on a seat. What it has to know is worked out once for all tables, one game at a time."""
        chair, name = live.room.seat(seat), live.room.name(seat)
        if chair not in live.computers or live.computers[chair][0] != name:
            player = seat_player(name)
            assert player is not None
            live.computers[chair] = name, player
        player = live.computers[chair][1]
        if isinstance(player, Perfect):
            player.know(await self.truth_about(live.room.table.game))
        return player

    async def truth_about(self, game: Game) -> Solution:
        """The solution of a game, in the one thread that solves."""
        return await asyncio.get_running_loop().run_in_executor(self._solver, truth_about, game)

    def _start(self, work: Any) -> "asyncio.Task[None]":
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def hash_of(token: str) -> str:
    """What the database keeps of a token."""
    return sha256(token.encode()).hexdigest()


def _setup(text: str) -> Setup:
    plain = json.loads(text)
    return Setup(**{**plain, "players": tuple(plain["players"])})
