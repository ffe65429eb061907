"""A table in the memory of this process: its match, its participants, and the messages that they get."""

import asyncio
import math
import time
from typing import Any

from headway.rulekit import P1, P2, SPECTATOR
from headway.table.match import Match
from headway.voice import Voice, sentence
from headway.web.json_text import dumps
from headway.web.limits import Limits
from headway.web.solving.fair_queue import Asker
from headway.web.storage.chairs import Chairs
from headway.web.storage.store import StoredTable
from headway.web.tables.loading import read_steps
from headway.web.tables.participant import NO_CHAIR, Participant
from headway.web.tables.presence import EMPTY, Presence, combined
from headway.web.tables.seating import Seating
from headway.web.tables.views import Personal, fixed, public

MAX_LOG_LINES = 300
RETURN_TIMEOUT = 10.0  # seconds that a player has to come back after the server was restarted
RELOAD_TIME = 0.5  # seconds; a page that is reloaded disconnects and reconnects within this time


class LiveTable:
    """A table, who is present at it, and the task of the computer players at it."""

    def __init__(self, table_id: str, chairs: Chairs, match: Match, number: int, is_archived: bool = False) -> None:
        self.id = table_id
        self.seating = Seating(table_id, chairs)
        self.match = match
        self.number = number  # of the last step
        self.is_archived = is_archived
        self.lock = asyncio.Lock()
        self.participants: set[Participant] = set()
        self.computer_task: asyncio.Task[None] | None = None
        self.thinking: asyncio.Task[Any] | None = None  # the part of it in which it waits for a strategy
        self.last_left = time.monotonic()
        self.loaded_at: float | None = None  # from the database, if this process did not create it
        self.local_presence = EMPTY  # through this process
        self.remote_presence = EMPTY  # through others
        # chairs on which a player has ever been present, and since when those that are empty now are empty
        self.used_chairs = {match.chair(by) for by in map(match.table.by, range(match.table.ply)) if by in (P1, P2)}
        self.absent_since = dict.fromkeys(self.used_chairs, self.last_left)
        self._presence_timer: asyncio.TimerHandle | None = None
        self._sent_presence: dict[str, Any] | None = None
        self._announced = (False, False)  # the chairs whose players were present when that was last sent
        self.absence = Limits.absence
        self.notice = ""  # what the computer at the table says of its play

    @classmethod
    def from_stored(cls, table_id: str, stored: StoredTable) -> "LiveTable":
        """The table that the database holds."""
        match = read_steps(stored.steps)
        live = cls(table_id, stored.chairs, match, len(stored.steps), stored.is_archived)
        live.loaded_at = time.monotonic()
        return live

    def viewer(self, chair: int) -> int:
        """The seat of a chair in the current game, or SPECTATOR."""
        return SPECTATOR if chair == NO_CHAIR else self.match.chair(chair)

    @property
    def asker(self) -> Asker:
        """For whom a computer at this table thinks: a player who is present, or else a spectator."""
        present = max(self.participants, key=lambda participant: participant.chair, default=None)
        return Asker("" if present is None else present.address, self.id)

    def stop_thinking(self) -> None:
        """Drop the search for a strategy that no one waits for any more."""
        if self.thinking is not None:
            self.thinking.cancel()

    # -- presence

    def add(self, participant: Participant) -> None:
        """A participant joins the table."""
        self.participants.add(participant)
        self._count_participants()

    def remove(self, participant: Participant) -> None:
        """A participant leaves the table."""
        self.participants.discard(participant)
        self.last_left = time.monotonic()
        self._count_participants()
        if not self.participants:  # the next to come gets a welcome, and no news of those who have left
            self._announced, self._sent_presence = self.presence.chairs, None
            if self._presence_timer is not None:
                self._presence_timer.cancel()
                self._presence_timer = None

    def _count_participants(self) -> None:
        chairs = [participant.chair for participant in self.participants]
        self.local_presence = Presence((0 in chairs, 1 in chairs), chairs.count(NO_CHAIR))

    @property
    def presence(self) -> Presence:
        """Who is present through any process."""
        return combined(self.local_presence, self.remote_presence)

    def update_absences(self) -> None:
        """Note since when chairs are empty."""
        for chair, is_occupied in enumerate(self.presence.chairs):
            if is_occupied:
                self.used_chairs.add(chair)
                self.absent_since.pop(chair, None)
            elif chair in self.used_chairs:
                self.absent_since.setdefault(chair, time.monotonic())

    def vacant_in(self, chair: int) -> float | None:
        """In how many seconds a computer may take the chair; None while its player is present.

        At once if no player has come yet, and otherwise when its player has been absent for long enough.
        """
        if self.presence.chairs[chair]:
            return None
        if chair in self.absent_since:
            return max(0.0, self.absent_since[chair] + self.absence - time.monotonic())
        if self.loaded_at is None:
            return 0.0
        # a player who was present when the server stopped has a moment to come back
        return max(0.0, self.loaded_at + min(self.absence, RETURN_TIMEOUT) - time.monotonic())

    # -- messages to participants

    def welcome(self, chair: int, seat_notice: str = "", invitations: tuple[str, str] | None = None) -> str:
        """The message with everything that a participant who joins, or comes back, may know.

        `invitations` are for the one who has just made the table.
        """
        present = self._present()
        if present != self._sent_presence:
            self._sent_presence = None  # participants have different information now
        match = self.match
        shared: dict[str, Any] = {
            "present": {**present, "vacant_in": self._vacant_in()},
        }
        if invitations is not None:
            shared["created"] = {"table": self.id, "tokens": invitations}
        if seat_notice:
            shared["seat_notice"] = seat_notice
        if self.notice:
            shared["notice"] = self.notice
        shown = Personal(match, MAX_LOG_LINES, has_new_players=True).text(self.viewer(chair))
        now = public(match, self.number)
        return f'{{"type":"welcome","table":{fixed(match)},"now":{now},{shown},{dumps(shared)[1:]}'

    def send_news(self, before: Match, by: Participant | None, message_id: object) -> None:
        """Send each participant what a step changed; the one who made it gets back the id of the message."""
        match = self.match
        new_lines = len(match.current.story) - len(before.current.story)
        has_new_players = match.players != before.players or match.names != before.names
        shown = Personal(match, new_lines, has_new_players)
        now = public(match, self.number)
        texts: dict[int, str] = {}  # by chair: all spectators get the same
        for participant in self.participants:
            chair = participant.chair
            if chair not in texts:
                texts[chair] = f'{{"type":"news","now":{now},{shown.text(self.viewer(chair))}'
            done = f',"done":{dumps(message_id)}' if participant is by and message_id is not None else ""
            participant.send(f"{texts[chair]}{done}}}")

    def send_notice(self, notice: str) -> None:
        """Send everyone what a computer says of its play, unless they know it."""
        if notice and notice != self.notice:
            self.notice = notice
            self._send_all(dumps({"type": "notice", "message": notice}))

    def _send_all(self, text: str) -> None:
        for participant in self.participants:
            participant.send(text)

    def _present(self) -> dict[str, Any]:
        occupied, spectators = self.presence
        chairs = [self.match.chair(seat) for seat in (P1, P2)]
        return {
            "seats": [occupied[chair] for chair in chairs],
            "taken": [occupied[chair] or self.seating.is_taken(chair) for chair in chairs],
            "watching": spectators,
        }

    def send_presence_soon(self) -> None:
        """Send everyone who is present, after a delay in which a page that is reloaded comes back."""
        if self._presence_timer is None and self.participants:
            self._presence_timer = asyncio.get_running_loop().call_later(RELOAD_TIME, self._send_presence)

    def _send_presence(self) -> None:
        self._presence_timer, present = None, self._present()
        if present == self._sent_presence:
            return
        before, self._announced = self._announced, self.presence.chairs
        changed = [chair for chair in (0, 1) if self._announced[chair] != before[chair]]
        vacant_in = self._vacant_in()
        self._sent_presence = present
        for participant in self.participants:
            texts = [self._arrival(chair) for chair in changed if chair != participant.chair]
            shown = {"type": "present", "present": {**present, "vacant_in": vacant_in}}
            participant.send(dumps({**shown, "text": " ".join(texts)} if texts else shown))

    def _arrival(self, chair: int) -> str:
        """Who has come or gone, in a sentence for the others."""
        verb = "have joined" if self._announced[chair] else "have left"
        return sentence(Voice(names=self.match.names).does(self.match.chair(chair), verb))

    def _vacant_in(self) -> list[int | None]:
        """In how many seconds a computer may take each seat."""
        times = [self.vacant_in(self.match.chair(seat)) for seat in (P1, P2)]
        return [None if seconds is None else math.ceil(seconds) for seconds in times]
