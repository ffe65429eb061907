"""The HTTP API: refusals, headers, health and metrics."""

import gzip
import http.client
import json
import re
from pathlib import Path

import pytest

import headway
from headway.web.http import games_api, tables_api
from headway.web.limits import Limits
from tests.patience import PATIENCE
from tests.served import Served, serving

PAGES = Path(headway.__file__).parent / "web" / "pages"


def test_rules_and_changes_come_with_what_a_form_needs(server: Served) -> None:
    (game,) = [each for each in server.get("/api/games") if each["name"] == "cross-over"]
    assert [rule["title"] for rule in game["rules"]] == ["Length", "Longest step"]
    assert [change["name"] for change in game["changes"] if change["decides_first"]] == ["lot"]
    made = server.post("/api/analysis", {"game": "cross-over", "rules": {"length": "12", "longest_step": "2"}})
    assert made["table"]["changed_text"] == "length 12, longest step 2"


def test_pages_make_no_titles_from_identifiers() -> None:
    for path in PAGES.glob("*.js"):
        assert not re.search(r"""replace(All)?\(["'/]_""", path.read_text("utf-8")), path


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
    assert server.refused("/api/tables", {"game": "cross-over", "wins": True}) == (422, "bad-request")
    assert server.refused("/api/tables", {"game": "cross-over", "rules": {"length": "12"}}) == (422, "bad-request")
    assert server.refused("/api/tables", b"{") == (422, "bad-request")


def test_a_name_is_checked_before_a_table_has_it(server: Served) -> None:
    assert server.post("/api/names", {"name": " Ada "}) == {"name": "Ada"}
    for refused in ("A" * 25, "", "a\nb", "PLAYER 1", "you"):
        assert server.refused("/api/names", {"name": refused})[1] == "bad-name"


def test_every_answer_has_its_policy(server: Served) -> None:
    import urllib.request

    with urllib.request.urlopen(server.url + "/") as answer:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_an_answer_to_a_mistake_of_ours_has_the_same_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(tables_api, "shown_match", fail)
    with serving(Limits()) as served:
        table, _ = served.make("cross-over")
        right, _ = answer_to(served, "/healthz")
        wrong, body = answer_to(served, f"/api/tables/{table}")
    assert (wrong.status, json.loads(body)["error"]) == (500, "server-error")
    for name in ("content-security-policy", "referrer-policy", "x-content-type-options", "cache-control"):
        assert wrong.headers[name] == right.headers[name]


def test_a_long_body_and_a_strange_name_are_refused(server: Served) -> None:
    assert server.refused("/api/tables", b'{"game": "' + b"x" * 100_000 + b'"}')[0] == 413
    assert server.refused("/api/tables/%00") == (404, "unknown-table")
    assert server.refused("/api/tables/" + "x" * 500) == (404, "unknown-table")


def test_metrics_and_health(server: Served) -> None:
    assert server.get("/healthz")["status"] == "ok"

    def count(metric: str) -> float:
        found = re.search(rf"^{metric} (\S+)$", server.get("/metrics"), re.MULTILINE)
        assert found is not None
        return float(found[1])

    steps = count("headway_steps_total")
    table, tokens = server.make("cross-over")
    player = server.sit(table, tokens[0])
    player.send(type="play", ply=0, move="1")
    player.until(1)
    assert count("headway_steps_total") >= steps + 2  # the beginning of the game, and a move
    assert count("headway_sockets") >= 1
    player.close()


def test_a_variant_is_described_and_nothing_is_created(server: Served) -> None:
    request = {"game": "cross-over", "rules": {"length": 12}}
    described = server.post("/api/variants", request)
    assert described["track"] == [1, 12]
    assert described["homes"] == described["positions"] == [[1], [12]]
    assert any("12" in line for line in described["how_to_play"])
    assert server.refused("/api/variants", {"game": "cross-over", "rules": {"length": 0}}) == (422, "bad-request")
    bad_board = {"game": "number-race", "rules": {"length": 5, "board": [1, 2]}}
    assert server.refused("/api/variants", bad_board) == (409, "bad-rules")
    default = {"game": "cross-over"}
    # as independent programs find: tests/solver
    won = "The player who moves first wins with best play, in 7 moves of both sides."
    assert server.post("/api/variants/known", default) == {"known": won}
    large = {"game": "capture-the-flag", "rules": {"length": 60, "soldiers": 4}}
    assert server.refused("/api/variants/known", large) == (409, "too-large")


def answer_to(served: Served, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def test_the_description_of_the_games_is_made_once_and_cached_by_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Limits()) as served:
        plain, body = answer_to(served, "/api/games")
        names = [game["name"] for game in json.loads(body)]
        assert "cross-over" in names
        assert plain.headers["content-encoding"] is None

        def never(game: object) -> None:
            raise AssertionError("the games are described anew")

        monkeypatch.setattr(games_api, "_game_info", never)
        packed, packed_body = answer_to(served, "/api/games", accept_encoding="gzip")
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed_body) == body
        assert packed.headers["etag"] == plain.headers["etag"]
        assert packed.headers["vary"].lower() == plain.headers["vary"].lower() == "accept-encoding"
        assert packed.headers["content-security-policy"] == plain.headers["content-security-policy"]
        same, nothing = answer_to(served, "/api/games", if_none_match=plain.headers["etag"], accept_encoding="gzip")
        assert (same.status, nothing, same.headers["etag"]) == (304, b"", plain.headers["etag"])
        assert answer_to(served, "/api/games", if_none_match='W/"another"')[0].status == 200
