"""The errors that a person may cause, each with a stable name. Each message is one line that can be shown as it is.

>>> try:
...     headway.Table(headway.load("cross-over")).play("9")
... except headway.errors.UnknownMove as refusal:
...     print(f"{refusal.name}: {refusal}")
unknown-move: "9" is not a move here. You can enter 1, 2, or 3.
"""

from collections.abc import Iterable
from enum import Enum
from typing import ClassVar

__all__ = [
    "BadArgument",
    "BadFile",
    "BadGame",
    "BadName",
    "BadPosition",
    "BadRecord",
    "BadRules",
    "GameOver",
    "HeadwayError",
    "IllegalMove",
    "MatchOver",
    "NoEpisode",
    "NoOffer",
    "NoTakeback",
    "NotInstalled",
    "NotOver",
    "OnlyWatching",
    "OutOfTurn",
    "RecordExists",
    "RecordInUse",
    "RefusedByServer",
    "SeatTaken",
    "StalePly",
    "TooLarge",
    "UnknownGame",
    "UnknownMove",
    "UnknownPlayer",
]


class HeadwayError(ValueError):
    """A refusal: what was wanted is not possible, and nothing has changed. Programs read `name`, people the message."""

    name: ClassVar[str]
    is_internal = False  # True for a failure of the program itself


class BadArgument(HeadwayError):
    """A value, of a program or on the command line, where something else was expected."""

    name = "bad-argument"


class BadFile(HeadwayError):
    """A file that cannot be written, or one whose content cannot be used."""

    name = "bad-file"


class NotInstalled(HeadwayError):
    """Something that needs an optional part of Headway; the message says how to install it."""

    name = "not-installed"


class UnknownGame(HeadwayError):
    """No game of that name is installed."""

    name = "unknown-game"


class BadGame(HeadwayError):
    """A game is installed, but its package does not keep the contract."""

    name = "bad-game"


class BadRules(HeadwayError):
    """A rule that does not exist, or a value it cannot have."""

    name = "bad-rules"


class BadName(HeadwayError):
    """A name that no player can have, or that readers would take for another player's."""

    name = "bad-name"


class UnknownPlayer(HeadwayError):
    """No player of that name can be seated."""

    name = "unknown-player"


class BadRecord(HeadwayError):
    """A record that cannot be read; the message says which line and what was expected."""

    name = "bad-record"


class RecordExists(HeadwayError):
    """A record that a new game would replace."""

    name = "record-exists"


class RecordInUse(HeadwayError):
    """A record to which another program writes now."""

    name = "record-in-use"


class BadPosition(HeadwayError):
    """A position text that cannot be read; the message says what is wrong with it."""

    name = "bad-position"


class TooLarge(HeadwayError):
    """A game has more states than the limit, the memory or the time allows."""

    name = "too-large"


class UnknownMove(HeadwayError):
    """Text that is not a move of this game."""

    name = "unknown-move"


class IllegalMove(HeadwayError):
    """A move of this game that is not legal here."""

    name = "illegal-move"


class GameOver(IllegalMove):
    """The game is over; nothing more can be done in it."""

    name = "game-over"

    def __init__(self, message: str = "The game is over.") -> None:
        super().__init__(message)


class OutOfTurn(HeadwayError):
    """A move by a seat that is not to move."""

    name = "out-of-turn"


class StalePly(OutOfTurn):
    """A move that was meant for an earlier moment of the game."""

    name = "stale-ply"


class OnlyWatching(HeadwayError):
    """A spectator wants something that only players can do."""

    name = "only-watching"

    def __init__(self) -> None:
        super().__init__("You are watching; only players can do that.")


class NoTakeback(IllegalMove):
    """No move can be taken back: there is none, or a die or a revealed secret forbids it."""

    name = "no-takeback"


class NoOffer(HeadwayError):
    """An answer to an offer that is not open."""

    name = "no-offer"


class NotOver(HeadwayError):
    """Something that has to wait until the game is over."""

    name = "not-over"

    def __init__(self, message: str = "The game is not over yet.") -> None:
        super().__init__(message)


class MatchOver(HeadwayError):
    """The match is decided; a next game needs a rematch."""

    name = "match-over"

    def __init__(self) -> None:
        super().__init__("The match is over; offer a rematch.")


class SeatTaken(HeadwayError):
    """A seat that cannot be given to a computer now."""

    name = "seat-taken"

    def __init__(self, message: str = "A computer is playing your seat; take it back first.") -> None:
        super().__init__(message)


class NoEpisode(HeadwayError):
    """A step in an environment that has to be reset first: no episode has begun, or the last one is over."""

    name = "no-episode"


class RefusedByServer(HeadwayError):
    """What a server has refused; the message is its own."""

    name = "refused-by-server"


def quoted(text: str, most: int = 40) -> str:
    """A user's text made safe to repeat in a message: no control characters, and not too long."""
    clean = printable(text[: most + 1])
    return f'"{clean}"' if len(text) <= most else f'"{clean[:most]}..."'


def expected(what: str, value: object) -> BadArgument:
    """The refusal of a value that a program passed where something else was expected."""
    if isinstance(value, str):
        found = quoted(value)
    elif value is None or isinstance(value, int | float | Enum):
        found = str(value)
    else:
        found = f"a value of type {type(value).__name__}"
    return BadArgument(f"Expected {what}, not {found}.")


def printable(text: str) -> str:
    """A user's text without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def nearest(wrong: str, names: Iterable[str]) -> str:
    """A question that suggests the closest of the names; empty if none is close."""
    from difflib import get_close_matches

    close = get_close_matches(wrong[:100], list(names), n=1, cutoff=0.5)
    return f" Did you mean {close[0]}?" if close else ""


def install_hint(extra: str) -> str:
    """The command that adds an optional part to this copy of Headway: `.venv/bin/pip install -e '.[fast]'`.

    A copy that was installed from a folder, editable or not, is named by that folder.
    """
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from pathlib import Path
    from shlex import quote
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        origin = json.loads(distribution("headway").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        origin = {}
    if "dir_info" not in origin:
        return f"{_own_pip()} install {quote(f'headway[{extra}]')}"
    folder = Path(url2pathname(urlsplit(origin["url"]).path))
    option = "-e " if origin["dir_info"].get("editable") else ""
    shown = "." if folder == Path.cwd() else str(folder)
    return f"{_own_pip()} install {option}{quote(f'{shown}[{extra}]')}"


def _own_pip() -> str:
    """The pip of the environment that this program runs in; bare `pip` where the shell finds the same one."""
    import shutil
    import sys
    from pathlib import Path
    from shlex import quote

    own = Path(sys.executable).parent / "pip"
    if not own.exists() or shutil.which("pip") == str(own):
        return "pip"
    is_below = Path.cwd() in own.parents[1:]
    return quote(str(own.relative_to(Path.cwd()) if is_below else own))
