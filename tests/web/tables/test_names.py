"""Names at a table: told to everyone, in records, and in announcements of who comes and goes."""

from pathlib import Path

import pytest

from tests.conftest import Headway
from tests.patience import PATIENCE
from tests.served import Served
from tests.web.tables.test_join import joined


def test_a_name_is_told_to_everyone_and_used_from_then_on(server: Served, headway: Headway, tmp_path: Path) -> None:
    table, tokens = server.make("predictive-pursuit")
    one, other, watching = server.sit(table, tokens[0]), server.sit(table, tokens[1]), server.sit(table, None)
    one.send(type="name", name="Ada", id=1)
    news = one.receive("news")
    assert (news["done"], news["now"]["names"], news["player_names"]) == (1, ["Ada", None], ["You (Ada)", "Player 2"])
    assert watching.receive("news")["status"] == "Ada is choosing in secret."
    one.play("1")
    other.until(1)
    assert [line["text"] for line in other.play("2")["log"]] == ["You guessed 2; Ada had chosen 1 and moves to 1."]
    other.send(type="resign")
    other.receive("news")
    path = tmp_path / "record.jsonl"
    path.write_text(server.get(f"/api/tables/{table}/record"))
    assert '{"name":"Ada","by":"P1"}' in path.read_text()
    assert headway("replay", path).status == headway("verify", path).status == 0
    assert server.get(f"/api/tables/{table}")["status"] == "Ada wins. Player 2 resigned."
    assert server.get(f"/api/tables/{table}/games")[0]["status"] == "Ada wins. Player 2 resigned."


@pytest.mark.parametrize("name", ["", "x" * 25, "a\nb", "\x1b[2J", 5, ["Ada"]])
def test_a_name_that_is_not_a_short_line_is_refused_in_one_line(name: object, server: Served) -> None:
    table, tokens = server.make("cross-over")
    one = server.sit(table, tokens[0])
    one.send(type="name", name=name)
    assert "\n" not in one.receive("error")["message"]
    assert server.get(f"/api/tables/{table}")["now"]["names"] == [None, None]


def test_a_name_that_would_be_taken_for_another_players_is_refused(server: Served) -> None:
    table, tokens = server.make("cross-over")
    one, other = server.sit(table, tokens[0]), server.sit(table, tokens[1])
    one.send(type="name", name="Ada")
    one.receive("news")
    for name in ("Player 1", "you", "ada"):
        other.send(type="name", name=name)
        assert other.receive("error")["error"] == "bad-name"
    assert server.get(f"/api/tables/{table}")["now"]["names"] == ["Ada", None]


def test_a_spectator_has_no_name(server: Served) -> None:
    table, _ = server.make("cross-over")
    watching = server.sit(table, None)
    watching.send(type="name", name="Ada")
    assert watching.receive("error")["error"] == "only-watching"


def test_arrivals_and_departures_are_announced_to_the_others(server: Served) -> None:
    table, tokens = server.make("cross-over")
    one = server.sit(table, tokens[0])
    other = server.sit(table, tokens[1])
    other.send(type="name", name="Ben")

    def announced() -> str:
        while not (text := one.receive("present").get("text")):
            pass
        return str(text)

    assert announced() == "Ben has joined."
    other.close()
    assert announced() == "Ben has left."
    assert one.present is not None
    assert one.present["vacant_in"][0] is None
    assert 0 < one.present["vacant_in"][1] <= 60
    assert "You" not in "".join(text for text in one.received if '"present"' in text[:20])


def test_a_client_that_returns_alone_is_not_told_of_earlier_departures(server: Served) -> None:
    table, tokens = server.make("cross-over")
    one, other = server.sit(table, tokens[0]), server.sit(table, tokens[1])
    while "has joined" not in one.receive("present").get("text", ""):
        pass
    other.close()
    while "has left" not in one.receive("present").get("text", ""):
        pass
    one.close()
    again = server.sit(table, tokens[1])
    assert "text" not in again.receive("present")


def test_a_terminal_takes_a_name_and_shows_who_connects(server: Served) -> None:
    table, tokens = server.make("cross-over")
    process = joined(f"{server.url}/t/{table}#{tokens[0]}", "3\n", "--name", "Ada")
    other = server.sit(table, tokens[1])
    other.until(1)
    assert other.now["names"] == ["Ada", None]
    other.send(type="resign")
    told, _ = process.communicate(timeout=PATIENCE)
    assert "You are called Ada." in told
    assert "Player 2 resigns. You win the game!" in told


@pytest.mark.parametrize("name", ["x" * 25, "Player 1"])
def test_a_name_on_the_command_line_that_is_none_costs_one_line(name: str, server: Served, headway: Headway) -> None:
    table, tokens = server.make("cross-over")
    refused = headway("join", f"{server.url}/t/{table}#{tokens[0]}", "--name", name)
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert server.sit(table, None).welcome["present"]["taken"] == [False, False]


def test_the_computer_is_called_so_in_all_sentences(server: Served) -> None:
    table, tokens = server.make("race-to-the-center", opponent="random", rules={"length": 2})
    one = server.sit(table, tokens[0])
    while one.now["result"] is None:
        one.play(one.legal[0]) if one.legal else one.receive("news")
    assert (one.now["names"], one.now["called"]) == ([None, None], [None, "the computer"])
    assert server.get(f"/api/tables/{table}/games")[0]["status"].startswith("The computer wins. ")
    assert "Player 2" not in str(server.get(f"/api/tables/{table}/games/1/review")["lines"])
    assert "Player 2" not in str(server.get(f"/api/tables/{table}")["log"])
