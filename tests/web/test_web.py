"""The web room over real sockets, on a real server and a real database: what it does, and what it refuses."""

import json
import random
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from headway.catalogue import find, names
from headway.rulekit import P1
from headway.table.record import read
from headway.web import room as room_module
from headway.web.app import create_app
from headway.web.limits import Limits
from headway.web.room import Room, Setup
from headway.web.schema import tables
from headway.web.server import server_config
from headway.web.store import Store
from tests.conftest import Headway
from tests.served import PATIENCE, Served, Sitting
from tools.terminal import Terminal


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("web")
    served = Served(f"sqlite:///{folder}/tables.sqlite3")
    yield served
    served.stop()


def played_out(one: Sitting, other: Sitting, rng: random.Random, most: int = 400) -> dict[str, Any]:
    """Let two sittings make random moves until the game is over."""
    for _ in range(most):
        if one.now["result"] is not None:
            break
        mover, waiting = (one, other) if one.legal else (other, one)
        mover.play(rng.choice(mover.legal))
        waiting.until(mover.now["ply"])
    return one.now


# -- playing


@pytest.mark.parametrize("name", names())
def test_a_game_is_played_to_its_end_by_two_who_see_the_same(name: str, server: Served, headway: Headway,
                                                              tmp_path: Path) -> None:  # fmt: skip
    table, tokens = server.make(name)
    one, other, watching = server.sit(table, tokens[0]), server.sit(table, tokens[1]), server.sit(table, None)
    assert (one.welcome["you"], other.welcome["you"], watching.welcome["you"]) == ("P1", "P2", None)
    now = played_out(one, other, random.Random(name))
    assert now["result"] in ("P1", "P2")
    watching.until(now["ply"])
    assert watching.now == one.now == other.now
    path = tmp_path / "record.jsonl"
    path.write_text(server.get(f"/api/tables/{table}/record"))
    assert read(path).table.result == now["result"]
    assert headway("verify", path).status == 0
    assert server.get(f"/api/tables/{table}/review")["winner"] == now["result"]
    for sitting in (one, other, watching):
        sitting.close()


TOLD = "Player 1 moves to position 4.\nPlayer 2 is at position 9."


def test_a_move_follows_the_rule_books_words(server: Served) -> None:
    table, tokens = server.make("cross-over")
    one = server.sit(table, tokens[0])
    assert one.welcome["log"][0]["text"].startswith("Welcome to Cross Over!")
    assert one.play("3")["log"] == [{"ply": 1, "by": "P1", "text": TOLD}]


def test_a_table_can_be_made_over_the_socket(server: Served) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/ws/new") as socket_:
        socket_.send(json.dumps({"game": "cross-over", "rules": {"length": 12}}))
        welcome = json.loads(socket_.recv(timeout=PATIENCE))
        assert (welcome["you"], welcome["table"]["rules"]["length"]) == ("P1", 12)
        other = server.sit(welcome["made"]["table"], welcome["made"]["tokens"][1])
        assert other.welcome["you"] == "P2"
        assert "made" not in other.welcome
    with connect(f"ws://127.0.0.1:{server.port}/ws/new") as socket_:
        socket_.send('{"game": "chess"}')
        assert json.loads(socket_.recv(timeout=PATIENCE))["error"] == "bad-message"


def test_a_seat_is_taken_up_again_where_it_was_left(server: Served) -> None:
    table, tokens = server.make("cross-over")
    first = server.sit(table, tokens[0])
    first.play("3")
    first.close()
    again, second_tab = server.sit(table, tokens[0]), server.sit(table, tokens[0])
    assert again.now == second_tab.now
    assert (again.now["ply"], again.welcome["you"], len(again.welcome["log"])) == (1, "P1", 2)


def test_a_computer_plays_and_can_take_a_seat_that_waits(server: Served) -> None:
    table, tokens = server.make("cross-over", opponent="perfect", first="P2")
    one = server.sit(table, tokens[0])
    one.until(1)
    assert one.legal
    table, tokens = server.make("race-to-the-center")
    one = server.sit(table, tokens[0])
    one.play("1")
    one.say(type="computer", player="perfect")
    one.until(2)
    assert one.now["players"] == ["human", "perfect"]
    late = server.sit(table, tokens[1])
    late.say(type="return")
    late.hear("news")
    assert late.now["players"] == ["human", "human"]
    one.say(type="computer", player="3", id=7)
    assert one.hear("error")["error"] == "seat-taken"
    late.close()
    one.say(type="computer", player="3", id=8)  # a reload must not cost a seat
    assert one.hear("error")["error"] == "seat-taken"


def test_a_game_too_large_to_work_out_is_for_people_only(server: Served) -> None:
    rules = {"length": 60}
    asked = {"game": "capture-the-flag", "rules": rules}
    assert server.refused("/api/tables", {**asked, "opponent": "perfect"}) == (409, "too-large")
    table, tokens = server.make("capture-the-flag", rules=rules, opponent="random")
    one = server.sit(table, tokens[0])
    one.play("S1 1")
    one.until(2)
    one.say(type="resign")
    while one.now["result"] is None:
        one.hear("news")
    assert server.refused(f"/api/tables/{table}/review") == (409, "too-large")


def test_draw_takeback_resignation_and_rematch(server: Served) -> None:
    table, tokens = server.make("cross-over")
    one, other = server.sit(table, tokens[0]), server.sit(table, tokens[1])
    one.play("3")
    other.until(1)
    one.say(type="offer", what="takeback")
    assert other.hear("news")["now"]["offers"] == {"takeback": "P1"}
    other.say(type="accept", what="takeback")
    assert other.hear("news")["now"]["ply"] == 0
    one.until(0)
    one.say(type="offer", what="draw")
    while other.now["offers"] != {"draw": "P1"}:
        other.hear("news")
    other.say(type="decline", what="draw")
    declined = other.hear("news")
    assert declined["now"]["offers"] == {}
    assert declined["log"][0]["text"] == "Player 2 does not agree to a draw."
    other.say(type="accept", what="draw", id=3)
    assert other.hear("error")["error"] == "no-offer"
    other.say(type="resign")
    while other.now["result"] is None:
        other.hear("news")
    assert (other.now["result"], other.now["reason"]) == ("P1", "resigned")
    one.say(type="offer", what="rematch")
    while other.now["offers"] != {"rematch": "P1"}:
        other.hear("news")
    other.say(type="offer", what="rematch")
    assert other.hear("welcome")["you"] == "P1"  # the seats have swapped
    assert one.hear("welcome")["you"] == "P2"


def test_a_match_goes_on_to_its_end(server: Served) -> None:
    table, tokens = server.make("race-to-the-center", wins=2)
    one, other = server.sit(table, tokens[0]), server.sit(table, tokens[1])
    rng, openers = random.Random(4), []
    while not one.now["match"]["over"]:
        openers.append(one.now["to_move"])
        played_out(one, other, rng)
        if not one.now["match"]["over"]:
            one.say(type="next")
            one.hear("welcome")
            other.hear("welcome")
    assert openers[:2] == ["P1", "P2"]
    assert max(one.now["match"]["score"]) == 2
    assert len([line for line in server.get(f"/api/tables/{table}/record").splitlines() if "headway" in line]) >= 2


# -- from a terminal


def joined(link: str, typed: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "headway", "join", link]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdin is not None
    process.stdin.write(typed)
    process.stdin.flush()
    return process


def test_a_terminal_plays_against_another_client(server: Served) -> None:
    table, tokens = server.make("cross-over")
    process = joined(f"{server.url}/t/{table}#{tokens[0]}", "3\nnonsense\n" + "1\n2\n" * 30)
    other, rng = server.sit(table, tokens[1]), random.Random(2)
    while other.now["result"] is None:
        if other.legal:
            other.play(rng.choice(other.legal))
        else:
            other.hear("news")
    told, _ = process.communicate(timeout=PATIENCE)
    assert "Welcome to Cross Over!" in told
    assert "Player 1 moves to position 4." in told
    assert '"nonsense" is not a move here.' in told
    assert "wins the game!" in told
    assert process.returncode == 0


def test_a_terminal_keeps_a_secret_and_tells_the_guess(server: Served) -> None:
    table, tokens = server.make("predictive-pursuit")
    process = joined(f"{server.url}/t/{table}#{tokens[0]}", "2\n")
    other = server.sit(table, tokens[1])
    other.until(1)
    other.play("1")
    other.play("1")
    other.say(type="resign")
    told, _ = process.communicate("1\n", timeout=PATIENCE)
    assert "[Input Hidden]" in told
    assert "Player 1 chose 2.\nYour guess was incorrect. Player 1 moves to position 2." in told
    assert "Player 2 resigns. Player 1 wins the game!" in told


def test_a_terminal_waits_for_a_server_that_is_killed(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        table, tokens = server.make("cross-over")
        process = joined(f"{server.url}/t/{table}#{tokens[0]}", "3\n")
        server.sit(table, tokens[1]).until(1)
        server.kill()
        server.start()
        other = server.sit(table, tokens[1])
        assert other.now["ply"] == 1
        other.play("2")
        assert process.stdin is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        other.until(3)
        other.say(type="resign")
        told, _ = process.communicate(timeout=PATIENCE)
        assert "The connection is lost. Trying again..." in told
        assert told.count("Welcome to Cross Over!") == 1
    finally:
        server.stop()


@contextmanager
def at_a_terminal(server: Served, table: str, token: str) -> Iterator[Terminal]:
    terminal = Terminal("join", f"{server.url}/t/{table}#{token}")
    try:
        yield terminal
    finally:
        terminal.kill()


def test_a_terminal_hears_an_offer_while_it_is_asked(server: Served) -> None:
    table, tokens = server.make("cross-over")
    with at_a_terminal(server, table, tokens[0]) as terminal:
        terminal.wait_for("Player 1: ", at_the_end=True)
        other = server.sit(table, tokens[1])
        other.say(type="offer", what="draw")
        terminal.answer("Player 2 offers a draw. Do you agree (yes or no)? ", "no")
        while other.now["offers"] or other.now["lines"] < 2:
            other.hear("news")
        terminal.wait_for("Player 1: ", at_the_end=True)
        terminal.answer("Player 1: ", "3")
        other.until(1)
        assert "Player 1 does not agree to a draw." in terminal.screen


def test_what_is_typed_while_a_terminal_waits_is_no_answer(server: Served) -> None:
    table, tokens = server.make("number-race")
    with at_a_terminal(server, table, tokens[1]) as terminal:
        terminal.wait_for("Waiting for Player 1... (Ctrl-C leaves)")
        terminal.type("resign\nyes\n")
        time.sleep(0.5)
        other = server.sit(table, tokens[0])
        other.play("roll")
        terminal.wait_for("Player 1: You rolled a")
        terminal.wait_for("(Press Enter to roll)", at_the_end=False)
        time.sleep(1)
        assert server.get(f"/api/tables/{table}")["now"]["result"] is None


@pytest.mark.parametrize(
    "link",
    [
        "nonsense",
        "http://127.0.0.1:99999/t/abc",
        "http://127.0.0.1:x/t/abc",
        "http://127.0.0.1:1/t/abc",
        "http://127.0.0.1/elsewhere",
    ],
)
def test_a_link_that_leads_nowhere_costs_one_line(link: str, headway: Headway) -> None:
    refused = headway("join", link)
    assert (refused.status, refused.err.count("\n")) == (2, 1)


def test_a_wrong_seat_is_told_and_a_link_without_one_watches(server: Served, headway: Headway) -> None:
    table, tokens = server.make("cross-over")
    assert headway("join", f"{server.url}/t/{table}#wrong").err == "headway: This link opens no seat at this table.\n"
    process = joined(f"{server.url}/t/{table}", "")
    one = server.sit(table, tokens[0])
    one.play("3")
    one.say(type="resign")
    told, _ = process.communicate(timeout=PATIENCE)
    assert "Player 1 moves to position 4." in told
    assert "Player 1 resigns. Player 2 wins the game!" in told


# -- secrets and dice


def test_no_byte_tells_a_secret_before_it_is_answered(server: Served) -> None:
    """Everything that the guesser, a spectator, the record and the HTTP interface get is the same for both choices."""
    seen: dict[str, list[str]] = {}
    for choice in ("1", "2"):
        table, tokens = server.make("predictive-pursuit")
        one, other, watching = server.sit(table, tokens[0]), server.sit(table, tokens[1]), server.sit(table, None)
        one.play(choice)
        other.until(1)
        watching.until(1)
        later = server.sit(table, tokens[1])
        got = [*other.received, *watching.received, later.received[0]]
        got += [json.dumps(server.get(f"/api/tables/{table}")), server.get(f"/api/tables/{table}/record")]
        commitment = one.now["commitment"]
        seen[choice] = [text.replace(commitment, "COMMITMENT") for text in got if '"present"' not in text[:20]]
        assert other.play("1")["now"]["ply"] == 2
    assert seen["1"] == seen["2"]
    assert len(seen["1"]) > 4


def test_the_seed_is_not_told_before_the_end(server: Served) -> None:
    table, tokens = server.make("number-race")
    one = server.sit(table, tokens[0])
    one.play("roll")
    told = [*one.received, json.dumps(server.get(f"/api/tables/{table}")), server.get(f"/api/tables/{table}/record")]
    assert not any('"seed"' in text for text in told)
    assert server.refused(f"/api/tables/{table}/dice") == (409, "not-over")
    one.say(type="resign")
    one.hear("news")
    dice = server.get(f"/api/tables/{table}/dice")
    assert dice["commitment"] == one.welcome["now"]["commitment"]
    assert dice["seed"] == one.now["seed"]


def test_bent_dice_are_found_out(server: Served, headway: Headway, tmp_path: Path) -> None:
    table, tokens = server.make("number-race")
    one, other = server.sit(table, tokens[0]), server.sit(table, tokens[1])
    played_out(one, other, random.Random(1))
    lines = server.get(f"/api/tables/{table}/record").splitlines()
    path = tmp_path / "bent.jsonl"
    at, line = next((at, json.loads(line)) for at, line in enumerate(lines) if '"CHANCE"' in line)
    for face in "123456":
        bent = [*lines[:at], json.dumps({**line, "move": face}), *lines[at + 1 :]]
        path.write_text("\n".join(bent) + "\n")
        assert (headway("verify", path).status == 0) == (face == line["move"])
    header = json.loads(lines[0])
    path.write_text("\n".join([json.dumps({**header, "commitment": "0" * 64}), *lines[1:]]) + "\n")
    told = headway("verify", path)
    assert (told.status, told.out) == (1, "The seed is not the one that was promised before the game.\n")
    board = header["rules"]["board"]
    header["rules"]["board"] = [*board[:-1], board[-1] % 6 + 1]
    path.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")
    assert headway("verify", path).status != 0


# -- what is refused, and that it disturbs nobody


def test_what_is_wrong_over_http_has_its_name(server: Served) -> None:
    assert server.refused("/api/tables/nothing-here") == (404, "unknown-table")
    assert server.refused("/api/games/chess/rulebook") == (404, "unknown-game")
    assert server.refused("/api/tables", {"game": "chess"}) == (422, "bad-request")
    assert server.refused("/api/tables", {"game": "cross-over", "rules": {"length": 10**6}}) == (422, "bad-request")
    assert server.refused("/api/tables", {"game": "cross-over", "rules": {"width": 1}}) == (422, "bad-request")
    assert server.refused("/api/tables", {"game": "number-race", "rules": {"length": 5, "board": [1, 2]}}) == (
        409,
        "bad-rules",
    )
    assert server.refused("/api/tables", {"game": "cross-over", "opponent": "engine:rm"}) == (422, "bad-request")
    assert server.refused("/api/tables", {"game": "cross-over", "wins": 0}) == (422, "bad-request")
    assert server.refused("/api/tables", b"{") == (422, "bad-request")


def asked(server: Served, message: object) -> Callable[[Sitting], str]:
    def ask(sitting: Sitting) -> str:
        sitting.socket.send(message if isinstance(message, str) else json.dumps(message))
        return str(sitting.hear("error")["error"])

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
        ({"type": "offer", "what": "rematch"}, "illegal-move"),
        ({"type": "next"}, "illegal-move"),
        ({"type": "computer", "player": "engine:rm"}, "unknown-player"),
    ],
)
def test_what_is_wrong_over_the_socket_has_its_name(message: object, name: str, server: Served) -> None:
    table, tokens = server.make("cross-over")
    one = server.sit(table, tokens[0])
    assert asked(server, message)(one) == name
    assert one.play("3")["now"]["ply"] == 1  # and the connection goes on


def test_the_other_side_and_spectators_cannot_move(server: Served) -> None:
    table, tokens = server.make("cross-over")
    other, watching = server.sit(table, tokens[1]), server.sit(table, None)
    other.say(type="play", ply=0, move="3", id=1)
    assert other.hear("error")["error"] == "out-of-turn"
    watching.say(type="play", ply=0, move="3", id=1)
    assert watching.hear("error")["error"] == "only-watching"
    assert server.sit(table, "a-wrong-token").welcome["error"] == "wrong-token"
    assert server.sit("no-such-table", tokens[0]).welcome["error"] == "unknown-table"
    elsewhere, _ = server.make("cross-over")
    assert server.sit(elsewhere, tokens[0]).welcome["error"] == "wrong-token"


def test_a_move_after_the_end_is_refused(server: Served) -> None:
    table, tokens = server.make("cross-over")
    one = server.sit(table, tokens[0])
    one.say(type="resign")
    one.hear("news")
    assert asked(server, {"type": "play", "ply": 0, "move": "3"})(one) == "game-over"
    assert asked(server, {"type": "resign"})(one) == "illegal-move"


def test_a_message_of_a_megabyte_ends_its_connection_and_no_other(server: Served) -> None:
    table, tokens = server.make("cross-over")
    one, other = server.sit(table, tokens[0]), server.sit(table, tokens[1])
    other.socket.send("x" * 2**20)
    with pytest.raises(ConnectionClosed) as closed:
        other.hear("nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert one.play("3")["now"]["ply"] == 1


def test_a_flood_of_messages_ends_its_connection_and_no_other(server: Served) -> None:
    table, tokens = server.make("cross-over")
    one, other = server.sit(table, tokens[0]), server.sit(table, tokens[1])
    with suppress(ConnectionClosed):
        for _ in range(1000):
            other.say(type="ping")
    with pytest.raises(ConnectionClosed):
        other.hear("nothing")
    assert '"too-fast"' in other.received[-1]
    assert one.play("3")["now"]["ply"] == 1


def test_one_who_never_reads_is_let_go_and_holds_up_nobody(server: Served) -> None:
    table, tokens = server.make("cross-over", rules={"length": 1000, "longest_step": 1})
    deaf = socket.create_connection(("127.0.0.1", server.port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    upgrade = f"GET /ws/{table} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    deaf.send(f"{upgrade}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    text = b'{"type":"hello"}'
    deaf.send(bytes([0x81, 0x80 | len(text)]) + b"\0\0\0\0" + text)
    one, other = server.sit(table, tokens[0]), server.sit(table, tokens[1])
    rng = random.Random(1)
    began = time.monotonic()
    for _ in range(120):
        mover, waiting = (one, other) if one.legal else (other, one)
        mover.play(rng.choice(mover.legal))
        waiting.until(mover.now["ply"])
        time.sleep(0.03)  # below what is too fast
    assert one.now["ply"] == 120
    assert time.monotonic() - began < PATIENCE
    deaf.close()


def test_a_page_of_another_site_cannot_open_a_socket(server: Served) -> None:
    table, _ = server.make("cross-over")
    address = f"ws://127.0.0.1:{server.port}/ws/{table}"
    with pytest.raises(InvalidStatus), connect(address, origin=Origin("https://elsewhere.example")):
        pass
    with connect(address, origin=Origin(server.url)) as own:
        own.send('{"type": "hello"}')
        assert '"welcome"' in str(own.recv(timeout=PATIENCE))


def test_every_answer_has_its_policy(server: Served) -> None:
    import urllib.request

    with urllib.request.urlopen(server.url + "/") as answer:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_tokens_are_in_no_answer_and_no_log(server: Served) -> None:
    table, tokens = server.make("cross-over")
    one = server.sit(table, tokens[0])
    one.play("3")
    told = "".join([*one.received, json.dumps(server.get(f"/api/tables/{table}")), server.get("/metrics")])
    assert not any(token in told for token in tokens)


def test_tokens_are_in_no_log(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as log:
        server = Served(f"sqlite:///{tmp_path}/tables.sqlite3", stderr=log)
        table, tokens = server.make("cross-over")
        one = server.sit(table, tokens[0])
        one.play("3")
        one.say(type="play", ply=99, move="nonsense")
        one.hear("error")
        server.sit(table, "a-wrong-token")
        server.kill()
        assert server.process is not None
        assert server.process.stdout is not None
        told = server.process.stdout.read() + (tmp_path / "log").read_text()
    assert not any(token in told for token in (*tokens, "a-wrong-token"))
    kept = (tmp_path / "tables.sqlite3").read_bytes() + (tmp_path / "tables.sqlite3-wal").read_bytes()
    assert not any(token.encode() in kept for token in tokens)  # only their hashes


def test_a_long_body_and_a_strange_name_are_refused(server: Served) -> None:
    assert server.refused("/api/tables", b'{"game": "' + b"x" * 100_000 + b'"}')[0] == 413
    assert server.refused("/api/tables/%00") == (404, "unknown-table")
    assert server.refused("/api/tables/" + "x" * 500) == (404, "unknown-table")


def test_spectators_do_not_keep_a_player_out() -> None:
    with serving(Limits(spectators_per_table=3)) as served:
        table, tokens = served.make("cross-over")
        watching = [served.sit(table, None) for _ in range(3)]
        assert served.sit(table, None).welcome["error"] == "table-full"
        assert served.sit(table, tokens[0]).welcome["you"] == "P1"
        assert len(watching) == 3


def test_an_offer_that_is_withdrawn_does_not_stop_a_computer(server: Served) -> None:
    table, tokens = server.make("cross-over", first="P2")
    one = server.sit(table, tokens[0])
    one.say(type="offer", what="draw")
    one.say(type="computer", player="random")
    one.say(type="decline", what="draw")
    assert one.until(1)["ply"] == 1


def test_whoever_was_there_when_the_server_ended_has_a_moment_to_come_back(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        table, tokens = server.make("cross-over")
        server.sit(table, tokens[0])
        server.sit(table, tokens[1])
        server.kill()
        server.start()
        one = server.sit(table, tokens[0])
        one.say(type="computer", player="random")
        assert one.hear("error")["error"] == "seat-taken"
    finally:
        server.stop()


def test_everybody_knows_who_is_there_after_all_have_reloaded(server: Served) -> None:
    table, tokens = server.make("cross-over")
    one, other = server.sit(table, tokens[0]), server.sit(table, tokens[1])
    assert is_told(one, [True, True])
    other.close()
    one.close()
    one = server.sit(table, tokens[0])
    other = server.sit(table, tokens[1])
    assert is_told(one, [True, True])
    assert is_told(other, [True, True])


def test_a_draw_offered_while_a_computer_hesitates_is_answered(server: Served) -> None:
    table, tokens = server.make("cross-over", opponent="random")
    one = server.sit(table, tokens[0])
    one.play("3")
    one.say(type="offer", what="draw")
    while not (one.now["result"] or any("agree" in text for text in one.received)):
        one.hear("news")
    one.until(1)


def test_sitting_down_again_while_the_computer_hesitates(server: Served) -> None:
    table, tokens = server.make("cross-over")
    one = server.sit(table, tokens[0])
    one.say(type="computer", player="random")
    one.hear("news")
    one.play("3")
    other = server.sit(table, tokens[1])
    other.say(type="return")
    while other.now["players"] != ["human", "human"]:
        other.hear("news")
    time.sleep(1)
    assert other.play(other.legal[0])["now"]["ply"] == 2


def test_two_tabs_that_say_the_same_are_both_answered(server: Served) -> None:
    table, tokens = server.make("cross-over")
    tabs = [server.sit(table, tokens[0]) for _ in range(2)]
    for number, tab in enumerate(tabs):
        tab.say(type="offer", what="draw", id=number)
    for number, tab in enumerate(tabs):
        while tab.hear("news", "done").get("done") != number:
            pass


def test_computers_do_not_play_on_when_nobody_is_there(server: Served) -> None:
    table, tokens = server.make("capture-the-flag", opponent="perfect")
    other = server.sit(table, tokens[1])  # the chair that the computer plays for
    other.say(type="computer", player="perfect")
    assert other.hear("error")["error"] == "seat-taken"  # somebody must stay a person


def test_a_database_that_is_locked_is_told_and_no_secret_logged(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as log:
        server = Served(f"sqlite:///{tmp_path}/tables.sqlite3", stderr=log)
        table, tokens = server.make("predictive-pursuit")
        one = server.sit(table, tokens[0])
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
            database.execute("BEGIN EXCLUSIVE")
            assert one.play("2")["error"] == "no-database"
        assert one.play("2")["now"]["ply"] == 1  # and then it goes on
        server.kill()
    assert '"move"' not in (tmp_path / "log").read_text()


def test_metrics_and_health(server: Served) -> None:
    assert server.get("/healthz")["status"] == "ok"
    metrics = server.get("/metrics")
    assert "headway_steps_total" in metrics
    assert "headway_sockets" in metrics


@pytest.fixture
def small() -> Iterator[Served]:
    """A server with little room, in this process, so that its limits can be set."""
    with serving(Limits(sockets=6, tables_per_second=0.001, tables_at_once=3, seconds_to_say_hello=0.5)) as served:
        yield served


@contextmanager
def serving(limits: Limits, database: str | None = None) -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{folder}/tables.sqlite3"
        Store(url).upgrade()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        config = server_config(create_app(url, limits), port=port)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        served = Served.__new__(Served)
        served.port = port
        yield served
        server.should_exit = True
        thread.join()


def test_a_flood_of_tables_and_sockets_is_refused_while_games_go_on(small: Served) -> None:
    table, tokens = small.make("cross-over")
    one, other = small.sit(table, tokens[0]), small.sit(table, tokens[1])
    small.make("cross-over")
    small.make("cross-over")
    assert small.refused("/api/tables", {"game": "cross-over"}) == (429, "too-many-tables")
    watching = [small.sit(table, None) for _ in range(4)]
    with connect(f"ws://127.0.0.1:{small.port}/ws/{table}") as late:
        assert json.loads(late.recv(timeout=PATIENCE))["error"] == "full"
    assert one.play("3")["now"]["ply"] == 1
    assert other.until(1)["ply"] == 1
    for sitting in watching:
        sitting.close()


def test_one_who_says_nothing_is_let_go(small: Served) -> None:
    table, _ = small.make("cross-over")
    with connect(f"ws://127.0.0.1:{small.port}/ws/{table}") as silent, pytest.raises(ConnectionClosed):
        silent.recv(timeout=PATIENCE)


def test_a_table_that_is_idle_for_long_is_archived() -> None:
    with serving(Limits(seconds_in_memory=0.2, seconds_until_archived=0.2)) as served:
        table, tokens = served.make("cross-over")
        one = served.sit(table, tokens[0])
        one.play("3")
        one.close()
        time.sleep(2)  # it is forgotten, and then archived
        again = served.sit(table, tokens[0])
        assert again.now["ply"] == 1
        again.say(type="resign")
        assert again.hear("error")["error"] == "archived"
        assert served.get(f"/api/tables/{table}")["now"]["ply"] == 1


def test_the_schema_is_brought_up_to_date_and_the_data_stays(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    server = Served(url)
    table, tokens = server.make("cross-over")
    server.sit(table, tokens[0]).play("3")
    server.kill()
    Store(url).upgrade()  # as every start does
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
        wanted = {column.name for column in tables.columns}
        assert {row[1] for row in database.execute("PRAGMA table_info(tables)")} == wanted
    server.start()
    try:
        assert server.sit(table, tokens[0]).now["ply"] == 1
    finally:
        server.stop()


# -- nothing is lost


def survives(server: Served, kills: int, tables: int) -> None:
    """Play many tables at once while the server is killed again and again; every acknowledged move must stay."""
    stop = threading.Event()
    failures: list[str] = []
    acknowledged: dict[str, dict[int, str]] = {}

    def play(number: int) -> None:
        rng = random.Random(number)
        while not stop.is_set():
            try:
                table, tokens = server.make("capture-the-flag")
                break
            except OSError:
                time.sleep(0.05)
        else:
            return
        known = acknowledged[table] = {}
        while not stop.is_set():
            try:
                sides = [server.sit(table, token) for token in tokens]
                if sides[0].now["ply"] < max(known, default=0):
                    failures.append(f"{table}: {max(known)} plies were acknowledged, {sides[0].now['ply']} are there")
                while not stop.is_set() and sides[0].now["result"] is None:
                    mover, waiting = sides if sides[0].legal else sides[::-1]
                    move = rng.choice(mover.legal)
                    answer = mover.play(move)
                    if answer["type"] == "news":
                        known[answer["now"]["ply"]] = move
                    waiting.until(mover.now["ply"])
                if sides[0].now["result"] is not None:
                    return
            except (OSError, ConnectionClosed, TimeoutError, InvalidStatus, EOFError):
                time.sleep(0.05)

    players = [threading.Thread(target=play, args=(number,)) for number in range(tables)]
    for player in players:
        player.start()
    rng = random.Random(0)
    for _ in range(kills):
        time.sleep(rng.uniform(0.3, 1.2))
        server.kill()
        server.start()
    time.sleep(1)
    stop.set()
    for player in players:
        player.join(PATIENCE)
    assert failures == []
    assert sum(map(len, acknowledged.values())) > 20
    for table, known in acknowledged.items():
        record = [json.loads(line) for line in server.get(f"/api/tables/{table}/record").splitlines()]
        moves = {line["ply"]: line["move"] for line in record if "move" in line}
        assert sorted(moves) == list(range(1, len(moves) + 1))  # none is doubled
        assert {ply: moves.get(ply) for ply in known} == known  # none is lost


def test_kill_9_loses_nothing_on_sqlite(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        survives(server, kills=6, tables=8)
    finally:
        server.stop()


def test_kill_9_loses_nothing_on_postgresql(postgres: str) -> None:
    server = Served(postgres)
    try:
        survives(server, kills=4, tables=8)
    finally:
        server.stop()


def test_two_processes_see_each_other(postgres: str) -> None:
    """One player at each of two servers on one database: moves travel by the database's own news."""
    here, there = Served(postgres), Served(postgres)
    try:
        table, tokens = here.make("cross-over")
        one, other = here.sit(table, tokens[0]), there.sit(table, tokens[1])
        now = played_out(one, other, random.Random(3))
        assert now["result"] is not None
        assert other.until(now["ply"]) == now
    finally:
        here.stop()
        there.stop()


def test_a_computer_takes_a_seat_that_is_free_at_every_process(postgres: str) -> None:
    quick = Limits(seconds_until_left=0.2)
    with serving(quick, postgres) as here, serving(quick, postgres) as there:
        table, tokens = here.make("cross-over")
        one, other = here.sit(table, tokens[0]), there.sit(table, tokens[1])
        assert is_told(one, [True, True])
        assert is_told(other, [True, True])
        one.say(type="computer", player="perfect")
        assert one.hear("error")["error"] == "seat-taken"
        other.close()
        assert is_told(one, [True, False])
        time.sleep(0.3)
        one.say(type="computer", player="perfect")
        assert one.hear("news")["now"]["players"] == ["human", "perfect"]
        one.play("3")
        one.until(2)
        waits, tokens = here.make("race-to-the-center")
        alone = there.sit(waits, tokens[0])
        time.sleep(0.3)
        alone.say(type="computer", player="perfect")
        assert alone.hear("news")["now"]["players"] == ["human", "perfect"]


def test_moves_travel_although_the_database_drops_every_connection(postgres: str) -> None:
    import psycopg

    here, there = Served(postgres), Served(postgres)
    try:
        table, tokens = here.make("cross-over", rules={"length": 40})
        sides = here.sit(table, tokens[0]), there.sit(table, tokens[1])
        for ply in range(6):
            with psycopg.connect(postgres, autocommit=True) as database:
                database.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
                )
            mover, other = sides[ply % 2], sides[1 - ply % 2]
            until = time.monotonic() + PATIENCE
            while mover.play(mover.legal[0], ply)["type"] == "error" and time.monotonic() < until:
                time.sleep(0.2)  # the database does not answer; nothing was changed
            assert mover.now["ply"] == ply + 1
            assert other.until(ply + 1)["ply"] == ply + 1
    finally:
        here.stop()
        there.stop()


def test_whoever_came_by_way_of_a_process_that_is_killed_has_left(postgres: str) -> None:
    here, there = Served(postgres), Served(postgres)
    try:
        table, tokens = here.make("cross-over")
        one = here.sit(table, tokens[0])
        there.sit(table, tokens[1])
        there.sit(table, None)
        assert is_told(one, [True, True], watching=1)
        there.kill()
        assert is_told(one, [True, False])
    finally:
        here.stop()
        there.stop()


def is_told(sitting: Sitting, seats: list[bool], watching: int = 0) -> bool:
    """Is somebody told in the end that these are there?"""
    while sitting.present != {"seats": seats, "watching": watching}:
        sitting.hear("present")
    return True


def test_several_workers_share_a_database(postgres: str) -> None:
    server = Served(postgres, "--workers", "2")
    try:
        rng = random.Random(5)
        for _ in range(4):
            table, tokens = server.make("race-to-the-center")
            assert played_out(server.sit(table, tokens[0]), server.sit(table, tokens[1]), rng)["result"] is not None
    finally:
        server.stop()


def test_several_workers_need_a_database_that_they_share(headway: Headway, tmp_path: Path) -> None:
    refused = headway("serve", "--workers", 2, "--db", f"sqlite:///{tmp_path}/x.db")
    assert refused.status == 2
    assert "Several processes need a database that they share" in refused.err
    assert headway("serve", "--db", "mysql://x").status == 2
    assert headway("serve", "--db", "what").status == 2


def test_a_game_may_begin_with_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    book = find("number-race")

    def start(rules: Any, first: int) -> Any:
        state: Any = book.code.start(rules, first)
        return state._replace(rolling=1)

    begins = replace(book, code=book.code._replace(start=start))
    monkeypatch.setattr(room_module, "game_under", lambda name, rules: begins)
    room = Room(Setup("number-race", {}, False, ("human", "human"), P1, 1))
    room.apply(room.begin())
    assert room.table.ply == 1
    assert room.now.last_chance is not None
