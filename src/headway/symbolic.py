"""Symbolic execution of rules: whether a condition can hold in any state between two, without a look at each.

The condition is run on a whole box of states: a number that has several values there is a `Sum` of unknowns, of which
only the bounds are known. Where these leave open what the condition asks ("is it the last square?", "are they two
apart?"), the box is cut in two where the answer changes, and the condition is run on both parts. Rules ask little of a
state, so a few boxes tell of millions of states.
"""

from collections.abc import Callable, Mapping
from math import gcd
from typing import Any, NoReturn

from headway.contract import State, with_values

MOST_BOXES = 2000
"""On how many boxes a condition is run before it is taken to be possible, if no other number is given."""

Form = tuple[tuple[int, int], ...]
"""A sum of numbers of a state: which ones, in their order, and the factor of each."""
Box = Mapping[Form, range]
"""The values of each number of a state, alone, and those of sums about which the condition has asked."""


def may_hold(condition: Callable[[State], object], least: State, greatest: State, most_boxes: int = MOST_BOXES) -> bool:
    """Can a condition on a state hold where each number is between those of two states?

    False is certain, for a condition that depends on the values of the numbers alone, not on their types. True is a
    "perhaps": there may be too much to find out, or the condition does with a number what a `Sum` cannot.
    """
    ends = zip(_numbers(least), _numbers(greatest), strict=True)
    boxes: list[Box] = [{((at, 1),): range(low, high + 1) for at, (low, high) in enumerate(ends)}]
    for _ in range(most_boxes):
        if not boxes:
            return False
        box = boxes.pop()
        try:
            if condition(_state(least, box)):
                return True
        except Undecided as cut:
            boxes += [{**box, cut.form: part} for part in cut.parts]
        except Exception:  # rules need not make sense in a state that never comes up
            return True
    return True


class Undecided(Exception):
    """The box does not tell, and the parts of it with these values of a sum may; none if no state is in the box."""

    def __init__(self, form: Form, *parts: range) -> None:
        self.form, self.parts = form, parts


class Sum:
    """A constant, and numbers of a state that have several values in the box, each with a factor."""

    def __init__(self, box: Box, factors: Mapping[int, int], constant: int) -> None:
        self.box, self.factors, self.constant = box, factors, constant

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int):
            return Sum(self.box, self.factors, self.constant + other)
        both = sorted({*self.factors, *other.factors})
        factors = {at: self.factors.get(at, 0) + other.factors.get(at, 0) for at in both}
        left = {at: factor for at, factor in factors.items() if factor}
        constant = self.constant + other.constant
        return Sum(self.box, left, constant) if left else constant

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, int):
            self._halve()
        factors = {at: factor * other for at, factor in self.factors.items()}
        return Sum(self.box, factors, self.constant * other) if other else 0

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __eq__(self, other: object) -> bool:
        return _sign(self - other) == 0

    def __lt__(self, other: Any) -> bool:
        return _sign(self - other) < 0

    def __le__(self, other: Any) -> bool:
        return _sign(self - other) <= 0

    def __gt__(self, other: Any) -> bool:
        return _sign(self - other) > 0

    def __ge__(self, other: Any) -> bool:
        return _sign(self - other) >= 0

    def __bool__(self) -> bool:
        return self.sign() != 0

    def _halve(self, *others: object) -> NoReturn:
        """What is asked depends on the very value: halve the number that has most of them."""
        form = max((((at, 1),) for at in self.factors), key=lambda form: len(self.box[form]))
        values = self.box[form]
        raise Undecided(form, values[: len(values) // 2], values[len(values) // 2 :])

    __index__ = __hash__ = __str__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _halve

    def sign(self) -> int:
        """-1, 0 or 1, if it is the same in the whole box."""
        common = gcd(*self.factors.values())
        common = common if next(iter(self.factors.values())) > 0 else -common
        form = tuple((at, factor // common) for at, factor in self.factors.items())
        values = self._values(form)
        if not values:
            raise Undecided(form)
        ends = self.constant + common * values[0], self.constant + common * values[-1]
        if min(ends) > 0 or max(ends) < 0 or ends == (0, 0):
            return (ends[0] > 0) - (ends[0] < 0)
        root, rest = divmod(-self.constant, common)
        value = root if not rest and root > values[0] else root + 1
        raise Undecided(form, range(values.start, value), range(value, values.stop))

    def _values(self, form: Form) -> range:
        """The values of a sum that follow from those of its numbers, and from what is known of the sum itself."""
        ends = [(factor * self.box[((at, 1),)][0], factor * self.box[((at, 1),)][-1]) for at, factor in form]
        least, beyond = sum(map(min, ends)), sum(map(max, ends)) + 1
        known = self.box.get(form, range(least, beyond))
        return range(max(least, known.start), min(beyond, known.stop))


def _sign(value: Any) -> int:
    return value.sign() if isinstance(value, Sum) else (value > 0) - (value < 0)


def _numbers(state: State) -> list[int]:
    return [number for field in state for number in (field if isinstance(field, tuple) else (field,))]


def _state(shape: State, box: Box) -> State:
    """The state of a shape whose numbers are those of a box: ints where they have one value."""
    alone = (box[((at, 1),)] for at in range(len(_numbers(shape))))
    numbers: Any = (values[0] if len(values) == 1 else Sum(box, {at: 1}, 0) for at, values in enumerate(alone))
    return with_values(
        shape, [tuple(next(numbers) for _ in field) if isinstance(field, tuple) else next(numbers) for field in shape]
    )
