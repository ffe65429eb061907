"""The board: what it shows, and playing on it with taps, keys and previews."""

import random
import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Locator, expect

from headway.catalogue import find, names
from headway.table.table import Table
from tests.served import Served, make_long
from tests.table.records import random_table
from tests.web.pages.person import WON, Person, bottom, meet, top


@pytest.mark.parametrize("game", names())
def test_a_game_is_played_to_the_end_by_taps_alone(game: str, browser: Browser, quick: Served) -> None:
    """On the board where a piece moves; what moves none, such as a roll, has a button. The buttons stay in place."""
    table, keys = quick.make(game, opponent="random", rules=QUICK.get(game, {}))
    person = Person(browser, quick, width=360, height=640, has_touch=True, is_mobile=True)
    person.open(f"{quick.url}/t/{table}#{keys[0]}")
    rng, tops, is_running = random.Random(game), set(), True
    while is_running:
        is_running = wait_for_turn(person)
        tops.add(person.page.locator(".moves").evaluate("moves => moves.getBoundingClientRect().top + scrollY"))
        if is_running:
            tap_a_move(person, rng)
    assert len(tops) == 1
    expect(person.page.locator(".turn")).to_have_text(WON)
    person.close()


QUICK = {"predictive-pursuit": {"overshoot": "stops", "length": 4}}  # by the book its races can last for ever


HAS_TURN = "document.querySelector('.turn.yours') && document.querySelector('.moves button:enabled')"
IS_OVER = "[...document.links].some((link) => link.textContent === 'Review the game' && link.checkVisibility())"
IS_LONGER = "document.querySelectorAll('.move-list li').length > ply"


def wait_for_turn(person: Person) -> bool:
    """Wait until the person has moves, or the game is over."""
    person.page.wait_for_function(f"() => ({HAS_TURN}) || {IS_OVER}", polling=50)
    return not person.is_over


def tap_a_move(person: Person, rng: random.Random) -> None:
    ply = person.page.locator(".move-list li").count()
    pieces = person.page.locator(".piece.movable")
    if pieces.count() == 0:
        buttons = person.page.locator(".moves button:enabled")
        buttons.nth(rng.randrange(buttons.count())).tap()
    else:
        if pieces.count() > 1:
            tap(pieces.nth(rng.randrange(pieces.count())))
        targets = person.page.locator(".target .light")
        expect(targets.first).to_be_visible()
        tap(targets.nth(rng.randrange(targets.count())))
    wait_for_answer(person, ply)


def wait_for_answer(person: Person, ply: int) -> None:
    """Wait until the list of moves, which had this many, is longer."""
    person.page.wait_for_function(f"(ply) => {IS_LONGER} || {IS_OVER}", arg=ply, polling=50)


def tap(element: Locator) -> None:
    """Tap the middle of an element, whatever lies above it."""
    element.tap(force=True)


@pytest.mark.parametrize("game", names())
def test_a_game_is_played_to_the_end_by_keys_alone(game: str, browser: Browser, quick: Served) -> None:
    """With everything in motion: what is pressed on a board that moves counts."""
    table, keys = quick.make(game, opponent="random", rules=QUICK.get(game, {}))
    person = Person(browser, quick, moving=True)
    person.open(f"{quick.url}/t/{table}#{keys[0]}")
    expect(person.page.locator(".board")).to_be_focused()
    rng = random.Random(game)
    while wait_for_turn(person):
        make_a_move_by_keys(person, rng)
    expect(person.page.locator(".turn")).to_have_text(WON)
    person.close()


def make_a_move_by_keys(person: Person, rng: random.Random) -> None:
    """With arrow keys and Enter on the board, or on the buttons where no piece moves; or with a digit."""
    ply, keyboard = person.page.locator(".move-list li").count(), person.page.keyboard
    digits = [move for move in person.moves if len(move) == 1]
    if person.page.locator(".piece.movable").count():
        for _ in range(rng.randint(1, 3)):
            keyboard.press(rng.choice(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]))
        keyboard.press("Enter")
    elif len(person.moves) == 1:
        keyboard.press("Enter")
    elif digits:
        keyboard.press(rng.choice(digits))
    else:
        for _ in range(rng.randint(1, 3)):
            keyboard.press(rng.choice(["ArrowRight", "ArrowLeft"]))
        keyboard.press("Enter")
    wait_for_answer(person, ply)


def test_the_space_bar_scrolls_and_makes_no_move(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=360)
    for game in ("cross-over", "number-race"):
        table, keys = server.make(game)
        person.open(f"{server.url}/t/{table}#{keys[0]}")
        expect(person.page.locator(".board")).to_be_focused()
        person.page.keyboard.press("Space")
        person.page.keyboard.press("Space")
        assert server.sit(table, keys[1]).now["ply"] == 0
    person.close()


def test_a_tapped_piece_shows_where_it_can_go_and_a_preview_whom_it_sends_home(
    browser: Browser, server: Served
) -> None:
    table, keys = server.make("capture-the-flag", rules={"length": 4})
    server.sit(table, keys[0]).play("S1 2")
    person = Person(browser, server, moving=True)
    person.open(f"{server.url}/t/{table}#{keys[1]}")
    expect(person.page.locator(".piece.movable")).to_have_count(2)
    expect(person.page.locator(".target")).to_have_count(0)
    person.page.locator(".piece.movable", has_text="S3").click()
    expect(person.page.locator(".target")).to_have_count(2)
    hit = person.page.get_by_role("button", name="S3 to 2, sends S1 to 0").first
    hit.hover(force=True)
    expect(person.page.locator(".ghost")).to_have_text(["S3", "S1"])
    expect(person.page.locator(".happened")).to_have_text("S3 to 2, sends S1 to 0")
    person.page.mouse.move(2, 2)
    expect(person.page.locator(".ghost")).to_have_count(0)
    button = person.page.locator('.moves [data-move="S4 1"]')
    button.hover()
    expect(person.page.locator(".ghost")).to_have_text(["S4"])
    person.page.keyboard.press("Tab")
    person.page.locator('.moves [data-move="S3 2"]').focus()
    expect(person.page.locator(".ghost")).to_have_text(["S3", "S1"])
    hit.click(force=True)
    expect(person.page.locator(".happened")).to_have_text("You move S3 from 4 to 2 and send S1 back to 0.")
    person.close()


def test_a_long_press_previews_and_makes_no_move(browser: Browser, server: Served) -> None:
    table, keys = server.make("cross-over")
    person = Person(browser, server, width=360, has_touch=True, is_mobile=True)
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    for target in (person.page.locator('[data-target="3"]'), person.page.locator('.moves [data-move="3"]')):
        target.dispatch_event("pointerdown", {"pointerType": "touch", **middle(target)})
        expect(person.page.locator(".ghost")).to_have_count(1)
        target.dispatch_event("pointerup", {"pointerType": "touch"})
        target.dispatch_event("click", middle(target))
        target.dispatch_event("pointerleave", {"pointerType": "touch"})
        person.page.locator(".board svg").dispatch_event("pointerleave", {"pointerType": "touch"})
    assert server.sit(table, keys[1]).now["ply"] == 0
    person.close()


def middle(element: Locator) -> dict[str, float]:
    box = element.bounding_box()
    assert box is not None
    return {"clientX": box["x"] + box["width"] / 2, "clientY": box["y"] + box["height"] / 2}


def test_the_last_move_stays_marked_and_every_move_is_listed_with_its_position(
    browser: Browser, server: Served
) -> None:
    table, keys = server.make("cross-over")
    host, guest = server.sit(table, keys[0]), Person(browser, server)
    guest.open(f"{server.url}/t/{table}#{keys[1]}")
    host.play("3")
    expect(guest.page.locator(".turn.yours")).to_be_visible()
    guest.play("2")
    host.until(2)
    host.play("1")
    expect(guest.page.locator(".move-list li")).to_have_text(["1.P1 to 4", "2.P2 to 7", "3.P1 to 5"])
    expect(guest.page.locator(".mark")).to_have_count(2)
    guest.page.get_by_role("link", name="1. Player 1 P1 to 4").click()
    expect(guest.page.locator(".happened")).to_have_text("Player 1 moves from 1 to 4.")
    assert "P1 on 4; P2 on 9" in guest.page.locator(".board").inner_text()
    expect(guest.page.locator(".target")).to_have_count(0)
    guest.page.get_by_role("button", name="Later").click()
    assert "P1 on 4; P2 on 7" in guest.page.locator(".board").inner_text()
    guest.page.get_by_role("button", name="Back to the game").click()
    assert "P1 on 5; P2 on 7" in guest.page.locator(".board").inner_text()
    expect(guest.page.locator(".target").first).to_be_attached()
    address = guest.page.get_by_role("link", name="2. Player 2 P2 to 7").get_attribute("href")
    guest.page.goto(f"{server.url}{address}")
    assert "P1 on 4; P2 on 7" in str(guest.page.locator(".board svg").get_attribute("aria-label"))
    guest.close()


def test_a_hidden_choice_lies_face_down_until_it_is_guessed(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "predictive-pursuit", moving=True)
    host.play("2")
    for person in (host, guest):
        expect(person.page.locator(".card-face.down text")).to_have_text("?")
    guest.play("1")
    for person in (host, guest):
        expect(person.page.locator(".card-face.revealed text")).to_have_text("2")
        person.close()


def test_sound_is_off_until_it_is_chosen(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.page.add_init_script("window.AudioContext = class { constructor() { window.heard = true; throw 1; } }")
    person.make("cross-over", "random")
    person.page.locator(".moves button").first.click()
    expect(person.page.locator(".move-list li").nth(1)).to_be_visible()
    assert person.page.evaluate("window.heard") is None
    expect(person.page.get_by_label("Sound")).not_to_be_checked()
    person.context.close()


def test_on_a_phone_status_board_and_moves_fit_one_screen(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=360, height=640, has_touch=True, is_mobile=True)
    for game in names():
        table, keys = server.make(game)
        person.open(f"{server.url}/t/{table}#{keys[0]}")
        person.page.locator(".moves button").first.wait_for()
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
        assert bottom(person.page.locator(".actions")) <= 640
        assert bottom(person.page.locator(".moves")) <= top(person.page.locator(".actions"))
        sizes = person.page.eval_on_selector_all(
            ".board text", "all => all.map(text => parseFloat(getComputedStyle(text).fontSize))"
        )
        assert min(map(float, sizes)) >= 12
    person.close()


def test_a_long_board_turns_back_in_rows(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=390, height=844, has_touch=True, is_mobile=True)
    for game in names():
        table, keys = server.make(game, rules={"length": 60})
        person.open(f"{server.url}/t/{table}#{keys[0]}")
        person.page.locator(".moves button").first.wait_for()
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert bottom(person.page.locator(".moves")) <= top(person.page.locator(".actions"))
        assert bottom(person.page.locator(".actions")) <= 844
        assert person.page.locator(".turn-back").count() >= 4
    person.close()


GOALS = """svg => [...svg.querySelectorAll(".goal-sign")].map((sign) => {
    const { x, width } = sign.querySelector(".ring").getBBox();
    const squares = [...svg.querySelectorAll(".square")];
    const number = squares.findIndex((square) => {
        const box = square.getBBox();
        return box.x <= x && x + width <= box.x + box.width;
    });
    return [sign.classList.contains("side1") ? 1 : 0, number];
}).sort()"""
HIDDEN = """svg => {
    const box = (element) => element.getBoundingClientRect();
    const meet = (one, other) => one.left < other.right && other.left < one.right
        && one.top < other.bottom && other.top < one.bottom;
    const above = [...svg.querySelectorAll(".piece .body")].map(box);
    return [...svg.querySelectorAll(".goal-sign, .number, .square-label")].filter(
        (shown) => above.some((piece) => meet(piece, box(shown)))).map((shown) => shown.textContent);
}"""


def test_goals_numbers_and_places_stay_readable_with_pieces_on_their_squares(browser: Browser, server: Served) -> None:
    """Both sides win, one after the other, and a preview leads to a goal: on a narrow screen and on a wide one."""
    person = Person(browser, server)
    for text in [end_of(game, winner).text for game in names() for winner in ("P1", "P2")]:
        person.page.goto("about:blank")  # another # alone would not load the page
        person.page.goto(f"{server.url}/p#{text}")
        person.page.locator(".board .piece").first.wait_for()
        assert hidden_on_both_screens(person, person.page.locator(".board svg")) == []
    person.page.goto(server.url)
    for game in names():
        small = person.page.get_by_role("article", name=find(game).title).locator("svg")
        small.locator(".piece").first.wait_for()
        assert hidden_on_both_screens(person, small) == []
    table, keys = server.make("capture-the-flag", rules={"length": 2})
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    person.page.locator('.moves [data-move="S1 2"]').focus()
    person.page.keyboard.press("Shift+Tab")
    person.page.keyboard.press("Tab")
    expect(person.page.locator(".ghost")).to_have_count(1)
    assert hidden_on_both_screens(person, person.page.locator(".board svg")) == []
    expect(person.page.locator(".ghost")).to_have_count(1)
    person.close()


def hidden_on_both_screens(person: Person, board: Locator) -> list[str]:
    """What pieces hide on a narrow screen and on a wide one."""
    found: list[str] = []
    for width in (320, 1280):
        person.resize(width)
        found += board.evaluate(HIDDEN)
    return found


def end_of(game: str, winner: str) -> Table:
    """A game that the side has won."""
    tables = (random_table(game, seed, 300) for seed in range(100))
    return next(table for table in tables if table.result is not None and table.result.value == winner)


def test_a_goal_shows_the_side_that_makes_for_it(browser: Browser, server: Served) -> None:
    """On the square, as a target in the side's shape and colour, in words, and beside the names of the players."""
    person = Person(browser, server)
    for game in names():
        table, keys = server.make(game)
        person.open(f"{server.url}/t/{table}#{keys[0]}")
        track, goals = find(game).track, find(game).goals
        low = min(track[0], max(track[0] - 1, min(min(squares) for squares in goals)))
        high = max(track[1], min(track[1] + 1, max(max(squares) for squares in goals)))
        expected = {(seat, min(high, max(low, goal)) - low) for seat in (0, 1) for goal in goals[seat]}
        assert {tuple(sign) for sign in person.page.locator(".board svg").evaluate(GOALS)} == expected
        for seat in (0, 1):
            aim = person.page.locator(".player").nth(seat).locator(".aim")
            expect(aim).to_have_text(re.compile(rf"^→ [≤≥]?{goals[seat][0]}$"))
            sign = person.page.locator(f".goal-sign.side{seat}")
            expect(sign).to_have_count(1)  # of those off the track, the nearest is shown
            expect(sign.locator("title")).to_have_text(f"Player {seat + 1} makes for this square")
            said = f"Player {seat + 1} makes for {' or '.join(map(str, goals[seat]))}."
            assert said in person.page.locator(".board").inner_text()
    person.close()


def test_a_goal_is_an_outline_with_an_arrow_from_where_its_side_starts(browser: Browser, server: Served) -> None:
    """A filled sign on the other side's home square would be taken for that side's own flag."""
    table, keys = server.make("capture-the-flag")
    person = Person(browser, server, width=360)
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    for seat, is_to_the_right in ((0, True), (1, False)):
        sign = person.page.locator(f".goal-sign.side{seat}")
        assert sign.evaluate("sign => [...sign.children].every((part) => getComputedStyle(part).fill === 'none')")
        arrow, ring = sign.locator(".way").bounding_box(), sign.locator(".ring").bounding_box()
        assert arrow is not None
        assert ring is not None
        assert (arrow["x"] < ring["x"]) is is_to_the_right
    person.close()


def test_no_page_is_wider_than_a_narrow_phone(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=320, height=640, has_touch=True, is_mobile=True)
    for path in ["", *(f"rules/{game}" for game in names()), *(f"t/{server.make(game)[0]}" for game in names())]:
        person.page.goto(f"{server.url}/{path}")
        person.page.locator("h1").wait_for()
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 320, path
    person.close()


def test_a_square_beyond_the_end_is_tapped_for_all_that_lies_there(browser: Browser, server: Served) -> None:
    table, keys = server.make("cross-over")
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    for move in ("3", "1", "1", "1", "3", "1"):  # Player 1 from 1 to 8, past Player 2, who goes from 9 to 6
        mover, waiting = (one, other) if one.legal else (other, one)
        waiting.until(mover.play(move)["now"]["ply"])
    assert one.now["positions"] == [[8], [6]]
    person = Person(browser, server, width=360, has_touch=True, is_mobile=True)
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    targets = person.page.locator(".target .light")
    expect(targets).to_have_count(3)  # 9, 10 and 11
    before = person.page.locator(".board svg").bounding_box()
    tap(targets.last)
    expect(person.page.locator(".turn")).to_have_text("You win. You are past Player 2's start at 9.")
    assert person.page.locator(".board svg").bounding_box() == before
    person.close()


def test_the_mark_of_the_last_move_survives_reloads_and_goes_with_a_takeback(browser: Browser, server: Served) -> None:
    table, keys = server.make("cross-over")
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    one.play("3")
    person = Person(browser, server)
    person.open(f"{server.url}/t/{table}#{keys[1]}")
    expect(person.page.locator(".mark")).to_have_count(2)
    first = marked(person)
    other.until(1)
    other.play("2")
    expect(person.page.locator(".move-list li")).to_have_count(2)
    assert marked(person) != first
    other.send(type="offer", what="takeback")
    while not one.now["offers"]:
        one.receive("news")
    one.send(type="accept", what="takeback")
    expect(person.page.locator(".move-list li")).to_have_count(1)
    assert marked(person) == first
    person.page.reload()
    expect(person.page.locator(".mark")).to_have_count(2)
    assert marked(person) == first
    person.close()


def test_the_list_says_where_rolls_and_guesses_have_led_and_counts_what_players_did(
    browser: Browser, server: Served
) -> None:
    person = Person(browser, server)
    table, keys = server.make("number-race", rules={"board": [1, 2, 3, 4, 5, 6]})
    sides = [server.sit(table, key) for key in keys]
    for mover, waiting in (sides, sides[::-1], sides):
        if mover.now["result"] is None:
            waiting.until(mover.play("roll")["now"]["ply"])
    faces = [line["made"] for line in server.get(f"/api/tables/{table}")["log"] if "made" in line]
    person.open(f"{server.url}/t/{table}")
    expect(person.page.locator(".move-list li")).to_have_text(
        [
            f"{number}.{made['move']}" + (f": to {made['to']}" if "to" in made else "")
            for number, made in enumerate(faces, 1)
        ]
    )
    table, keys = server.make("predictive-pursuit")
    sides = [server.sit(table, key) for key in keys]
    for seat, move in ((0, "1"), (1, "2"), (1, "2"), (0, "2")):
        sides[1 - seat].until(sides[seat].play(move)["now"]["ply"])
    person.open(f"{server.url}/t/{table}")
    expect(person.page.locator(".move-list li")).to_have_text(["1.1: to 1", "2.2 ✗", "3.2", "4.2 ✓"])
    person.close()


@pytest.mark.parametrize("game", ["cross-over", "race-to-the-center"])
def test_the_board_stays_where_it_is_when_the_line_above_it_says_why_the_game_ended(
    game: str, browser: Browser, server: Served
) -> None:
    table, keys = server.make(game, opponent="random", rules={"length": 2})
    person = Person(browser, server, width=320, has_touch=True, is_mobile=True)
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    expect(person.page.locator(".turn.yours")).to_be_visible()
    before = person.page.locator(".board svg").bounding_box()
    while wait_for_turn(person):
        tap_a_move(person, random.Random(1))
    expect(person.page.locator(".turn")).to_have_text(WON)
    assert person.page.locator(".board svg").bounding_box() == before
    person.close()


def test_a_long_list_that_is_shortened_keeps_the_numbers_and_where_its_first_move_began(
    browser: Browser, quick: Served
) -> None:
    table, server = make_long(quick, 310), quick
    person = Person(browser, server)
    person.open(f"{server.url}/t/{table}")
    listed = person.page.locator(".move-list li")
    expect(listed).to_have_count(300)
    expect(listed.last).to_have_text("310.P2 to 245")
    expect(listed.first).to_have_text("11.P1 to 7")
    listed.first.locator("a").click()
    begin, end = (person.page.locator(f".mark.{name}").evaluate("mark => mark.getBBox().x") for name in ("from", "to"))
    width = person.page.locator(".mark.to").evaluate("mark => mark.getBBox().width")
    assert width < end - begin < 2 * width  # from the square beside it
    person.page.goto(f"{server.url}/t/{table}/games/1")
    expect(person.page.get_by_text("310 moves.")).to_be_visible()
    person.close()


def test_a_game_and_its_review_number_and_name_moves_alike(browser: Browser, server: Served) -> None:
    table, keys = server.make("number-race", rules={"board": [1, 2, 3, 4, 5, 6] * 4})  # which four rolls do not end
    sides = [server.sit(table, key) for key in keys]
    for seat in (0, 1, 0, 1):
        sides[1 - seat].until(sides[seat].play("roll")["now"]["ply"])
    sides[0].send(type="resign")
    sides[0].receive("news")
    person = Person(browser, server)
    person.open(f"{server.url}/t/{table}/games/1")
    expect(person.page.get_by_text("4 moves.")).to_be_visible()
    told = person.page.locator(".move-list li").all_text_contents()
    person.page.get_by_role("link", name="Review the game").click()
    listed = person.page.locator(".variations a")
    expect(listed).to_have_count(5)  # the start, and each roll, which is one move with the request for it
    assert listed.all_text_contents() == ["Start", *told]
    expect(person.page.locator(".value-chart .axis:not(.end)")).to_have_text(["0", "1", "2", "3", "4", "5"])
    person.close()


def test_a_move_scrolls_the_list_of_moves_and_not_the_page(browser: Browser, server: Served) -> None:
    """In a phone that is held sideways the list is below the screen."""
    table, keys = server.make("predictive-pursuit")
    sides = [server.sit(table, key) for key in keys]
    person = Person(browser, server, width=640, height=320)
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    for _ in range(20):
        mover, waiting = sides if sides[0].legal else sides[::-1]
        waiting.until(mover.play("1")["now"]["ply"])
    entries = person.page.locator(".move-list li")
    expect(entries).to_have_count(20)
    assert person.page.evaluate("scrollY") == 0
    of_list, of_last = person.page.locator(".move-list").bounding_box(), entries.last.bounding_box()
    assert of_list is not None
    assert of_last is not None
    assert of_last["x"] + of_last["width"] <= of_list["x"] + of_list["width"] + 1
    person.close()


def marked(person: Person) -> list[str]:
    """The left edges of the marked squares."""
    return [str(mark.get_attribute("x")) for mark in person.page.locator(".mark").all()]


def test_an_earlier_moment_has_no_moves_and_a_new_move_ends_it(browser: Browser, server: Served) -> None:
    table, keys = server.make("cross-over")
    host, guest = Person(browser, server), server.sit(table, keys[1])
    host.open(f"{server.url}/t/{table}#{keys[0]}")
    host.play("3")
    guest.until(1)
    guest.play("2")
    expect(host.page.locator(".turn.yours")).to_be_visible()
    host.page.get_by_role("link", name="1. Player 1 P1 to 4").click()
    expect(host.page.locator(".target")).to_have_count(0)
    assert host.moves == []
    host.page.get_by_role("button", name="Back to the game").click()
    expect(host.page.locator(".target").first).to_be_attached()
    host.play("1")
    guest.until(3)
    host.page.get_by_role("link", name="1. Player 1 P1 to 4").click()
    guest.play("1")
    expect(host.page.get_by_role("button", name="Back to the game")).to_be_hidden()
    assert "P1 on 5; P2 on 6" in host.page.locator(".board").inner_text()
    host.close()


def test_a_crowd_on_one_square_is_counted_and_each_of_it_can_be_chosen(browser: Browser, server: Served) -> None:
    table, tokens = server.make("capture-the-flag", rules={"soldiers": 9, "length": 40})
    person = Person(browser, server, width=360)
    person.open(f"{server.url}/t/{table}#{tokens[0]}")
    expect(person.page.locator(".side0.piece text").first).to_have_text("S1+8")
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    chosen = []
    for _ in range(9):
        person.page.locator(".piece.movable:not(.behind)").first.click(force=True)
        chosen.append(person.page.locator(".piece.selected").text_content())
    assert chosen == [f"S{number}+8" for number in range(1, 10)]
    assert person.page.locator(".piece:not(.behind)").evaluate_all(WIDER_THAN_PIECE) == []
    person.close()


WIDER_THAN_PIECE = """pieces => pieces.filter((piece) => {
    const [body, text] = [...piece.children].map((part) => part.getBoundingClientRect());
    return text.left < body.left || text.right > body.right;
}).map((piece) => piece.textContent)"""


def test_pieces_on_one_square_stay_legible(browser: Browser, server: Served) -> None:
    """No piece of a small crowd covers another."""
    person = Person(browser, server, width=360)
    for count in (2, 3, 4):
        table, tokens = server.make("capture-the-flag", rules={"soldiers": count})
        person.open(f"{server.url}/t/{table}#{tokens[0]}")
        pieces = person.page.locator(".side0.piece .body")
        expect(pieces).to_have_count(count)
        boxes = [piece.bounding_box() for piece in pieces.all()]
        edges = sorted((box["y"], box["y"] + box["height"]) for box in boxes if box)
        assert len(edges) == count
        assert all(below[0] >= above[1] for above, below in pairwise(edges))
    person.close()


def test_a_game_of_one_move_has_one_move(browser: Browser, server: Served) -> None:
    table, keys = server.make("cross-over")
    one = server.sit(table, keys[0])
    one.play("3")
    one.send(type="resign")
    one.receive("news")
    person = Person(browser, server)
    person.open(f"{server.url}/t/{table}/games/1")
    expect(person.page.get_by_text("1 move.", exact=True)).to_be_visible()
    person.close()
