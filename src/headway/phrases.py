"""Phrases that the words of every game share."""

from collections.abc import Iterable, Sequence

from headway.tolerances import RARE

__all__ = ["both", "count", "either", "from_one_to", "player", "positions"]  # for authors of games

TYPE_CHECKING = False  # as in `typing`: the words of a game are read before the first prompt, fractions are not needed
if TYPE_CHECKING:
    from fractions import Fraction

MOST_DIGITS = 600
"""The most digits of a number that Python writes under all settings."""


def player(seat: int) -> str:
    """The name of a seat in the rule books: "Player 1".

    >>> headway.phrases.player(0)
    'Player 1'
    """
    return f"Player {seat + 1}"


def either(options: Iterable[object]) -> str:
    """The options as the rule books list them: "1", "1 or 2", "1, 2, or 3".

    >>> headway.phrases.either([1, 2, 3])
    '1, 2, or 3'
    """
    return _listed(options, "or")


def both(items: Iterable[object]) -> str:
    """The items as the rule books list them: "S1", "S1 and S2", "S1, S2, and S3".

    >>> headway.phrases.both(["S1", "S2"])
    'S1 and S2'
    """
    return _listed(items, "and")


def from_one_to(last: int) -> str:
    """The numbers from 1 up to the last, in short: "1", "1 or 2", "1 to 3".

    >>> headway.phrases.from_one_to(3)
    '1 to 3'
    """
    return str(last) if last == 1 else "1 or 2" if last == 2 else f"1 to {last}"


def positions(places: Sequence[int]) -> str:
    """Some positions, in short: "position 5", "positions 1, 3, or 8", "positions 10 to 12".

    >>> headway.phrases.positions([10, 11, 12])
    'positions 10 to 12'
    """
    if len(places) == 1:
        return f"position {places[0]}"
    low, high = min(places), max(places)
    is_run = sorted(places) == list(range(low, high + 1))
    return f"positions {low} to {high}" if is_run else f"positions {either(places)}"


def count(number: int, thing: str, digits: str = "") -> str:
    """A number of things: "1 position", "2 positions"; with the digits ",", "1,000 positions".

    >>> headway.phrases.count(2, "position")
    '2 positions'
    """
    return f"{number:{digits}} {thing}{'' if number == 1 else 's'}"


def within(plies: int) -> str:
    """How soon a game ends: "in 1 move", "in 2 moves of both sides"."""
    return f"in {count(plies, 'move')}{' of both sides' if plies > 1 else ''}"


def percent(chance: "float | Fraction", digits: str = ".4g", unsure: float = 0) -> str:
    """A chance in percent: "53.81 %"; one that is rounded to nothing or to all says so: "less than 0.01 %".

    `unsure` is how far the chance can be from the truth. If that is nothing or all, it is told as such.
    """
    if unsure < chance < RARE:
        return "less than 0.01 %"
    if 1 - RARE < chance < 1 - unsure:
        return "more than 99.99 %"
    rounded = float(chance)
    if abs(rounded - round(rounded)) <= unsure:
        rounded = round(rounded)
    return f"{100 * rounded:{digits}} %"


def digits(number: int) -> str:
    """A whole number from zero on in decimal digits, however many: Python by itself refuses to write thousands."""
    if number < 10**MOST_DIGITS:
        return str(number)
    half = number.bit_length() * 3 // 20  # about half of the digits
    high, low = divmod(number, 10**half)
    return f"{digits(high)}{digits(low).zfill(half)}"


def exactly(value: "Fraction") -> str:
    """A fraction from zero on as "6/11", and a whole one as "1", in full."""
    over = "" if value.denominator == 1 else f"/{digits(value.denominator)}"
    return f"{digits(value.numerator)}{over}"


def _listed(items: Iterable[object], joint: str) -> str:
    *most, last = [str(item) for item in items]
    if not most:
        return last
    comma = "," if len(most) > 1 else ""
    return f"{', '.join(most)}{comma} {joint} {last}"
