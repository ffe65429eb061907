"""A game that its rules end in a draw, on the server: what clients are told of the draw, and of a neutral piece."""

from collections.abc import Iterator

import pytest

from headway.catalogue import find
from headway.game import Game
from headway.table.table import Table
from headway.web.limits import Limits
from tests.lines import played
from tests.patience import PATIENCE
from tests.served import Served, serving
from tests.web.tables.test_join import joined

EVEN = {"pulls": 2}


@pytest.fixture
def served(tug_of_war_found: Game) -> Iterator[Served]:
    """A server of our own: the games are looked for when it starts."""
    with serving(Limits()) as server:
        yield server


def test_both_sides_are_told_that_nobody_has_won(served: Served) -> None:
    table, keys = served.make("tug-of-war", rules=EVEN)
    one, other = (served.sit(table, key) for key in keys)
    fixed = one.welcome["table"]
    assert (fixed["pieces"], fixed["homes"], fixed["goals"]) == ([[], [], ["knot"]], [[], [], [3]], [[0], [6]])
    assert one.welcome["moves"][1] == {"move": "2", "piece": "knot", "of": [2, 0], "from": 3, "to": 1}
    made = one.play("1")["log"][-1]["made"]
    assert (made["piece"], made["of"], made["positions"]) == ("knot", [2, 0], [[], [], [2]])
    other.until(1)
    news = other.play("1")
    assert (news["now"]["result"], news["now"]["reason"], news["now"]["positions"]) == ("draw", "rules", [[], [], [3]])
    assert news["status"] == "The game is a draw. All 2 pulls were made."
    game = served.get(f"/api/tables/{table}/games/1")
    assert (game["now"]["result"], game["now"]["reason"]) == ("draw", "rules")
    for client in (one, other):
        client.close()


def test_a_draw_counts_for_nobody_in_a_match(served: Served) -> None:
    table, keys = served.make("tug-of-war", rules=EVEN, wins=2)
    one, other = (served.sit(table, key) for key in keys)
    one.play("1")
    other.until(1)
    other.play("1")
    one.until(2)
    assert other.now["match"]["score"] == [0, 0]
    assert not other.now["match"]["over"]
    for client in (one, other):
        client.close()


def test_the_analysis_tells_what_is_a_draw(served: Served) -> None:
    table = played(Table(find("tug-of-war")), 2)
    found = served.post("/api/analysis/values", {"text": table.text})
    assert (found["value"], found["verdict"]) == (0.5, "draw")
    assert found["sentence"] == "The game is a draw with best play, in 5 moves of both sides."
    worths = {move["move"]: (move["chance"], move.get("drawn")) for move in found["moves"]}
    assert worths == {"1": (0.0, None), "2": (0.5, True)}


def test_a_terminal_joins_such_a_table(served: Served) -> None:
    table, keys = served.make("tug-of-war", rules=EVEN)
    other = served.sit(table, keys[1])
    process = joined(f"{served.url}/t/{table}#{keys[0]}", "1\n")
    other.until(1)
    other.play("1")
    told, _ = process.communicate(timeout=PATIENCE)
    assert "You move the knot from 3 to 2." in told
    assert "The game is a draw. All 2 pulls were made." in told
    other.close()
