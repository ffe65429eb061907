"""Who is there by way of other processes."""

import pytest

from headway.web import presence
from headway.web.presence import EMPTY, Crowd, Elsewhere, Told


def test_what_one_process_tells_another_knows() -> None:
    here, there = Elsewhere(), Elsewhere()
    assert here.hear(there.telling("a", Crowd((True, False), 2))) == Told(frozenset({"a"}), is_new=True)
    assert here.hear(there.telling("a", Crowd((True, False), 3))) == Told(frozenset({"a"}))
    assert here.at("a") == Crowd((True, False), 3)
    assert here.at("b") == EMPTY
    assert here.hear(there.asking()).asks
    here.hear(there.telling("a", EMPTY))
    assert here.at("a") == EMPTY


def test_what_was_told_before_can_be_taken_back() -> None:
    here, there = Elsewhere(), Elsewhere()
    here.hear(there.telling("a", Crowd((True, False), 0)))
    assert here.hear(there.starting_over()) == Told(frozenset({"a"}))
    assert here.at("a") == EMPTY


def test_crowds_of_several_processes_are_added_up() -> None:
    here, one, other = Elsewhere(), Elsewhere(), Elsewhere()
    here.hear(one.telling("a", Crowd((True, False), 1)))
    here.hear(other.telling("a", Crowd((False, True), 2)))
    assert here.at("a") == Crowd((True, True), 3)


def test_nobody_hears_themselves() -> None:
    here = Elsewhere()
    assert here.hear(here.telling("a", Crowd((True, True), 0))) == Told()
    assert here.at("a") == EMPTY


def test_no_two_messages_are_equal_since_the_database_keeps_one_of_equal_ones() -> None:
    here = Elsewhere()
    assert here.beat() != here.beat()
    assert here.telling("a", EMPTY) != here.telling("a", EMPTY)


def test_a_process_that_falls_silent_is_forgotten_and_new_when_it_is_heard_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, there = Elsewhere(), Elsewhere()
    here.hear(there.telling("a", Crowd((True, True), 0)))
    assert here.forget_the_silent() == set()
    monkeypatch.setattr(presence, "SECONDS_OF_SILENCE", -1.0)
    assert here.forget_the_silent() == {"a"}
    assert here.at("a") == EMPTY
    assert here.hear(there.beat()).is_new  # so it is asked to tell its tables
