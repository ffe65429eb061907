"""A piece that changes its place on the track, found by comparing positions."""

from collections.abc import Sequence
from typing import NamedTuple

from headway.contract import NEUTRAL, Positions
from headway.rulekit import CHANCE


class Shift(NamedTuple):
    """One piece that changes its place: of a seat, or `NEUTRAL`. `piece` counts the pieces of its side from 0."""

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


def moved_by(shifts: Sequence[Shift], seat: int) -> Shift | None:
    """The piece that a seat moves: the first of its own, otherwise a neutral one; CHANCE moves the first of any."""
    own = next((shift for shift in shifts if seat in (shift.seat, CHANCE)), None)
    return own or next((shift for shift in shifts if shift.seat == NEUTRAL), None)
