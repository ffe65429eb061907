"""The events of a match: what happened, as typed values, and the one JSON form in which they are kept.

`docs/formats.md` describes the form. A journal holds one event a line, the database the same objects in its rows.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from headway.errors import BadRecord, HeadwayError
from headway.phrases import either
from headway.rulekit import P1, P2
from headway.table.distinct import distinct
from headway.table.outcome import Actor, Reason, Result
from headway.voice import NAMELESS, Names, checked_name

VERSION = 2
"""The version of the form, which `Begun` carries. Version 1 had no offers, answers and changes of players."""
READABLE = (1, 2)
CLIENT_SEED_DIGITS = 32
HUMAN = "human"
"""The name of a player who is a person."""


class Proposal(Enum):
    """What one side may propose to the other."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    REMATCH = "rematch"


@distinct
class Begun(NamedTuple):
    """A game begins: its rules, its players and its terms."""

    game: str
    rules: Mapping[str, Any]
    first: int
    players: tuple[str, str] = (HUMAN, HUMAN)  # by seat
    wins: int = 1  # that decide the match
    limit: int | None = None  # on the plies of a game
    seed: int | None = None  # of random numbers that can be repeated
    is_dealt: bool = False  # was the board dealt by chance, and is the next game's dealt anew?
    is_swapped: bool = False  # have the two persons swapped seats since the first game?
    commitment: str | None = None  # to the seed of this game's dice, where a server rolls them
    dice: str | None = None  # that seed, which only the server knows before the game is over
    names: Names = NAMELESS  # that the persons have given themselves, by seat


@distinct
class Moved(NamedTuple):
    """A move was made: by a seat or by chance, as a player types it."""

    by: int
    move: str
    ply: int  # counted from 1
    client_seed: str | None = None  # the part of the mover's program in the roll that follows


@distinct
class TakenBack(NamedTuple):
    """The last moves were taken back."""

    plies: int


@distinct
class Offered(NamedTuple):
    """A seat proposed something."""

    what: Proposal
    by: int


@distinct
class Declined(NamedTuple):
    """A seat declined a proposal, or withdrew its own."""

    what: Proposal
    by: int
    is_own: bool = False


@distinct
class Seated(NamedTuple):
    """Another player has taken a seat: a computer, or a person who is back."""

    seat: int
    player: str


@distinct
class Named(NamedTuple):
    """The person of a seat wants to be called by a name, or by none."""

    seat: int
    name: str | None


@distinct
class Hinted(NamedTuple):
    """A seat switched hints on: from here on its player was shown what the moves of this game are worth."""

    seat: int


@distinct
class Ended(NamedTuple):
    """A game ended; `why` explains a forfeit, `seed` reveals the dice that a server had committed to."""

    result: Result
    reason: Reason
    why: str | None = None
    seed: str | None = None


Event = Begun | Moved | TakenBack | Offered | Declined | Seated | Named | Hinted | Ended

SEATS = {"P1": P1, "P2": P2}
ACTORS: dict[str, int] = {actor.name: actor.value for actor in Actor}
NAMES = {value: name for name, value in ACTORS.items()}
Known = TypeVar("Known")


def to_json(event: Event) -> dict[str, Any]:
    """An event as JSON holds it."""
    match event:
        case Moved():
            line = {"ply": event.ply, "by": NAMES[event.by], "move": event.move}
            return line if event.client_seed is None else {**line, "client_seed": event.client_seed}
        case TakenBack():
            return {"undo": event.plies}
        case Offered():
            return {"offer": event.what.value, "by": NAMES[event.by]}
        case Declined():
            own = {"withdrawn": True} if event.is_own else {}
            return {"decline": event.what.value, "by": NAMES[event.by], **own}
        case Seated():
            return {"seat": NAMES[event.seat], "player": event.player}
        case Named():
            return {"name": event.name, "by": NAMES[event.seat]}
        case Hinted():
            return {"hints": NAMES[event.seat]}
        case Ended():
            more = {"why": event.why, "seed": event.seed}
            return {"result": event.result.value, "reason": event.reason.value, **_given(more)}
        case Begun():
            return _begun_to_json(event)


def from_json(line: Mapping[str, Any]) -> Event:
    """The event that `to_json` wrote; `BadRecord` says what was expected instead."""
    for key, read in READERS.items():
        if key in line:
            return read(line)
    raise BadRecord(f"expected an object with {either(READERS)}.")


def _begun_to_json(event: Begun) -> dict[str, Any]:
    line: dict[str, Any] = {"headway": VERSION, "game": event.game, "rules": dict(event.rules)}
    line |= {"first": NAMES[event.first], "players": list(event.players)}
    optional = {
        "match": event.wins if event.wins > 1 else None,
        "limit": event.limit,
        "seed": event.seed,
        "dealt": event.is_dealt or None,
        "swapped": event.is_swapped or None,
        "commitment": event.commitment,
        "dice": event.dice,
        "names": list(event.names) if event.names != NAMELESS else None,
    }
    return line | _given(optional)


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _read_begun(line: Mapping[str, Any]) -> Begun:
    if _whole(line, "headway") not in READABLE:
        raise BadRecord(f'expected the header of a Headway record ("headway": {either(READABLE)}).')
    name, rules = line.get("game"), line.get("rules")
    if not isinstance(name, str) or not isinstance(rules, dict):
        raise BadRecord('expected a header with "game" (a name) and "rules" (an object).')
    players = line.get("players", [HUMAN, HUMAN])
    if not (isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players)):
        raise BadRecord('expected "players" with the two names.')
    return Begun(
        name,
        rules,
        first=_one_of(line, "first", SEATS),
        players=(players[0], players[1]),
        wins=_whole(line, "match", 1) or 1,
        limit=_whole(line, "limit", 1),
        seed=_whole(line, "seed"),
        is_dealt=line.get("dealt") is True,
        is_swapped=line.get("swapped") is True,
        commitment=_hexadecimal(line, "commitment"),
        dice=_hexadecimal(line, "dice"),
        names=_names(line),
    )


def _names(line: Mapping[str, Any]) -> Names:
    names = line.get("names", NAMELESS)
    if not isinstance(names, list | tuple) or len(names) != 2:
        raise BadRecord('expected "names" with two names, or null for a player without one.')
    return _name(names[0]), _name(names[1])


def _name(name: object) -> str | None:
    try:
        return None if name is None else checked_name(name)
    except HeadwayError as error:
        raise BadRecord(str(error)) from None


def _read_moved(line: Mapping[str, Any]) -> Moved:
    by, ply, move = _one_of(line, "by", ACTORS), _whole(line, "ply", 1), line["move"]
    if ply is None:
        raise BadRecord('expected "ply" with the number of the move.')
    if not isinstance(move, str):
        raise BadRecord('expected "move" with what the player typed.')
    return Moved(by, move, ply, _hexadecimal(line, "client_seed", CLIENT_SEED_DIGITS))


def _read_taken_back(line: Mapping[str, Any]) -> TakenBack:
    plies = _whole(line, "undo", 1)
    if plies is None:
        raise BadRecord('expected "undo" with the number of moves.')
    return TakenBack(plies)


def _read_seated(line: Mapping[str, Any]) -> Seated:
    if not isinstance(line.get("player"), str):
        raise BadRecord('expected "player" with a name.')
    return Seated(_one_of(line, "seat", SEATS), line["player"])


def _read_ended(line: Mapping[str, Any]) -> Ended:
    result = _one_of(line, "result", {result.value: result for result in Result})
    reason = _one_of(line, "reason", {reason.value: reason for reason in Reason})
    why = line.get("why")
    if why is not None and not isinstance(why, str):
        raise BadRecord('expected "why" with a sentence.')
    return Ended(result, reason, why, _hexadecimal(line, "seed"))


def _proposal(line: Mapping[str, Any], key: str) -> Proposal:
    return _one_of(line, key, {what.value: what for what in Proposal})


READERS: dict[str, Callable[[Mapping[str, Any]], Event]] = {
    "headway": _read_begun,
    "move": _read_moved,
    "undo": _read_taken_back,
    "offer": lambda line: Offered(_proposal(line, "offer"), _one_of(line, "by", SEATS)),
    "decline": lambda line: Declined(
        _proposal(line, "decline"), _one_of(line, "by", SEATS), line.get("withdrawn") is True
    ),
    "seat": _read_seated,
    "result": _read_ended,
    "hints": lambda line: Hinted(_one_of(line, "hints", SEATS)),
    "name": lambda line: Named(_one_of(line, "by", SEATS), _name(line["name"])),
}


def _one_of(line: Mapping[str, Any], key: str, known: Mapping[str, Known]) -> Known:
    value = line.get(key)
    if not isinstance(value, str) or value not in known:
        raise BadRecord(f'expected "{key}" with {either(known)}.')
    return known[value]


def _hexadecimal(line: Mapping[str, Any], key: str, digits: int = 64) -> str | None:
    value = line.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or len(value) != digits or set(value) - set("0123456789abcdef"):
        raise BadRecord(f'expected "{key}" with {digits} hexadecimal digits.')
    return value


def _whole(line: Mapping[str, Any], key: str, least: int | None = None) -> int | None:
    value = line.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or (least is not None and value < least):
        raise BadRecord(f'expected "{key}" with a whole number{"" if least is None else f" from {least} up"}.')
    return value
