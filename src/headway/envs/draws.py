"""Random numbers that are the same in every environment, on every machine and in every batch.

They are numbered, not drawn one after another: a number follows from the seed, the episode and the ply alone. So a
table in a batch of thousands draws what a single table with its seed draws, in plain Python, NumPy, Numba and JAX.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

WORD = 0xFFFFFFFF
"""The greatest number of 32 bits; JAX has no larger numbers unless it is told to."""
GREATEST_DRAW = WORD >> 1
"""The greatest number that is drawn: thresholds, from -1 up to it, are whole numbers of 32 bits with a sign."""
ROTATIONS = (13, 15, 26, 6, 17, 29, 16, 24)


def draw(seed: tuple[Any, Any], episode: Any, ply: Any, word: Any = WORD) -> Any:
    """The random number of a ply, from 0 to `GREATEST_DRAW`. All are ints below 2**32, or arrays of `uint32`."""
    return threefry(seed, (ply, episode), word)[0] >> 1


def threefry(key: tuple[Any, Any], counter: tuple[Any, Any], word: Any = WORD) -> tuple[Any, Any]:
    """Two words of random bits: Threefry-2x32 with 20 rounds (Salmon and others, 2011), as JAX itself uses it.

    Sums are cut off at `word`, which JAX needs as a number of its own kind.
    """
    keys = key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDA
    one, other = (counter[0] + keys[0]) & word, (counter[1] + keys[1]) & word
    for group in range(5):
        for rotation in ROTATIONS[:4] if group % 2 == 0 else ROTATIONS[4:]:
            one = (one + other) & word
            other = ((other << rotation) & word) | (other >> (32 - rotation))
            other = one ^ other
        one = (one + keys[(group + 1) % 3]) & word
        other = (other + keys[(group + 2) % 3] + group + 1) & word
    return one, other


def key_of(seed: int) -> tuple[int, int]:
    """The key of a seed from 0 up: its low and its high 32 bits, the high ones first.

    Up to 32 bits it is what `jax.random.PRNGKey` makes of the seed; beyond, JAX drops the high ones by default. The
    bits beyond 64 are mixed in, 64 at a time, so that no bit of a seed is without effect.
    """
    key, rest = (seed >> 32 & WORD, seed & WORD), seed >> 64
    while rest > 0:
        key, rest = threefry(key, (rest >> 32 & WORD, rest & WORD)), rest >> 64
    return key


def thresholds(odds: Sequence[int | Fraction | float]) -> list[int]:
    """For each outcome the greatest random number that is drawn as it or as one before it; -1 stands for none.

    An outcome is drawn if the number is above the threshold of the one before it and not above its own. Odds need not
    add up to one; those of zero are never drawn.
    """
    exact = [each if isinstance(each, int) else Fraction(each) for each in odds]
    total = sum(exact)
    return [int(so_far * (GREATEST_DRAW + 1) // total) - 1 for so_far in accumulate(exact)]


def pick(odds: Sequence[int | Fraction | float], number: int) -> int:
    """The index of the outcome that a random number draws."""
    return sum(number > threshold for threshold in thresholds(odds))


def drawn(odds: Sequence[int | Fraction | float], seed: int, episode: int, ply: int) -> int:
    """The index of the outcome that is drawn at a ply of an episode of a seed."""
    return pick(odds, draw(key_of(seed), episode, ply))
