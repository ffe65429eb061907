"""The tables at which a client has a seat."""

import pytest

from tests.served import Served

ADA, BEN = "a-key-of-ada-012345", "a-key-of-ben-012345"


def test_each_player_reads_whose_turn_it_is_and_how_the_games_ended(server: Served) -> None:
    table, (own, invitation) = server.make("cross-over")
    one, other = server.sit(table, own, ADA), server.sit(table, invitation, BEN)
    other.send(type="name", name="Ben")
    other.receive("news")
    one.play("3")

    def seen(key: str) -> dict[str, object]:
        [shown] = server.post("/api/own-tables", {"seats": [{"table": table, "key": key}]})
        return dict(shown)

    facts = {"table": table, "title": "Cross Over", "is_over": False, "finished": []}
    assert seen(ADA) == {**facts, "you": "P1", "status": "Ben is to move.", "is_your_turn": False}
    assert seen(BEN) == {**facts, "you": "P2", "status": "Your turn: choose a move.", "is_your_turn": True}
    one.send(type="resign")
    one.receive("news")
    while one.now["result"] is None:
        one.receive("news")
    one.send(type="offer", what="rematch")
    other.until(1)
    while "rematch" not in other.now["offers"]:
        other.receive("news")
    assert seen(BEN)["is_over"]
    other.send(type="accept", what="rematch")
    assert other.receive("welcome")["you"] == "P1"
    assert seen(ADA)["finished"] == [{"number": 1, "status": "Ben wins."}]
    assert (seen(BEN)["you"], seen(BEN)["finished"]) == ("P1", [{"number": 1, "status": "You win."}])


def test_nothing_is_used_and_what_is_not_ones_own_is_left_out(server: Served) -> None:
    table, (_, invitation) = server.make("cross-over")
    seats = [
        {"table": table, "token": invitation, "key": ADA},
        {"table": "nothing-here", "key": ADA},
        {"table": table},
    ]
    assert server.post("/api/own-tables", {"seats": seats}) == []
    assert server.sit(table, None).welcome["present"]["taken"] == [False, False]
    assert server.sit(table, invitation, BEN).welcome["you"] == "P2"


@pytest.mark.parametrize("body", [{}, {"seats": "x"}, {"seats": [{}]}, {"seats": [{"table": "a"}] * 31}, []])
def test_a_request_for_anything_else_is_refused(body: object, server: Served) -> None:
    assert server.refused("/api/own-tables", body) == (422, "bad-request")
