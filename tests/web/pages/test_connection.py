"""The connection of a page: reloads, several tabs, lost networks and restarted servers."""

import json
import os
import random
import re
import signal
from pathlib import Path

from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.served import Served
from tests.web.pages.person import WON, Person, meet, play_on


def test_a_refresh_a_second_tab_and_the_back_button_come_back_to_the_seat(browser: Browser, server: Served) -> None:
    table, keys = server.make("cross-over")
    guest = Person(browser, server)
    guest.open(f"{server.url}/t/{table}#{keys[1]}")
    server.sit(table, keys[0]).play("3")
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
    guest.close()


def test_a_truncated_link_or_the_friends_link_takes_no_seat_away(browser: Browser, server: Served) -> None:
    host = Person(browser, server)
    invite = host.make("cross-over")
    page = host.page.url
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
    table, keys = server.make("cross-over")
    host, guest = server.sit(table, keys[0]), Person(browser, server)
    guest.open(f"{server.url}/t/{table}#{keys[1]}")
    expect(guest.page.get_by_text("You (Player 2)")).to_be_visible()
    guest.context.set_offline(True)
    guest.page.evaluate("window.dispatchEvent(new Event('offline'))")
    host.play("3")
    guest.context.set_offline(False)
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")
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


def test_no_move_can_be_made_until_the_last_one_is_answered(browser: Browser, server: Served) -> None:
    """Neither after a look at an earlier moment nor after an error about something else."""
    table, keys = server.make("cross-over")
    other, person = server.sit(table, keys[1]), Person(browser, server)
    sockets: list[tuple[WebSocketRoute, WebSocketRoute]] = []
    held: list[str] = []

    def hold_the_second_move(socket: WebSocketRoute) -> None:
        to_server = socket.connect_to_server()
        sockets.append((socket, to_server))
        socket.on_message(
            lambda message: held.append(str(message)) if '"ply":2' in str(message) else to_server.send(message)
        )

    person.page.route_web_socket(re.compile("/ws/"), hold_the_second_move)
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    person.play("3")
    other.until(1)
    other.play("2")
    expect(person.page.locator(".turn.yours")).to_be_visible()
    person.play("1")
    moves = person.page.locator(".moves button:enabled, .target")
    expect(moves).to_have_count(0)
    person.page.get_by_role("link", name="1. Player 1 P1 to 4").click()
    person.page.get_by_role("button", name="Back to the game").click()
    expect(moves).to_have_count(0)
    [(socket, to_server)] = sockets
    socket.send(json.dumps({"type": "error", "error": "no-offer", "message": "There is no such offer.", "done": 99}))
    expect(person.page.get_by_text("There is no such offer.")).to_be_visible()
    expect(moves).to_have_count(0)
    [message] = held
    refused = {"type": "error", "error": "outcome-unknown", "message": "Try again.", "done": json.loads(message)["id"]}
    socket.send(json.dumps(refused))
    expect(moves.first).to_be_visible()
    to_server.send(message)
    expect(person.page.locator(".move-list li")).to_have_count(3)
    person.close()


def with_stopped_clock(browser: Browser, server: Served) -> Person:
    """A person at the start page, whose time passes only when the test says so."""
    person = Person(browser, server)
    person.page.clock.install(time=0)
    person.page.clock.pause_at(1)
    person.page.goto(server.url)
    return person


def test_a_slow_answer_is_mentioned_only_of_the_move_that_waits_for_it(browser: Browser, server: Served) -> None:
    person = with_stopped_clock(browser, server)
    person.page.evaluate(
        """async () => {
          const { MoveSender } = await import("/pages/move_sender.js");
          const fixed = { has_chance: false };
          const state = { canMove: true, isConnected: true, unanswered: null, now: { ply: 0 }, you: "P1", fixed };
          let id = 0;
          window.told = [];
          window.sender = new MoveSender("a-table", state, () => ++id, (text) => told.push(text));
          sender.send("1");
        }"""
    )
    for end in ("sender.onNews({ type: 'news', done: 1 })", "sender.onError(2)"):
        person.page.clock.run_for(2000)
        person.page.evaluate(f"{end}; sender.send('1')")  # the same move again
    person.page.clock.run_for(2000)
    assert person.page.evaluate("told") == []
    person.page.clock.run_for(1500)
    assert len(person.page.evaluate("told")) == 1
    person.close()


def test_a_connection_that_is_closed_listens_to_nothing(browser: Browser, server: Served) -> None:
    person = with_stopped_clock(browser, server)
    person.page.evaluate(
        """async () => {
          const { Connection } = await import("/pages/connection.js");
          window.WebSocket = class { close() {} };
          const connection = new Connection("a-table", {}, { onMessage() {}, onStatus() {} });
          window.called = [];
          for (const name of ["reconnect", "drop", "check"]) connection[name] = () => called.push(name);
          window.happen = () => ["online", "offline"].map((name) => dispatchEvent(new Event(name)));
          happen();
          window.connection = connection;
        }"""
    )
    person.page.clock.run_for(6000)
    assert person.page.evaluate("called.splice(0)") == ["reconnect", "drop", "check"]
    person.page.evaluate("connection.close(); happen()")
    person.page.clock.run_for(20_000)
    assert person.page.evaluate("called") == []
    person.close()
