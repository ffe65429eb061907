"""What moves are worth, and which of them are best."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from headway.rulekit import P1
from headway.solver.index import ENDS_DRAWN, ENDS_WON, NEVER_ENDS
from headway.solver.values import Value, is_certain, is_same_chance, value_for
from headway.tolerances import PROVEN


class Worth(NamedTuple):
    """What a legal move is worth: the value it leads to, the plies from there, and the odds to choose it with."""

    move: int
    value: Value
    plies: int | None
    odds: float
    is_endless: bool
    """Is best play after this move endless? The value is one half then, but the game is not even."""
    is_drawn: bool = False
    """Does best play after this move end in a draw?"""


class Outlook(NamedTuple):
    """What best play from a state comes to: its value, the plies that it takes, and how it can end."""

    value: Value
    plies: int | None
    ends: int


def worth_of(move: int, odds: float, after: Outlook) -> Worth:
    """The worth of a move that is chosen with these odds, by what best play comes to after it."""
    return Worth(move, after.value, after.plies, odds, after.ends == NEVER_ENDS, after.ends == ENDS_DRAWN)


def keeping_value(seat: int, after: Mapping[int, Outlook]) -> dict[int, Outlook]:
    """The moves that keep the value of a side, by what best play comes to after each."""
    most = (max if seat == P1 else min)(found.value for found in after.values())
    return {move: found for move, found in after.items() if is_same_chance(found.value, most)}


def soonest(seat: int, after: Mapping[int, Outlook]) -> list[int]:
    """Of the moves that keep the value, those that win or draw soonest or lose latest; all where no plies are known."""
    keeping = keeping_value(seat, after)
    known = [found.plies for found in keeping.values() if found.plies is not None]
    if not known:
        return list(keeping)
    is_lost = value_for(seat, next(iter(keeping.values())).value) < 0.5
    wanted = max(known) if is_lost else min(known)
    return [move for move, found in keeping.items() if found.plies == wanted]


def mean_outlook(shares: Sequence[tuple[float, Outlook]]) -> Outlook:
    """What best play comes to where one of several states comes next, each with its share."""
    found = {after.ends for share, after in shares if share > PROVEN}
    ends = ENDS_WON if ENDS_WON in found else max(found)
    return Outlook(_mean([(share, after.value) for share, after in shares]), None, ends)


def _mean(shares: Sequence[tuple[float, Value]]) -> float:
    """The mean of values by their shares; 0 or 1 only if all of them are."""
    first = shares[0][1]
    if is_certain(first) and all(value == first for _, value in shares):
        return float(first)
    return value_for(P1, sum(share * value for share, value in shares))
