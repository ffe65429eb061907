"""The number of a state: its fields in mixed radix, by the span that the rules declare. Needs the extra `fast`."""

from typing import Any, NamedTuple

from numba import njit

from headway.game import Game, State


class Numbering(NamedTuple):
    """How the states of a game are numbered: the least value and the number of values of each integer in a state."""

    shape: tuple[int, ...]  # how many integers each field of the state holds; 0 for a plain int
    least: tuple[int, ...]
    sizes: tuple[int, ...]

    def number(self, state: State) -> int:
        """The number of a state."""
        found = 0
        for entry, low, size in zip(_flat(state), self.least, self.sizes, strict=True):
            if not low <= entry < low + size:
                raise KeyError(state)
            found = found * size + entry - low
        return found


def numbering(game: Game) -> Numbering:
    """The numbering that follows from a game's span."""
    least, greatest = game.code.span(game.rules)
    shape = tuple(len(field) if isinstance(field, tuple) else 0 for field in least)
    sizes = tuple(high - low + 1 for low, high in zip(_flat(least), _flat(greatest), strict=True))
    return Numbering(shape, tuple(_flat(least)), sizes)


def compiled_numbering(kind: Any, number: Numbering) -> tuple[Any, Any]:
    """Compiled functions from a number to its state and back; the latter gives -1 for a state outside the span.

    Numba cannot loop over the fields of a NamedTuple, so the functions are written out for the shape of the state.
    """
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
    scope: dict[str, Any] = {"State": kind}
    exec("\n".join(lines), scope)
    return njit(scope["state_of"]), njit(scope["number_of"])


def _flat(state: State) -> list[int]:
    return [entry for field in state for entry in (field if isinstance(field, tuple) else (field,))]
