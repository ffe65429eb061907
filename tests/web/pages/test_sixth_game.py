"""A game of an installed package in real browsers: its cards, dice, choices and pieces, by taps, keys and link."""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from headway.catalogue import find
from tests.conftest import path_with
from tests.served import PATIENT, Served
from tests.web.pages.person import WON, Person, meet, play_on
from tests.web.pages.terminal_player import TerminalPlayer
from tests.web.pages.test_board import make_a_move_by_keys, tap_a_move, wait_for_turn

GAME = "lucky-steps"
PHONE: dict[str, Any] = {"width": 360, "height": 640, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def sixth(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`headway serve` where Lucky Steps is installed, with computers that answer at once."""
    database = f"sqlite:///{tmp_path_factory.mktemp('sixth')}/tables.sqlite3"
    limits = {"HEADWAY_LIMITS": f"{PATIENT['HEADWAY_LIMITS']},computer_delay=0"}
    served = Served(database, env={**os.environ, **limits, "PYTHONPATH": path_with(installed)})
    yield served
    served.stop()


@pytest.fixture(autouse=True)
def found(lucky_steps_found: None) -> None:
    """The tests find the game too, for its title."""


def test_it_is_played_to_the_end_by_taps_against_keys(browser: Browser, sixth: Served) -> None:
    """On a phone by taps alone, and at a desk by keys alone."""
    table, keys = sixth.make(GAME)
    phone, desk = Person(browser, sixth, **PHONE), Person(browser, sixth, 1280, 800)
    for person, key in ((phone, keys[0]), (desk, keys[1])):
        person.open(f"{sixth.url}/t/{table}#{key}")
    expect(desk.page.locator(".board")).to_be_focused()
    rng = random.Random(1)
    while any(not person.is_over for person in (phone, desk)):
        if is_to_move(phone):
            tap_a_move(phone, rng)
        elif is_to_move(desk):
            make_a_move_by_keys(desk, rng)
    for person in (phone, desk):
        expect(person.page.locator(".turn")).to_have_text(WON)
        person.close()


def is_to_move(person: Person) -> bool:
    return person.page.locator(".turn.yours").count() > 0 and bool(person.moves)


@pytest.mark.parametrize("play", [tap_a_move, make_a_move_by_keys])
def test_it_is_played_to_the_end_against_a_computer(
    play: Callable[[Person, random.Random], None], browser: Browser, sixth: Served
) -> None:
    person = Person(browser, sixth, **PHONE)
    person.make_in_dialog(GAME, "random")
    rng = random.Random(2)
    while wait_for_turn(person):
        play(person, rng)
    expect(person.page.locator(".turn")).to_have_text(WON)
    person.close()


def test_a_browser_plays_it_to_the_end_against_a_terminal(browser: Browser, sixth: Served) -> None:
    host = Person(browser, sixth)
    host.make_in_dialog(GAME)
    terminal = TerminalPlayer(host.invite, random.Random(3))
    rng = random.Random(4)
    while wait_for_turn(host):
        make_a_move_by_keys(host, rng)
    told = terminal.wait()
    has_won = host.turn.startswith("You win.")
    assert ("Player 1 wins." if has_won else "You win.") in told
    host.close()


def test_two_browsers_review_the_game_that_they_have_played(browser: Browser, sixth: Served) -> None:
    people = host, guest = meet(browser, sixth, GAME)
    play_on(people, random.Random(5))
    host.page.get_by_role("link", name="Review the game").click()
    expect(host.page.locator(".value-chart")).to_be_visible()
    expect(host.page.get_by_role("heading", level=1)).to_have_text(f"{find(GAME).title}: review")
    host.close()
    guest.close()


class Sides:
    """A new table, with a player on each seat."""

    def __init__(self, server: Served, game: str, **options: Any) -> None:
        table, self.keys = server.make(game, **options)
        self.address = f"{server.url}/t/{table}"
        self.one, self.other = (server.sit(table, key) for key in self.keys)

    def choose(self, choice: str) -> None:
        """Let Player 1 choose in secret."""
        self.one.play(choice)
        self.other.until(1)

    def guess(self, guess: str) -> None:
        """Let Player 2 guess."""
        self.other.play(guess)


def test_words_fit_on_the_cards_of_a_choice_and_a_guess(browser: Browser, sixth: Served) -> None:
    sides = Sides(sixth, GAME)
    person = Person(browser, sixth, **PHONE)
    person.open(f"{sides.address}#{sides.keys[0]}")
    sides.choose("right")
    expect(person.page.locator(".card-face.down")).to_be_visible()
    sides.guess("left")
    revealed = person.page.locator(".card-face.revealed")
    expect(revealed.locator("text")).to_have_text("right")
    for card in person.page.locator(".card-face").all():
        assert is_inside(card.locator("text"), card.locator("rect"))
    person.close()


def is_inside(part: Locator, whole: Locator) -> bool:
    one, other = part.bounding_box(), whole.bounding_box()
    assert one is not None
    assert other is not None
    return other["x"] <= one["x"] and one["x"] + one["width"] <= other["x"] + other["width"]


def test_the_die_is_that_of_the_player_who_decides(browser: Browser, sixth: Served) -> None:
    """Player 1 has chosen, Player 2 has guessed wrong; the roll that follows is for Player 1."""
    sides = Sides(sixth, GAME)
    sides.choose("left")
    sides.guess("right")
    rolled = sides.other.now["chance"]
    person = Person(browser, sixth, **PHONE)
    person.open(f"{sides.address}#{sides.keys[0]}")
    expect(person.page.locator(".die")).to_be_visible()
    expect(person.page.locator(".happened")).to_have_text(f"The die shows {rolled}.")
    assert sides.other.now["roller"] == "P1"
    expect(person.page.locator(".moves button")).to_have_text([f"P1 to {rolled}", "Leave"])
    expect(person.page.get_by_role("link", name=f"3. Player 1 {rolled}")).to_be_visible()
    person.close()


def test_what_happened_is_read_whole_beside_its_cards_and_die(browser: Browser, sixth: Served) -> None:
    """The longest sentences: a wrong guess with its roll, and the last move of Predictive Pursuit."""
    person = Person(browser, sixth, **{**PHONE, "width": 320})
    sides = Sides(sixth, GAME)
    person.open(f"{sides.address}#{sides.keys[0]}")
    sides.choose("right")
    sides.guess("left")
    expect(person.page.locator(".happened")).to_have_text(
        f"Player 2 guessed left; you had chosen right. The die shows {sides.other.now['chance']}."
    )
    expect(person.page.locator(".props > *")).to_have_count(3)
    assert person.page.evaluate(IS_WHOLE)
    for card in person.page.locator(".card-face").all():
        assert is_inside(card.locator("text"), card.locator("rect"))
        shown, drawn = card.bounding_box(), card.get_attribute("viewBox")
        assert shown is not None
        assert drawn is not None
        size = float(str(card.locator("text").evaluate("text => parseFloat(getComputedStyle(text).fontSize)")))
        assert size * shown["height"] / float(drawn.split()[3]) >= 12
    heights = person.page.eval_on_selector_all(".actions button", "all => all.map((button) => button.offsetHeight)")
    assert len(set(heights)) == 1
    sides = Sides(sixth, "predictive-pursuit", rules={"length": 2})
    person.open(f"{sides.address}#{sides.keys[1]}")
    sides.choose("2")
    sides.guess("1")
    expect(person.page.locator(".happened")).to_have_text("You guessed 1; Player 1 had chosen 2 and moves to 2.")
    assert person.page.evaluate(IS_WHOLE)
    person.close()


IS_WHOLE = "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)(document.querySelector('.happened'))"


def test_no_page_of_it_is_wider_than_a_phone(browser: Browser, sixth: Served) -> None:
    person = Person(browser, sixth, 320, 640, has_touch=True, is_mobile=True)
    for path in ("", f"rules/{GAME}", f"t/{sixth.make(GAME)[0]}"):
        person.page.goto(f"{sixth.url}/{path}")
        person.page.locator("h1").wait_for()
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 320, path
    person.close()
