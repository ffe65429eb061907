"""The errors a person may cause. Each message is one line that can be shown as it is."""

from collections.abc import Iterable


class HeadwayError(ValueError):
    """Something a person did that the program refuses; nothing has changed."""

    is_ours = False  # unless it is the program that failed


class UnknownGame(HeadwayError):
    """No game of that name is installed."""


class BadGame(HeadwayError):
    """A game is installed, but its package does not keep the contract."""


class BadRules(HeadwayError):
    """A rule that does not exist, or a value it cannot have."""


class UnknownMove(HeadwayError):
    """Text that is no move of this game."""


class IllegalMove(HeadwayError):
    """A move that exists, but not here."""


class OutOfTurn(HeadwayError):
    """A move by the wrong seat, or meant for an earlier moment of the game."""


class BadRecord(HeadwayError):
    """A record that cannot be read; the message says which line and what was expected."""


def quoted(text: str, most: int = 40) -> str:
    """Somebody's text, safe to repeat in a message: no control characters, and not too long."""
    clean = printable(text[: most + 1])
    return f'"{clean}"' if len(text) <= most else f'"{clean[:most]}..."'


def printable(text: str) -> str:
    """Somebody's text without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def nearest(wrong: str, names: Iterable[str]) -> str:
    """A question that names the closest of the names, or nothing where none is close."""
    from difflib import get_close_matches

    close = get_close_matches(wrong[:100], list(names), n=1, cutoff=0.5)
    return f" Did you mean {close[0]}?" if close else ""
