"""Axe, and the contrast of drawings, on every page and in every state of a table: phone and desktop, light and dark."""

from collections.abc import Iterator
from typing import Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, expect

from headway.catalogue import find, names
from headway.table.table import Table
from tests.served import Served
from tests.web.pages.person import Person

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SCREENS = {"phone": (360, 640), "desktop": (1280, 800)}
RUN_AXE = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
GAME = Table(find("cross-over")).play("1").play("1").play("3")


PALE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const luminance = (colours) => {  // of what is painted one over the other
    for (const [fillStyle, globalAlpha] of colours) {
      Object.assign(canvas, { fillStyle, globalAlpha });
      canvas.fillRect(0, 0, 1, 1);
    }
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const fillOf = (element) => {
    const { fill, fillOpacity, opacity } = getComputedStyle(element);
    return fill === "none" ? [] : [[fill, Number(fillOpacity) * Number(opacity)]];
  };
  const groundOf = (element) => {
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor === "rgba(0, 0, 0, 0)" ? groundOf(element.parentElement) : [backgroundColor, 1];
  };
  const contrastOf = (text) => {
    const { x, y, width, height } = text.getBoundingClientRect();
    const middle = new DOMPoint(x + width / 2, y + height / 2);
    const isBelow = (shape) =>
      shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING && isShown(shape) &&
      shape.isPointInFill(middle.matrixTransform(shape.getScreenCTM().inverse()));
    const svg = text.closest("svg");
    const below = [groundOf(svg), ...[...svg.querySelectorAll("rect, circle, path")].filter(isBelow).flatMap(fillOf)];
    const both = [luminance(below), luminance([...below, ...fillOf(text)])];
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  };
  const contrasts = [...document.querySelectorAll("svg text")].filter(isShown).map((text) => [text, contrastOf(text)]);
  return contrasts.filter(([, contrast]) => contrast < 4.5)
    .map(([text, contrast]) => `${text.outerHTML} ${contrast.toFixed(1)}`);
}"""
"""The texts of drawings that stand out too little from what is painted below them (WCAG 1.4.3): axe skips them."""


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
        ] + [f"pale text in a drawing: {text}" for text in self.page.evaluate(PALE)]

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
    try:
        assert checked.found == []
    finally:
        checked.person.close()


def test_what_is_wrong_is_found(checked: Checked) -> None:
    """Pale on a phone that is light, dark on a desktop that is dark; the text of a drawing too."""
    checked.page.set_content(
        """<style>
          p { color: #eee; background: #fff } rect { fill: #fff } text { fill: #eee }
          @media (min-width: 1000px) { p { color: #000 } text { fill: #000 } }
          @media (prefers-color-scheme: dark) { p { background: #222 } rect { fill: #222 } }
          body { background: #777 }
        </style>
        <p>pale</p><svg><rect width="99" height="99"/><text x="9" y="50">pale</text></svg>"""
    )
    checked.examine("wrong", "p")
    found = [each.partition(": <")[0] for each in checked.found]
    for screen, scheme in (("phone", "light"), ("desktop", "dark")):
        for wrong in ("color-contrast", "pale text in a drawing"):
            found.remove(f"wrong, {screen}, {scheme}: {wrong}")
    assert not any("color-contrast" in each or "pale" in each for each in found)
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
    host.make_in_dialog("cross-over")
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
