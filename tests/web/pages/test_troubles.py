"""Troubles of the server that a player reads about on the page."""

import sqlite3
from pathlib import Path

from playwright.sync_api import Browser, Route, expect

from headway.web.limits import Limits
from headway.web.storage.database_file import GONE
from tests.served import Served, serving
from tests.web.pages.person import Person


def test_a_player_reads_that_the_database_is_gone_and_plays_on_when_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    path, away = tmp_path / "tables.sqlite3", tmp_path / "away"
    with serving(Limits(), f"sqlite:///{path}") as server:
        table, keys = server.make("cross-over")
        host, guest = Person(browser, server), server.sit(table, keys[1])
        host.open(f"{server.url}/t/{table}#{keys[0]}")
        expect(host.page.locator(".turn.yours")).to_be_visible()
        path.rename(away)
        host.play("3")
        expect(host.page.get_by_text(GONE)).to_be_visible()
        away.rename(path)
        host.play("3")
        assert guest.until(1)["to_move"] == "P2"
        host.close()


def test_a_damaged_table_says_so(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    with serving(Limits(), f"sqlite:///{path}") as server:
        table, _ = server.make("cross-over")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE steps SET events = '[{'")
    with serving(Limits(), f"sqlite:///{path}") as server:
        visitor = Person(browser, server)
        visitor.page.goto(f"{server.url}/t/{table}")
        expect(visitor.page.get_by_role("alert")).to_contain_text("This table is damaged in the server's database")
        visitor.close()


def test_a_client_that_connects_while_the_database_is_down_is_served_when_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    path, away = tmp_path / "tables.sqlite3", tmp_path / "away"
    with serving(Limits(), f"sqlite:///{path}") as server:
        table, _ = server.make("cross-over")
    with serving(Limits(), f"sqlite:///{path}") as server:  # another one, so that the table has to be read
        path.rename(away)
        visitor = Person(browser, server)
        visitor.page.goto(f"{server.url}/t/{table}")
        expect(visitor.page.get_by_text(GONE)).to_be_visible()
        away.rename(path)
        expect(visitor.page.get_by_text("You are watching.")).to_be_visible()
        visitor.close()


def test_a_request_that_fails_is_told_where_its_answer_would_be(browser: Browser, server: Served) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=503, json={"error": "busy", "message": "Too much is being done at the moment."})

    table, keys = server.make("number-race", rules={"board": [1, 2, 3, 4, 5, 6] * 4})  # which no first roll ends
    person = Person(browser, server)
    person.page.route("**/api/computers", refuse)
    person.page.route("**/dice", refuse)
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    expect(person.page.locator(".links").get_by_role("alert")).to_have_text("Too much is being done at the moment.")
    expect(person.page.get_by_role("button", name="Let a computer play")).to_be_disabled()
    person.play("roll")
    person.page.get_by_role("button", name="Resign").click()
    person.page.get_by_role("button", name="Yes, resign").click()
    person.page.get_by_role("button", name="Check the dice").click()
    expect(person.page.locator(".end").get_by_role("alert")).to_have_text("Too much is being done at the moment.")
    person.close()
