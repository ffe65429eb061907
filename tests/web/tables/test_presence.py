"""Presence: who is at a table, through this process and others."""

import pytest

from headway.web.tables import presence
from headway.web.tables.presence import EMPTY, Presence, RemotePresence, Report
from tests.served import Served, is_sent


def test_what_one_process_tells_another_knows() -> None:
    here, there = RemotePresence(), RemotePresence()
    assert here.receive(there.report("a", Presence((True, False), 2))) == Report(frozenset({"a"}), is_new_process=True)
    assert here.receive(there.report("a", Presence((True, False), 3))) == Report(frozenset({"a"}))
    assert here.at("a") == Presence((True, False), 3)
    assert here.at("b") == EMPTY
    assert here.receive(there.request()).is_request
    here.receive(there.report("a", EMPTY))
    assert here.at("a") == EMPTY


def test_what_was_told_before_can_be_taken_back() -> None:
    here, there = RemotePresence(), RemotePresence()
    here.receive(there.report("a", Presence((True, False), 0)))
    assert here.receive(there.reset()) == Report(frozenset({"a"}))
    assert here.at("a") == EMPTY


def test_crowds_of_several_processes_are_added_up() -> None:
    here, one, other = RemotePresence(), RemotePresence(), RemotePresence()
    here.receive(one.report("a", Presence((True, False), 1)))
    here.receive(other.report("a", Presence((False, True), 2)))
    assert here.at("a") == Presence((True, True), 3)


def test_a_client_is_not_notified_of_its_own_presence() -> None:
    here = RemotePresence()
    assert here.receive(here.report("a", Presence((True, True), 0))) == Report()
    assert here.at("a") == EMPTY


def test_no_two_messages_are_equal_since_the_database_keeps_one_of_equal_ones() -> None:
    here = RemotePresence()
    assert here.heartbeat() != here.heartbeat()
    assert here.report("a", EMPTY) != here.report("a", EMPTY)


def test_a_process_that_falls_silent_is_forgotten_and_new_when_it_is_heard_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, there = RemotePresence(), RemotePresence()
    here.receive(there.report("a", Presence((True, True), 0)))
    assert here.expire() == set()
    monkeypatch.setattr(presence, "SILENCE_TIMEOUT", -1.0)
    assert here.expire() == {"a"}
    assert here.at("a") == EMPTY
    assert here.receive(there.heartbeat()).is_new_process  # so it is asked for its tables


def test_everybody_knows_who_is_there_after_all_have_reloaded(server: Served) -> None:
    table, keys = server.make("cross-over")
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    assert is_sent(one, [True, True])
    other.close()
    one.close()
    one = server.sit(table, keys[0])
    other = server.sit(table, keys[1])
    assert is_sent(one, [True, True])
    assert is_sent(other, [True, True])
