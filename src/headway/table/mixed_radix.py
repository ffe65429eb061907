"""Numbers of different ranges packed into one: each is a digit, and its radix is the number of values it can have.

A digit that can have one value only, such as a forced move, takes no room.
"""

from headway.errors import BadPosition

BITS = 3  # in each group of a number without an upper limit
GROUP = 1 << BITS
MOST_GROUPS = 10


class Packer:
    """Collects digits, the first of which is the least significant."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def put(self, digit: int, radix: int) -> None:
        """Add a digit below its radix."""
        self._digits.append((digit, radix))

    def put_whole(self, number: int) -> None:
        """Add a number of any size from zero up: in groups, each with a mark whether another follows."""
        while number >= GROUP:
            self.put(GROUP + number % GROUP, 2 * GROUP)
            number //= GROUP
        self.put(number, 2 * GROUP)

    def put_signed(self, number: int) -> None:
        """Add a number of any size and either sign."""
        self.put_whole(2 * number if number >= 0 else -2 * number - 1)

    @property
    def number(self) -> int:
        """All digits as one number."""
        packed = 0
        for digit, radix in reversed(self._digits):
            packed = packed * radix + digit
        return packed


class Unpacker:
    """Takes digits out of a number in the order in which they were put."""

    def __init__(self, number: int) -> None:
        self.rest = number

    def take(self, radix: int) -> int:
        """The next digit."""
        self.rest, digit = divmod(self.rest, radix)
        return digit

    def take_whole(self) -> int:
        """The next number of any size; refuses one that is larger than anything is here."""
        number = 0
        for place in range(MOST_GROUPS):
            digit = self.take(2 * GROUP)
            number += digit % GROUP << (BITS * place)
            if digit < GROUP:
                return number
        raise BadPosition("This text has a number that is too large; it was not written by Headway.")

    def take_signed(self) -> int:
        """The next number of either sign."""
        number = self.take_whole()
        return number // 2 if number % 2 == 0 else -(number + 1) // 2
