"""A game that is drawn by its rules, in a browser: a neutral piece is moved by taps, and nobody wins."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from headway.catalogue import find
from headway.game import Game
from headway.table.table import Table
from headway.web.limits import Limits
from tests.served import Served, serving
from tests.web.pages.person import Person


@pytest.fixture
def server(tug_of_war_found: Game) -> Iterator[Served]:
    """A server of our own: the games are looked for when it starts."""
    with serving(Limits()) as served:
        yield served


def test_a_neutral_piece_is_pulled_until_the_game_is_drawn(browser: Browser, server: Served) -> None:
    table, keys = server.make("tug-of-war", rules={"pulls": 2})
    person, other = Person(browser, server), server.sit(table, keys[1])
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    page = person.page
    knot = page.locator('.piece[data-piece="2.0"]')
    expect(knot.locator("text")).to_have_text("knot")
    expect(knot.locator("polygon.body")).to_have_count(1)  # neither round nor square: those are boxes
    expect(page.locator(".board rect.body")).to_have_count(0)
    expect(page.locator(".board .spoken")).to_contain_text("knot on 3, neutral.")
    expect(page.locator(".moves button").first).to_have_text("knot to 2")
    page.locator('[data-target="1"]').click(force=True)  # the square that lights up, on the board
    expect(page.locator(".move-list li")).to_have_count(1)
    other.until(1)
    other.play("1")
    expect(page.locator(".turn")).to_have_text("The game is a draw. All 2 pulls were made.")
    expect(page.locator(".board .spoken")).to_contain_text("knot on 3, neutral.")
    page.get_by_role("link", name="Review the game").click()
    expect(page.locator(".value-chart")).to_be_visible()
    other.close()
    person.close()


def test_the_analysis_board_calls_a_draw_by_its_name(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    table = Table(find("tug-of-war").variant({"pulls": 2}))
    person.page.goto(f"{server.url}/analysis#{table.text}")
    expect(person.page.locator(".worth")).to_have_text(["draw, draws in 2 moves of both sides"] * 2)
    person.close()
