"""The solver of a real server is shared fairly between its visitors."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from headway.web.limits import Limits
from headway.web.solving import solver_service
from headway.web.solving.fair_queue import Asker, FairQueue
from tests.patience import PATIENCE, wait_until
from tests.served import Client, Served, serving
from tests.web.solving.slow_work import begun, solve_slowly

ENDLESS = Limits(solve_timeout=PATIENCE * 10, computer_delay=0)
"""Limits under which a game may take as long to solve as this machine needs."""


def computer_begins(served: Served, length: int, address: str = "127.0.0.1") -> Client:
    """A player at a table where the computer moves first, in a game that is in no book."""
    table, keys = served.make("cross-over", rules={"length": length}, opponent="perfect", first="P2")
    return served.sit(table, keys[0], address=address)


def test_a_visitor_with_many_tables_does_not_hold_up_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven tables of one address wait; while the first of their games is being solved, another address comes."""
    asked: list[Asker] = []
    add = FairQueue.add

    def noted(queue: FairQueue[Any], work: Any, asker: Asker) -> Any:
        displaced = add(queue, work, asker)
        asked.append(asker)
        return displaced

    monkeypatch.setattr(FairQueue, "add", noted)
    monkeypatch.setattr(solver_service, "solve_packed", partial(solve_slowly, tmp_path))
    with serving(ENDLESS) as served:
        many = [computer_begins(served, length) for length in range(10, 17)]
        wait_until(lambda: len(asked) == 7 and begun(tmp_path))
        one = computer_begins(served, 17, address="127.0.0.2")
        wait_until(lambda: len(asked) == 8)
        (tmp_path / "all").touch()
        for client in (one, *many):
            client.until(1)
    assert begun(tmp_path)[:2] == ["10", "17"]  # it is the next, after the one that was being solved when it came
    assert len(begun(tmp_path)) == 8


def slow_table(served: Served, length: int) -> Client:
    """A table at which the computer moves first, in a game that takes a minute to solve."""
    rules = {"length": length, "longest_step": 9, "overshoot": "stops"}
    table, keys = served.make("predictive-pursuit", rules=rules, opponent="perfect", first="P2")
    return served.sit(table, keys[0])


def test_what_its_players_have_left_is_not_solved_and_book_games_wait_for_nothing() -> None:
    with serving(ENDLESS) as served:
        slow = slow_table(served, 25)
        slow.receive("present")
        book, keys = served.make("race-to-the-center", opponent="perfect", first="P2")
        served.sit(book, keys[0]).until(1)
        table, keys = served.make("cross-over", rules={"length": 12}, opponent="perfect", first="P2")
        one = served.sit(table, keys[0])
        assert slow.now["ply"] == 0
        slow.close()
        one.until(1)
        assert served.get(f"/api/tables/{slow.table}")["now"]["ply"] == 0
