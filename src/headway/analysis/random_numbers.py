"""The random numbers of simulations, in plain Python: the same as those of the compiled simulation, bit for bit.

Games are played in chunks, each with a seed of its own (NumPy's `SeedSequence`); a game draws from a splitmix64 stream.
"""

INCREMENT = 0x9E3779B97F4A7C15
"""What is added to the state of a splitmix64 stream for each number."""
GAME_INCREMENT = 0xD1342543DE82EF95
_MASK_32, _MASK_64 = 2**32 - 1, 2**64 - 1


def chunk_seed(seed: int, chunk: int) -> int:
    """The seed of a chunk, unrelated to those of its neighbours: `SeedSequence([seed, chunk])` as 63 bits."""
    low, high = _seed_sequence([*_words(seed % 2**64), *_words(chunk)])
    return (high << 32 | low) >> 1


def mixed(state: int) -> int:
    """The random number for a state of a stream (splitmix64)."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK_64
    state = (state ^ state >> 27) * 0x94D049BB133111EB & _MASK_64
    return state ^ state >> 31


class Stream:
    """The random numbers of one game of a chunk."""

    def __init__(self, seed: int, game: int) -> None:
        self._state = mixed((seed + game * GAME_INCREMENT) & _MASK_64)

    def below(self, count: int) -> int:
        """A random number from 0 to below `count`."""
        self._state = self._state + INCREMENT & _MASK_64
        return (mixed(self._state) >> 32) * count >> 32


def _words(number: int) -> list[int]:
    """A number as 32-bit words, the lowest first."""
    words = [number & _MASK_32]
    while number := number >> 32:
        words.append(number & _MASK_32)
    return words


def _seed_sequence(entropy: list[int]) -> tuple[int, int]:
    """The first two 32-bit words of NumPy's `SeedSequence`, which promises never to change them."""
    hashing = _Hash(0x43B0D7E5, 0x931E8875)
    pool = [hashing.mix(word) for word in (entropy + [0] * 4)[:4]]
    for source in range(4):
        for target in range(4):
            if source != target:
                pool[target] = _mix(pool[target], hashing.mix(pool[source]))
    for word in entropy[4:]:
        pool = [_mix(each, hashing.mix(word)) for each in pool]
    output = _Hash(0x8B51F9DD, 0x58F38DED)
    return output.mix(pool[0]), output.mix(pool[1])


class _Hash:
    """A multiplicative hash whose constant changes with each use."""

    def __init__(self, constant: int, factor: int) -> None:
        self._constant, self._factor = constant, factor

    def mix(self, value: int) -> int:
        value ^= self._constant
        self._constant = self._constant * self._factor & _MASK_32
        value = value * self._constant & _MASK_32
        return value ^ value >> 16


def _mix(one: int, other: int) -> int:
    mixed = 0xCA01F9DD * one - 0x4973F715 * other & _MASK_32
    return mixed ^ mixed >> 16
