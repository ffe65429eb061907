"""The order in which waiting work is done: addresses take turns, and the tables of an address take turns."""

import pytest

from headway.web.refusals import Busy
from headway.web.solving import fair_queue
from headway.web.solving.fair_queue import Asker, FairQueue


def order(queue: FairQueue[str]) -> list[str]:
    found = []
    while (work := queue.next()) is not None:
        found.append(work)
    return found


def test_an_address_with_one_table_comes_after_one_of_forty() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(40):
        queue.add(f"many {number}", Asker("10.0.0.1", f"table {number}"))
    assert queue.next() == "many 0"
    queue.add("one", Asker("10.0.0.2", "its table"))
    queue.add("other", Asker("10.0.0.3", "its table"))
    assert order(queue)[:4] == ["one", "other", "many 1", "many 2"]


def test_where_a_proxy_hides_the_addresses_tables_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add("a1", Asker("", "a"))
    queue.add("b1", Asker("", "b"))
    assert queue.next() == "a1"
    queue.add("a2", Asker("", "a"))
    queue.add("a3", Asker("", "a"))
    queue.add("c1", Asker("", "c"))
    assert order(queue) == ["b1", "c1", "a2", "a3"]


def test_what_two_want_is_done_when_the_first_of_them_has_a_turn() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add("first", Asker("10.0.0.1", "a"))
    queue.add("second", Asker("10.0.0.1", "b"))
    queue.add("shared", Asker("10.0.0.1", "c"))
    assert queue.next() == "first"
    queue.add_asker("shared", Asker("10.0.0.2", "d"))
    assert order(queue) == ["shared", "second"]


def test_what_is_removed_is_never_done() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add("first", Asker())
    queue.add("second", Asker())
    queue.remove("first")
    assert (len(queue), order(queue)) == (1, ["second"])


def test_a_client_that_left_takes_no_turn_in_the_queue() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add("first", Asker("10.0.0.1", "a"))
    queue.add("second", Asker("10.0.0.1", "b"))
    queue.add("shared", Asker("10.0.0.1", "c"))
    assert queue.next() == "first"
    for _ in range(2):
        queue.add_asker("shared", Asker("10.0.0.2", "d"))
    queue.remove_asker("shared", Asker("10.0.0.2", "d"))
    queue.remove_asker("shared", Asker("10.0.0.2", "d"))
    queue.remove_asker("shared", Asker("10.0.0.3", "e"))  # it has not asked
    assert order(queue) == ["second", "shared"]


def test_the_turns_that_are_remembered_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MAX_TURNS", 2)
    queue: FairQueue[str] = FairQueue()
    queue.add("last", Asker("10.0.0.1", "a"))
    for number in range(1, 5):  # so the queue is never empty
        queue.add(f"more {number}", Asker(f"10.0.0.{number}", "a"))
        assert queue.next() is not None
    assert len(queue._address_turns) == len(queue._table_turns) == 2
    assert order(queue) == ["more 4"]


def test_a_full_queue_has_room_for_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MAX_WAITING", 3)
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        assert queue.add(f"many {number}", Asker("10.0.0.1", f"table {number}")) is None
    with pytest.raises(Busy):
        queue.add("many 3", Asker("10.0.0.1", "table 3"))
    assert queue.add("one", Asker("10.0.0.2", "a")) == "many 2"
    with pytest.raises(Busy):  # now both have as much as is fair
        queue.add("two", Asker("10.0.0.2", "b"))
    assert order(queue) == ["many 0", "one", "many 1"]
