"""The tables that are being played in this process: they are found, changed step by step, and forgotten again."""

import asyncio
import json
import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pydantic import TypeAdapter, ValidationError

from headway import catalogue
from headway.web import problems
from headway.web.asking import asked_for, setup_of
from headway.web.computers import Computers
from headway.web.limits import Bucket, Limits
from headway.web.live import Guest, LiveTable, hash_of
from headway.web.metrics import STEPS, TABLES
from headway.web.news import SECONDS_TO_TRY_AGAIN
from headway.web.presence import SECONDS_BETWEEN_BEATS, Elsewhere
from headway.web.room import Entry, Room, Setup, dumps
from headway.web.solving import Solver
from headway.web.store import Store
from headway.web.writer import NoDatabase

ATTEMPTS = 5
TABLE_NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")


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
        self.solver = Solver(limits.seconds_to_solve)
        self.computers = Computers(self.act, self.solver, limits.seconds_before_a_computer_moves)
        self.elsewhere = Elsewhere()

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
        table_id = f"{int(time.time()):x}{secrets.token_urlsafe(9)}"  # one after the other, so neighbours in the index
        tokens = secrets.token_urlsafe(18), secrets.token_urlsafe(18)
        room = Room(setup)
        step = room.begin()
        chairs = hash_of(tokens[0]), hash_of(tokens[1])
        row = {
            "id": table_id,
            "created": time.time(),
            "setup": dumps(vars(setup)),
            "chair_0": chairs[0],
            "chair_1": chairs[1],
        }
        await self.store.append(table_id, 1, dumps(step), row)
        room.apply(step)
        live = self.tables[table_id] = LiveTable(table_id, chairs, room)
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
        live = self.tables[table_id] = await asyncio.to_thread(LiveTable.read, table_id, kept)
        live.elsewhere = self.elsewhere.at(table_id)
        live.note_who_is_there()
        if self.store.is_shared:  # what was heard of it while it was being read was heard by nobody
            self._start(self._look_again(live))
        self._think(live)  # a computer may have been about to move when its process ended
        return live

    def sit_down(self, live: LiveTable, guest: Guest) -> None:
        """Somebody comes."""
        live.guests.add(guest)
        self._count(live)
        guest.send(live.welcome(guest.chair))
        live.tokens = None
        live.tell_present_soon()
        self._think(live)

    def leave(self, live: LiveTable, guest: Guest) -> None:
        """Somebody goes."""
        live.guests.discard(guest)
        live.left = time.monotonic()
        self._count(live)
        live.tell_present_soon()

    # -- who is there, here and elsewhere

    def _count(self, live: LiveTable) -> None:
        live.note_who_is_there()
        if self.store.is_shared:
            self.store.say(self.elsewhere.telling(live.id, live.crowd))

    def _tell_all(self) -> None:
        self.store.say(self.elsewhere.starting_over())
        for live in self.tables.values():
            if live.guests:
                self.store.say(self.elsewhere.telling(live.id, live.crowd))

    def told(self, text: str) -> None:
        """Another process says who is at its tables, or wants to know who is at ours."""
        told = self.elsewhere.hear(text)
        for table_id in told.changed:
            self._look_around(table_id)
        if told.asks:
            self._tell_all()
        if told.is_new:
            self.store.say(self.elsewhere.asking())

    def _look_around(self, table_id: str) -> None:
        live = self.tables.get(table_id)
        if live is not None and live.elsewhere != (crowd := self.elsewhere.at(table_id)):
            live.elsewhere = crowd
            live.note_who_is_there()
            live.tell_present_soon()

    async def keep_in_touch(self) -> None:
        """Tell the other processes that this one is alive, and notice when one of them is not."""
        while self.store.is_shared:
            self.store.say(self.elsewhere.beat())
            await asyncio.sleep(SECONDS_BETWEEN_BEATS)
            for table_id in self.elsewhere.forget_the_silent():
                self._look_around(table_id)

    async def tidy(self) -> None:
        """Forget the tables that nobody has looked at for a while; they are kept in the database."""
        while True:
            await asyncio.sleep(min(60.0, self.limits.seconds_in_memory))
            for live in [live for live in self.tables.values() if self._is_forgotten(live)]:
                del self.tables[live.id]
            with suppress(NoDatabase):  # there is time for that
                await self.store.archive(self.limits.seconds_until_archived)

    def _is_forgotten(self, live: LiveTable) -> bool:
        """Has nobody looked at a table for long? At one that is over nobody will."""
        if live.guests or live.lock.locked() or (live.thinking is not None and not live.thinking.done()):
            return False
        long = self.limits.seconds_in_memory / (10 if live.room.is_over else 1)
        return time.monotonic() - live.left > long

    # -- steps

    async def act(
        self,
        live: LiveTable,
        decide: Callable[[Room], list[Entry]],
        by: Guest | None = None,
        message_id: object = None,
    ) -> bool:
        """Do something at a table: it is committed, and then everybody is told. False if there was nothing to do."""
        if live.is_archived:
            raise problems.archived()
        async with live.lock:
            for _ in range(ATTEMPTS):
                step = decide(live.room)
                if not step:
                    return False
                if await self.store.append(live.id, live.room.number + 1, dumps(step)):
                    self._happen(live, step, by, message_id)
                    break
                await self._catch_up(live)  # another process was first
            else:
                raise problems.Problem("busy", 503, "The table is too busy; try again.")
        self._think(live)
        return True

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
        if not table_id:
            self.store.say(self.elsewhere.asking())
            self._tell_all()
        for live in tables:
            if live is not None and (not table_id or number > live.room.number):
                self._start(self._look_again(live))

    async def _look_again(self, live: LiveTable) -> None:
        while True:
            with suppress(NoDatabase):
                async with live.lock:
                    await self._catch_up(live)
                break
            await asyncio.sleep(SECONDS_TO_TRY_AGAIN)
        self._think(live)

    async def _catch_up(self, live: LiveTable) -> None:
        for step in await self.store.read_after(live.id, live.room.number):
            self._happen(live, json.loads(step), None, None)

    def _think(self, live: LiveTable) -> None:
        """Let a computer move if it is its turn, or answer an offer."""
        if (live.thinking is None or live.thinking.done()) and self.computers.are_wanted(live) and not live.is_archived:
            live.thinking = self._start(self.computers.play(live))

    def _start(self, work: Any) -> "asyncio.Task[None]":
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
