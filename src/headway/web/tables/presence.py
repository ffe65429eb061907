"""Who is present at the tables through other processes, as these report it over the database.

A process reports a table whenever someone joins or leaves there, reports all its tables on request, and sends a
heartbeat every few seconds. A process that falls silent has ended, and everyone who was present through it has left.
"""

import json
import secrets
import time
from functools import reduce
from itertools import count
from typing import Any, NamedTuple

from headway.web.json_text import dumps

HEARTBEAT_INTERVAL = 3.0  # seconds
SILENCE_TIMEOUT = 10.0  # seconds


class Presence(NamedTuple):
    """Who is present at a table: which of the two chairs are occupied, and how many spectators there are."""

    chairs: tuple[bool, bool] = (False, False)
    spectators: int = 0


EMPTY = Presence()


def combined(one: Presence, other: Presence) -> Presence:
    """Everyone who is present at a table through one process or the other."""
    if other == EMPTY:  # as always where one process serves alone
        return one
    chairs = one.chairs[0] or other.chairs[0], one.chairs[1] or other.chairs[1]
    return Presence(chairs, one.spectators + other.spectators)


class Report(NamedTuple):
    """What a message from another process means: tables that may have changed, a request, a new process."""

    changed: frozenset[str] = frozenset()
    is_request: bool = False
    is_new_process: bool = False


class RemotePresence:
    """What other processes have reported, and the messages that this process sends them."""

    def __init__(self) -> None:
        self._process_id, self._numbers = secrets.token_hex(4), count()
        self._presences: dict[str, dict[str, Presence]] = {}  # by table and process
        self._last_heard: dict[str, float] = {}  # by process

    def at(self, table_id: str) -> Presence:
        """Who is present at a table through other processes."""
        return reduce(combined, self._presences.get(table_id, {}).values(), EMPTY)

    # -- messages to the other processes

    def heartbeat(self) -> str:
        """This process is alive."""
        return self._message()

    def report(self, table_id: str, presence: Presence) -> str:
        """Who is present at a table through this process."""
        return self._message(table=table_id, chairs=presence.chairs, watching=presence.spectators)

    def reset(self) -> str:
        """Earlier reports of this process no longer hold; all its tables are about to be reported again."""
        return self._message(again=True)

    def request(self) -> str:
        """Every process should report all its tables."""
        return self._message(asks=True)

    def _message(self, **fields: Any) -> str:
        """Each message has a number of its own, because PostgreSQL delivers equal notifications only once."""
        return dumps({"by": self._process_id, "number": next(self._numbers), **fields})

    # -- messages from the other processes

    def receive(self, text: str) -> Report:
        """Take in a message."""
        message = json.loads(text)
        process, changed = message["by"], set[str]()
        if process == self._process_id:
            return Report()
        is_new_process = process not in self._last_heard
        self._last_heard[process] = time.monotonic()
        if "again" in message:
            changed = self._forget(process)
        if "table" in message:
            self._note(message["table"], process, Presence(tuple(message["chairs"]), message["watching"]))
            changed.add(message["table"])
        return Report(frozenset(changed), "asks" in message, is_new_process)

    def _forget(self, process: str) -> set[str]:
        changed = {table_id for table_id, presences in self._presences.items() if process in presences}
        for table_id in changed:
            self._note(table_id, process, EMPTY)
        return changed

    def _note(self, table_id: str, process: str, presence: Presence) -> None:
        presences = self._presences.setdefault(table_id, {})
        presences[process] = presence
        if presence == EMPTY:
            del presences[process]
        if not presences:
            del self._presences[table_id]

    def expire(self) -> set[str]:
        """Forget the processes that have fallen silent; returns the tables whose presence may have changed."""
        oldest = time.monotonic() - SILENCE_TIMEOUT
        silent = {process for process, heard in self._last_heard.items() if heard < oldest}
        changed = set[str]()
        for process in silent:
            del self._last_heard[process]
            changed |= self._forget(process)
        return changed
