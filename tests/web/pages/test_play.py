"""Games played in browsers: by link, against a computer and against a terminal."""

import random
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from headway.catalogue import find, names
from headway.table.outcome import Result
from headway.table.record import read
from headway.table.repetition import REPEATED
from tests.patience import PATIENCE, wait_until
from tests.served import Served
from tests.web.pages.person import WON, Person, meet, play_on
from tests.web.pages.terminal_player import TerminalPlayer
from tests.web.pages.test_board import QUICK, make_a_move_by_keys, wait_for_turn


@pytest.mark.parametrize("game", names())
def test_two_browsers_play_to_the_end_by_link(game: str, browser: Browser, server: Served, tmp_path: Path) -> None:
    people = host, guest = meet(browser, server, game)
    play_on(people, random.Random(game))
    expect(host.page.locator(".turn")).to_have_text(WON)
    assert sorted([person.turn.startswith("You win. ") for person in people]) == [False, True]
    host.page.get_by_role("link", name="Review the game").click()
    expect(host.page.get_by_role("img", name="at the start")).to_be_visible()
    host.page.get_by_role("link", name="The table").click()
    with host.page.expect_download() as download:
        host.page.get_by_role("link", name="Download the record").click()
    path = tmp_path / "record.jsonl"
    download.value.save_as(path)
    assert read(path).table.result in (Result.P1, Result.P2)
    if find(game).is_dealt:
        host.page.get_by_role("button", name="Check the dice").click()
        expect(
            host.page.get_by_text(
                re.compile(r"The seed matches the commitment, and the record has the \d+ rolls that follow")
            )
        ).to_be_visible()
    guest.page.get_by_role("button", name="Rematch").click()
    host.page.get_by_role("button", name="Accept").click()
    expect(host.page.get_by_text("You (Player 2)")).to_be_visible()  # the seats have swapped
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")  # and the other person begins
    own = server.url
    assert all(url.startswith((own, "data:", "blob:")) for person in people for url in person.requests)
    host.close()
    guest.close()


def test_a_browser_plays_against_a_terminal(browser: Browser, server: Served) -> None:
    host = Person(browser, server)
    command = [sys.executable, "-m", "headway", "join", host.make("race-to-the-center")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        host.play("1")
        assert process.stdin is not None
        process.stdin.write("2\n")
        process.stdin.flush()
        expect(host.page.locator(".happened")).to_contain_text("Player 2")
        expect(host.page.locator(".turn")).to_contain_text("Your turn")
        host.page.get_by_role("button", name="Resign").click()
        host.page.get_by_role("button", name="Yes, resign").click()
        told, _ = process.communicate(timeout=PATIENCE)
    assert "Player 1 resigns. You win the game!" in told
    host.close()


@pytest.mark.parametrize("game", names())
def test_a_browser_plays_to_the_end_against_a_terminal(game: str, browser: Browser, server: Served) -> None:
    table, keys = server.make(game, rules=QUICK.get(game, {}))
    host = Person(browser, server)
    host.open(f"{server.url}/t/{table}#{keys[0]}")
    terminal = TerminalPlayer(f"{server.url}/t/{table}#{keys[1]}", random.Random(game))
    rng = random.Random(game)
    while wait_for_turn(host):
        make_a_move_by_keys(host, rng)
    told = terminal.wait()
    assert ("Player 1 wins. " if host.turn.startswith("You win. ") else "You win. ") in told
    host.close()


def test_a_spectator_sees_and_cannot_move(browser: Browser, server: Served) -> None:
    table, keys = server.make("cross-over")
    one, _ = (server.sit(table, key) for key in keys)
    watcher = Person(browser, server)
    watcher.open(f"{server.url}/t/{table}")
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    one.play("3")
    expect(watcher.page.locator(".happened")).to_have_text("Player 1 moves from 1 to 4.")
    assert watcher.moves == []
    assert watcher.page.get_by_role("button", name="Resign").count() == 0
    watcher.close()


def told_to_guesser(choice: str) -> str:
    """What the guesser reads after guessing 1."""
    return (
        "You guessed 1, which was correct; Player 1 stays on 0."
        if choice == "1"
        else "You guessed 1; Player 1 had chosen 2 and moves to 2."
    )


def test_no_byte_shows_a_secret_before_the_guess(browser: Browser, server: Served) -> None:
    """All that the guesser and a spectator have received, and their pages, are alike for both choices."""
    seen = []
    for choice in ("1", "2"):
        host, guest = meet(browser, server, "predictive-pursuit")
        watcher = Person(browser, server)
        watcher.open(host.page.url)
        for person in (host, guest, watcher):
            expect(person.page.locator(".links")).to_contain_text("1 watching")
        host.play(choice)
        expect(guest.page.locator(".turn")).to_contain_text("Your turn")
        expect(host.page.get_by_text("Your choice is made.")).to_be_visible()
        expect(watcher.page.locator(".turn")).to_have_text("Player 2 is to guess.")
        changing = r'"(commitment|seed)":"\w+"|"present":\{.*?\}'  # chance, and when people came
        told = [re.sub(changing, "", text) for text in guest.received + watcher.received]
        told = [text for text in told if not text.startswith('{"type":"p')]  # who is there, and answers to pings
        pages = [person.page.locator("main").inner_html() for person in (guest, watcher)]
        seen.append(
            (
                told,
                [re.sub(r"http\S+|/t/[\w-]+|by \w{16}…", "", page) for page in pages],
                host.page.locator("main").inner_text(),
            )
        )
        guest.play("1")
        expect(guest.page.locator(".happened")).to_have_text(told_to_guesser(choice))
        for person in (host, guest, watcher):
            person.close()
    assert seen[0][:2] == seen[1][:2]
    assert re.sub(r"http\S+", "", seen[0][2]) == re.sub(r"http\S+", "", seen[1][2])  # nor over the chooser's shoulder


def test_the_promise_of_the_dice_is_there_before_the_first_roll(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.make("number-race")
    person.page.get_by_text("How the dice are rolled").click()
    promised = person.page.locator(".hash").inner_text()
    assert re.fullmatch("[0-9a-f]{64}", promised)
    person.make("cross-over")
    assert person.page.get_by_text("How the dice are rolled").count() == 0
    person.close()


def test_what_happened_is_seen_before_the_computer_answers_it(browser: Browser, server: Served) -> None:
    person = Person(browser, server, moving=True)
    person.make("number-race", "random")
    person.page.locator(".moves button").first.click()
    expect(person.page.locator(".happened")).to_have_text(re.compile(r"^The die shows \d; .*you (move|stay) "))
    expect(person.page.locator(".die")).to_be_visible()
    expect(person.page.locator(".happened")).to_have_text(
        re.compile(r"^The die shows \d; .*the computer (moves|stays) ")
    )
    person.close()


def test_a_move_is_taken_back_a_draw_agreed_and_a_link_copied(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "cross-over")
    host.play("3")
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")
    host.page.get_by_role("button", name="Take back").click()
    guest.page.get_by_role("button", name="Accept").click()
    expect(host.page.locator(".turn")).to_contain_text("Your turn")
    guest.page.get_by_role("button", name="Offer a draw").click()
    host.page.get_by_role("button", name="Decline").click()
    expect(guest.page.locator(".happened")).to_contain_text("Player 1 does not agree to a draw.")
    host.page.get_by_role("button", name="Offer a draw").click()
    guest.page.get_by_role("button", name="Accept").click()
    for person in (host, guest):
        expect(person.page.locator(".turn")).to_have_text("The game is a draw. Both players agreed.")
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.page.get_by_text("Link to watch").click()
    host.page.get_by_role("button", name="Copy").click()
    expect(host.page.get_by_role("button", name="Copied")).to_be_visible()
    assert host.page.evaluate("navigator.clipboard.readText()") == host.page.url
    host.close()
    guest.close()


def test_a_computer_takes_the_seat_of_a_table_that_waits(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.make("race-to-the-center")
    person.page.get_by_label("Which computer").select_option("perfect")
    person.page.get_by_role("button", name="Let a computer play").click()
    expect(person.page.locator(".players")).to_contain_text("Computer, perfect")
    person.page.locator(".moves button").first.click()
    expect(person.page.locator(".turn")).to_contain_text("Your turn")
    person.close()


def test_a_position_that_comes_back_is_told_and_a_draw_offered(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "predictive-pursuit")
    for ply in range(8):
        mover = host if ply % 4 in (0, 3) else guest
        expect(mover.page.locator(".turn")).to_contain_text("Your turn")
        mover.play("1")
    for person in (host, guest):
        expect(person.page.get_by_role("group", name="A draw")).to_contain_text(REPEATED)
        expect(person.page.locator("[aria-live=polite]")).to_contain_text(REPEATED)
    guest.page.get_by_role("button", name="Offer a draw now").click()
    host.page.get_by_role("button", name="Accept").click()
    for person in (host, guest):
        expect(person.page.locator(".turn")).to_have_text("The game is a draw. Both players agreed.")
        expect(person.page.get_by_role("group", name="A draw")).to_have_count(0)
        person.close()


def test_a_draw_for_a_repeated_position_is_offered_to_a_computer_only_after_a_question(
    browser: Browser, server: Served
) -> None:
    """The computer may agree, which ends the game. The server is made to say that the position has come back."""
    sent: list[str] = []

    def repeat(socket: WebSocketRoute) -> None:
        to_server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            sent.append(str(message))
            to_server.send(message)

        socket.on_message(pass_on)
        told = f'"draw_reason":"{REPEATED}"'
        to_server.on_message(lambda message: socket.send(str(message).replace('"draw_reason":null', told)))

    person = Person(browser, server)
    person.page.route_web_socket(re.compile("/ws/"), repeat)
    person.make("cross-over", "1")
    card = person.page.get_by_role("group", name="A draw")
    card.get_by_role("button", name="Offer a draw now").click()
    expect(card).to_contain_text("Do you offer a draw, which may end the game at once?")
    card.get_by_role("button", name="No", exact=True).click()
    assert not any("offer" in message for message in sent)
    card.get_by_role("button", name="Offer a draw now").click()
    card.get_by_role("button", name="Yes, offer it").click()
    expect(card.get_by_role("button", name="Offer a draw now")).to_be_visible()
    wait_until(lambda: any("offer" in message for message in sent))
    person.close()


def test_what_a_player_has_opened_stays_open_when_a_spectator_comes(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.make("number-race")
    person.page.get_by_text("Continue on another device").click()
    person.page.get_by_text("How the dice are rolled").click()
    person.page.get_by_role("button", name="Make a link").click()
    expect(person.page.get_by_label("Your own seat, for one use")).to_be_visible()
    spectator = Person(browser, server)
    spectator.open(person.page.url)
    expect(person.page.get_by_text("Link to watch (1 watching)")).to_be_visible()
    expect(person.page.get_by_label("Your own seat, for one use")).to_be_visible()
    expect(person.page.locator(".hash")).to_be_visible()
    expect(spectator.page.get_by_label("Anyone with this link can watch")).to_be_visible()
    spectator.close()
    person.close()


def test_the_computer_that_a_player_has_chosen_stays_chosen_when_a_spectator_comes(
    browser: Browser, server: Served
) -> None:
    person = Person(browser, server)
    person.make("cross-over")
    person.page.get_by_label("Which computer").select_option("9")
    person.page.evaluate("document.activeElement.blur()")
    watching = server.sit(urlsplit(person.page.url).path.rpartition("/")[2], None)
    expect(person.page.get_by_text("Link to watch (1 watching)")).to_be_visible()
    expect(person.page.get_by_label("Which computer")).to_have_value("9")
    watching.close()
    person.close()
