"""Seats in real browsers: an invitation seats one person, and a seat belongs to a browser."""

import json
import subprocess
import sys

import pytest
from playwright.sync_api import Browser, expect

from headway.web.tables.seating import LINK_USED, OWN_SEAT, SEAT_TAKEN
from tests.patience import PATIENCE
from tests.served import Served
from tests.web.pages.person import Person


def test_the_first_to_open_an_invitation_sits_and_the_next_watch_and_are_told_so(
    browser: Browser, server: Served
) -> None:
    host, guest, late = (Person(browser, server) for _ in range(3))
    host.make_in_dialog("predictive-pursuit")
    link = host.invite
    guest.open(link)
    expect(guest.page.get_by_text("You (Player 2)")).to_be_visible()
    late.open(link)
    expect(late.page.get_by_text("You are watching.", exact=True)).to_be_visible()
    expect(late.page.get_by_role("alert")).to_have_text(SEAT_TAKEN)
    assert late.page.url == guest.page.url == host.page.url  # copied, the address invites spectators
    expect(host.page.get_by_label("Send this link to a friend")).to_have_count(0)
    host.play("2")
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")
    guest.play("2")
    guest.play("1")  # the guest's own secret
    expect(late.page.locator(".turn")).to_have_text("Player 1 is to guess.")
    assert late.moves == []
    assert [json.loads(text).get("moves", []) for text in late.received if '"moves"' in text] == [[], [], [], []]
    late.page.reload()
    expect(late.page.get_by_text("You are watching.", exact=True)).to_be_visible()
    guest.page.reload()
    expect(guest.page.get_by_text("You (Player 2)")).to_be_visible()
    guest.open(link)  # the same person, by the same link
    expect(guest.page.get_by_text("You (Player 2)")).to_be_visible()
    expect(guest.page.locator(".play > p[role=alert]")).to_have_text("")
    for person in (host, guest, late):
        person.close()


def test_a_player_who_waits_for_a_friend_sees_that(browser: Browser, server: Served) -> None:
    table, keys = server.make("cross-over")
    host = Person(browser, server)
    host.open(f"{server.url}/t/{table}#{keys[0]}")
    expect(host.page.locator(".turn")).to_contain_text("Your turn")
    host.play("3")
    expect(host.page.locator(".turn")).to_have_text("Your friend is to move, and has not opened the link yet.")
    server.sit(table, keys[1])
    expect(host.page.locator(".turn")).to_have_text("Player 2 is to move.")
    host.close()


def test_ones_own_invitation_leaves_one_on_ones_own_seat(browser: Browser, server: Served) -> None:
    host, guest = Person(browser, server), Person(browser, server)
    host.make_in_dialog("race-to-the-center")
    link = host.invite
    second = host.new_page()
    second.goto(link)
    expect(second.get_by_text("You (Player 1)")).to_be_visible()
    expect(second.get_by_role("alert")).to_have_text(OWN_SEAT)
    expect(second.get_by_label("Send this link to a friend")).to_have_value(link)
    guest.open(link)
    expect(guest.page.get_by_text("You (Player 2)")).to_be_visible()
    second.reload()
    expect(second.get_by_text("You (Player 1)")).to_be_visible()
    expect(second.locator(".play > p[role=alert]")).to_have_text("")
    host.close()
    guest.close()


def test_a_player_continues_on_another_device(browser: Browser, server: Served) -> None:
    table, keys = server.make("cross-over")
    host, guest = server.sit(table, keys[0]), Person(browser, server)
    guest.open(f"{server.url}/t/{table}#{keys[1]}")
    phone, other = Person(browser, server, width=360, height=640), Person(browser, server)
    guest.page.get_by_text("Continue on another device").click()
    guest.page.get_by_role("button", name="Make a link").click()
    link = guest.page.get_by_label("Your own seat, for one use").input_value()
    phone.open(link)
    expect(phone.page.get_by_text("You (Player 2)")).to_be_visible()
    other.open(link)
    expect(other.page.get_by_role("alert")).to_have_text(LINK_USED)
    host.play("3")
    expect(phone.page.locator(".turn")).to_contain_text("Your turn")
    phone.play("2")
    expect(guest.page.locator(".happened")).to_have_text("You move from 9 to 7.")
    phone.page.reload()
    expect(phone.page.get_by_text("You (Player 2)")).to_be_visible()
    for person in (guest, phone, other):
        person.close()


def test_a_terminal_takes_the_seat_and_a_browser_that_comes_later_watches(browser: Browser, server: Served) -> None:
    host, late = Person(browser, server), Person(browser, server)
    link = host.make("cross-over")
    host.play("3")
    expect(host.page.locator(".turn")).to_contain_text("Your friend is to move")
    command = [sys.executable, "-m", "headway", "join", link]
    left = subprocess.run(command, input="quit\n", capture_output=True, text=True, timeout=PATIENCE)
    assert "You are Player 2." in left.stdout
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as again:
        assert again.stdin is not None
        again.stdin.write("2\n")  # the same link on the same machine
        again.stdin.flush()
        expect(host.page.locator(".happened")).to_have_text("Player 2 moves from 9 to 7.")
        again.kill()
    late.open(link)
    expect(late.page.get_by_role("alert")).to_have_text(SEAT_TAKEN)
    host.close()
    late.close()


def test_a_terminal_that_comes_second_watches_and_is_told_so(browser: Browser, server: Served) -> None:
    host = Person(browser, server)
    link = host.make("cross-over")
    table, _, invitation = link.rpartition("/")[2].partition("#")
    assert server.sit(table, invitation, "a-key-of-the-guest").welcome["you"] == "P2"
    with subprocess.Popen([sys.executable, "-m", "headway", "join", link], stdout=subprocess.PIPE, text=True) as late:
        expect(host.page.locator(".links")).to_contain_text("1 watching")
        host.page.get_by_role("button", name="Resign").click()
        host.page.get_by_role("button", name="Yes, resign").click()
        told, _ = late.communicate(timeout=PATIENCE)
    assert "You are watching." in told
    assert SEAT_TAKEN in told
    host.close()


def test_a_link_of_an_earlier_version_that_a_browser_has_saved_still_opens_its_seat(
    browser: Browser, server: Served
) -> None:
    table, keys = server.make("cross-over")
    server.sit(table, keys[1])  # the link has been used without a key, so it is the key
    person = Person(browser, server)
    person.page.goto(server.url)
    saved = json.dumps({"token": keys[1], "invite": None})  # as version 0.1.0 saved it
    person.page.evaluate("([table, saved]) => localStorage.setItem(`headway.${table}`, saved)", [table, saved])
    person.open(f"{server.url}/t/{table}")
    expect(person.page.get_by_text("You (Player 2)")).to_be_visible()
    another = Person(browser, server)
    another.open(f"{server.url}/t/{table}#{keys[1]}")
    expect(another.page.get_by_text("You (Player 2)")).to_be_visible()
    another.page.reload()
    expect(another.page.get_by_text("You (Player 2)")).to_be_visible()
    person.close()
    another.close()


@pytest.mark.parametrize(
    "names",
    [
        ("token", "invite"),  # as version 0.1.0 saved them
        ("seatKey", "inviteKey"),
        ("seatKey", "inviteToken"),
    ],
)
def test_an_invitation_that_a_browser_has_saved_is_offered_again(
    names: tuple[str, str], browser: Browser, server: Served
) -> None:
    table, keys = server.make("cross-over")
    person = Person(browser, server)
    person.page.goto(server.url)
    saved = json.dumps(dict(zip(names, keys, strict=True)))
    person.page.evaluate("([table, saved]) => localStorage.setItem(`headway.${table}`, saved)", [table, saved])
    for _ in range(2):  # what is saved again opens too
        person.open(f"{server.url}/t/{table}")
        expect(person.page.get_by_text("You (Player 1)")).to_be_visible()
        assert person.invite == f"{server.url}/t/{table}#{keys[1]}"
    person.close()
