"""Symbolic execution agrees with a look at every state, and needs few boxes for many states."""

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headway.symbolic import MOST_BOXES, may_hold


class State(NamedTuple):
    places: tuple[int, ...]
    other: int


Term = Callable[[Any], Any]
Condition = Callable[[Any], object]

BEYOND = st.integers(-5, 7)
NUMBERS: st.SearchStrategy[Term] = st.sampled_from(
    [lambda s: s.places[0], lambda s: s.places[1], lambda s: s.other, lambda s: s.places[s.other % 2]]
)


def calculated(term: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    """Larger terms: all that rules do with numbers."""
    return st.one_of(
        st.builds(lambda one, other: lambda s: one(s) + other(s), term, term),
        st.builds(lambda one, other: lambda s: one(s) - other(s), term, term),
        st.builds(lambda one, other: lambda s: one(s) * other(s), term, term),
        st.builds(lambda one, number: lambda s: number - one(s), term, BEYOND),
        st.builds(lambda one, number: lambda s: one(s) * number + number, term, BEYOND),
        st.builds(lambda one: lambda s: abs(one(s)), term),
        st.builds(lambda one, number: lambda s: one(s) // number, term, st.sampled_from([-2, 2, 3])),
        st.builds(lambda one, number: lambda s: one(s) % number, term, st.sampled_from([-2, 2, 3])),
        st.builds(lambda one, other: lambda s: min(one(s), other(s)), term, term),
        st.builds(lambda one, other: lambda s: one(s) if other(s) else -one(s), term, term),
        st.builds(lambda one: lambda s: {0: 3, 1: -2, 2: 1}.get(one(s), 0), term),
        st.builds(lambda one: lambda s: len(range(one(s))), term),
    )


TERMS = st.recursive(NUMBERS, calculated, max_leaves=4)
COMPARED: st.SearchStrategy[Condition] = st.one_of(
    st.builds(lambda one, number: lambda s: one(s) == number, TERMS, BEYOND),
    st.builds(lambda one, number: lambda s: one(s) != number, TERMS, BEYOND),
    st.builds(lambda one, number: lambda s: number <= one(s) < number + 2, TERMS, BEYOND),
    st.builds(lambda one, other: lambda s: one(s) > other(s), TERMS, TERMS),
    st.builds(lambda one, other: lambda s: one(s) in (other(s), 3), TERMS, TERMS),
    st.builds(lambda one, number: lambda s: str(one(s)) == str(number), TERMS, BEYOND),
)
CONDITIONS: st.SearchStrategy[Condition] = st.recursive(
    COMPARED,
    lambda inner: st.one_of(
        st.builds(lambda one, other: lambda s: one(s) and other(s), inner, inner),
        st.builds(lambda one, other: lambda s: one(s) or other(s), inner, inner),
        st.builds(lambda one: lambda s: not one(s), inner),
    ),
    max_leaves=4,
)
LEAST, GREATEST = State((-1, 0), 0), State((3, 3), 2)
EVERY = [State((one, two), other) for one, two, other in product(range(-1, 4), range(4), range(3))]


@given(CONDITIONS)
def test_what_is_ruled_out_holds_in_no_state(condition: Condition) -> None:
    if any(map(condition, EVERY)):
        assert may_hold(condition, LEAST, GREATEST)


@given(COMPARED, COMPARED)
def test_what_holds_in_no_state_is_ruled_out(one: Condition, other: Condition) -> None:
    assert not may_hold(lambda s: one(s) and not one(s), LEAST, GREATEST)
    assert not may_hold(lambda s: (one(s) or other(s)) and not one(s) and not other(s), LEAST, GREATEST)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (lambda s: s.places[0] == 700, True),
        (lambda s: s.places[0] == 1001, False),
        (lambda s: 2 * s.places[0] == 701, False),
        (lambda s: s.places[0] + s.places[1] == 2000, True),
        (lambda s: s.places[0] + s.places[1] > 2000, False),
        (lambda s: s.places[0] == s.places[1] + 1 and s.places[1] - s.places[0] != -1, False),
        (lambda s: s.places[0] < s.places[1] < s.other and s.places[0] == 1000, False),
        (lambda s: s.places == (4, 5) and s.other == 6, True),
        (lambda s: s.places == (4, 5) and s.places[0] == 6, False),
        (lambda s: s.places[0] - s.places[0], False),
    ],
)
def test_a_few_boxes_tell_of_many_states(condition: Condition, holds: bool) -> None:
    boxes = []

    def counted(state: Any) -> object:
        boxes.append(state)
        return condition(state)

    assert may_hold(counted, State((0, 0), 0), State((1000, 1000), 1000)) is holds
    assert len(boxes) <= 20


def test_what_takes_too_many_boxes_may_hold() -> None:
    boxes = []

    def square(state: Any) -> object:
        boxes.append(state)
        return state.places[0] * state.places[1] == 1_000_003  # a prime number

    assert may_hold(square, State((0, 0), 0), State((1000, 1000), 0))
    assert len(boxes) == MOST_BOXES


@pytest.mark.parametrize("asked", [lambda s: s.other & 8, lambda s: s.other / 9 > 1, lambda s: 1 // (s.other - 1) > 7])
def test_what_is_not_understood_or_fails_may_hold(asked: Condition) -> None:
    assert may_hold(asked, LEAST, GREATEST)
