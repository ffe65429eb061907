"""Hints at a table: only against a computer, only once they are switched on, and the record says so."""

import json

from tests.served import Served


def test_hints_are_for_games_against_a_computer(server: Served) -> None:
    table, (one, _) = server.make("cross-over")
    player = server.sit(table, one)
    player.send(type="hints")
    refused = player.receive("error")
    assert (refused["error"], refused["message"]) == ("no-hints", "Hints are for games against a computer.")
    assert server.refused(f"/api/tables/{table}/hints") == (409, "no-hints")


def test_hints_are_shown_once_they_are_switched_on_and_the_record_says_so(server: Served) -> None:
    table, (one, _) = server.make("cross-over", opponent="perfect")
    player = server.sit(table, one)
    assert server.refused(f"/api/tables/{table}/hints") == (409, "no-hints")
    player.send(type="hints", id=1)
    news = player.receive("news")
    assert [line["text"] for line in news["log"]] == ["You switch hints on."]
    told = server.get(f"/api/tables/{table}/hints")
    assert (told["ply"], told["value"], told["sentence"]) == (0, 1, "You win with best play, in 7 moves of both sides.")
    assert {move["move"]: move["note"] for move in told["moves"]}["3"] == "wins in 7 moves of both sides"
    player.send(type="hints", id=2)
    assert player.receive("done", "news")["type"] == "done"  # they are on
    record = [json.loads(line) for line in server.get(f"/api/tables/{table}/record").splitlines()]
    assert record[1] == {"hints": "P1"}


def test_hints_do_not_know_what_the_computer_has_chosen_in_secret(server: Served) -> None:
    """The computer begins and chooses; whatever it has chosen, the guesser is told the same."""
    answers = set()
    for _ in range(6):
        rules = {"overshoot": "stops"}
        table, (one, _) = server.make("predictive-pursuit", opponent="random", first="P2", rules=rules)
        player = server.sit(table, one)
        player.send(type="hints")
        player.until(1)
        answers.add(json.dumps(server.get(f"/api/tables/{table}/hints")))
        player.close()
    assert len(answers) == 1
