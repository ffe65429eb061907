"""The number of a state: its fields in mixed radix, by the span that the rules declare."""

from typing import Any, NamedTuple

from headway.contract import Field, State, with_values
from headway.game import Game


class Numbering(NamedTuple):
    """How the states of a game are numbered: the least value and the number of values of each integer in a state."""

    shape: tuple[int, ...]  # how many integers each field of the state holds; 0 for a plain int
    least: tuple[int, ...]
    sizes: tuple[int, ...]

    def number(self, state: State) -> int | None:
        """The number of a state; None outside the span."""
        found = 0
        for entry, low, size in zip(integers(state), self.least, self.sizes, strict=True):
            if not low <= entry < low + size:
                return None
            found = found * size + entry - low
        return found

    def state(self, kind: State, number: int) -> State:
        """The state of a number; `kind` is any state of the game."""
        entries: list[int] = []
        for low, size in zip(reversed(self.least), reversed(self.sizes), strict=True):
            number, entry = divmod(number, size)
            entries.append(entry + low)
        values = list[Field]()
        for count in self.shape:
            values.append(tuple(entries.pop() for _ in range(count)) if count else entries.pop())
        return with_values(kind, values)


def numbering(game: Game) -> Numbering:
    """The numbering that follows from a game's span."""
    least, greatest = game.code.span(game.rules)
    shape = tuple(len(field) if isinstance(field, tuple) else 0 for field in least)
    sizes = tuple(high - low + 1 for low, high in zip(integers(least), integers(greatest), strict=True))
    return Numbering(shape, tuple(integers(least)), sizes)


def compiled_numbering(kind: Any, number: Numbering) -> tuple[Any, Any, Any]:
    """Compiled functions from a number to its state, back, and from a state to its integers in a row of an array.

    The second gives -1 for a state outside the span. Needs the extra `fast`.

    Numba cannot loop over the fields of a NamedTuple, so the functions are written out for the shape of the state.
    """
    from numba import njit

    names = iter(f"x{at}" for at in range(len(number.sizes)))
    fields, parts = [], []
    for field, count in zip(kind._fields, number.shape, strict=True):
        if count:
            own = [next(names) for _ in range(count)]
            fields.append(f"({', '.join(own)},)")
            parts += [f"state.{field}[{at}]" for at in range(count)]
        else:
            fields.append(next(names))
            parts.append(f"state.{field}")
    lines = ["def state_of(number):"]
    for at in range(len(number.sizes) - 1, -1, -1):
        lines += [f"    x{at} = number % {number.sizes[at]} + {number.least[at]}", f"    number //= {number.sizes[at]}"]
    lines.append(f"    return State({', '.join(fields)})")
    lines += ["def number_of(state):", "    number = 0"]
    for part, low, size in zip(parts, number.least, number.sizes, strict=True):
        lines += [f"    if not {low} <= {part} < {low + size}:", "        return -1"]
        lines.append(f"    number = number * {size} + ({part} - {low})")
    lines.append("    return number")
    lines += ["def write_integers(state, row):", *(f"    row[{at}] = {part}" for at, part in enumerate(parts))]
    scope: dict[str, Any] = {"State": kind}
    exec("\n".join(lines), scope)
    return njit(scope["state_of"]), njit(scope["number_of"]), njit(scope["write_integers"])


def integers(state: State) -> list[int]:
    """The integers of a state, those in tuples too."""
    return [entry for field in state for entry in (field if isinstance(field, tuple) else (field,))]
