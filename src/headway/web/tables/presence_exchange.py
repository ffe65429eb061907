"""The exchange of presence between processes: this one reports its tables, and hears who is present elsewhere."""

import asyncio

from headway.web.storage.store import Store
from headway.web.tables.live_table import LiveTable
from headway.web.tables.presence import HEARTBEAT_INTERVAL, Presence, RemotePresence


class PresenceExchange:
    """Keeps the presence at the open tables up to date, through all processes that share the database."""

    def __init__(self, store: Store, tables: dict[str, LiveTable]) -> None:
        self._store, self._tables, self._remote = store, tables, RemotePresence()

    def elsewhere(self, table_id: str) -> Presence:
        """Who is present at a table through other processes."""
        return self._remote.at(table_id)

    def report(self, live: LiveTable) -> None:
        """Someone has joined or left a table."""
        live.update_absences()
        if self._store.is_shared:
            self._store.send_presence(self._remote.report(live.id, live.local_presence))

    def receive(self, text: str) -> None:
        """Another process reports who is present at its tables, or requests such reports."""
        report = self._remote.receive(text)
        for table_id in report.changed:
            self._update(table_id)
        if report.is_request:
            self._report_all()
        if report.is_new_process:
            self._store.send_presence(self._remote.request())

    def exchange_all(self) -> None:
        """Messages may have been missed: request and send all reports."""
        self._store.send_presence(self._remote.request())
        self._report_all()

    async def send_heartbeats(self) -> None:
        """Show the other processes that this one is alive, and notice which of them are not, for ever."""
        while self._store.is_shared:
            self._store.send_presence(self._remote.heartbeat())
            await asyncio.sleep(HEARTBEAT_INTERVAL)
            for table_id in self._remote.expire():
                self._update(table_id)

    def _report_all(self) -> None:
        self._store.send_presence(self._remote.reset())
        for live in self._tables.values():
            if live.participants:
                self._store.send_presence(self._remote.report(live.id, live.local_presence))

    def _update(self, table_id: str) -> None:
        live = self._tables.get(table_id)
        if live is not None and live.remote_presence != (presence := self._remote.at(table_id)):
            live.remote_presence = presence
            live.update_absences()
            live.send_presence_soon()
