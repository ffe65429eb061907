"""The solver of a real server is shared fairly between its visitors."""

import sqlite3
from pathlib import Path

from headway.web.limits import Limits
from tests.patience import PATIENCE
from tests.served import Client, Served, serving


def slow_table(served: Served, length: int) -> Client:
    """A table at which the computer moves first, in a game that takes a minute to solve."""
    rules = {"length": length, "longest_step": 9, "overshoot": "stops"}
    table, keys = served.make("predictive-pursuit", rules=rules, opponent="perfect", first="P2")
    return served.sit(table, keys[0])


def test_a_visitor_with_many_tables_does_not_hold_up_another(tmp_path: Path) -> None:
    """Seven tables of one address, each solved for a second in vain; then a table of another address."""
    path = tmp_path / "tables.sqlite3"
    with serving(Limits(solve_timeout=1.0, computer_delay=0), f"sqlite:///{path}") as served:
        many = [slow_table(served, length) for length in range(20, 27)]
        table, keys = served.make("cross-over", rules={"length": 12}, opponent="perfect", first="P2")
        one = served.sit(table, keys[0], address="127.0.0.2")
        earlier = first_moves(path)
        one.until(1)
        for client in many:
            client.until(1)
        order = first_moves(path)
    assert len(order) == 8
    assert order.index(table) <= len(earlier) + 2  # behind what was being solved when it came, and at most one more


def first_moves(path: Path) -> list[str]:
    """The tables at which the computer has made its first move, in order."""
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT table_id FROM steps WHERE number = 2 ORDER BY at").fetchall()
    return [table_id for (table_id,) in rows]


def test_what_its_players_have_left_is_not_solved_and_book_games_wait_for_nothing() -> None:
    with serving(Limits(solve_timeout=PATIENCE * 10, computer_delay=0)) as served:
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
