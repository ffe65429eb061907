"""The players that a seat can be given to. A player sees its own view of the table and nothing more."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from headway.errors import UnknownPlayer, nearest, quoted
from headway.game import Game
from headway.players.conduct import FORFEITING_ERRORS
from headway.players.player import Observation, Player, PlayerFailed
from headway.table.events import HUMAN
from headway.typed_text import known_name, normalised

if TYPE_CHECKING:
    from headway.players.strategy import Strategy

__all__ = [
    "FORFEITING_ERRORS",
    "HUMAN",
    "KINDS",
    "LEVELS",
    "PROGRAMS",
    "Observation",
    "Player",
    "PlayerFailed",
    "player_name",
    "seat_player",
]

LEVELS = range(1, 10)
RANDOM, PERFECT, READER, ENGINE = "random", "perfect", "reader", "engine:"
COMPUTERS = (RANDOM, *map(str, LEVELS), PERFECT, READER)
"""The players that are part of Headway, by name."""
NOTES = {str(LEVELS[0]): "easy", str(LEVELS[-1]): "hard", PERFECT: "never errs", READER: "learns your habits"}
"""What is said of some computers to a person who chooses one."""
PROGRAMS = f"{RANDOM}, {LEVELS[0]} to {LEVELS[-1]}, {PERFECT}, {READER} or {ENGINE}COMMAND"
KINDS = f"{HUMAN}, {PROGRAMS}"


def player_name(typed: str) -> str:
    """The name of a player as records have it, from any spelling of it; any other text stays as it is typed."""
    kind, colon, command = typed.partition(":")
    if normalised(f"{kind}{colon}") == ENGINE:
        return f"{ENGINE}{command}"
    return known_name(typed, (HUMAN, *COMPUTERS))


def seat_player(
    name: str, prepare: "Callable[[Game], Strategy] | None" = None, *, seconds: float | None = None
) -> Player | None:
    """The player of that name; None for a person.

    `prepare` gives the strategy for a game to the players that need one: the levels, `perfect` and `reader`. By default
    they solve the game, however long that takes; `headway.players.preparation` limits the time. `seconds` is how long
    an engine may take to answer, if not as long as by default.
    """
    if name == HUMAN:
        return None
    if name.startswith(ENGINE):
        from headway.players.engine import SECONDS, Engine

        return Engine(name.removeprefix(ENGINE), SECONDS if seconds is None else seconds)
    makers = _makers(prepare)
    if name not in makers:
        raise _unknown(name, [HUMAN, *makers], KINDS)
    return makers[name]()


def check_computer(name: str) -> None:
    """Refuse a name that is not that of a computer: a person's, an engine's, or nothing's."""
    if name not in COMPUTERS:
        raise _unknown(name, COMPUTERS, ", ".join(COMPUTERS))


def _unknown(name: str, names: Iterable[str], listed: str) -> UnknownPlayer:
    guess = "" if name.isdecimal() else nearest(name, names)
    return UnknownPlayer(f"There is no player {quoted(name)}.{guess} The players are: {listed}.")


def _makers(prepare: "Callable[[Game], Strategy] | None") -> dict[str, Callable[[], Player]]:
    from headway.players.perfect import Level, Perfect
    from headway.players.random import RandomPlayer
    from headway.players.reader import Reader
    from headway.players.strategy import solved_strategy

    strategies = prepare or solved_strategy
    levels: dict[str, Callable[[], Player]] = {str(level): partial(Level, level, strategies) for level in LEVELS}
    return {
        RANDOM: RandomPlayer,
        **levels,
        PERFECT: partial(Perfect, strategies),
        READER: partial(Reader, strategies),
    }
