"""The games of a table by their numbers, which stay readable after a rematch."""

import json
import random
from pathlib import Path

import pytest

from headway.table.record import read
from tests.conftest import Headway
from tests.served import Served, play_out


def test_each_game_of_a_match_and_its_rematch_has_its_record_dice_and_review(
    server: Served, headway: Headway, tmp_path: Path
) -> None:
    table, keys = server.make("number-race", wins=2)
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    rng, ends, matches = random.Random(7), [], 0
    while matches < 2:
        ends.append(play_out(one, other, rng))
        is_over = one.now["match"]["over"]
        matches += is_over
        if matches < 2:
            one.send(type="offer", what="rematch") if is_over else one.send(type="next")
            if is_over:
                while not other.now["offers"]:
                    other.receive("news")
                other.send(type="accept", what="rematch")
            one.receive("welcome")
            other.receive("welcome")
    assert len(ends) >= 4
    for number, end in enumerate(ends, 1):
        address = f"/api/tables/{table}/games/{number}"
        shown = server.get(address)["now"]
        for name in ("game_number", "ply", "positions", "result", "reason", "match", "commitment", "seed", "players"):
            assert shown[name] == end[name]
        assert server.get(f"{address}/dice")["seed"] == end["seed"]
        assert server.get(f"{address}/review")["winner"] == end["result"]
        path = tmp_path / f"{number}.jsonl"
        path.write_text(server.get(f"{address}/record"))
        assert read(path).table.ply == end["ply"]
        assert headway("verify", path).status == 0
    assert [game["number"] for game in server.get(f"/api/tables/{table}/games")] == list(range(1, len(ends) + 1))


@pytest.mark.parametrize("number", [0, -1, 2, 10**6])
@pytest.mark.parametrize("part", ["", "/record", "/dice", "/review"])
def test_a_number_without_a_game_is_refused(number: int, part: str, server: Served) -> None:
    table, _ = server.make("cross-over")
    assert server.refused(f"/api/tables/{table}/games/{number}{part}") == (404, "unknown-game-number")


def test_the_game_that_is_played_can_be_read_too_but_not_its_seed(server: Served) -> None:
    table, keys = server.make("predictive-pursuit")
    one = server.sit(table, keys[0])
    one.play("2")
    address = f"/api/tables/{table}/games/1"
    assert server.get(address) == server.get(f"/api/tables/{table}")
    assert server.get(f"{address}/record") == server.get(f"/api/tables/{table}/record")
    assert '"dice"' not in server.get(f"{address}/record")
    assert '"move"' not in server.get(f"{address}/record")  # the secret is open
    assert server.refused(f"{address}/dice") == (409, "not-over")
    assert server.refused(f"{address}/review") == (409, "not-over")
    assert server.refused(f"/api/tables/{table}/games/one") == (422, "bad-request")
    assert server.refused("/api/tables/nothing-here/games") == (404, "unknown-table")


def test_the_record_of_a_match_in_which_a_computer_took_a_seat_is_sound(server: Served, tmp_path: Path) -> None:
    table, keys = server.make("cross-over", wins=2)
    one = server.sit(table, keys[0])
    one.play("3")
    one.send(type="computer", player="random")
    one.until(2)
    one.send(type="resign")
    while one.now["result"] is None:
        one.receive("news")
    one.send(type="next")
    assert one.receive("welcome")["now"]["players"] == ["human", "random"]
    path = tmp_path / "record.jsonl"
    path.write_text(server.get(f"/api/tables/{table}/record"))
    assert {"seat": "P2", "player": "random"} in map(json.loads, path.read_text().splitlines())
    assert read(path).match.players == ("human", "random")
