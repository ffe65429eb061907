"""Dixon's p-adic lifting: the exact values of a game of chance without choice. Needs the extra `fast`.

A prime p is chosen, and the equations are solved modulo p, p**2, p**3...: every step takes one solution modulo p with
the same factors, and gives the next digit of all values in base p. From enough digits the fractions follow. Nothing of
this has to be believed: the values that are found are checked in every equation.
"""

from collections.abc import Callable, Sequence
from math import ceil, log2

import numpy as np

from headway.rulekit import P1
from headway.solver.explored import Explored
from headway.solver.integer_system import SCALE, equations
from headway.solver.modular_lu import ModularSystem
from headway.solver.rational import SPARE_BITS, fraction, joined
from headway.solver.values import CommonFractions
from headway.time_left import TimeLeft

STEPS = 16
"""Digits to a batch: progress is told in between."""
GROWTH = 1.1
"""Fractions are looked for each time the number of digits has grown by this factor."""


def exact_values(found: Explored, progress: Callable[[str], None]) -> CommonFractions:
    """The value of every node of a game without choice, as fractions with a common denominator.

    Raises `HugeWeights`, and `TooLarge` if there is not enough memory. The values are still to be checked.
    """
    known = equations(found)
    numerators, denominator = list[int](), 1
    nodes: Sequence[int] = ()
    if known.parts:
        lifting = _Lifting(ModularSystem(known, progress), progress)
        nodes = lifting.system.nodes
        numerators, denominator = lifting.solution(known.leader[found.starts[P1]])
    of_unknowns = dict(zip(nodes, numerators, strict=True))
    values = [
        of_unknowns[leader] if scaled is None else scaled * denominator
        for leader, scaled in zip(known.leader, known.known, strict=True)
    ]
    return CommonFractions(values, SCALE * denominator)


class _Lifting:
    """As many digits of the unknowns as are needed to tell which fractions they are."""

    def __init__(self, system: ModularSystem, progress: Callable[[str], None]) -> None:
        self.system = system
        self._denominator, self._numerators, self._digits = 1, list[int](), 0
        # the determinant of such equations, and so every denominator, is at most the product of their diagonal
        bits = 2 * sum(map(log2, system.diagonal)) + log2(SCALE) + SPARE_BITS
        self._most = ceil(bits / log2(system.prime)) + 1
        self._time_left = TimeLeft(progress, "finding fractions, at the longest")

    def solution(self, start: int) -> tuple[list[int], int]:
        """The numerators of all unknowns and their common denominator; that of the start has most of its factors."""
        place = self.system.nodes.index(start) if start in self.system.nodes else 0
        steps = STEPS
        while True:
            self._lift(min(steps, self._most))
            while self._include(place):
                wrong = [place for place, each in enumerate(self._numerators) if each > SCALE * self._denominator]
                if not wrong:
                    return self._numerators, self._denominator
                place = wrong[-1]
            assert steps < self._most, "the equations have no solution"
            steps = ceil(GROWTH * steps)

    def _lift(self, digits: int) -> None:
        """Find digits until there are this many."""
        for done in range(len(self.system.digits), digits, STEPS):
            self._time_left.tell(done, self._most)
            self.system.lift(min(STEPS, digits - done))

    def _include(self, place: int) -> bool:
        """Make the denominator a multiple of that of an unknown; returns whether there are enough digits for that."""
        digits = len(self.system.digits)
        modulus = self.system.prime**digits
        (residue,) = self._residues(digits, slice(place, place + 1))
        found = fraction(self._denominator * residue % modulus, modulus)
        if found is None or (self._denominator * found.denominator).bit_length() + SPARE_BITS > modulus.bit_length():
            return False
        self._denominator *= found.denominator
        self._multiply(found.denominator)
        return True

    def _multiply(self, factor: int) -> None:
        """Find the numerators for the denominator, which has grown by a factor.

        Not all digits are needed, since no unknown is above `SCALE`; but some more than that, to see whether it is so.
        """
        bits = self._denominator.bit_length() + SPARE_BITS
        prime = self.system.prime
        if bits > self._digits * log2(prime):
            self._digits = min(len(self.system.digits), ceil((bits + SPARE_BITS) / log2(prime)))
            self._numerators, factor = self._residues(self._digits, slice(None)), self._denominator
        modulus = prime**self._digits
        self._numerators = [factor * each % modulus for each in self._numerators]

    def _residues(self, digits: int, places: slice) -> list[int]:
        """Some unknowns modulo a power of the prime."""
        rows = self.system.digits[:digits, places].astype(np.int64)
        if digits % 2:
            rows = np.concatenate([rows, np.zeros_like(rows[:1])])
        prime = self.system.prime
        return joined((rows[::2] + prime * rows[1::2]).tolist(), prime**2)  # two digits are one number of 64 bits
