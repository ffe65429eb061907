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
from headway.web.room import Room, Setup, dumps
from headway.web.showing import fixed, legal, public
from headway.web.store import Kept

NOBODY = -1
LINES_AT_ONCE = 300


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
            "table": fixed(self.room),
            "now": public(self.room),
            "legal": legal(self.room, self.seat(chair)),
            "log": self.room.now.log[-LINES_AT_ONCE:],
            "present": self.present(),
            **({"made": {"table": self.id, "tokens": self.tokens}} if self.tokens is not None else {}),
        })  # fmt: skip

    def tell(self, lines: int, by: Guest | None, message_id: object) -> None:
        """Tell everybody what has changed; whoever did it finds the number of their message in it."""
        now, log = dumps(public(self.room)), dumps(self.room.now.log[lines:])
        moves = {seat: dumps(legal(self.room, seat)) for seat in (P1, P2)}
        for guest in self.guests:
            seat = self.seat(guest.chair)
            done = f',"done":{dumps(message_id)}' if guest is by and message_id is not None else ""
            guest.send(
                f'{{"type":"news","you":{dumps(SEATS.get(seat))},"now":{now},"legal":{moves.get(seat, "[]")},'
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


def hash_of(token: str) -> str:
    """What the database keeps of a token."""
    return sha256(token.encode()).hexdigest()


def _setup(text: str) -> Setup:
    plain = json.loads(text)
    return Setup(**{**plain, "players": tuple(plain["players"])})
