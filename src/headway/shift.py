"""A piece that changes its place on the track, found by comparing positions."""

from typing import NamedTuple

from headway.contract import Positions


class Shift(NamedTuple):
    """One piece that changes its place; `piece` counts the pieces of its side from 0."""

    seat: int
    piece: int
    start: int
    end: int


def shifts_between(before: Positions, after: Positions) -> tuple[Shift, ...]:
    """The pieces whose positions differ."""
    return tuple(
        Shift(seat, piece, start, end)
        for seat, (starts, ends) in enumerate(zip(before, after, strict=True))
        for piece, (start, end) in enumerate(zip(starts, ends, strict=True))
        if start != end
    )
