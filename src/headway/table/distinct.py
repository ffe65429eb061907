"""NamedTuples that are equal only to values of their own type, for events and intents.

A frozen dataclass would do as well, but takes about ten times as long to define, before the first prompt of every game.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Kind = TypeVar("Kind")
TUPLES_EQUAL: Callable[[Any, Any], bool] = tuple.__eq__


def distinct(kind: type[Kind]) -> type[Kind]:
    """Make a NamedTuple distinct from tuples of other types with the same fields."""
    setattr(kind, "__eq__", _is_equal)  # noqa: B010 - a type checker takes these for methods that cannot be assigned
    setattr(kind, "__ne__", _is_unequal)  # noqa: B010
    return kind


def _is_equal(one: Any, other: object) -> bool:
    return type(one) is type(other) and TUPLES_EQUAL(one, other)


def _is_unequal(one: Any, other: object) -> bool:
    return not _is_equal(one, other)
