"""Who is at the tables by way of other processes, as these tell it over the database.

A process tells of a table whenever somebody comes or goes there, tells of all its tables when asked, and says every few
seconds that it is alive. One that falls silent has ended, and everybody who was there by way of it has left.
"""

import json
import secrets
import time
from typing import NamedTuple

from headway.web.room import dumps

SECONDS_BETWEEN_BEATS = 3.0
SECONDS_OF_SILENCE = 10.0


class Crowd(NamedTuple):
    """Which of the two chairs are taken, and how many watch."""

    chairs: tuple[bool, bool] = (False, False)
    watching: int = 0

    def __add__(self, other: "Crowd") -> "Crowd":  # type: ignore[override]
        chairs = self.chairs[0] or other.chairs[0], self.chairs[1] or other.chairs[1]
        return Crowd(chairs, self.watching + other.watching)


EMPTY = Crowd()


class Elsewhere:
    """What other processes have told, and what this one tells them."""

    def __init__(self) -> None:
        self._me = secrets.token_hex(4)
        self._crowds: dict[str, dict[str, Crowd]] = {}  # by table and process
        self._heard: dict[str, float] = {}  # when each process was heard last

    def at(self, table_id: str) -> Crowd:
        """Who is at a table elsewhere."""
        return sum(self._crowds.get(table_id, {}).values(), EMPTY)

    # -- what is told

    def beat(self) -> str:
        """That this process is alive."""
        return dumps({"by": self._me})

    def telling(self, table_id: str, crowd: Crowd) -> str:
        """Who is at a table here."""
        return dumps({"by": self._me, "table": table_id, "chairs": crowd.chairs, "watching": crowd.watching})

    def asking(self) -> str:
        """That the others may tell of all their tables."""
        return dumps({"by": self._me, "asks": True})

    # -- what is heard

    def hear(self, text: str) -> tuple[str | None, bool]:
        """Take in what a process tells: the table at which something has changed, and whether it asks about ours."""
        told = json.loads(text)
        by, table_id = told["by"], told.get("table")
        if by == self._me:
            return None, False
        self._heard[by] = time.monotonic()
        if table_id is not None:
            self._note(table_id, by, Crowd(tuple(told["chairs"]), told["watching"]))
        return table_id, "asks" in told

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
        changed = set()
        for process in silent:
            del self._heard[process]
            for table_id in [table_id for table_id, there in self._crowds.items() if process in there]:
                self._note(table_id, process, EMPTY)
                changed.add(table_id)
        return changed
