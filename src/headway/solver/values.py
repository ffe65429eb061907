"""The values of nodes: how they are kept, and when they are the same, or certain."""

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from headway.rulekit import DRAW, P1
from headway.solver.index import NO_WINNER, Ints
from headway.tolerances import ROUNDING, UNSURE

Value = Fraction | float
"""The chance that P1 wins, draws and endless play counting one half."""


class Winners(Sequence[Value]):
    """The values of nodes from which one side wins, or best play is drawn or endless: a byte each."""

    def __init__(self, winners: Ints) -> None:
        self.winners = winners

    def __len__(self) -> int:
        return len(self.winners)

    def __getitem__(self, node: Any) -> Any:
        winner = self.winners[node]
        return Fraction(1, 2) if winner in (NO_WINNER, DRAW) else Fraction(int(winner == P1))


class CommonFractions(Sequence[Value]):
    """The values of nodes as fractions with the same denominator, which is kept once."""

    def __init__(self, numerators: Sequence[int], denominator: int) -> None:
        self.numerators, self.denominator = numerators, denominator

    def __len__(self) -> int:
        return len(self.numerators)

    def __getitem__(self, node: Any) -> Any:
        return Fraction(self.numerators[node], self.denominator)


def compact(code: str, entries: Any) -> Any:
    """Numbers as a solution keeps them: those of a list in an array of the type `code`, an array as it is."""
    return array(code, entries) if isinstance(entries, list) else entries


def value_for(seat: int, value: Value) -> float:
    """The chance that a seat wins, from a value: the chance that Player 1 wins. It is 0 or 1 only if it is certain."""
    chance = float(value if seat == P1 else 1 - value)
    return chance if is_certain(value) else min(max(chance, UNSURE), 1 - UNSURE)


def is_certain(value: Value) -> bool:
    """Is a side sure to win?"""
    return value in (0, 1)


def is_same_chance(one: Value, other: Value) -> bool:
    """Are two values the same but for rounding? A certain win is not the same as an almost certain one."""
    return -ROUNDING <= one - other <= ROUNDING and is_certain(one) == is_certain(other)
