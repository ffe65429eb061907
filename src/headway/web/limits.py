"""The limits of a server process, so that one client's demands do not disturb the others."""

import math
import os
from dataclasses import dataclass, replace

from headway.errors import BadArgument

MAX_BODY_BYTES = 16_384  # of an HTTP request
MAX_RECORD_BYTES = 262_144  # of the one request that may be longer


@dataclass(frozen=True)
class Limits:
    """What one process and one connection allow; durations are in seconds."""

    message_bytes: int = 4096
    message_rate: float = 20.0  # a second, after a burst
    message_burst: int = 60
    unsent_bytes: int = 200_000  # waiting for a client that does not read
    request_timeout: float = 10.0  # for an HTTP request, and for a WebSocket's first message
    answer_timeout: float = 30.0  # for an HTTP client to take what it is sent
    ping_interval: float = 20.0
    connections: int = 10_000
    spectators_per_table: int = 200
    steps_per_table: int = 20_000  # they are read in about a quarter of a second
    changes_between_moves: int = 20  # by one player: names, offers, and computers that take the other seat
    connections_per_seat: int = 20
    absence: float = 60.0  # of a player, before a computer may take the seat
    computer_delay: float = 0.8  # before a computer moves, so that people see and hear their own move first
    solve_timeout: float = 15.0
    preview_timeout: float = 5.0  # for what is known of rules that are about to be chosen
    search_timeout: float = 5.0  # for one move of a computer that cannot solve its game
    table_rate: float = 20.0  # new tables a second, after a burst
    table_burst: int = 200
    address_table_rate: float = 2.0  # the same for one address
    address_table_burst: int = 100
    idle_in_memory: float = 600.0
    idle_until_archived: float = 30 * 86_400.0


def limits_from_environment() -> Limits:
    """The default limits, as HEADWAY_LIMITS changes them.

    "off" lifts the rates and delays, to measure what the server can do; "solve_timeout=60,computer_delay=0" sets limits
    by their names.
    """
    text = os.environ.get("HEADWAY_LIMITS", "")
    if text != "off":
        return _changed(text)
    unlimited = 10**9
    return Limits(
        message_rate=unlimited,
        message_burst=unlimited,
        computer_delay=0,
        table_rate=unlimited,
        table_burst=unlimited,
        address_table_rate=unlimited,
        address_table_burst=unlimited,
    )


def _changed(text: str) -> Limits:
    """The default limits, but for those that a text sets."""
    limits = Limits()
    for part in filter(None, text.split(",")):
        name, _, text_of_number = part.partition("=")
        try:
            number = type(vars(limits)[name])(text_of_number)
        except (KeyError, ValueError):
            number = -1
        if not 0 <= number < math.inf:
            raise BadArgument(f'HEADWAY_LIMITS takes "off" or limits like solve_timeout=60, not "{part}".')
        limits = replace(limits, **{name: number})
    return limits
