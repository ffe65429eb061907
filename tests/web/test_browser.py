"""The pages in a real browser, on a real server: people who play, refresh, lose the network, and only use keys."""

import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocket, expect, sync_playwright

from headway.catalogue import find, names
from headway.table.outcome import Result
from headway.table.record import read
from tests.served import Served

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 15_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium is installed here")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, "--no-first-run"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(f"sqlite:///{tmp_path_factory.mktemp('pages')}/tables.sqlite3")
    yield served
    served.stop()


class Person:
    """Somebody at a browser of their own; every request and everything received is kept."""

    def __init__(self, browser: Browser, server: Served, width: int = 900, **options: Any) -> None:
        self.server = server
        self.context: BrowserContext = browser.new_context(viewport={"width": width, "height": 800}, **options)
        self.context.set_default_timeout(PATIENCE)
        self.requests: list[str] = []
        self.received: list[str] = []
        self.errors: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", self._listen)
        return page

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.received.append(str(data)))

    def make(self, game: str, opponent: str = "human") -> None:
        """Make a table from the first page."""
        self.page.goto(self.server.url)
        card = self.page.get_by_role("article", name=find(game).title)
        card.get_by_label("Play against").select_option(opponent)
        card.get_by_role("button", name="Make a table" if opponent == "human" else "Play", exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(find(game).title)

    def rules_of(self, game: str) -> Locator:
        """The first page's card of a game, with its rules unfolded."""
        self.page.goto(self.server.url)
        card = self.page.get_by_role("article", name=find(game).title)
        card.get_by_text("Other rules").click()
        return card

    @property
    def invite(self) -> str:
        return self.page.get_by_label("Send this link to a friend").input_value()

    def open(self, link: str) -> None:
        self.page.goto(link)
        self.page.locator(".turn").wait_for()

    @property
    def moves(self) -> list[str]:
        return [
            str(move)
            for move in self.page.eval_on_selector_all(".moves button:enabled", "all => all.map(b => b.dataset.move)")
        ]

    @property
    def turn(self) -> str:
        return self.page.locator(".turn").inner_text()

    def play(self, move: str) -> None:
        self.page.locator(f'.moves button[data-move="{move}"]').click()

    @property
    def is_over(self) -> bool:
        return self.page.get_by_role("button", name="Review the game").count() > 0

    def close(self) -> None:
        assert self.errors == []
        self.context.close()


def meet(browser: Browser, server: Served, game: str) -> tuple[Person, Person]:
    """Two people at one table, the second by the link of the first."""
    host, guest = Person(browser, server), Person(browser, server)
    host.make(game)
    guest.open(host.invite)
    expect(guest.page.get_by_text("You are Player 2")).to_be_visible()
    return host, guest


def play_on(people: tuple[Person, Person], rng: random.Random, plies: int = 300) -> None:
    """Random moves, by whoever has some, until the game is over or so many are made."""
    for _ in range(plies):
        until = time.monotonic() + PATIENCE / 1000
        while not any(person.moves for person in people):
            if all(person.is_over for person in people):
                return
            assert time.monotonic() < until, [person.turn for person in people]
            time.sleep(0.02)
        mover = next(person for person in people if person.moves)
        moves = mover.moves
        if moves:
            mover.play(rng.choice(moves))
            mover.page.wait_for_function("move => !document.querySelector('.moves button:disabled')", arg="")


@pytest.mark.parametrize("game", names())
def test_two_browsers_play_to_the_end_by_link(game: str, browser: Browser, server: Served, tmp_path: Path) -> None:
    people = host, guest = meet(browser, server, game)
    play_on(people, random.Random(game))
    expect(host.page.locator(".end h2")).to_contain_text("has won")
    assert ("that is you" in host.turn) != ("that is you" in guest.turn)
    host.page.get_by_role("button", name="Review the game").click()
    expect(host.page.locator(".chart text")).to_have_text(["0 %", "50 %", "100 %"])
    with host.page.expect_download() as download:
        host.page.get_by_role("link", name="Download the record").click()
    path = tmp_path / "record.jsonl"
    download.value.save_as(path)
    assert read(path).table.result in (Result.P1, Result.P2)
    if find(game).is_dealt:
        host.page.get_by_role("button", name="Check the dice").click()
        expect(
            host.page.get_by_text(re.compile(r"Checked: the seed is the one .* all \d+ rolls follow"))
        ).to_be_visible()
    guest.page.get_by_role("button", name="Rematch").click()
    host.page.get_by_role("button", name="Accept").click()
    expect(host.page.get_by_text("You are Player 2")).to_be_visible()  # the seats have swapped
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")  # and the other person begins
    own = server.url
    assert all(url.startswith((own, "data:", "blob:")) for person in people for url in person.requests)
    host.close()
    guest.close()


def test_on_a_phone_everything_fits(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=360, has_touch=True, is_mobile=True)
    for game in names():
        person.make(game, "1")
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
    person.page.get_by_role("article", name="Capture the Flag").get_by_label("Play against").focus()
    person.page.keyboard.type("computer, level 1")
    person.page.keyboard.press("Enter") if person.page.url.endswith("/") else None
    for _ in range(6):
        if person.page.evaluate("document.activeElement.matches('button.main')"):
            break
        person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    person.page.locator(".moves button").first.wait_for()
    person.page.keyboard.press("ArrowRight")  # from nowhere, or the first, to a move
    person.page.keyboard.press("ArrowDown")  # to another soldier
    piece = person.page.evaluate("document.activeElement.dataset.move").split()[0]
    person.page.keyboard.press("2")
    expect(person.page.locator(".log li").nth(1)).to_contain_text(f"moves {piece} forward 2")
    person.make("number-race", "random")
    person.page.locator(".moves button").first.wait_for()
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".die")).to_be_visible()
    person.close()


def test_a_refresh_a_second_tab_and_the_back_button_come_back_to_the_seat(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "cross-over")
    host.play("3")
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")
    guest.page.reload()
    expect(guest.page.get_by_text("You are Player 2")).to_be_visible()
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")
    assert "#" not in guest.page.url  # the address that people copy lets others watch, not play
    tab = guest.new_page()
    tab.goto(guest.page.url)
    expect(tab.get_by_text("You are Player 2")).to_be_visible()
    guest.page.goto(server.url)
    guest.page.go_back()
    expect(guest.page.get_by_text("You are Player 2")).to_be_visible()
    guest.play("2")
    expect(tab.locator(".log li").last).to_contain_text("Player 2 moves to position 7")
    host.close()
    guest.close()


def test_a_cut_link_or_the_friends_link_costs_nobody_their_seat(browser: Browser, server: Served) -> None:
    host = Person(browser, server)
    host.make("cross-over")
    page, invite = host.page.url, host.invite
    host.page.goto("about:blank")
    host.open(f"{page}#cut")
    expect(host.page.get_by_text("You are Player 1")).to_be_visible()
    expect(host.page.get_by_role("alert")).to_contain_text("You have your own seat.")
    tab = host.new_page()
    tab.goto(invite)  # the host tries the friend's link
    expect(tab.get_by_text("You are Player 2")).to_be_visible()
    host.page.reload()
    expect(host.page.get_by_text("You are Player 1")).to_be_visible()
    tab.reload()
    expect(tab.get_by_text("You are Player 2")).to_be_visible()
    stranger = Person(browser, server)
    stranger.open(f"{page}#cut")
    expect(stranger.page.get_by_text("You are watching.")).to_be_visible()
    host.close()
    stranger.close()


def test_a_crowd_on_one_square_is_counted(browser: Browser, server: Served) -> None:
    table, tokens = server.make("capture-the-flag", rules={"soldiers": 9, "length": 40})
    person = Person(browser, server, width=360)
    person.open(f"{server.url}/t/{table}#{tokens[0]}")
    expect(person.page.locator(".side0 text").first).to_have_text("9\N{MULTIPLICATION SIGN}S")
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    person.close()


def test_a_lost_network_is_told_and_mended(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "cross-over")
    guest.context.set_offline(True)
    guest.page.evaluate("window.dispatchEvent(new Event('offline'))")
    host.play("3")
    guest.context.set_offline(False)
    expect(guest.page.locator(".turn")).to_contain_text("Your turn", timeout=40_000)
    host.close()
    guest.close()


def test_a_killed_server_is_waited_for(browser: Browser, tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        people = host, guest = meet(browser, server, "cross-over")
        rng = random.Random(2)
        for _ in range(2):
            play_on(people, rng, 2)
            server.kill()
            expect(host.page.locator(".status")).to_contain_text("lost")
            server.start()
            expect(host.page.locator(".status")).to_have_text("", timeout=20_000)
            expect(guest.page.locator(".status")).to_have_text("", timeout=20_000)
        play_on(people, rng)
        expect(host.page.locator(".end h2")).to_contain_text("has won")
        host.close()
        guest.close()
    finally:
        server.stop()


def test_a_browser_plays_against_a_terminal(browser: Browser, server: Served) -> None:
    host = Person(browser, server)
    host.make("race-to-the-center")
    command = [sys.executable, "-m", "headway", "join", host.invite]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        host.play("1")
        assert process.stdin is not None
        process.stdin.write("2\n")
        process.stdin.flush()
        expect(host.page.locator(".log li").nth(2)).to_contain_text("Player 2")
        expect(host.page.locator(".turn")).to_contain_text("Your turn")
        host.page.get_by_role("button", name="Resign").click()
        host.page.get_by_role("button", name="Yes, resign").click()
        told, _ = process.communicate(timeout=20)
    assert "Player 1 resigns. Player 2 wins the game!" in told
    host.close()


def test_a_spectator_sees_and_cannot_move(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "cross-over")
    watcher = Person(browser, server)
    watcher.open(host.page.url)
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    host.play("3")
    expect(watcher.page.locator(".log li").last).to_contain_text("Player 1 moves to position 4")
    assert watcher.moves == []
    assert watcher.page.get_by_role("button", name="Resign").count() == 0
    for person in (host, guest, watcher):
        person.close()


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
        expect(watcher.page.locator(".turn")).to_contain_text("Player 2's turn")
        changing = r'"(commitment|seed)":"\w+"|"present":\{.*?\}'  # chance, and when people came
        told = [re.sub(changing, "", text) for text in guest.received + watcher.received]
        told = [text for text in told if not text.startswith('{"type":"p')]  # who is there, and answers to pings
        pages = [person.page.locator("main").inner_html() for person in (guest, watcher)]
        seen.append(
            (told, [re.sub(r"http\S+|by \w{16}…", "", page) for page in pages], host.page.locator("main").inner_text())
        )
        guest.play("1")
        expect(guest.page.locator(".log li").last).to_contain_text(f"Player 1 chose {choice}.")
        for person in (host, guest, watcher):
            person.close()
    assert seen[0][:2] == seen[1][:2]
    assert re.sub(r"http\S+", "", seen[0][2]) == re.sub(r"http\S+", "", seen[1][2])  # nor over the chooser's shoulder


def test_axe_finds_nothing_serious(browser: Browser, server: Served) -> None:
    for scheme in ("light", "dark"):
        person = Person(browser, server, color_scheme=scheme)
        person.page.goto(server.url)
        person.page.get_by_role("article").first.wait_for()
        found = [serious(person.page)]
        for game in names():
            person.make(game, "1")
            person.page.locator(".moves button, .turn").first.wait_for()
            found.append(serious(person.page))
        person.page.get_by_role("button", name="Resign").click()
        person.page.get_by_role("button", name="Yes, resign").click()
        person.page.get_by_role("button", name="Review the game").click()
        person.page.locator(".chart").wait_for()
        found.append(serious(person.page))
        person.page.goto(f"{server.url}/rules/cross-over")
        person.page.locator(".rulebook").wait_for()
        found.append(serious(person.page))
        assert found == [[]] * len(found)
        person.close()


def serious(page: Page) -> list[str]:
    results = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in results
        if each["impact"] in ("serious", "critical")
    ]


def test_every_turn_is_told_to_screen_readers(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "race-to-the-center")
    host.play("2")
    heard = guest.page.locator("[aria-live=polite]")
    expect(heard).to_contain_text("Player 1")
    expect(heard).to_contain_text("Your turn")
    assert "P1 on 2" in str(guest.page.locator(".track svg").get_attribute("aria-label"))
    host.close()
    guest.close()


def test_reduced_motion_is_respected(browser: Browser, server: Served) -> None:
    person = Person(browser, server, reduced_motion="reduce")
    person.make("cross-over", "1")
    person.page.locator(".piece").first.wait_for(state="attached")
    assert person.page.eval_on_selector(".piece", "piece => getComputedStyle(piece).transitionDuration") == "0s"
    person.close()


def test_the_first_page_is_light(server: Served) -> None:
    """All of it: the page, its style and scripts, and what they ask for."""
    import urllib.request

    paths = ["/", "/pages/style.css", "/pages/icon.svg", "/api/games", "/api/opponents"]
    paths += [f"/pages/{name}.js" for name in ("app", "dom", "start", "memory", "track")]
    total = 0
    for path in paths:
        request = urllib.request.Request(server.url + path, headers={"accept-encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
            total += len(body)
            if answer.headers.get("content-encoding") == "gzip":
                assert gzip.decompress(body)
    assert total < 60_000


def test_a_link_that_opens_nothing_says_so(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.page.goto(f"{server.url}/t/nothing-here")
    expect(person.page.get_by_role("alert")).to_contain_text("There is no such table.")
    person.page.goto(f"{server.url}/nothing")
    expect(person.page.get_by_role("alert")).to_contain_text("There is nothing at this address.")
    person.page.goto(f"{server.url}/rules/chess")
    expect(person.page.get_by_role("alert")).to_contain_text("chess")
    assert json.loads(json.dumps(person.errors)) == []
    person.close()


def test_the_first_page_lists_the_tables_where_one_has_a_seat(browser: Browser, server: Served) -> None:
    one = Person(browser, server)
    one.page.goto(server.url)
    expect(one.page.get_by_role("article").first).to_be_visible()
    assert one.page.get_by_role("region", name="Your open tables").count() == 0
    one.make("cross-over")
    friend = Person(browser, server)
    friend.open(one.invite)
    one.page.goto(server.url)
    one.page.get_by_role("region", name="Your open tables").get_by_role("link", name="Cross Over").click()
    expect(one.page.get_by_text("You are Player 1")).to_be_visible()
    one.page.get_by_role("button", name="Resign").click()
    one.page.get_by_role("button", name="Yes, resign").click()
    expect(one.page.get_by_text("Player 2 has won").first).to_be_visible()
    one.page.goto(server.url)
    expect(one.page.get_by_role("article").first).to_be_visible()
    assert one.page.get_by_role("region", name="Your open tables").count() == 0
    one.close()
    friend.close()


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


def test_a_board_that_is_none_is_refused_in_one_line(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    card = person.rules_of("number-race")
    card.get_by_label("Board").fill("4,abc")
    card.get_by_role("button", name="Make a table").click()
    expect(card.get_by_role("alert")).to_have_text(
        "“4,abc” is no board. Enter whole numbers with commas between them, or nothing."
    )
    person.close()


def test_a_lost_network_is_said_at_once_and_a_server_that_hangs_soon(browser: Browser, tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        person = Person(browser, server)
        person.make("cross-over")
        status = person.page.locator(".status")
        person.context.set_offline(True)
        expect(status).to_have_text("You are offline. The game waits for you.", timeout=3000)
        person.context.set_offline(False)
        expect(status).to_have_text("")
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGSTOP)
        person.page.locator(".moves button").first.click()
        expect(person.page.get_by_text("Your move is sent; the server has not answered yet.")).to_be_visible()
        expect(status).to_have_text(re.compile("The connection is lost|Connecting"), timeout=30_000)
        os.kill(server.process.pid, signal.SIGCONT)
        expect(status).to_have_text("", timeout=30_000)
        expect(person.page.locator(".turn")).to_have_text("Player 2's turn.")  # the move had arrived after all
        person.close()
    finally:
        server.stop()


def test_the_promise_of_the_dice_is_there_before_the_first_roll(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.make("number-race")
    person.page.get_by_text("Dice: fixed before the game by").click()
    promised = person.page.locator(".hash").inner_text()
    assert re.fullmatch("[0-9a-f]{64}", promised)
    person.make("cross-over")
    assert person.page.get_by_text("Dice: fixed").count() == 0
    person.close()


def test_a_wrong_rule_is_shown_even_where_the_rules_are_folded_away(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    card = person.rules_of("cross-over")
    card.get_by_label("Length").fill("0")
    card.get_by_text("Other rules").click()
    card.get_by_role("button", name="Make a table").click()
    expect(card.get_by_label("Length")).to_be_focused()
    person.close()


def test_what_happened_is_seen_before_the_computer_answers_it(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.make("number-race", "random")
    person.page.locator(".moves button").first.click()
    expect(person.page.locator(".happened")).to_contain_text("Player 1: You rolled a")
    expect(person.page.locator("figure")).to_contain_text("Player 1 rolled")
    expect(person.page.locator(".happened")).to_contain_text("Player 2: You rolled a")
    person.close()


def test_a_table_is_set_up_as_the_form_says(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.page.goto(server.url)
    for game in names():
        card = person.page.get_by_role("article", name=find(game).title)
        expect(card.get_by_text(find(game).words.SUMMARY)).to_be_visible()
        expect(card.locator("svg .piece").first).to_be_visible()
    card = person.rules_of("cross-over")
    card.get_by_label("Play against").select_option("human")
    card.get_by_label("First to move").select_option("P2")
    card.get_by_label("Wins needed").fill("2")
    card.get_by_label("Length").fill("12")
    card.get_by_role("button", name="Make a table").click()
    expect(person.page.locator(".who")).to_contain_text("First to 2 wins")
    expect(person.page.locator(".who")).to_contain_text("Rules: length 12.")
    expect(person.page.locator(".turn")).to_have_text("Player 2's turn.")
    assert "from 1 to 12" in str(person.page.locator(".track svg").get_attribute("aria-label"))
    person.page.goto(server.url)
    person.page.get_by_role("link", name="Rules of Cross Over").click()
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("Cross Over")
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
    expect(guest.page.locator(".log")).to_contain_text("Player 1 does not agree to a draw.")
    host.page.get_by_role("button", name="Offer a draw").click()
    guest.page.get_by_role("button", name="Accept").click()
    for person in (host, guest):
        expect(person.page.locator(".turn")).to_have_text("A draw.")
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
    expect(person.page.locator(".who")).to_contain_text("Player 2 is the computer, perfect.")
    person.page.locator(".moves button").first.click()
    expect(person.page.locator(".turn")).to_contain_text("Your turn")
    person.close()
