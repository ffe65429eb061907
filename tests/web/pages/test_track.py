"""The track: pieces and goals."""

import pytest
from playwright.sync_api import Browser, expect

from headway.catalogue import find, names
from tests.served import Served
from tests.web.pages.person import Person


def test_a_crowd_on_one_square_is_counted(browser: Browser, server: Served) -> None:
    table, keys = server.make("capture-the-flag", rules={"soldiers": 9, "length": 40})
    person = Person(browser, server, width=360)
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    expect(person.page.locator(".side0 text").first).to_have_text("S1+8")
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    person.close()


@pytest.mark.parametrize("game", names())
def test_the_goals_are_marked_and_said(browser: Browser, server: Served, game: str) -> None:
    person = Person(browser, server)
    person.make(game)
    wanted = find(game).goals
    drawing = person.page.locator(".track svg")
    for seat, goals in enumerate(wanted):
        said = f"Player {seat + 1} makes for {' or '.join(map(str, goals))}."
        assert said in str(drawing.get_attribute("aria-label"))
        assert person.page.locator(f".goal.side{seat}").count() == 1  # of those off the track, the nearest is shown
    person.close()
