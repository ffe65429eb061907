"""The connection of a page: reloads, several tabs, lost networks and restarted servers."""

import os
import random
import re
import signal
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.served import Served
from tests.web.pages.person import WON, Person, meet, play_on


def test_a_refresh_a_second_tab_and_the_back_button_come_back_to_the_seat(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "cross-over")
    host.play("3")
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")
    guest.page.reload()
    expect(guest.page.get_by_text("You (Player 2)")).to_be_visible()
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")
    assert "#" not in guest.page.url  # the address that people copy lets others watch, not play
    tab = guest.new_page()
    tab.goto(guest.page.url)
    expect(tab.get_by_text("You (Player 2)")).to_be_visible()
    guest.page.goto(server.url)
    guest.page.go_back()
    expect(guest.page.get_by_text("You (Player 2)")).to_be_visible()
    guest.play("2")
    expect(tab.locator(".happened")).to_have_text("You move from 9 to 7.")
    host.close()
    guest.close()


def test_a_cut_link_or_the_friends_link_costs_nobody_their_seat(browser: Browser, server: Served) -> None:
    host = Person(browser, server)
    host.make("cross-over")
    page, invite = host.page.url, host.invite
    host.page.goto("about:blank")
    host.open(f"{page}#cut")
    expect(host.page.get_by_text("You (Player 1)")).to_be_visible()
    expect(host.page.get_by_role("alert")).to_contain_text("You have your own seat.")
    tab = host.new_page()
    tab.goto(invite)  # the host tries the friend's link, and keeps the seat
    expect(tab.get_by_text("You (Player 1)")).to_be_visible()
    host.page.reload()
    expect(host.page.get_by_text("You (Player 1)")).to_be_visible()
    tab.reload()
    expect(tab.get_by_text("You (Player 1)")).to_be_visible()
    stranger = Person(browser, server)
    stranger.open(f"{page}#cut")
    expect(stranger.page.get_by_text("You are watching.")).to_be_visible()
    host.close()
    stranger.close()


def test_a_lost_network_is_told_and_mended(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "cross-over")
    guest.context.set_offline(True)
    guest.page.evaluate("window.dispatchEvent(new Event('offline'))")
    host.play("3")
    guest.context.set_offline(False)
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")
    host.close()
    guest.close()


def expect_nothing_can_be_done(person: Person) -> None:
    """The line above the board says that the connection is lost, and moves wait until it is back."""
    expect(person.page.locator(".turn")).to_have_text(re.compile("lost|Connecting|offline"))
    expect(person.page.locator(".turn.yours, .target, .moves button:enabled, .actions button:enabled")).to_have_count(0)
    expect(person.page.locator(".beside button:enabled")).to_have_count(0)


def test_a_killed_server_is_waited_for(browser: Browser, tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        people = host, guest = meet(browser, server, "cross-over")
        rng = random.Random(2)
        for _ in range(2):
            play_on(people, rng, 2)
            server.kill()
            expect(host.page.locator(".connection")).to_contain_text("lost")
            expect_nothing_can_be_done(host)
            server.start()
            expect(host.page.locator(".connection")).to_have_text("")
            expect(guest.page.locator(".connection")).to_have_text("")
        play_on(people, rng)
        expect(host.page.locator(".turn")).to_have_text(WON)
        host.close()
        guest.close()
    finally:
        server.stop()


def test_a_lost_network_is_said_at_once_and_a_server_that_hangs_soon(browser: Browser, tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        person = Person(browser, server)
        person.make("cross-over")
        status = person.page.locator(".connection")
        person.context.set_offline(True)
        expect(status).to_have_text("You are offline. The game waits for you.")
        expect(person.page.locator(".turn")).to_have_text("You are offline. The game waits for you.")
        expect(person.page.locator(".moves button:disabled")).to_have_count(3)
        expect_nothing_can_be_done(person)
        person.context.set_offline(False)
        expect(status).to_have_text("")
        expect(person.page.locator(".turn.yours")).to_have_text("Your turn: choose a move.")
        expect(person.page.locator(".moves button:enabled")).to_have_count(3)
        expect(person.page.locator(".target")).to_have_count(3)
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGSTOP)
        person.page.locator(".moves button").first.click()
        expect(person.page.get_by_text("Your move was sent; the server has not answered yet.")).to_be_visible()
        expect(status).to_have_text(re.compile("Connection lost|Connecting"))
        os.kill(server.process.pid, signal.SIGCONT)
        expect(status).to_have_text("")
        expect(person.page.locator(".turn")).to_contain_text("Your friend is to move")  # the move had arrived after all
        person.close()
    finally:
        server.stop()
