"""People at browsers of their own, who make tables, meet and play."""

import random
import re
import time
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocket, expect

from headway.catalogue import find
from tests.patience import PATIENCE
from tests.served import Served

WON = re.compile(r"^(You win|Player [12] wins|The computer wins)\.( [A-Z].*\.)?$")


class Person:
    """A person at a browser of their own, with every request made and every message received.

    Nothing on their pages is in motion unless `moving` is true.
    """

    def __init__(
        self,
        browser: Browser,
        server: Served,
        width: int = 900,
        height: int = 800,
        moving: bool = False,
        **options: Any,
    ) -> None:
        self.server = server
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="no-preference" if moving else "reduce",
            **options,
        )
        self.context.set_default_timeout(1000 * PATIENCE)
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

    def make(self, game: str, opponent: str = "human") -> str:
        """Make a table at which Player 1 begins, and sit down on that seat; gives the link to the other seat."""
        table, keys = self.server.make(game, opponent=opponent)
        address = f"{self.server.url}/t/{table}"
        self.open(f"{address}#{keys[0]}")
        expect(self.page).to_have_url(address)
        return f"{address}#{keys[1]}"

    def make_in_dialog(self, game: str, opponent: str = "human") -> None:
        """Make a table from the first page, and begin."""
        setup = self.set_up(game, opponent)
        setup.get_by_label("Who begins").select_option("P1")
        setup.get_by_role("button", name="Make a table" if opponent == "human" else "Play", exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(find(game).title)

    def set_up(self, game: str, opponent: str = "human") -> Locator:
        """The dialog that sets up a table of a game."""
        self.page.goto(self.server.url)
        card = self.page.get_by_role("article", name=find(game).title)
        card.get_by_role("button", name="Play a friend" if opponent == "human" else "Play the computer").click()
        setup = self.page.get_by_role("dialog")
        if opponent != "human" and find(game).has_choice:
            setup.get_by_label("Level").select_option(opponent)
        return setup

    def rules_of(self, game: str) -> Locator:
        """The dialog that sets up a table, with the rules unfolded."""
        setup = self.set_up(game)
        setup.get_by_text("Other rules").click()
        return setup

    @property
    def invite(self) -> str:
        """The link for a friend that the page shows to the person who has made the table in the dialog."""
        return self.page.get_by_label("Send this link to a friend").input_value()

    def resize(self, width: int, height: int = 800) -> None:
        """Give the window another size; what is drawn anew for it has been when this returns."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("width => innerWidth === width", arg=width)
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

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
        return self.page.get_by_role("link", name="Review the game").count() > 0

    def close(self) -> None:
        assert self.errors == []
        self.context.close()


def meet(browser: Browser, server: Served, game: str, **options: Any) -> tuple[Person, Person]:
    """Two people at one table, the second by the link of the first."""
    host, guest = Person(browser, server, **options), Person(browser, server, **options)
    guest.open(host.make(game))
    expect(guest.page.get_by_text("You (Player 2)")).to_be_visible()
    # until it goes, a click may miss what moves up with it
    expect(host.page.get_by_role("button", name="Let a computer play")).to_be_hidden()
    return host, guest


def play_on(people: tuple[Person, Person], rng: random.Random, plies: int = 300) -> None:
    """Random moves, by the person who has some, until the game is over or this many plies are made."""
    for _ in range(plies):
        until = time.monotonic() + PATIENCE
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


def top(element: Locator) -> float:
    """The upper edge of an element on the screen, in pixels."""
    box = element.bounding_box()
    assert box is not None
    return box["y"]


def bottom(element: Locator) -> float:
    """The lower edge of an element on the screen, in pixels."""
    box = element.bounding_box()
    assert box is not None
    return box["y"] + box["height"]
