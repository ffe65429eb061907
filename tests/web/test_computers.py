"""Computer players at the tables."""

import time

from tests.served import Served


def test_a_computer_plays_and_can_take_a_seat_that_waits(server: Served) -> None:
    table, keys = server.make("cross-over", opponent="perfect", first="P2")
    one = server.sit(table, keys[0])
    one.until(1)
    assert one.legal
    table, keys = server.make("race-to-the-center")
    one = server.sit(table, keys[0])
    one.play("1")
    one.send(type="computer", player="perfect")
    one.until(2)
    assert one.now["players"] == ["human", "perfect"]
    late = server.sit(table, keys[1])
    late.send(type="return")
    late.receive("news")
    assert late.now["players"] == ["human", "human"]
    one.send(type="computer", player="3", id=7)
    assert one.receive("error")["error"] == "seat-taken"
    late.close()
    one.send(type="computer", player="3", id=8)  # a reload must not cost a seat
    assert one.receive("error")["error"] == "seat-taken"


def test_a_game_too_large_to_work_out_is_for_people_only(server: Served) -> None:
    rules = {"length": 60}
    asked = {"game": "capture-the-flag", "rules": rules}
    assert server.refused("/api/tables", {**asked, "opponent": "perfect"}) == (409, "too-large")
    table, keys = server.make("capture-the-flag", rules=rules, opponent="random")
    one = server.sit(table, keys[0])
    one.play("S1 1")
    one.until(2)
    one.send(type="resign")
    while one.now["result"] is None:
        one.receive("news")
    assert server.refused(f"/api/tables/{table}/review") == (409, "too-large")


def test_sitting_down_again_while_the_computer_hesitates(server: Served) -> None:
    table, keys = server.make("cross-over")
    one = server.sit(table, keys[0])
    one.send(type="computer", player="random")
    one.receive("news")
    one.play("3")
    other = server.sit(table, keys[1])
    other.send(type="return")
    while other.now["players"] != ["human", "human"]:
        other.receive("news")
    time.sleep(1)
    assert other.play(other.legal[0])["now"]["ply"] == 2


def test_computers_do_not_play_on_when_nobody_is_there(server: Served) -> None:
    table, keys = server.make("capture-the-flag", opponent="perfect")
    other = server.sit(table, keys[1])  # the chair that the computer plays for
    other.send(type="computer", player="perfect")
    assert other.receive("error")["error"] == "seat-taken"  # one player must remain a person


def test_a_person_whose_seat_a_computer_plays_takes_it_back_first(server: Served) -> None:
    table, keys = server.make("cross-over")
    one = server.sit(table, keys[0])
    one.send(type="computer", player="human", id=1)
    assert one.receive("error")["error"] == "unknown-player"
    one.send(type="computer", player="random", id=2)
    one.receive("news")
    other = server.sit(table, keys[1])
    other.send(type="resign", id=3)
    assert other.receive("error")["error"] == "seat-taken"
    other.send(type="return")
    other.send(type="resign", id=4)
    while other.now["result"] is None:
        other.receive("news")
    assert other.now["reason"] == "resigned"
