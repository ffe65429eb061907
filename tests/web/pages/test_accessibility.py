"""Accessibility: keyboards, screen readers and reduced motion."""

from playwright.sync_api import Browser, expect

from tests.served import Served
from tests.web.pages.person import Person


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


def test_every_turn_is_told_to_screen_readers(browser: Browser, server: Served) -> None:
    table, keys = server.make("race-to-the-center")
    host, guest = server.sit(table, keys[0]), Person(browser, server)
    guest.open(f"{server.url}/t/{table}#{keys[1]}")
    expect(guest.page.get_by_text("You (Player 2)")).to_be_visible()
    host.play("2")
    heard = guest.page.locator("[aria-live=polite]")
    expect(heard).to_contain_text("Player 1")
    expect(heard).to_contain_text("Your turn")
    assert "P1 on 2" in guest.page.locator(".board").inner_text()
    guest.close()


def test_reduced_motion_is_respected(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.make("cross-over", "1")
    person.page.locator(".moves button").first.click()
    expect(person.page.locator(".mark")).to_have_count(2)
    assert person.page.evaluate("document.getAnimations().length") == 0
    person.close()
