"""A long game takes long to open or to show; meanwhile the others play."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from headway.web.http import own_tables, tables_api
from headway.web.limits import Limits
from headway.web.tables.live_table import LiveTable
from tests.patience import PATIENCE, wait_until
from tests.served import Served, serving


@pytest.fixture
def served() -> Iterator[Served]:
    with serving(Limits(idle_in_memory=0.1)) as it:
        yield it


class Slow:
    """A function that ends only when it is allowed to."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.has_begun, self.may_end = function, threading.Event(), threading.Event()

    def __call__(self, *arguments: Any) -> Any:
        self.has_begun.set()
        assert self.may_end.wait(PATIENCE)
        return self.function(*arguments)


def others_play_while(served: Served, slow: Slow, work: Callable[[], object]) -> None:
    """Another table is made and played at while a request is being worked on."""
    thread = threading.Thread(target=work)
    thread.start()
    try:
        assert slow.has_begun.wait(PATIENCE)
        table, keys = served.make("cross-over")
        assert served.sit(table, keys[0]).play("3")["now"]["ply"] == 1
        assert thread.is_alive()
    finally:
        slow.may_end.set()
        thread.join()


@pytest.mark.parametrize(
    ("name", "path"),
    [("shown_match", ""), ("shown_match", "/games/1"), ("record", "/record"), ("record", "/games/1/record")],
)
def test_a_long_game_is_shown_beside_the_others(
    name: str, path: str, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = served.make("cross-over")
    slow = Slow(getattr(tables_api, name))
    monkeypatch.setattr(tables_api, name, slow)
    others_play_while(served, slow, lambda: served.get(f"/api/tables/{table}{path}"))


def test_a_long_game_is_opened_beside_the_others(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table, keys = served.make("cross-over")
    wait_until(lambda: "headway_live_tables 0.0" in served.get("/metrics"))  # then it has to be loaded again
    slow = Slow(LiveTable.from_stored)
    monkeypatch.setattr(LiveTable, "from_stored", slow)
    others_play_while(served, slow, lambda: served.sit(table, keys[0]))


def test_the_tables_of_a_client_are_shown_beside_the_others(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (own, _) = served.make("cross-over")
    served.sit(table, own)
    slow = Slow(own_tables._shown)
    monkeypatch.setattr(own_tables, "_shown", slow)
    others_play_while(served, slow, lambda: served.post("/api/own-tables", {"seats": [{"table": table, "token": own}]}))
