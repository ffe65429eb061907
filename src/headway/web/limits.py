"""How much anybody may ask for, so that one who asks for too much disturbs nobody else."""

import os
import time
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """What one process and one connection allow."""

    message_bytes: int = 4096
    messages_per_second: float = 20.0
    messages_at_once: int = 60
    unread_bytes: int = 200_000
    seconds_to_say_hello: float = 10.0
    seconds_between_pings: float = 20.0
    sockets: int = 10_000
    spectators_per_table: int = 200
    tabs_per_seat: int = 20
    seconds_until_left: float = 60.0
    seconds_before_a_computer_moves: float = 0.8  # so that people see, and hear, what they did themselves
    seconds_to_solve: float = 15.0
    tables_per_second: float = 20.0
    tables_at_once: int = 200
    seconds_in_memory: float = 600.0
    seconds_until_archived: float = 30 * 86_400.0


def limits_of_process() -> Limits:
    """The limits; HEADWAY_LIMITS=off lifts those on how much is asked for, to measure what the server can do."""
    if os.environ.get("HEADWAY_LIMITS") != "off":
        return Limits()
    endless = 10**9
    return Limits(
        messages_per_second=endless,
        messages_at_once=endless,
        seconds_before_a_computer_moves=0,
        tables_per_second=endless,
        tables_at_once=endless,
    )


@dataclass
class Bucket:
    """Lets so many through at once, and then so many a second."""

    per_second: float
    at_once: int
    _left: float = field(init=False)
    _seen: float = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._seen = float(self.at_once), time.monotonic()

    def take(self) -> bool:
        """Is there room for one more?"""
        now = time.monotonic()
        self._left = min(self.at_once, self._left + (now - self._seen) * self.per_second)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
