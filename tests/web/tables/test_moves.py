"""Moves and other messages that are refused, each by its name."""

import json
from collections.abc import Callable

import pytest

from headway.web.limits import Limits
from tests.served import Client, Served, make_long, serving


def asked(server: Served, message: object) -> Callable[[Client], str]:
    def ask(client: Client) -> str:
        client.socket.send(message if isinstance(message, str) else json.dumps(message))
        return str(client.receive("error")["error"])

    return ask


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("{", "bad-message"),
        ("[]", "bad-message"),
        ({"type": "dance"}, "bad-message"),
        ({"type": "play", "move": "3"}, "bad-message"),
        ({"type": "play", "ply": 0, "move": "3", "also": 1}, "bad-message"),
        ({"type": "play", "ply": "0", "move": "3"}, "bad-message"),
        ({"type": "hello"}, "bad-message"),
        ({"type": "play", "ply": 5, "move": "3"}, "stale-ply"),
        ({"type": "play", "ply": 0, "move": "9"}, "unknown-move"),
        ({"type": "play", "ply": 0, "move": "skip"}, "illegal-move"),
        ({"type": "accept", "what": "draw"}, "no-offer"),
        ({"type": "offer", "what": "rematch"}, "not-over"),
        ({"type": "next"}, "not-over"),
        ({"type": "offer", "what": "takeback"}, "no-takeback"),
        ({"type": "computer", "player": "engine:rm"}, "unknown-player"),
    ],
)
def test_what_is_wrong_over_the_socket_has_its_name(message: object, name: str, server: Served) -> None:
    table, keys = server.make("cross-over")
    one = server.sit(table, keys[0])
    assert asked(server, message)(one) == name
    assert one.play("3")["now"]["ply"] == 1  # and the connection goes on


def test_the_other_side_and_spectators_cannot_move(server: Served) -> None:
    table, keys = server.make("cross-over")
    other, watching = server.sit(table, keys[1]), server.sit(table, None)
    other.send(type="play", ply=0, move="3", id=1)
    assert other.receive("error")["error"] == "out-of-turn"
    watching.send(type="play", ply=0, move="3", id=1)
    assert watching.receive("error")["error"] == "only-watching"
    assert server.sit(table, "a-wrong-token").welcome["error"] == "wrong-token"
    assert server.sit("no-such-table", keys[0]).welcome["error"] == "unknown-table"
    elsewhere, _ = server.make("cross-over")
    assert server.sit(elsewhere, keys[0]).welcome["error"] == "wrong-token"


def test_a_move_after_the_end_is_refused(server: Served) -> None:
    table, keys = server.make("cross-over")
    one = server.sit(table, keys[0])
    one.send(type="resign")
    one.receive("news")
    assert asked(server, {"type": "play", "ply": 0, "move": "3"})(one) == "game-over"
    assert asked(server, {"type": "resign"})(one) == "game-over"
    assert asked(server, {"type": "next"})(one) == "match-over"


def test_a_move_is_data_besides_its_sentence(server: Served) -> None:
    table, keys = server.make("capture-the-flag", rules={"length": 4})
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    one.play("S1 2")
    news = other.receive("news")
    hit = next(move for move in news["moves"] if move["move"] == "S3 2")
    assert hit["of"] == [1, 0]
    assert [sent["of"] for sent in hit["sends"]] == [[0, 0]]
    line = other.play("S3 2")["log"][-1]
    made = {"chosen": None, "roller": None, "positions": [[0, 0], [2, 4]]}
    assert (line["by"], line["made"]) == ("P2", {**made, **hit})  # what it did is told as it was before the move


def test_a_secret_is_data_only_when_it_is_answered(server: Served) -> None:
    table, keys = server.make("predictive-pursuit")
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    chosen = one.play("2")["log"][-1]["made"]
    assert chosen == {"move": None, "chosen": None, "roller": None, "positions": [[0], [0]]}
    other.until(1)
    answered = other.play("1")["log"][-1]["made"]
    led = {"piece": "P1", "of": [0, 0], "from": 0, "to": 2}
    assert answered == {"move": "1", "chosen": "2", "roller": None, "positions": [[2], [0]], **led}


def test_a_roll_says_who_rolled(server: Served) -> None:
    table, keys = server.make("number-race")
    made = server.sit(table, keys[0]).play("roll")["log"][-1]["made"]
    assert made["roller"] == "P1"
    assert made["move"] in "123456"


def test_moves_keep_their_numbers_in_a_log_that_is_shortened() -> None:
    with serving(Limits(message_rate=10**9, message_burst=10**9)) as server:
        log = server.sit(make_long(server, 310), None).welcome["log"]
    numbers = [line["move_number"] for line in log]
    assert numbers == list(range(11, 311))
