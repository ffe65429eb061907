"""A table that somebody looks at: the room, who is there, and what they are told."""

import asyncio
import json
import time
from hashlib import sha256
from hmac import compare_digest
from typing import Any

from headway.rulekit import P1, P2, SPECTATOR
from headway.table.table import SEATS
from headway.web import problems
from headway.web.presence import EMPTY, Crowd, together
from headway.web.room import Room, Setup, dumps
from headway.web.showing import fixed, legal, public
from headway.web.store import Kept
from headway.web.wire import Wire

NOBODY = -1
LINES_AT_ONCE = 300
SECONDS_TO_COME_BACK, SECONDS_TO_RELOAD = 10.0, 0.5


class Guest:
    """One connection at a table: which chair it has, and how it is told things."""

    def __init__(self, chair: int, wire: Wire) -> None:
        self.chair = chair
        self.send = wire.tell


class LiveTable:
    """A table that somebody looks at: the room, who is there, and the computers at it."""

    def __init__(self, table_id: str, chairs: tuple[str, str], room: Room, is_archived: bool = False) -> None:
        self.id = table_id
        self.chairs = chairs
        self.room = room
        self.is_archived = is_archived
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.left = time.monotonic()
        self.read_at: float | None = None  # from the database, if it was not made here
        self.elsewhere = EMPTY  # who is there by way of other processes
        self.seen = {room.seat(by) for by in map(room.table.by, range(room.table.ply)) if by in (P1, P2)}
        self.missing_since = dict.fromkeys(self.seen, self.left)  # when a chair was left that anybody has sat on
        self._telling: asyncio.TimerHandle | None = None
        self._told_present: dict[str, Any] | None = None
        self.tokens: tuple[str, str] | None = None  # until whoever made the table has been told

    @classmethod
    def read(cls, table_id: str, kept: Kept) -> "LiveTable":
        """A table as it is kept."""
        plain = json.loads(kept.setup)
        room = Room(Setup(**{**plain, "players": tuple(plain["players"])}))
        for step in kept.steps:
            room.apply(json.loads(step))
        live = cls(table_id, kept.chairs, room, kept.is_archived)
        live.read_at = time.monotonic()
        return live

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

    @property
    def crowd(self) -> Crowd:
        """Who is there by way of this process."""
        chairs = [guest.chair for guest in self.guests]
        return Crowd((0 in chairs, 1 in chairs), chairs.count(NOBODY))

    @property
    def everybody(self) -> Crowd:
        """Who is there, here or elsewhere."""
        return together(self.crowd, self.elsewhere)

    def note_who_is_there(self) -> None:
        """Note since when chairs are empty."""
        for chair, is_taken in enumerate(self.everybody.chairs):
            if is_taken:
                self.seen.add(chair)
                self.missing_since.pop(chair, None)
            elif chair in self.seen:
                self.missing_since.setdefault(chair, time.monotonic())

    def has_left(self, chair: int, seconds: float) -> bool:
        """Has nobody come to that chair yet, or has whoever sat there been away for so long?"""
        if self.everybody.chairs[chair]:
            return False
        if chair in self.missing_since:
            return time.monotonic() - self.missing_since[chair] >= seconds
        # somebody who was there when the server ended has a moment to come back
        return self.read_at is None or time.monotonic() - self.read_at >= min(seconds, SECONDS_TO_COME_BACK)

    # -- what is sent

    def welcome(self, chair: int) -> str:
        """Everything that somebody who comes, or comes back, may know."""
        present = self.present()
        if present != self._told_present:
            self._told_present = None  # some know it by now and some do not
        return dumps({
            "type": "welcome",
            "you": SEATS.get(self.seat(chair)),
            "table": fixed(self.room),
            "now": public(self.room),
            "legal": legal(self.room, self.seat(chair)),
            "log": self.room.now.log[-LINES_AT_ONCE:],
            "present": present,
            **({"made": {"table": self.id, "tokens": self.tokens}} if self.tokens is not None else {}),
        })  # fmt: skip

    def tell(self, lines: int, by: Guest | None, message_id: object) -> None:
        """Tell everybody what has changed; whoever did it finds the number of their message in it."""
        room = self.room
        now, log = dumps(public(room)), dumps(room.now.log[lines:])
        for guest in self.guests:
            seat = self.seat(guest.chair)
            you, moves = dumps(SEATS.get(seat)), dumps(legal(room, seat))
            done = f',"done":{dumps(message_id)}' if guest is by and message_id is not None else ""
            guest.send(f'{{"type":"news","you":{you},"now":{now},"legal":{moves},"log":{log}{done}}}')

    def present(self) -> dict[str, Any]:
        """Who is there."""
        chairs, watching = self.everybody
        return {"seats": [chairs[self.room.seat(seat)] for seat in (P1, P2)], "watching": watching}

    def tell_present_soon(self) -> None:
        """Tell everybody who is there, in a moment: a page that is loaded again is gone and back in less."""
        if self._telling is None and self.guests:
            self._telling = asyncio.get_running_loop().call_later(SECONDS_TO_RELOAD, self._tell_present)

    def _tell_present(self) -> None:
        self._telling, present = None, self.present()
        if present != self._told_present:
            self._told_present = present
            text = dumps({"type": "present", "present": present})
            for guest in self.guests:
                guest.send(text)


def hash_of(token: str) -> str:
    """What the database keeps of a token."""
    return sha256(token.encode()).hexdigest()
