"""The number of a state: its fields in mixed radix, by the span that the rules declare."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from headway.contract import State, with_values
from headway.game import Game


class Numbering(NamedTuple):
    """How the states of a game are numbered: the least value and the number of values of each integer in a state."""

    least: tuple[int, ...]
    sizes: tuple[int, ...]

    def number(self, state: State) -> int | None:
        """The number of a state; None outside the span."""
        found = number_of(state, self.least, self.sizes)
        return None if found < 0 else found

    def state(self, like: State, number: int) -> State:
        """The state of a number; `like` is any state of the game."""
        return with_values(like, shaped(like, entries_of(number, self.least, self.sizes)))


def numbering(game: Game) -> Numbering:
    """The numbering that follows from a game's span."""
    return between(*map(flat, game.code.span(game.rules)))


def between(least: Iterable[int], greatest: Iterable[int]) -> Numbering:
    """The numbering of integers that have these least and greatest values."""
    ends = list(zip(least, greatest, strict=True))
    return Numbering(tuple(low for low, _ in ends), tuple(high - low + 1 for low, high in ends))


def flat(fields: Any) -> Any:
    """The integers of a tuple, those in tuples too."""
    entries: list[Any] = []
    for field in fields:
        if isinstance(field, tuple):
            entries += field
        else:
            entries.append(field)
    return tuple(entries)


def shaped(like: Any, entries: Any) -> Any:
    """The integers as a tuple that has its tuples where another one has them."""
    fields: list[Any] = []
    begin = 0
    for field in like:
        end = begin + (len(field) if isinstance(field, tuple) else 1)
        fields.append(tuple(entries[begin:end]) if isinstance(field, tuple) else entries[begin])
        begin = end
    return tuple(fields)


def entries_of(number: int, least: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The integers that have a number in mixed radix; the last one is its last digit."""
    entries: list[int] = []
    for low, size in zip(least[::-1], sizes[::-1]):  # noqa: B905 (`strict` takes as long as an integer)
        entries.append(number % size + low)
        number //= size
    return tuple(entries[::-1])


def number_of(entries: Any, least: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """The number of integers, those in tuples too, in mixed radix.

    -1 if one of them is outside its range, or there are more or fewer.
    """
    number = at = 0
    try:
        for field in entries:
            for entry in field if isinstance(field, tuple) else (field,):  # `flat` would take longer
                digit, size = entry - least[at], sizes[at]
                if not 0 <= digit < size:
                    return -1
                number = number * size + digit
                at += 1
    except IndexError:
        return -1
    return number if at == len(sizes) else -1
