"""What must not be disclosed: open choices, seeds before the end, and seat keys."""

import json
import sqlite3
from pathlib import Path

from tests.served import Served


def test_no_byte_tells_a_secret_before_it_is_answered(server: Served) -> None:
    """Everything that the guesser, a spectator, the record and the HTTP interface get is the same for both choices."""
    seen: dict[str, list[str]] = {}
    for choice in ("1", "2"):
        table, keys = server.make("predictive-pursuit")
        one, other, watching = server.sit(table, keys[0]), server.sit(table, keys[1]), server.sit(table, None)
        one.play(choice)
        other.until(1)
        watching.until(1)
        later = server.sit(table, keys[1])
        got = [*other.received, *watching.received, later.received[0]]
        got += [json.dumps(server.get(f"/api/tables/{table}")), server.get(f"/api/tables/{table}/record")]
        commitment = one.now["commitment"]
        seen[choice] = [text.replace(commitment, "COMMITMENT") for text in got]
        assert other.play("1")["now"]["ply"] == 2
    assert everything_is_the_same(seen["1"], seen["2"])
    assert len(seen["1"]) > 4


def everything_is_the_same(one: list[str], other: list[str]) -> bool:
    """Are the messages alike, but for those that say who is present, which depend on when people came?"""
    told, told_otherwise = ([text for text in seen if '"present"' not in text[:20]] for seen in (one, other))
    return told == told_otherwise


def test_the_seed_is_not_told_before_the_end(server: Served) -> None:
    table, keys = server.make("number-race", rules={"board": [1, 2, 3, 4, 5, 6] * 4})  # which one roll does not end
    one = server.sit(table, keys[0])
    one.play("roll")
    told = [*one.received, json.dumps(server.get(f"/api/tables/{table}")), server.get(f"/api/tables/{table}/record")]
    assert not any('"seed"' in text for text in told)
    assert server.refused(f"/api/tables/{table}/dice") == (409, "not-over")
    one.send(type="resign")
    one.receive("news")
    dice = server.get(f"/api/tables/{table}/dice")
    assert dice["commitment"] == one.welcome["now"]["commitment"]
    assert dice["seed"] == one.now["seed"]


def test_tokens_are_in_no_answer_and_no_log(server: Served) -> None:
    table, keys = server.make("cross-over")
    one = server.sit(table, keys[0])
    one.play("3")
    told = "".join([*one.received, json.dumps(server.get(f"/api/tables/{table}")), server.get("/metrics")])
    assert not any(key in told for key in keys)


def test_tokens_are_in_no_log(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as log:
        server = Served(f"sqlite:///{tmp_path}/tables.sqlite3", stderr=log)
        table, keys = server.make("cross-over")
        one = server.sit(table, keys[0])
        one.play("3")
        one.send(type="play", ply=99, move="nonsense")
        one.receive("error")
        server.sit(table, "a-wrong-token")
        server.kill()
        assert server.process is not None
        assert server.process.stdout is not None
        told = server.process.stdout.read() + (tmp_path / "log").read_text()
    assert not any(key in told for key in (*keys, "a-wrong-token"))
    kept = (tmp_path / "tables.sqlite3").read_bytes() + (tmp_path / "tables.sqlite3-wal").read_bytes()
    assert not any(key.encode() in kept for key in keys)  # only their hashes


def test_a_database_that_is_locked_is_told_and_no_secret_logged(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as log:
        server = Served(f"sqlite:///{tmp_path}/tables.sqlite3", stderr=log)
        table, keys = server.make("predictive-pursuit")
        one = server.sit(table, keys[0])
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
            database.execute("BEGIN EXCLUSIVE")
            assert one.play("2")["error"] == "no-database"
        assert one.play("2")["now"]["ply"] == 1  # and then it goes on
        server.kill()
    assert '"move"' not in (tmp_path / "log").read_text()
