"""The numbers of states in machine code. Needs the extra `fast`.

Numba compiles a loop over a tuple only if all entries have one type, so these functions take a tuple apart by
recursion: each length and each kind of entry has its own compiled version.
"""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import overload

from headway.solver.numbering import entries_of, flat, number_of, shaped


@overload(flat, strict=False)
def _flat(fields: Any) -> Callable[..., Any]:
    if len(fields) == 0:
        return lambda fields: ()
    if isinstance(fields[0], types.BaseTuple):
        return lambda fields: fields[0] + flat(fields[1:])
    return lambda fields: (fields[0],) + flat(fields[1:])  # noqa: RUF005


@overload(shaped, strict=False)
def _shaped(like: Any, entries: Any) -> Callable[..., Any]:
    if len(like) == 0:
        return lambda like, entries: ()
    if isinstance(like[0], types.BaseTuple):
        count = len(like[0])
        return lambda like, entries: (entries[:count],) + shaped(like[1:], entries[count:])  # noqa: RUF005
    return lambda like, entries: (entries[0],) + shaped(like[1:], entries[1:])  # noqa: RUF005


@overload(entries_of, strict=False)
def _entries_of(number: Any, least: Any, sizes: Any) -> Callable[..., Any]:
    if len(sizes) == 0:
        return lambda number, least, sizes: ()

    def found(number: int, least: Any, sizes: Any) -> Any:
        before = entries_of(number // sizes[-1], least[:-1], sizes[:-1])
        return before + (number % sizes[-1] + least[-1],)  # noqa: RUF005

    return found


@overload(number_of, strict=False)
def _number_of(entries: Any, least: Any, sizes: Any) -> Callable[..., Any]:
    if len(sizes) == 0:
        return lambda entries, least, sizes: 0

    def found(entries: Any, least: Any, sizes: Any) -> int:
        before, entry = number_of(entries[:-1], least[:-1], sizes[:-1]), entries[-1] - least[-1]
        return before * sizes[-1] + entry if before >= 0 and 0 <= entry < sizes[-1] else -1

    return found
