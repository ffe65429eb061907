"""The number of a state: its fields in mixed radix, by the span that the rules declare."""

from itertools import islice
from typing import Any, NamedTuple

from headway.contract import State, with_values
from headway.game import Game


class Numbering(NamedTuple):
    """How the states of a game are numbered: the least value and the number of values of each integer in a state."""

    least: tuple[int, ...]
    sizes: tuple[int, ...]

    def number(self, state: State) -> int | None:
        """The number of a state; None outside the span."""
        found = number_of(flat(state), self.least, self.sizes)
        return None if found < 0 else found

    def state(self, like: State, number: int) -> State:
        """The state of a number; `like` is any state of the game."""
        return with_values(like, shaped(like, entries_of(number, self.least, self.sizes)))


def numbering(game: Game) -> Numbering:
    """The numbering that follows from a game's span."""
    least, greatest = map(flat, game.code.span(game.rules))
    return Numbering(least, tuple(high - low + 1 for low, high in zip(least, greatest, strict=True)))


def flat(fields: Any) -> Any:
    """The integers of a tuple, those in tuples too."""
    return tuple(entry for field in fields for entry in (field if isinstance(field, tuple) else (field,)))


def shaped(like: Any, entries: Any) -> Any:
    """The integers as a tuple that has its tuples where another one has them."""
    left = iter(entries)
    return tuple(tuple(islice(left, len(field))) if isinstance(field, tuple) else next(left) for field in like)


def entries_of(number: int, least: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The integers that have a number in mixed radix; the last one is its last digit."""
    entries = list[int]()
    for low, size in zip(reversed(least), reversed(sizes), strict=True):
        number, digit = divmod(number, size)
        entries.append(digit + low)
    return tuple(reversed(entries))


def number_of(entries: tuple[int, ...], least: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """The number of integers in mixed radix; -1 if one of them is outside its range."""
    number = 0
    for entry, low, size in zip(entries, least, sizes, strict=True):
        if not low <= entry < low + size:
            return -1
        number = number * size + entry - low
    return number
