"""Phrases that the words of every game share."""

from collections.abc import Iterable


def player(seat: int) -> str:
    """The name of a seat in the rule books: "Player 1"."""
    return f"Player {seat + 1}"


def either(options: Iterable[object]) -> str:
    """The options as the rule books list them: "1", "1 or 2", "1, 2, or 3"."""
    return _listed(options, "or")


def both(items: Iterable[object]) -> str:
    """The items as the rule books list them: "S1", "S1 and S2", "S1, S2, and S3"."""
    return _listed(items, "and")


def count(number: int, thing: str) -> str:
    """A number of things: "1 position", "2 positions"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _listed(items: Iterable[object], joint: str) -> str:
    *most, last = [str(item) for item in items]
    if not most:
        return last
    comma = "," if len(most) > 1 else ""
    return f"{', '.join(most)}{comma} {joint} {last}"
