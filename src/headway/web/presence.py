"""Who is at the tables by way of other processes, as these tell it over the database.

A process tells of a table whenever somebody comes or goes there, tells of all its tables when asked, and says every few
seconds that it is alive. One that falls silent has ended, and everybody who was there by way of it has left.
"""

import json
import secrets
import time
from functools import reduce
from itertools import count
from typing import Any, NamedTuple

from headway.web.room import dumps

SECONDS_BETWEEN_BEATS = 3.0
SECONDS_OF_SILENCE = 10.0


class Crowd(NamedTuple):
    """Which of the two chairs are taken, and how many watch."""

    chairs: tuple[bool, bool] = (False, False)
    watching: int = 0


EMPTY = Crowd()


def together(one: Crowd, other: Crowd) -> Crowd:
    """Everybody of two crowds at one table."""
    chairs = one.chairs[0] or other.chairs[0], one.chairs[1] or other.chairs[1]
    return Crowd(chairs, one.watching + other.watching)


class Told(NamedTuple):
    """What came of a message: tables where something may have changed, whether it asks, whether its sender is new."""

    changed: frozenset[str] = frozenset()
    asks: bool = False
    is_new: bool = False


class Elsewhere:
    """What other processes have told, and what this one tells them."""

    def __init__(self) -> None:
        self._me, self._numbers = secrets.token_hex(4), count()
        self._crowds: dict[str, dict[str, Crowd]] = {}  # by table and process
        self._heard: dict[str, float] = {}  # when each process was heard last

    def at(self, table_id: str) -> Crowd:
        """Who is at a table elsewhere."""
        return reduce(together, self._crowds.get(table_id, {}).values(), EMPTY)

    # -- what is told

    def beat(self) -> str:
        """That this process is alive."""
        return self._said()

    def telling(self, table_id: str, crowd: Crowd) -> str:
        """Who is at a table here."""
        return self._said(table=table_id, chairs=crowd.chairs, watching=crowd.watching)

    def starting_over(self) -> str:
        """That what was told so far no longer counts: all tables are told again."""
        return self._said(again=True)

    def asking(self) -> str:
        """That the others may tell of all their tables."""
        return self._said(asks=True)

    def _said(self, **more: Any) -> str:
        """Every message has its number: of equal ones the database would keep only the first of a batch."""
        return dumps({"by": self._me, "number": next(self._numbers), **more})

    # -- what is heard

    def hear(self, text: str) -> Told:
        """Take in what a process tells."""
        told = json.loads(text)
        by, changed = told["by"], set[str]()
        if by == self._me:
            return Told()
        is_new = by not in self._heard
        self._heard[by] = time.monotonic()
        if "again" in told:
            changed = self._forget(by)
        if "table" in told:
            self._note(told["table"], by, Crowd(tuple(told["chairs"]), told["watching"]))
            changed.add(told["table"])
        return Told(frozenset(changed), "asks" in told, is_new)

    def _forget(self, process: str) -> set[str]:
        there = {table_id for table_id, crowds in self._crowds.items() if process in crowds}
        for table_id in there:
            self._note(table_id, process, EMPTY)
        return there

    def _note(self, table_id: str, by: str, crowd: Crowd) -> None:
        there = self._crowds.setdefault(table_id, {})
        there[by] = crowd
        if crowd == EMPTY:
            del there[by]
        if not there:
            del self._crowds[table_id]

    def forget_the_silent(self) -> set[str]:
        """Let go of the processes that have ended: the tables at which somebody was by way of them."""
        long_ago = time.monotonic() - SECONDS_OF_SILENCE
        silent = {process for process, heard in self._heard.items() if heard < long_ago}
        changed = set[str]()
        for process in silent:
            del self._heard[process]
            changed |= self._forget(process)
        return changed
