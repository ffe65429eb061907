"""`headway join`: tables on a server, played from a terminal."""

import io
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from headway.catalogue import find
from headway.errors import RefusedByServer
from headway.table.dice import commitment
from headway.table.dice_check import WRONG_SEED, right_dice
from headway.terminal.client import printable_message
from headway.terminal.dialogue import Dialogue
from headway.terminal.join import Visit
from headway.terminal.keyboard import EndOfInput
from tests.conftest import Headway
from tests.patience import PATIENCE
from tests.served import Served, play_out
from tools.terminal import Terminal

QUESTION = "Your turn: choose a move. Enter 1, 2, or 3: "


def joined(link: str, typed: str, *options: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "headway", "join", link, *options]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdin is not None
    process.stdin.write(typed)
    process.stdin.flush()
    return process


def test_a_terminal_plays_against_another_client(server: Served) -> None:
    table, keys = server.make("cross-over")
    process = joined(f"{server.url}/t/{table}#{keys[0]}", "3\nnonsense\n" + "1\n2\n" * 30)
    other, rng = server.sit(table, keys[1]), random.Random(2)
    while other.now["result"] is None:
        if other.legal:
            other.play(rng.choice(other.legal))
        else:
            other.receive("news")
    told, _ = process.communicate(timeout=PATIENCE)
    assert "Cross Over begins; you play P1; you move first." in told
    assert "You move from 1 to 4." in told
    assert '"nonsense" is not a move here.' in told
    assert (
        told.count("You win. You are past Player 2's start at 9.")
        + told.count("Player 2 wins. Player 2 is past your start at 1.")
        == 1
    )
    assert process.returncode == 0


def test_a_terminal_keeps_a_secret_and_tells_the_guess(server: Served) -> None:
    table, keys = server.make("predictive-pursuit")
    process = joined(f"{server.url}/t/{table}#{keys[0]}", "2\n1\n1\n")
    other = server.sit(table, keys[1])
    other.until(1)
    other.play("1")
    other.play("1")
    other.until(5)  # now the terminal waits for the other player, and the end of its input does not end the visit
    other.send(type="resign")
    told, _ = process.communicate(timeout=PATIENCE)
    assert "[Input Hidden]" in told
    assert "Player 2 guessed 1; you had chosen 2 and move to 2." in told
    assert "Player 2 resigns. You win the game!" in told


def test_a_terminal_waits_for_a_server_that_is_killed(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        table, keys = server.make("cross-over")
        process = joined(f"{server.url}/t/{table}#{keys[0]}", "3\n")
        server.sit(table, keys[1]).until(1)
        server.kill()
        server.start()
        other = server.sit(table, keys[1])
        assert other.now["ply"] == 1
        other.play("2")
        assert process.stdin is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        other.until(3)
        other.send(type="resign")
        told, _ = process.communicate(timeout=PATIENCE)
        assert "No connection to the server; reconnecting..." in told
        assert told.count("Cross Over begins") == 1
    finally:
        server.stop()


class Scripted:
    """A connection whose messages have all arrived already."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self._messages = list(messages)

    def next(self) -> dict[str, Any]:
        if not self._messages:
            raise EndOfInput
        return self._messages.pop(0)

    @property
    def is_empty(self) -> bool:
        return not self._messages


def test_a_connection_that_is_lost_again_and_again_is_told_of_once(
    server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    table, _ = server.make("cross-over")
    welcome = server.sit(table, None).welcome
    lost = {"type": "lost"}
    Visit(Scripted(welcome, lost, lost, welcome, lost, welcome), Dialogue(has_track=False)).run()
    assert [line for line in capsys.readouterr().out.splitlines() if "connect" in line] == [
        "No connection to the server; reconnecting... (Ctrl-C leaves)",
        "You are connected again.",
    ]


@pytest.mark.parametrize("missing", ["now", "log", "offer_texts", "status"])
def test_a_server_that_is_not_understood_is_told_of_in_one_line(server: Served, missing: str) -> None:
    table, _ = server.make("cross-over")
    welcome = server.sit(table, None).welcome
    del welcome[missing]
    with pytest.raises(RefusedByServer, match="does not understand"):
        Visit(Scripted(welcome), Dialogue(has_track=False)).run()


def test_the_board_names_the_players_of_the_sides_after_a_swap(
    server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    table, keys = server.make("cross-over", rules={"pie": "yes"})
    one, other = (server.sit(table, key) for key in keys)
    one.play("3")
    other.until(1)
    watching = server.sit(table, None)
    other.play("swap")
    Visit(Scripted(watching.welcome, watching.receive("news")), Dialogue(has_track=True)).run()
    lines = capsys.readouterr().out.splitlines()
    assert [line[:8] for line in lines if line.endswith(" P1")] == ["Player 1", "Player 2"]
    assert [line[:8] for line in lines if line.endswith(" P2")] == ["Player 2", "Player 1"]
    assert lines.count("Player 2 plays P1; Player 1 plays P2.") == 1


class Refusing(Scripted):
    """A server that refuses every message, as one does whose database does not answer."""

    def __init__(self, welcome: dict[str, Any]) -> None:
        super().__init__(welcome)
        self.sent: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        self.sent.append(message)
        self._messages.append({"type": "error", "error": "no-database", "message": "No database.", "done": None})


def test_a_move_that_is_sent_again_keeps_its_seed(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a host could refuse the rolls that it does not like."""
    table, keys = server.make("number-race")
    client = Refusing(server.sit(table, keys[0]).welcome)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"roll\nroll\n")))
    Visit(client, Dialogue(has_track=False)).run()
    assert [message["type"] for message in client.sent] == ["play", "play"]
    assert len({message["client_seed"] for message in client.sent}) == 1


class Slow(Scripted):
    """A server that tells of the other player's arrival before it answers a move."""

    def __init__(self, welcome: dict[str, Any], answer: dict[str, Any]) -> None:
        super().__init__(welcome)
        self._answer = answer
        self.sent: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        self.sent.append(message)
        if len(self.sent) == 1:
            self._messages += [{"type": "present", "text": "Player 2 is here."}]

    def next(self) -> dict[str, Any]:
        if not self._messages and self._answer:
            self._messages.append(self._answer)
            self._answer = {}
        return super().next()


def test_nothing_is_asked_before_the_move_is_answered(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table, keys = server.make("cross-over")
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    welcome = server.sit(table, keys[0]).welcome
    one.play("1")
    other.receive("news")
    other.play("1")
    client = Slow(welcome, {**server.sit(table, keys[0]).welcome, "type": "news"})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1\n2\n3\n")))
    Visit(client, Dialogue(has_track=False)).run()
    assert [(message["ply"], message["move"]) for message in client.sent] == [(0, "1"), (2, "2")]


def test_a_terminal_checks_the_dice_after_a_game(server: Served) -> None:
    table, keys = server.make("number-race")
    process = joined(f"{server.url}/t/{table}#{keys[0]}", "ROLL\n" * 100)
    other = server.sit(table, keys[1])
    while other.now["result"] is None:
        if other.legal:
            other.play("roll")
        else:
            other.receive("news")
    told, _ = process.communicate(timeout=PATIENCE)
    dice = server.get(f"/api/tables/{table}/dice")
    assert told.count(right_dice(len(dice["rolls"]))) == 1
    assert {roll["ply"] for roll in dice["rolls"] if "client_seed" in roll}  # the terminal has added to its own


class Finished(Scripted):
    """A server at which a game with dice has ended."""

    def __init__(self, messages: list[dict[str, Any]], dice: dict[str, Any]) -> None:
        super().__init__(*messages)
        self._dice = dice

    def dice(self, game_number: int) -> dict[str, Any]:
        assert game_number == 1
        return self._dice


def test_a_terminal_tells_what_a_host_has_changed(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    """A host that changes its seed and the commitment in mid-game is held to the commitment that came first."""
    table, keys = server.make("number-race")
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    welcome = server.sit(table, None).welcome
    play_out(one, other, random.Random(1))
    end = server.sit(table, None).welcome
    dice = server.get(f"/api/tables/{table}/dice")
    changed = {**welcome, "now": {**welcome["now"], "commitment": commitment("5e" * 32)}}
    for begin, sentence in ((welcome, right_dice(len(dice["rolls"]))), (changed, WRONG_SEED)):
        Visit(Finished([begin, end], dice), Dialogue(has_track=False)).run()
        assert sentence in capsys.readouterr().out.splitlines()
    Visit(Finished([welcome, end], {"error": "busy"}), Dialogue(has_track=False)).run()
    assert "The dice could not be checked: 'seed'" in capsys.readouterr().out.splitlines()


@contextmanager
def at_a_terminal(server: Served, table: str, key: str) -> Iterator[Terminal]:
    terminal = Terminal("join", f"{server.url}/t/{table}#{key}")
    try:
        yield terminal
    finally:
        terminal.kill()


def test_a_terminal_shows_an_offer_while_it_waits_for_a_move(server: Served) -> None:
    table, keys = server.make("cross-over")
    with at_a_terminal(server, table, keys[0]) as terminal:
        terminal.wait_for(QUESTION, at_the_end=True)
        other = server.sit(table, keys[1])
        other.send(type="offer", what="draw")
        terminal.answer("Player 2 offers a draw. Do you agree (yes or no)? ", "no")
        while other.now["offers"] or other.now["lines"] < 2:
            other.receive("news")
        terminal.wait_for(QUESTION, at_the_end=True)
        terminal.answer(QUESTION, "3")
        other.until(1)
        assert "You do not agree to a draw." in terminal.screen
        assert terminal.screen.count("Player 2 offers a draw.") == 1  # with the question


def test_a_draw_is_offered_to_a_computer_only_after_a_question(server: Served) -> None:
    table, keys = server.make("cross-over", opponent="random")
    question = "Do you offer a draw, which may end the game at once? (yes or no) "
    with at_a_terminal(server, table, keys[0]) as terminal:
        terminal.answer(QUESTION, "draw")
        terminal.answer(question, "no")
        terminal.wait_for("The game goes on.")
        terminal.answer(QUESTION, "draw")
        terminal.answer(question, "yes")
        terminal.wait_for("The computer does not agree to a draw.")
        assert terminal.screen.count("You offer a draw.") == 1


def test_a_script_that_offers_a_computer_a_draw_is_not_asked(server: Served) -> None:
    table, keys = server.make("cross-over", opponent="random")
    process = joined(f"{server.url}/t/{table}#{keys[0]}", "draw\nresign\n")
    watching = server.sit(table, None)
    while watching.now["result"] is None:
        watching.receive("news")
    told, _ = process.communicate(timeout=PATIENCE)
    assert "You offer a draw." in told
    assert watching.now["reason"] == "resigned"
    assert "(yes or no) " not in told


@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 0), ("quit\n", 0)])
def test_leaving_a_table_is_told_in_one_line(server: Served, key: str, status: int) -> None:
    table, keys = server.make("cross-over")
    terminal = Terminal("join", f"{server.url}/t/{table}#{keys[0]}", env={"NO_COLOR": "1"})
    terminal.answer(QUESTION, "nonsense")
    terminal.wait_for('"nonsense" is not a move here. You can enter 1, 2, or 3.')
    terminal.answer(QUESTION, "resign")
    terminal.answer("Do you give the game up? (yes or no) ", "no")
    terminal.wait_for(QUESTION, at_the_end=True)
    terminal.type(key)
    assert terminal.wait() == status
    assert terminal.screen.splitlines()[-1] == "You have left the table. The same link comes back to it."
    assert server.get(f"/api/tables/{table}")["now"]["result"] is None


def test_what_is_typed_while_a_terminal_waits_is_no_answer(server: Served) -> None:
    table, keys = server.make("number-race", rules={"board": [1, 2, 3, 4, 5, 6] * 4})  # which no first roll ends
    with at_a_terminal(server, table, keys[1]) as terminal:
        terminal.wait_for("Player 1 is to roll. (Ctrl-C leaves)")
        terminal.type("resign\nyes\n")
        other = server.sit(table, keys[0])
        other.play("roll")
        terminal.wait_for("The die shows ")
        terminal.answer("Your turn: roll. Press Enter: ", "")
        other.until(4)  # both have rolled
        assert server.get(f"/api/tables/{table}")["now"]["result"] is None


def test_a_terminal_is_told_how_to_play_and_draws_a_board_only_where_it_changes(server: Served) -> None:
    table, keys = server.make("cross-over")
    with at_a_terminal(server, table, keys[0]) as terminal:
        terminal.answer(QUESTION, "help", "draw")
        terminal.wait_for("You offer a draw.")
        terminal.wait_for(QUESTION, at_the_end=True)
        assert terminal.screen.startswith("\n".join(["Cross Over", *find("cross-over").how_to_play]))
        assert "  resign   give the game up\n" in terminal.screen
        assert terminal.screen.count("[ ]|   1   2   3") == 1
        terminal.answer(QUESTION, "draw", "3")  # offered twice is offered once, and the question comes again
        terminal.wait_for("Player 2 is to move. (Ctrl-C leaves)")
        assert terminal.screen.count("[ ]|   1   2   3") == 2


def test_a_server_cannot_steer_the_terminal() -> None:
    message = {"log": [{"text": "one\ntwo\x1b]0;title\x07"}], "ply": 3, "secret": None}
    assert printable_message(message) == {"log": [{"text": "one\ntwo?]0;title?"}], "ply": 3, "secret": None}


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
    table, keys = server.make("cross-over")
    assert (
        headway("join", f"{server.url}/t/{table}#wrong").err
        == "headway: This link does not open a seat at this table.\n"
    )
    process = joined(f"{server.url}/t/{table}", "")
    one = server.sit(table, keys[0])
    one.play("3")
    one.send(type="resign")
    told, _ = process.communicate(timeout=PATIENCE)
    assert "Player 1 moves from 1 to 4." in told
    assert "Player 1 resigns. Player 2 wins the game!" in told
