"""Hints and the bar in a game against the computer."""

import json
import re

from playwright.sync_api import Browser, expect

from headway.catalogue import names
from tests.served import Served
from tests.web.pages.person import Person, bottom, meet, top

SWITCH = "Hints, which the record will mention"


WORTHS = [
    ("P1 to 2", "0 %, loses in 8 moves of both sides"),
    ("P1 to 3", "0 %, loses in 6 moves of both sides"),
    ("P1 to 4", "100 %, wins in 7 moves of both sides"),
]


def test_against_the_computer_hints_and_the_bar_can_be_switched_on(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=360, height=640, has_touch=True, is_mobile=True)
    person.make("cross-over", "perfect")
    table = person.page.url.rpartition("/")[2]
    assert person.page.locator(".value-bar").count() == 0
    person.page.get_by_label(SWITCH).check()
    expect(person.page.locator(".value-told")).to_have_text("You win with best play, in 7 moves of both sides.")
    moves = person.page.locator(".moves button")
    for number, (move, worth) in enumerate(WORTHS):
        expect(moves.nth(number).locator(".worth")).to_have_text(worth)
        expect(moves.nth(number)).to_have_accessible_name(f"{move}: {worth}")
    person.play("3")
    expect(person.page.locator(".value-told")).to_have_text("You win with best play, in 5 moves of both sides.")
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    person.page.get_by_label(SWITCH).uncheck()
    expect(person.page.locator(".value-bar")).to_be_hidden()
    record = [json.loads(line) for line in server.get(f"/api/tables/{table}/record").splitlines()]
    assert record[1] == {"hints": "P1"}
    person.page.reload()
    expect(person.page.get_by_label(SWITCH)).not_to_be_checked()
    person.page.get_by_label(SWITCH).check()  # they are on already, so nothing is added to the record
    expect(person.page.locator(".moves .worth").first).to_contain_text(" %")
    lines = server.get(f"/api/tables/{table}/record").splitlines()
    assert sum("hints" in json.loads(line) for line in lines) == 1
    person.close()


def test_on_a_phone_everything_fits_and_hints_are_above_the_bar_of_actions(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=360, height=640, has_touch=True, is_mobile=True)
    for game in names():
        person.make(game, "random")  # which is offered in every game
        person.page.locator(".moves button, .turn:not(.yours)").first.wait_for()
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
        small = person.page.eval_on_selector_all(
            "button", "all => all.filter(b => b.checkVisibility() && b.getBoundingClientRect().height < 40).length"
        )
        assert small == 0
        person.page.get_by_label(SWITCH).check()
        expect(person.page.locator(".value-told")).to_have_text(re.compile("for ever|win"))
        expect(person.page.locator(".moves .worth").last).to_have_text(
            "endless" if game == "capture-the-flag" else re.compile("%")
        )
        person.page.evaluate("scrollTo(0, 0)")
        for shown in [".value-told", ".moves"]:
            assert bottom(person.page.locator(shown)) <= top(person.page.locator(".actions"))
    person.close()


def test_a_hint_goes_when_its_move_is_made(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.make("cross-over", "perfect")
    person.page.get_by_label(SWITCH).check()
    expect(person.page.locator(".value-told")).to_have_text("You win with best play, in 7 moves of both sides.")
    person.page.route("**/hints", lambda route: None)  # no answer comes about the position after the move
    person.play("3")
    assert person.page.locator(".value-told").inner_text() == ""
    assert person.page.locator(".moves .worth").filter(has_text="%").count() == 0
    expect(person.page.locator(".turn.yours")).to_be_visible()
    expect(person.page.locator(".move-list li")).to_have_count(2)
    assert person.page.locator(".value-told").inner_text() == ""
    person.close()


def test_between_people_there_are_no_hints(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "cross-over")
    host.play("3")
    for person in (host, guest):
        expect(person.page.get_by_label(SWITCH)).to_be_hidden()
        assert person.page.locator("a[href*=analysis], .value-bar").count() == 0
        person.close()
