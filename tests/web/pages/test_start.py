"""The start page: the games, the form that makes a table, and the tables of this browser."""

import gzip
import json

from playwright.sync_api import Browser, expect

from headway.catalogue import find, names
from tests.served import Served
from tests.web.pages.person import Person


def test_the_first_page_is_light(server: Served) -> None:
    """All of it: the page, its style and scripts, and what they ask for."""
    import urllib.request

    paths = [
        "/",
        "/pages/style.css",
        "/pages/board.css",
        "/pages/table.css",
        "/pages/icon.svg",
        "/api/games",
        "/api/opponents",
    ]
    paths += [
        f"/pages/{name}.js"
        for name in (
            "app",
            "api",
            "dom",
            "how_to_play",
            "names",
            "start",
            "storage",
            "table_form",
            "board",
            "board_layout",
            "board_motion",
            "board_moves",
            "board_pieces",
            "board_squares",
            "move_label",
            "preview",
        )
    ]
    total = 0
    for path in paths:
        request = urllib.request.Request(server.url + path, headers={"accept-encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
            total += len(body)
            if answer.headers.get("content-encoding") == "gzip":
                assert gzip.decompress(body)
    assert total < 60_000


def test_a_link_that_opens_nothing_says_so(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.page.goto(f"{server.url}/t/nothing-here")
    expect(person.page.get_by_role("alert")).to_contain_text("There is no such table.")
    person.page.goto(f"{server.url}/nothing")
    expect(person.page.get_by_role("alert")).to_contain_text("There is nothing at this address.")
    person.page.goto(f"{server.url}/rules/chess")
    expect(person.page.get_by_role("alert")).to_contain_text("chess")
    assert json.loads(json.dumps(person.errors)) == []
    person.close()


def test_the_first_page_lists_the_tables_where_one_has_a_seat(browser: Browser, server: Served) -> None:
    one = Person(browser, server)
    one.page.goto(server.url)
    expect(one.page.get_by_role("article").first).to_be_visible()
    assert one.page.get_by_role("region", name="Your open tables").count() == 0
    one.make("cross-over")
    friend = Person(browser, server)
    friend.open(one.invite)
    one.page.goto(server.url)
    one.page.get_by_role("region", name="Your open tables").get_by_role("link", name="Cross Over").click()
    expect(one.page.get_by_text("You (Player 1)")).to_be_visible()
    one.page.get_by_role("button", name="Resign").click()
    one.page.get_by_role("button", name="Yes, resign").click()
    expect(one.page.get_by_text("Player 2 wins.").first).to_be_visible()
    one.page.goto(server.url)
    expect(one.page.get_by_role("article").first).to_be_visible()
    assert one.page.get_by_role("region", name="Your open tables").count() == 0
    one.close()
    friend.close()


def test_a_board_that_is_none_is_refused_in_one_line(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    card = person.rules_of("number-race")
    card.get_by_label("Board").fill("4,abc")
    card.get_by_role("button", name="Make a table").click()
    expect(card.get_by_role("alert")).to_have_text(
        "“4,abc” is not a board. Enter whole numbers separated by commas, or nothing."
    )
    person.close()


def test_a_wrong_rule_is_shown_even_where_the_rules_are_folded_away(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    card = person.rules_of("cross-over")
    card.get_by_label("Length").fill("0")
    card.get_by_text("Other rules").click()
    card.get_by_role("button", name="Make a table").click()
    expect(card.get_by_label("Length")).to_be_focused()
    person.close()


def test_a_table_is_set_up_as_the_form_says(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.page.goto(server.url)
    for game in names():
        card = person.page.get_by_role("article", name=find(game).title)
        expect(card.get_by_text(find(game).words.SUMMARY)).to_be_visible()
        expect(card.locator("svg .piece").first).to_be_visible()
    card = person.rules_of("cross-over")
    card.get_by_label("Play against").select_option("human")
    card.get_by_label("First to move").select_option("P2")
    card.get_by_label("Wins needed").fill("2")
    card.get_by_label("Length").fill("12")
    card.get_by_role("button", name="Make a table").click()
    expect(person.page.locator(".players")).to_contain_text("0 of 2")
    expect(person.page.locator(".rules")).to_contain_text("The first to win 2 games wins the match.")
    expect(person.page.locator(".rules")).to_contain_text("Rules: length 12.")
    expect(person.page.locator(".turn")).to_have_text("Player 2 is to move.")
    assert "from 1 to 12" in person.page.locator(".board").inner_text()
    person.page.goto(server.url)
    person.page.get_by_role("link", name="Rules of Cross Over").click()
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("Cross Over")
    person.close()
