"""The hub: the tables that are open in this process. It finds them, commits their steps, and forgets idle ones."""

import asyncio
import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from headway import catalogue
from headway.table.apply import fold
from headway.table.decide import Decision, follow_up
from headway.table.events import Event
from headway.table.match import Match
from headway.web.limits import Limits
from headway.web.metrics import STEPS, TABLES
from headway.web.refusals import Busy, DamagedTable, DatabaseUnavailable, OutcomeUnknown, TableTooLong, UnknownTable
from headway.web.solving.solution_cache import SolutionCache
from headway.web.solving.solver_service import SolverService
from headway.web.solving.strategies import Strategies
from headway.web.storage.notifications import RETRY_DELAY
from headway.web.storage.sealed_secrets import step_text
from headway.web.storage.store import Store
from headway.web.tables.computers import Computers
from headway.web.tables.idle_tables import reopen_for_player
from headway.web.tables.live_table import LiveTable
from headway.web.tables.loading import DamageLog, read_steps
from headway.web.tables.participant import NO_CHAIR, Participant
from headway.web.tables.presence_exchange import PresenceExchange
from headway.web.tables.seating import new_chairs
from headway.web.tables.table_limit import TableLimit
from headway.web.tables.table_request import TableRequests

MAX_ATTEMPTS = 5
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Hub:
    """All tables that are open in this process; it receives the notifications of the other processes."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.tables: dict[str, LiveTable] = {}
        self.connections = 0
        self.table_requests = TableRequests(catalogue.games()[0])
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._table_limit = TableLimit(limits)
        self._damage_log = DamageLog()
        self._tasks: set[asyncio.Task[Any]] = set()
        solutions = SolutionCache()
        self.solver = SolverService(limits.solve_timeout, solutions)
        # another process, so that no game waits for a dialog
        self.preview_solver = SolverService(limits.preview_timeout, solutions, self.solver.book_queue)
        self.strategies = Strategies(self.solver, limits.search_timeout)
        self.computers = Computers(self.commit, self.strategies, limits.computer_delay)
        self.presence = PresenceExchange(store, self.tables)

    # -- tables

    async def create(
        self, begun: Decision, address: str, is_first_taken: bool = False
    ) -> tuple[LiveTable, tuple[str, str]]:
        """Create the table that has begun like this: the table, and the invitations to its two chairs.

        The client at the address who creates it may take the first chair at once, by its invitation.
        """
        self._table_limit.check(address)
        table_id = f"{int(time.time()):x}{secrets.token_urlsafe(9)}"  # ordered by time, so neighbours in the index
        invitations = secrets.token_urlsafe(18), secrets.token_urlsafe(18)
        chairs = new_chairs(invitations, is_first_taken)
        (chair_0, first), (chair_1, _) = chairs.invitations.items()
        row = {"id": table_id, "created": time.time(), "chair_0": chair_0, "chair_1": chair_1, "key_0": first.key}
        await self.store.append(table_id, 1, step_text(begun.events), row)
        live = self.tables[table_id] = LiveTable(table_id, chairs, begun.after, number=1)
        live.absence = self.limits.absence
        TABLES.inc()
        return live, invitations

    async def find(self, table_id: str) -> LiveTable:
        """The table with this id, loaded from the database unless it is in memory.

        It stays there for a while, so that a client who is about to be seated joins the same table as the others.
        """
        live = self.tables.get(table_id)
        if live is not None:
            live.last_left = time.monotonic()
            return live
        if not TABLE_ID.fullmatch(table_id):
            raise UnknownTable
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        found = await asyncio.shield(loading)
        if found is None:
            raise UnknownTable
        return found

    async def in_memory(self, table_id: str) -> LiveTable | None:
        """The table with this id if it is in memory, or is just being loaded."""
        loading = self._loading.get(table_id)
        if loading is not None:
            with suppress(DamagedTable, DatabaseUnavailable):  # the client that wants the table is told
                await asyncio.shield(loading)
        return self.tables.get(table_id)

    async def _load(self, table_id: str) -> LiveTable | None:
        try:
            stored = await self.store.read(table_id)
            if stored is None:
                return None
            live = await asyncio.to_thread(LiveTable.from_stored, table_id, stored)
        except DamagedTable as damage:
            self._damage_log.report(table_id, damage)
            raise
        self.tables[table_id] = live
        live.absence = self.limits.absence
        live.remote_presence = self.presence.elsewhere(table_id)
        live.update_absences()
        if self.store.is_shared:  # notifications that arrived while it was being read were ignored
            self._start_task(self._synchronise(live))
        self._start_computers(live)  # a computer may have been about to move when its process ended
        return live

    async def _reopen(self, live: LiveTable) -> None:
        """A player has come back to an archived table."""
        with suppress(DatabaseUnavailable):  # it is tried again before the next step
            await reopen_for_player(self, live)
        self._start_computers(live)

    # -- presence

    def join(
        self,
        live: LiveTable,
        participant: Participant,
        seat_notice: str = "",
        invitations: tuple[str, str] | None = None,
    ) -> None:
        """A participant joins a table; one who has just made it gets both invitations."""
        live.add(participant)
        if live.is_archived and participant.chair != NO_CHAIR:
            self._start_task(self._reopen(live))
        self.presence.report(live)
        participant.send(live.welcome(participant.chair, seat_notice, invitations))
        live.send_presence_soon()
        self._start_computers(live)

    def leave(self, live: LiveTable, participant: Participant) -> None:
        """A participant leaves a table."""
        live.remove(participant)
        if not live.participants:
            live.stop_thinking()
        self.presence.report(live)
        live.send_presence_soon()

    def on_presence(self, text: str) -> None:
        """Another process reports who is present at its tables, or requests such reports."""
        self.presence.receive(text)

    # -- steps

    async def commit(
        self,
        live: LiveTable,
        decide: Callable[[Match], Decision | None],
        by: Participant | None = None,
        message_id: object = None,
    ) -> bool:
        """Commit the events that are decided, then send them to all participants. False if there are none."""
        async with live.lock:
            if live.is_archived:
                await reopen_for_player(self, live)
            for _ in range(MAX_ATTEMPTS):
                overdue = _overdue(live.match)
                before = fold(overdue, live.match) if overdue else live.match
                decision = decide(before)
                if decision is None or not decision.events:
                    return False
                if live.number >= self.limits.steps_per_table and not _ends_game(live.match, decision.after):
                    raise TableTooLong(self.limits.steps_per_table)
                if await self._append(live, [*overdue, *decision.events], before, decision.after):
                    self._apply(live, decision.after, by, message_id)
                    break
                await self._apply_missed_steps(live)  # another process committed a step first
            else:
                raise Busy("The table is too busy; try again.")
        self._start_computers(live)
        return True

    async def _append(self, live: LiveTable, events: list[Event], before: Match, after: Match) -> bool:
        """Store the next step of a table; if it is not known whether that succeeded, find out later."""
        number = live.number + 1
        try:
            text = self.store.secrets.step_text(live.id, number, events, before, after)
            return await self.store.append(live.id, number, text)
        except OutcomeUnknown:
            self._start_task(self._synchronise(live))
            raise

    def _apply(self, live: LiveTable, match: Match, by: Participant | None, message_id: object) -> None:
        """A step has led to this match: show it to the participants."""
        before, live.match = live.match, match
        live.number += 1
        live.stop_thinking()  # it was about the match before
        if match.players != before.players:
            live.notice = ""
        if len(match.games) > len(before.games):
            for participant in live.participants:
                participant.send(live.welcome(participant.chair))
        else:
            live.send_news(before, by, message_id)

    def on_step(self, table_id: str, number: int) -> None:
        """Another process has committed a step."""
        live = self.tables.get(table_id)
        if live is not None and number > live.number:
            self._start_task(self._synchronise(live))

    def on_reconnect(self) -> None:
        """Notifications may have been missed: synchronise all tables, and exchange all presence reports."""
        self.presence.exchange_all()
        for live in list(self.tables.values()):
            self._start_task(self._synchronise(live))

    async def _synchronise(self, live: LiveTable) -> None:
        while True:
            try:
                async with live.lock:
                    await self._apply_missed_steps(live)
                break
            except DatabaseUnavailable:
                await asyncio.sleep(RETRY_DELAY)
            except DamagedTable:  # it has been reported; a player who acts is told
                return
        self._start_computers(live)

    async def _apply_missed_steps(self, live: LiveTable) -> None:
        try:
            for step in await self.store.read_after(live.id, live.number):
                STEPS.inc()
                self._apply(live, read_steps([step], live.match, live.number), None, None)
        except DamagedTable as damage:
            self._damage_log.report(live.id, damage)
            raise

    def _start_computers(self, live: LiveTable) -> None:
        """Let a computer move if it is its turn, or answer an offer."""
        if not _is_running(live.computer_task) and self.computers.have_work(live) and not live.is_archived:
            live.computer_task = self._start_task(self.computers.play(live))

    def _start_task(self, work: Any) -> "asyncio.Task[None]":
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _overdue(match: Match) -> list[Event]:
    """The end of the last game, if it is over and no event says so: version 0.1.0 did not store an end by the rules."""
    return follow_up(match) if match.table.result is not None and match.current.ended is None else []


def _ends_game(before: Match, after: Match) -> bool:
    return before.table.result is None and after.table.result is not None


def _is_running(task: "asyncio.Task[None] | None") -> bool:
    return task is not None and not task.done()
