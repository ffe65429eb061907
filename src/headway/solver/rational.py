"""Fractions from their digits in base of a prime, the least first (p-adic numbers)."""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

SPARE_BITS = 64
"""A fraction that leaves this many bits of its digits unused has not come about by chance."""


def joined(rows: Sequence[Sequence[int]], base: int) -> list[int]:
    """Numbers from their digits in a base: each row has one digit of every number, the least first."""
    numbers = [list(row) for row in rows]
    while len(numbers) > 1:
        pairs = zip(numbers[::2], numbers[1::2], strict=False)
        last = numbers[len(numbers) // 2 * 2 :]
        numbers = [[low + base * high for low, high in zip(*pair, strict=True)] for pair in pairs] + last
        base *= base
    return numbers[0]


def fraction(residue: int, modulus: int) -> Fraction | None:
    """The fraction with small terms that is congruent to a number; None if there is none, or more than one might be.

    It is found by Wang's rational reconstruction: Euclid's algorithm, stopped halfway.
    """
    bound = isqrt(modulus)
    (above, left), (before, factor) = (modulus, residue % modulus), (0, 1)
    while left > bound:
        quotient, rest = divmod(above, left)
        above, left = left, rest
        before, factor = factor, before - quotient * factor
    if left.bit_length() + factor.bit_length() + SPARE_BITS > modulus.bit_length():
        return None
    return Fraction(left, factor)
