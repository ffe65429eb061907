"""The arrays that kernels work on: lists where they are interpreted, arrays of NumPy in machine code."""

from collections.abc import MutableSequence
from typing import TypeAlias

Floats: TypeAlias = MutableSequence[float]
Ints: TypeAlias = MutableSequence[int]
