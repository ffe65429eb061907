"""Accessibility: phones, keyboards, screen readers, reduced motion, and axe."""

from collections.abc import Iterator
from typing import Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, expect

from headway.catalogue import find, names
from headway.table.table import Table
from tests.served import Served
from tests.web.pages.person import Person, meet


def test_on_a_phone_everything_fits(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=360, has_touch=True, is_mobile=True)
    for game in names():
        person.make(game, "random")  # which is offered in every game
        person.page.locator(".moves button, .turn:not(.yours)").first.wait_for()
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
        small = person.page.eval_on_selector_all(
            "button", "all => all.filter(b => b.checkVisibility() && b.getBoundingClientRect().height < 40).length"
        )
        assert small == 0
    person.close()


def test_everything_works_from_the_keyboard(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.page.goto(server.url)
    person.page.get_by_role("article", name="Capture the Flag").get_by_role("button", name="Play the computer").focus()
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_label("Level")).to_be_focused()
    person.page.keyboard.type("level 1")
    person.page.keyboard.press("Tab")
    person.page.keyboard.type("me")
    while not person.page.evaluate("document.activeElement.matches('dialog button.main')"):
        person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".moves button").first).to_be_visible()
    expect(person.page.locator(".board")).to_be_focused()
    expect(person.page.locator(".movable")).to_have_count(2)
    person.page.keyboard.press("ArrowRight")  # to the nearest square that the first soldier can reach
    person.page.keyboard.press("ArrowDown")  # to another soldier
    piece = str(person.page.evaluate("document.activeElement.dataset.target")).split()[0]
    person.page.keyboard.press("2")
    expect(person.page.locator(".happened")).to_have_text(f"You move {piece} from 0 to 2.")
    person.make("number-race", "random")
    person.page.locator(".moves button").first.wait_for()
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".die")).to_be_visible()
    person.close()


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SCREENS = {"phone": (360, 640), "desktop": (1280, 800)}
RUN_AXE = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
GAME = Table(find("cross-over")).play("1").play("1").play("3")


class Checked:
    """A person whose pages axe examines, on a phone and on a desktop, light and dark."""

    def __init__(self, browser: Browser, server: Served) -> None:
        self.person = Person(browser, server)
        self.page, self.server = self.person.page, server
        self.found: list[str] = []

    def examine(self, state: str, shown: str) -> None:
        """Let axe examine the page as it is, once the part that comes last is shown."""
        expect(self.page.locator(shown).first).to_be_visible()
        for screen, (width, height) in SCREENS.items():
            self.page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                self.page.emulate_media(color_scheme=scheme)
                self.found += [f"{state}, {screen}, {scheme}: {violation}" for violation in self.violations()]

    def violations(self) -> list[str]:
        """What axe finds that is serious or critical; its script is loaded once into a page, for it is large."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        return [
            f"{each['id']}: {node['html'][:200]}"
            for each in self.page.evaluate(RUN_AXE)
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]

    def open(self, state: str, address: str, shown: str) -> None:
        """Let axe examine an address."""
        self.page.goto("about:blank")  # another # alone would not load the page
        self.page.goto(self.server.url + address)
        self.examine(state, shown)


@pytest.fixture
def checked(browser: Browser, server: Served) -> Iterator[Checked]:
    """What axe finds fails the test."""
    checked = Checked(browser, server)
    yield checked
    assert checked.found == []
    checked.person.close()


def test_axe_finds_what_is_wrong(checked: Checked) -> None:
    checked.page.set_content(
        "<style>p { color: #eee; background: #fff } @media (min-width: 1000px) { p { color: #000 } }"
        "@media (prefers-color-scheme: dark) { p { background: #222 } }</style><p>pale</p>"
    )
    checked.examine("wrong", "p")
    found = [each.partition(": <")[0] for each in checked.found if "color-contrast" in each]
    assert found == ["wrong, phone, light: color-contrast", "wrong, desktop, dark: color-contrast"]
    checked.found.clear()


def test_axe_on_the_first_page_its_dialog_and_the_rule_book(checked: Checked) -> None:
    checked.open("first page", "/", "article")
    checked.person.rules_of("cross-over")
    checked.examine("dialog for a friend", "dialog .preview li")
    checked.person.set_up("capture-the-flag", "1")
    checked.examine("dialog for the computer", "dialog .preview li")
    checked.open("rule book", "/rules/cross-over", ".rulebook")


def test_axe_where_nothing_is(checked: Checked) -> None:
    for path in ("/nothing", "/t/nothing", "/t/nothing/games/1", "/rules/nothing", "/p#nothing"):
        checked.open(path, path, "[role=alert]:not(:empty)")


@pytest.mark.parametrize("game", names())
def test_axe_on_a_table_of_each_game(game: str, checked: Checked) -> None:
    checked.person.make(game, "random")
    checked.examine("own turn", ".moves button")
    checked.page.locator("summary", has_text="Rules of").click()
    checked.examine("rules", ".rules-beside .rulebook")


def test_axe_on_a_table_with_hints(checked: Checked) -> None:
    checked.person.make("cross-over", "1")
    checked.page.get_by_label("Hints").check()
    checked.examine("hints", ".moves .worth:not(:empty)")


def test_axe_on_a_table_from_its_invitation_to_its_next_game(browser: Browser, checked: Checked) -> None:
    host = checked.person
    host.make("cross-over")
    checked.examine("open invitation", ".invite input")
    guest = Person(browser, checked.server)
    guest.open(host.invite)
    host.play("1")
    guest.play("2")
    watch = f"/t/{urlsplit(host.page.url).path.rpartition('/')[2]}"
    checked.examine("between people", ".moves button")
    guest.page.get_by_role("button", name="Offer a draw").click()
    checked.examine("an offer", ".offers button")
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("button", name="Yes, resign").click()
    checked.examine("over", ".end a")
    host.page.locator(".move-list a").first.click()
    checked.examine("an earlier moment", ".play .row:not([hidden]) button")
    guest.page.get_by_role("button", name="Rematch").click()
    host.page.get_by_role("button", name="Accept").click()
    checked.examine("second game", "nav a[href*=games]")
    checked.open("earlier game", f"{watch}/games/1", ".end a")
    checked.open("earlier game at a move", f"{watch}/games/1#1", ".play .row:not([hidden]) button")
    checked.open("review of a game at a table", f"{watch}/games/1/review", ".value-chart")
    guest.close()


def test_axe_on_the_table_of_a_spectator(checked: Checked) -> None:
    table, keys = checked.server.make("predictive-pursuit")
    checked.server.sit(table, keys[0]).play("1")
    checked.open("spectator", f"/t/{table}", ".card-face.down")


def test_axe_on_the_analysis_board(checked: Checked) -> None:
    checked.open("no game", "/analysis", "main button:has-text('Cross Over')")
    checked.open("a game", f"/analysis#{GAME.text}", ".worths .best")
    checked.page.locator(".worths button").last.click()
    checked.examine("a variation", ".branch [aria-current]")
    checked.open("a position", f"/p#{GAME.text}", ".worths .best")
    checked.open("a review", f"/review#{GAME.text}", ".value-chart")
    checked.open("odds", f"/p#{Table(find('predictive-pursuit')).text}", ".worths .worth:has-text('of the time')")


def test_every_turn_is_told_to_screen_readers(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "race-to-the-center")
    host.play("2")
    heard = guest.page.locator("[aria-live=polite]")
    expect(heard).to_contain_text("Player 1")
    expect(heard).to_contain_text("Your turn")
    assert "P1 on 2" in guest.page.locator(".board").inner_text()
    host.close()
    guest.close()


def test_reduced_motion_is_respected(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.make("cross-over", "1")
    person.page.locator(".moves button").first.click()
    expect(person.page.locator(".mark")).to_have_count(2)
    assert person.page.evaluate("document.getAnimations().length") == 0
    person.close()
