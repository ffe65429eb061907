"""The analysis board, links to positions, records that are dropped, and the review as a page."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from headway.catalogue import find, names
from headway.table.table import Table
from tests.patience import PATIENCE
from tests.served import Served
from tests.table.records import random_table, text_of
from tests.web.pages.person import Person, bottom, meet, top

BOOK = Table(find("cross-over"))
AFTER_TWO = BOOK.play("3").play("2")
WON = AFTER_TWO.play("1").play("1").play("2").play("1").play("3")
MISTAKES = BOOK.play("1").play("1").play("3")
SCREENS = [(320, 640), (360, 640), (1280, 800)]


@pytest.fixture
def person(browser: Browser, server: Served) -> Person:
    return Person(browser, server, 1280, 800)


def opened(person: Person, path: str) -> Page:
    """The analysis board at an address, with the values of its position."""
    person.page.goto("about:blank")  # another # alone would not load the page
    person.page.goto(person.server.url + path)
    expect(person.page.locator(".value-told")).to_have_text(re.compile(r"\.$"))
    return person.page


def shown_ply(page: Page) -> Locator:
    return page.locator(".variations [aria-current]")


def test_a_link_opens_a_position_with_its_values(person: Person) -> None:
    page = opened(person, f"/p#{AFTER_TWO.text}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cross Over: analysis")
    expect(page.locator(".turn")).to_have_text("Player 1 is to move.")
    expect(page.locator(".value-told")).to_have_text("Player 1 wins with best play, in 5 moves of both sides.")
    expect(page.locator(".worths button")).to_have_text(
        ["P1 to 5100 %, wins in 5 moves of both sides", "P1 to 6100 %, wins in 5 moves of both sides"]
    )
    expect(shown_ply(page)).to_have_attribute("data-ply", "2")
    assert "P1 on 4; P2 on 7" in page.locator(".board").inner_text()
    person.close()


def test_the_moves_are_stepped_by_keys_buttons_and_the_wheel(person: Person) -> None:
    page = opened(person, f"/analysis#{WON.text}")
    expect(shown_ply(page)).to_have_attribute("data-ply", "0")
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 7), ("Home", 0)):
        page.keyboard.press(key)
        expect(shown_ply(page)).to_have_attribute("data-ply", str(ply))
    for name, ply in (("One move on", 1), ("To the end", 7), ("One move back", 6), ("To the start", 0)):
        page.get_by_role("button", name=name).click()
        expect(shown_ply(page)).to_have_attribute("data-ply", str(ply))
    page.locator(".board").hover()
    page.mouse.wheel(0, 100)
    expect(shown_ply(page)).to_have_attribute("data-ply", "1")
    page.mouse.wheel(0, -100)
    expect(shown_ply(page)).to_have_attribute("data-ply", "0")
    page.locator(".board").focus()  # the board's own arrow keys choose a move; here they step
    page.keyboard.press("ArrowRight")
    expect(shown_ply(page)).to_have_attribute("data-ply", "1")
    page.locator(".variations").get_by_role("link", name="3. Player 1 P1 to 5").click()
    expect(shown_ply(page)).to_have_attribute("data-ply", "3")
    person.close()


def test_the_wheel_scrolls_the_page_where_no_move_follows(browser: Browser, server: Served) -> None:
    person = Person(browser, server, 700, 300)
    page = opened(person, f"/p#{AFTER_TWO.text}")
    expect(shown_ply(page)).to_have_attribute("data-ply", "2")
    page.locator(".board").hover()
    before = page.evaluate("scrollY")  # the board may have been scrolled into view
    page.mouse.wheel(0, 100)
    page.wait_for_function("before => scrollY > before", arg=before)
    expect(shown_ply(page)).to_have_attribute("data-ply", "2")
    person.close()


BOARD_AND_MOVE_IN_SIGHT = """() => {
  const [board, list, ply] = [".board", ".variations", ".variations [aria-current]"].map((each) =>
    document.querySelector(each)?.getBoundingClientRect());
  return ply && board.top >= 0 && board.bottom <= innerHeight && list.top <= ply.top && ply.bottom <= list.bottom + 1;
}"""


def test_on_a_phone_the_board_stays_in_sight_and_the_list_scrolls_alone(browser: Browser, server: Served) -> None:
    person = Person(browser, server, 360, 640, has_touch=True, is_mobile=True)
    long = random_table("capture-the-flag", seed=1, plies=60)
    assert long.ply == 60
    for path in (f"/p#{long.text}", f"/review#{MISTAKES.text}", f"/analysis#{long.text}"):
        page = opened(person, path)
        if path.startswith("/review"):
            expect(page.locator('.target[data-target="3"]')).to_be_focused()  # it has opened at the turning point
        assert page.evaluate("scrollY") == 0, path
        for name in ("To the end", "One move back", "To the start", "One move on", "Best play"):
            page.evaluate("scrollTo(0, 0)")
            button = page.get_by_role("button", name=name)
            if button.is_disabled():
                continue
            before = shown_ply(page).get_attribute("data-ply") or ""
            button.tap()
            if name != "To the end":  # there already
                expect(shown_ply(page)).not_to_have_attribute("data-ply", before)
            expect(page.locator(".value-told")).to_have_text(re.compile(r"\.$"))
            page.wait_for_function(BOARD_AND_MOVE_IN_SIGHT)
    person.close()


def test_a_step_in_a_long_game_sends_and_receives_little(person: Person) -> None:
    """Otherwise a walk through n moves costs n times n. The game goes round for ever, so it can be as long."""
    long = Table(find("predictive-pursuit"))
    for _ in range(1000):
        long = long.play("1")
    page = opened(person, f"/p#{long.text}")
    for key, ply in (("ArrowLeft", 999), ("Home", 0), ("ArrowRight", 1)):
        with page.expect_response("**/api/analysis") as position, page.expect_response("**/values") as values:
            page.keyboard.press(key)
        expect(shown_ply(page)).to_have_attribute("data-ply", str(ply))
        for answer in (position.value, values.value):
            assert len(answer.request.post_data or "") < 1500  # the text of the whole game, and a number
            assert len(answer.body()) < 5000
    person.close()


def test_a_step_drops_what_the_one_before_waits_for(person: Person) -> None:
    person.context.add_init_script(
        """const send = fetch;
        window.dropped = [];
        window.fetch = (path, options) => {
          const answer = send(path, options);
          answer.catch((error) => error.name === "AbortError" && window.dropped.push(path));
          return answer;
        };"""
    )
    page = opened(person, f"/analysis#{WON.text}")
    waiting: list[Route] = []

    def hold_first(route: Route) -> None:
        waiting.append(route)
        if len(waiting) > 1:
            route.continue_()

    page.route("**/values", hold_first)
    page.keyboard.press("ArrowRight")
    wait_in(page, lambda: len(waiting) == 1)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => dropped.includes('/api/analysis/values')")
    expect(page.locator(".value-told")).to_have_text("Player 1 wins with best play, in 5 moves of both sides.")
    page.keyboard.press("ArrowLeft")  # it is asked for again
    expect(page.locator(".value-told")).to_have_text("Player 1 wins with best play, in 6 moves of both sides.")
    person.close()


def wait_in(page: Page, happened: Callable[[], bool]) -> None:
    """Wait until something has happened in a page, whose events come while the test waits in it."""
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until
        page.wait_for_timeout(20)


def test_the_skip_link_keeps_the_analysis(person: Person) -> None:
    page = opened(person, f"/analysis#{AFTER_TWO.text}")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the game")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    assert page.url.endswith(f"/analysis#{AFTER_TWO.text}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cross Over: analysis")
    person.close()


def test_a_link_is_copied_over_plain_http_too(person: Person) -> None:
    """There the browser has no navigator.clipboard."""
    person.context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page = opened(person, f"/p#{AFTER_TWO.text}")
    page.get_by_role("button", name="Share this position").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    page.goto(f"{person.server.url}/analysis")
    page.get_by_label("A text or a link of a position").press("Control+V")
    expect(page.get_by_label("A text or a link of a position")).to_have_value(f"{person.server.url}/p#{AFTER_TWO.text}")
    person.close()


def test_another_move_becomes_a_branch_and_one_may_return(person: Person) -> None:
    page = opened(person, f"/analysis#{AFTER_TWO.text}")
    back = page.get_by_role("button", name="Back to the main line")
    expect(back).to_be_disabled()
    page.locator('.target[data-target="1"]').click()  # on the board
    expect(page.locator(".value-told")).to_have_text("Player 2 wins with best play, in 7 moves of both sides.")
    expect(page.locator(".branch a")).to_have_text(["1.P1 to 2"])
    page.locator(".worths button").first.click()
    expect(page.locator(".branch a")).to_have_text(["1.P1 to 2", "2.P2 to 8"])
    expect(shown_ply(page)).to_have_attribute("data-ply", "2")
    back.click()
    expect(shown_ply(page)).to_have_attribute("data-ply", "0")
    page.locator('.worths button[data-move="3"]').click()  # a move of the main line makes no branch
    expect(shown_ply(page)).to_have_attribute("data-ply", "1")
    page.keyboard.press("ArrowDown")  # to the branch beside it
    expect(page.locator(".branch [aria-current]")).to_have_text("1.P1 to 2")
    expect(page.locator(".branch a")).to_have_count(2)
    person.close()


def test_best_play_is_played_out_by_a_key_and_by_a_button(person: Person) -> None:
    page = opened(person, f"/p#{BOOK.text}")
    page.keyboard.press("b")
    expect(page.locator(".turn")).to_have_text("Player 1 wins. Player 1 is past Player 2's start at 9.")
    expect(shown_ply(page)).to_have_attribute("data-ply", "7")
    expect(page.locator(".trouble[role=alert]").first).to_have_text("Best play was played to the end of the game.")
    page = opened(person, f"/p#{Table(find('number-race')).text}")
    page.get_by_role("button", name="Best play").click()
    expect(page.locator(".turn")).to_have_text("The die is rolled: choose what it shows.")
    page.locator('.worths button[data-move="6"]').click()
    expect(page.locator(".die")).to_be_visible()
    person.close()


def test_both_choices_of_a_secret_are_shown_with_their_odds(person: Person) -> None:
    stops = Table(find("predictive-pursuit").variant({"overshoot": "stops"}))
    page = opened(person, f"/p#{stops.text}")
    expect(page.locator(".worths button").first).to_contain_text(re.compile(r"to be chosen \d+(\.\d+)? % of the time"))
    page.locator(".worths button").first.click()
    expect(page.locator(".turn")).to_contain_text("The choice is 1.")
    page.locator('.worths button[data-move="2"]').click()
    page.mouse.move(0, 0)  # away from the next moves, which are previewed under the mouse
    expect(page.locator(".happened")).to_have_text("Player 2 guessed 2; Player 1 had chosen 1 and moves to 1.")
    person.close()


def test_where_every_move_is_endless_the_heading_alone_says_so(person: Person) -> None:
    page = opened(person, f"/p#{Table(find('capture-the-flag')).text}")
    expect(page.locator("#worths-title")).to_have_text("After every move, best play goes on for ever.")
    expect(page.locator(".worths button")).to_have_text(["S1 to 1", "S1 to 2", "S2 to 1", "S2 to 2"])
    assert page.locator(".worths .worth").count() == 0  # an empty one shows that it is not known yet
    person.close()


def test_a_game_that_cannot_be_solved_says_so_and_can_be_played(person: Person) -> None:
    huge = Table(find("capture-the-flag").variant({"length": 60, "soldiers": 4}))
    page = opened(person, f"/p#{huge.text}")
    expect(page.locator(".value-told")).to_contain_text("states")
    expect(page.get_by_role("button", name="Best play")).to_be_disabled()
    page.locator(".worths button").first.click()
    expect(shown_ply(page)).to_have_attribute("data-ply", "1")
    person.close()


def test_links_to_the_position_and_to_the_game_need_no_database(person: Person) -> None:
    page = opened(person, f"/analysis#{WON.text}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".turn")).to_have_text("Player 1 is to move.")
    for button, path in (("Share this position", f"/p#{AFTER_TWO.text}"), ("Share this game", f"/analysis#{WON.text}")):
        expect(page.locator(".worths button").first).to_be_visible()
        page.get_by_role("button", name=button).click()
        expect(page.get_by_label("The link")).to_have_value(person.server.url + path)
    person.close()


def test_a_damaged_link_is_refused_in_a_sentence_and_another_can_be_opened(person: Person) -> None:
    person.page.goto(f"{person.server.url}/p#{AFTER_TWO.text[:-1]}")
    expect(person.page.get_by_text("This text is damaged: a character is wrong, missing")).to_be_visible()
    person.page.get_by_label("A text or a link of a position").fill(f"https://example.org/p#{AFTER_TWO.text}")
    person.page.get_by_role("button", name="Open", exact=True).click()
    expect(person.page.locator(".turn")).to_have_text("Player 1 is to move.")
    assert urlsplit(person.page.url).fragment == AFTER_TWO.text
    person.page.reload()
    expect(person.page.locator(".turn")).to_have_text("Player 1 is to move.")
    person.page.evaluate("text => { location.hash = text; }", WON.text)  # as a link on the page would
    expect(person.page.locator(".variations a")).to_have_count(8)
    person.close()


# -- records


def test_a_record_is_opened_as_a_file(person: Person, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    record.write_bytes(text_of(WON))
    person.page.goto(f"{person.server.url}/analysis")
    person.page.get_by_label("Open a record").set_input_files(record)
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Cross Over: review")  # the game is over
    expect(person.page.locator(".variations a")).to_have_count(8)
    expect(person.page.locator(".value-chart")).to_be_visible()
    record.write_bytes(b"hello")
    person.page.goto(f"{person.server.url}/analysis")
    person.page.get_by_label("Open a record").set_input_files(record)
    expect(person.page.locator(".record-drop [role=alert]")).to_have_text(
        'This file is not the record of a game that Headway can open. Line 1: expected a JSON object, found "hello".'
    )
    found = person.server.post("/api/records", text_of(AFTER_TWO) + b"hello\n")
    found["games"] *= 2  # as of a match
    person.page.route("**/api/records", lambda route: route.fulfill(json=found))
    person.page.goto(f"{person.server.url}/p")
    person.page.get_by_label("Open a record").set_input_files(record)
    expect(person.page.locator(".record-drop [role=alert]")).to_have_text(found["damage"])
    expect(person.page.locator(".record-drop li")).to_have_text(
        [f"Cross Over, game {number}: 2 moves. Player 1 is to move." for number in (1, 2)]
    )
    person.close()


DROP = """text => {
    const data = new DataTransfer();
    data.items.add(new File([text], "game.jsonl"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def test_a_record_is_dropped_on_the_page(person: Person) -> None:
    """A finished game opens with its review, another one on the analysis board."""
    person.page.goto(f"{person.server.url}/analysis")
    person.page.get_by_label("Open a record").wait_for()
    person.page.evaluate(DROP, text_of(WON).decode())
    expect(person.page.locator(".variations a")).to_have_count(8)
    expect(person.page.locator(".value-chart")).to_be_visible()
    assert urlsplit(person.page.url).path == "/review"
    person.page.evaluate(DROP, text_of(MISTAKES).decode())  # and on another game
    expect(person.page.locator(".variations a")).to_have_count(4)
    assert urlsplit(person.page.url).path == "/analysis"
    person.close()


def test_a_record_is_dropped_on_the_start_page_and_keeps_the_names(person: Person) -> None:
    table, keys = person.server.make("cross-over")
    sides = [person.server.sit(table, key) for key in keys]
    for side, name in zip(sides, ("Ada", "Ben"), strict=True):
        side.send(type="name", name=name)
        side.receive("news")
    sides[1].until(sides[0].play("1")["now"]["ply"])
    sides[1].send(type="resign")
    sides[1].receive("news")
    person.page.goto(person.server.url)
    person.page.get_by_role("article").first.wait_for()
    person.page.evaluate(DROP, "hello")
    expect(person.page.get_by_role("alert").filter(has_text="not the record of a game")).to_be_visible()
    person.page.evaluate(DROP, person.server.get(f"/api/tables/{table}/record"))
    for _ in range(2):
        expect(person.page.locator(".mistakes button")).to_have_text(["1. Ada: P1 to 2 let P2 reach 0; P1 to 4 won."])
        expect(person.page.get_by_role("link", name="1. Ada P1 to 2")).to_be_visible()
        person.page.reload()  # which keeps the names
    person.close()


def test_an_invalid_position_shows_its_error_beside_the_field_until_the_next_try(
    person: Person, tmp_path: Path
) -> None:
    person.page.goto(f"{person.server.url}/analysis")
    field = person.page.get_by_label("A text or a link of a position")
    field.fill("hello world")
    person.page.get_by_role("button", name="Open", exact=True).click()
    error = person.page.locator(".field-error")
    expect(error).to_have_text(
        '"hello world" is not the text of a position: such a text has letters and digits only, and never an l.'
    )
    expect(field).to_have_value("hello world")
    expect(field).to_be_focused()
    assert 0 <= top(error) - bottom(field) < 30
    assert top(person.page.get_by_role("button", name="Open", exact=True)) < top(error)
    (tmp_path / "bad.jsonl").write_bytes(b"hello")
    person.page.get_by_label("Open a record").set_input_files(tmp_path / "bad.jsonl")
    expect(error).to_have_count(0)
    expect(person.page.get_by_role("alert").filter(has_text="This file")).to_be_visible()
    field.fill("1")
    person.page.get_by_role("button", name="Open", exact=True).click()
    expect(error).to_contain_text("This text is damaged")
    expect(person.page.get_by_role("alert").filter(has_text="This file")).to_have_count(0)
    person.close()


# -- the review


def test_the_review_of_a_finished_game_is_a_page_with_its_own_link(person: Person) -> None:
    table, (one, _) = person.server.make("cross-over")
    player = person.server.sit(table, one)
    person.open(f"{person.server.url}/t/{table}")
    assert person.page.get_by_role("link", name="Analysis board").count() == 0  # the game runs
    person.page.goto(f"{person.server.url}/t/{table}/games/1/review")
    expect(person.page.get_by_role("alert")).to_have_text("A game can be reviewed when it is over.")
    player.play("1")
    player.send(type="resign")
    person.open(f"{person.server.url}/t/{table}")
    person.page.get_by_role("link", name="Analysis board").click()
    expect(person.page.locator(".variations a")).to_have_count(2)
    assert person.page.locator(".value-chart").count() == 0
    person.page.go_back()
    person.page.get_by_role("link", name="Review the game").click()
    expect(person.page.locator(".value-chart")).to_be_visible()
    assert urlsplit(person.page.url).path == f"/t/{table}/games/1/review"
    person.page.reload()
    expect(person.page.locator(".mistakes button")).to_have_text(["1. Player 1: P1 to 2 let P2 reach 0; P1 to 4 won."])
    person.close()


def test_a_player_reads_the_review_by_their_own_chance(browser: Browser, server: Served) -> None:
    """Player 1 gives the game away and resigns: the chance of Player 2 goes from nothing to all."""
    host, guest = meet(browser, server, "cross-over")
    host.play("1")
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")
    host.page.get_by_role("button", name="Resign").click()
    host.page.get_by_role("button", name="Yes, resign").click()
    for person, seat, chances in ((host, 1, (100, 0)), (guest, 2, (0, 100))):
        person.page.get_by_role("link", name="Review the game").click()
        chart = person.page.locator(".value-chart")
        expect(chart).to_have_attribute(
            "aria-label", re.compile(rf"^{chances[0]} % at the start, {chances[1]} % after move 1")
        )
        expect(
            person.page.get_by_role("heading", name=f"Cross Over: the chance that Player {seat} wins")
        ).to_be_visible()
        rows = person.page.get_by_role("table", name=f"How the chance that Player {seat} wins adds up").get_by_role(
            "row"
        )
        sign = "-" if seat == 1 else "+"
        expect(rows).to_have_text(
            [
                f"start{chances[0]}.00 %",
                f"Player 1: 1 mistake{sign}100.00 %",
                re.compile("^Player 2: no mistakes"),
                f"result{chances[1]}.00 %",
            ]
        )
        first, second = person.page.locator(".value-chart .values").evaluate(
            "line => [line.points[0].y, line.points[1].y]"
        )
        assert (first < second) is (seat == 1)
        person.close()


def test_a_review_opens_at_the_turning_point(person: Person) -> None:
    """With the better move on the board and what was wrong; where nothing was given away, at the start."""
    page = opened(person, f"/review#{MISTAKES.text}")
    turning = person.server.post("/api/analysis/review", {"text": MISTAKES.text})["turning_point"]
    expect(shown_ply(page)).to_have_attribute("data-ply", str(turning - 1))
    expect(page.locator('.target[data-target="3"]')).to_be_focused()
    page = opened(person, f"/review#{WON.text}")
    expect(page.locator(".value-chart")).to_be_visible()
    expect(shown_ply(page)).to_have_attribute("data-ply", "0")
    person.close()


def test_a_roll_can_be_the_turning_point_of_a_review(person: Person) -> None:
    """Only chance decides in Number Race: the review opens after the roll that decided most."""
    table = random_table("number-race", seed=3, plies=300)
    page = opened(person, f"/review#{table.text}")
    turning = person.server.post("/api/analysis/review", {"text": table.text})["turning_point"]
    assert turning > 1
    expect(shown_ply(page)).to_have_attribute("data-ply", str(turning))
    person.close()


def test_the_turning_point_and_the_sum_are_told_in_words_and_rows(person: Person) -> None:
    """Player 1 errs at the first move and Player 2 at the second; each gives the whole game away."""
    page = opened(person, f"/review#{MISTAKES.text}")
    expect(page.get_by_text("The turning point was move 1: Player 1 moves from 1 to 2.")).to_be_visible()
    rows = page.get_by_role("table", name="How the chance that Player 1 wins adds up").get_by_role("row")
    expect(rows).to_have_text(
        [
            "start100.00 %",
            "Player 1: 1 mistake-100.00 %",
            "Player 2: 1 mistake+100.00 %",
            "value so far100.00 %",
        ]
    )
    person.close()


RACE = Table(find("number-race").variant({"board": [1, 2, 3, 4, 5, 6, 1, 2], "length": 8}))
ROLLED = RACE.play("roll").play("1").play("roll").play("2").play("roll").play("3")
"""Three moves, each a roll that was asked for: Player 1 to 1, Player 2 to 2, Player 1 to 3."""


def test_a_roll_and_the_request_for_it_are_one_move_of_the_list_the_steps_and_the_chart(person: Person) -> None:
    page = opened(person, f"/review#{ROLLED.text}")
    moves = page.locator(".variations a")
    expect(moves).to_have_text(["Start", "1.1: to 1", "2.2: to 2", "3.3: to 3"])
    expect(page.locator(".value-chart .axis:not(.end)")).to_have_text(["0", "1", "2", "3"])
    page.keyboard.press("End")
    expect(shown_ply(page)).to_have_attribute("data-ply", "6")
    for key, ply in (("ArrowLeft", 4), ("ArrowLeft", 2), ("ArrowLeft", 0), ("ArrowLeft", 0), ("ArrowRight", 2)):
        page.keyboard.press(key)
        expect(shown_ply(page)).to_have_attribute("data-ply", str(ply))
    chart = page.locator(".value-chart")
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": 46 + 2 / 3 * (box["width"] - 56), "y": 50})  # at the second of three moves
    expect(shown_ply(page)).to_have_attribute("data-ply", "4")
    person.close()


def test_the_die_can_be_looked_at_before_it_falls_and_another_face_is_a_branch(person: Person) -> None:
    page = opened(person, f"/analysis#{ROLLED.text}")
    page.locator('.worths button[data-move="roll"]').click()
    expect(page.locator(".turn")).to_have_text("The die is rolled: choose what it shows.")
    expect(shown_ply(page)).to_have_text("1.1: to 1")  # the move that the roll is a part of
    page.locator('.worths button[data-move="5"]').click()
    expect(shown_ply(page)).to_have_text("1.5: to 5")
    expect(page.locator(".variations .branch a")).to_have_text(["1.5: to 5"])
    page.locator('.worths button[data-move="roll"]').click()
    expect(shown_ply(page)).to_have_text("2.Roll")  # nothing was rolled yet
    page.keyboard.press("ArrowLeft")
    expect(shown_ply(page)).to_have_text("1.5: to 5")
    page.keyboard.press("ArrowLeft")
    expect(shown_ply(page)).to_have_text("Start")
    person.close()


def test_the_chart_and_the_mistakes_jump_to_their_positions(person: Person) -> None:
    page = opened(person, f"/review#{MISTAKES.text}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cross Over: review")
    chart = page.locator(".value-chart")
    expect(page.locator(".mistake")).to_have_count(2)
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": box["width"] - 12, "y": 50})
    expect(shown_ply(page)).to_have_attribute("data-ply", "3")
    chart.click(position={"x": 48, "y": 50})
    expect(shown_ply(page)).to_have_attribute("data-ply", "0")
    page.locator(".mistakes button").nth(1).click()  # that of Player 2, at the second move
    expect(shown_ply(page)).to_have_attribute("data-ply", "1")
    expect(page.locator('.target[data-target="3"]')).to_be_focused()  # the better move
    expect(page.locator(".columns .trouble").first).to_contain_text("P2 to 6 won.")
    person.close()


def test_a_flat_line_explains_itself(person: Person) -> None:
    page = opened(person, f"/review#{WON.text}")
    flat = "The line is flat: Player 1 wins with best play, and nothing was given away."
    expect(page.get_by_text(flat)).to_be_visible()
    person.close()


# -- layout


def test_no_page_is_wider_than_the_screen(person: Person) -> None:
    paths = [f"/p#{random_table(name, seed=3, plies=30).text}" for name in names()]
    for path in [*paths, f"/review#{MISTAKES.text}"]:
        page = opened(person, path)
        if path.startswith("/review"):
            page.locator(".value-chart").wait_for()
        for width, height in SCREENS:
            person.resize(width, height)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            small = page.eval_on_selector_all(
                "button", "all => all.filter(b => b.checkVisibility() && b.getBoundingClientRect().height < 40).length"
            )
            assert small == 0
            labels = page.eval_on_selector_all(
                ".value-chart text", "all => all.map(t => parseFloat(getComputedStyle(t).fontSize))"
            )
            assert bool(labels) is path.startswith("/review")
            assert min(labels, default=12) >= 12
    page.goto(f"{person.server.url}/analysis")
    page.get_by_role("button", name="Cross Over").wait_for()
    for width, height in SCREENS:
        person.resize(width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    person.close()


def test_nothing_is_shown_before_its_style(browser: Browser, server: Served) -> None:
    """A list of moves without its style was some thousand pixels long on a phone."""
    person = Person(browser, server, 360, 640)
    held: list[Route] = []
    person.page.route("**/analysis.css", lambda route: held.append(route))
    game = random_table("number-race", seed=80, plies=400)
    with person.page.expect_response("**/api/analysis"):
        person.page.goto(f"{server.url}/review#{game.text}", wait_until="commit")
    wait_in(person.page, lambda: len(held) == 1)
    assert person.page.locator(".variations").count() == 0
    held[0].continue_()
    expect(person.page.locator(".value-chart")).to_be_visible()
    expect(person.page.locator(".variations")).to_have_css("max-height", "256px")
    person.close()


def test_a_review_with_many_moves_and_mistakes_is_short_on_a_phone(browser: Browser, server: Served) -> None:
    """Its lists scroll by themselves, and each of their entries is there."""
    person = Person(browser, server, 360, 640)
    game = random_table("capture-the-flag", seed=7, plies=400)
    page = opened(person, f"/review#{game.text}")
    expect(page.locator(".variations a")).to_have_count(game.ply + 1)
    mistakes = person.server.post("/api/analysis/review", {"text": game.text})["plies"]
    expect(page.locator(".mistakes button")).to_have_text([ply["text"] for ply in mistakes if "text" in ply])
    assert page.locator(".mistakes button").count() > 5
    for part in (".variations", ".mistakes"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["height"] <= 256
    page.locator(".mistakes button").last.click()
    expect(page.locator(".columns .trouble").first).to_have_text(page.locator(".mistakes button").last.inner_text())
    person.close()


def test_a_step_scrolls_the_list_of_moves_and_not_the_page(browser: Browser, server: Served) -> None:
    """On a phone the list is below the board."""
    person = Person(browser, server, 360, 640)
    game = random_table("capture-the-flag", seed=7, plies=400)
    page = opened(person, f"/analysis#{game.text}")
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press("End")
    expect(shown_ply(page)).to_have_attribute("data-ply", str(game.ply))
    page.wait_for_function("() => document.querySelector('.variations').scrollTop > 0")
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('.variations').scrollTop <= 8")
    assert page.evaluate("scrollY") == 0
    person.close()


def test_nothing_jumps_when_the_values_come(person: Person) -> None:
    page = opened(person, f"/analysis#{WON.text}")
    tops = set()
    for _ in range(WON.ply):
        box = page.locator(".board").bounding_box()
        assert box is not None
        tops.add(box["y"])
        page.keyboard.press("ArrowRight")
        expect(page.locator(".value-told")).to_have_text(re.compile(r"\.$"))
    assert len(tops) == 1
    person.close()


def test_the_start_page_leads_to_the_analysis_board_and_does_not_load_it(person: Person) -> None:
    person.page.goto(person.server.url)
    person.page.get_by_role("article").first.wait_for()
    assert not [url for url in person.requests if "analysis" in url]
    person.page.get_by_role("link", name="Analysis board").click()
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Analysis board")
    person.close()
