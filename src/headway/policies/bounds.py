"""Numbers with bounds, and how they are multiplied and added up: fractions exactly, floats rounded outward."""

from collections.abc import Iterable
from fractions import Fraction
from math import fsum, inf, nextafter
from typing import NamedTuple

from headway.solver import Value


class Bounds(NamedTuple):
    """A number that is known to be between two others: from `low` to `high`.

    >>> game = headway.load("predictive-pursuit")
    >>> low, high = headway.policies.evaluate(game, "perfect", "random").bounds()
    >>> low < high < low + 0.000_000_001
    True
    >>> headway.policies.evaluate(headway.load("cross-over"), "random", "random").bounds()
    Bounds(low=Fraction(917485, 1417176), high=Fraction(917485, 1417176))
    """

    low: Value
    high: Value


class Bounded(NamedTuple):
    """A number, and between which others it is for certain."""

    value: Value
    bounds: Bounds


def exactly(value: Value) -> Bounded:
    """A number that is known exactly."""
    return Bounded(value, Bounds(value, value))


def outward(low: Value, high: Value) -> Bounds:
    """Bounds that were computed with one rounding each, moved apart by as much; fractions stay."""
    return Bounds(
        low if isinstance(low, Fraction) else nextafter(low, -inf),
        high if isinstance(high, Fraction) else nextafter(high, inf),
    )


def chance_bounds(low: Value, high: Value) -> Bounds:
    """The same for a probability."""
    least, most = outward(low, high)
    return Bounds(max(least, 0 * least), min(most, 1 + 0 * most))


def at_least_zero(number: Value) -> Value:
    """A number, or zero where rounding has led below it."""
    return number if number > 0 else type(number)(0)


def product(one: Bounds, other: Bounds) -> Bounds:
    """The bounds on a product: not below zero, if neither factor is. Nothing of what may be infinite is nothing."""
    is_exact = all(isinstance(number, Fraction) for number in (*one, *other))
    nothing: Value = Fraction(0) if is_exact else 0.0
    products = [each * factor if each and factor else nothing for each in one for factor in other]
    low, high = outward(min(products), max(products))
    return Bounds(at_least_zero(low) if min(one.low, other.low) >= 0 else low, high)


def total(numbers: Iterable[Value]) -> Value:
    """A sum: a fraction, if all are."""
    added = list(numbers)
    exact = [number for number in added if isinstance(number, Fraction)]
    return sum(exact, start=Fraction(0)) if len(exact) == len(added) else fsum(added)


def sum_of(bounds: Iterable[Bounds]) -> Bounds:
    """The bounds on a sum: not below zero, if nothing that is added is."""
    added = list(bounds)
    low, high = outward(total(low for low, _ in added), total(high for _, high in added))
    return Bounds(at_least_zero(low) if all(each.low >= 0 for each in added) else low, high)
